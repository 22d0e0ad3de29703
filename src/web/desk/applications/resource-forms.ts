import { html, type Html, type Part } from '../../../shared/html';
import { type Faults, faultsOf, field, hidden, csrfField, NO_FAULTS, inputPathOf } from '../fields';
import {
  type DeskResponse,
  type DeskLocale,
  type DeskPage,
  Redirect,
  type DeskContext,
} from '../desk-context';
import type { FormResource, Property } from './form-resources';

/** Returns the name of a control, which is unique if a page has forms of several kinds. */
function controlOf({ step }: FormResource, input: string): string {
  return input === '' ? '' : `${step}.${input}`;
}

/** Returns the labels of the form controls of some kinds. */
export function resourceLabelsOf(
  kinds: readonly FormResource[],
  { desk }: DeskLocale,
): Record<string, string> {
  return Object.fromEntries(
    kinds.flatMap((kind) =>
      kind.properties.map((property) => [controlOf(kind, property.input), property.label(desk)]),
    ),
  );
}

interface Form {
  readonly action: string;
  /** Action of the form, which is sent as the field `as`. */
  readonly as: 'new' | 'properties' | 'deletion';
  readonly content: Part;
}

/** Returns a collapsed form. It is open if it has faults. */
function collapsedForm(
  context: DeskContext,
  kind: FormResource,
  summary: string,
  { action, as, content }: Form,
): Html {
  return html`<details class="below" ${isSent(context, kind, as) && html`open`}>
    <summary>${summary}</summary>
    <form class="narrow" method="post" action="${action}">
      ${csrfField(context)} ${hidden('as', as)} ${hidden('of', kind.step)} ${content}
    </form>
  </details>`;
}

function isSent({ form }: DeskContext, kind: FormResource, as: Form['as']): boolean {
  return form.word('as') === as && form.word('of') === kind.step;
}

/** An object as the page shows it, with its version. */
type VersionedObject = object & { readonly lastUpdate?: string | null };

interface Controls {
  readonly as: Form['as'];
  readonly stored?: VersionedObject;
  readonly faults: Faults;
}

/**
 * Returns form controls with the stored or typed values. Where somebody else has stored another value since the page was loaded, a hint
 * shows it, because the next submission replaces it.
 */
function controls(
  context: DeskContext,
  kind: FormResource,
  { as, stored = {}, faults }: Controls,
): readonly Html[] {
  const { form, locale } = context;
  const { desk } = locale;
  const known = stored as Readonly<Record<string, string | number | boolean | null | undefined>>;
  const isLate = isSent(context, kind, as) && form.word('was') !== (stored.lastUpdate ?? '');
  return propertiesFor(kind, as).map(({ input, from, label, type, isRequired }) => {
    const name = controlOf(kind, input);
    const before = type === 'check' ? String(known[from] !== false) : String(known[from] ?? '');
    const value = isSent(context, kind, as) && type !== 'password' ? form.text(name) : before;
    const more = type === 'password' ? html`autocomplete="new-password"` : html`autocapitalize="off"`;
    const theirs = type === 'check' ? (before === 'true' ? label(desk) : desk.inactive) : before || '–';
    const isReplaced = isLate && type !== 'password' && (value || 'false') !== (before || 'false');
    const shape = { name, label: label(desk), value, more };
    const hint = isReplaced && html`${desk.theirs}${desk.colon} <span lang="" dir="auto">${theirs}</span>`;
    return field(
      {
        ...shape,
        ...(type && { type }),
        ...(isRequired !== undefined && { isRequired }),
        ...(hint && { hint }),
      },
      faults,
    );
  });
}

/** Forms of new objects have no check boxes; forms of existing objects have no field that is set only once (`isFirst`). */
function propertiesFor({ properties }: FormResource, as: Form['as']): readonly Property[] {
  return properties.filter(({ type, isFirst }) => (as === 'new' ? type !== 'check' : isFirst !== true));
}

/** Builds the input from a form: empty values are omitted for new objects, and become null for existing ones. */
function inputIn(
  { form }: DeskContext,
  kind: FormResource,
  as: Form['as'],
): Readonly<Record<string, unknown>> {
  const entries = propertiesFor(kind, as).map(({ input, type }): readonly [string, unknown] => {
    const name = controlOf(kind, input);
    if (type === 'check') return [input, form.word(name) === 'true'];
    const value = type === 'password' ? form.text(name) : form.word(name);
    return [input, value === '' ? null : value];
  });
  return Object.fromEntries(entries.filter(([, value]) => as !== 'new' || value !== null));
}

/** Returns faults for the required fields that are empty. */
function missingIn({ form, locale }: DeskContext, kind: FormResource, as: Form['as']): Faults {
  return new Map(
    propertiesFor(kind, as)
      .filter(({ isRequired, input }) => isRequired && form.word(controlOf(kind, input)) === '')
      .map(({ input }) => [controlOf(kind, input), locale.desk.faults.required]),
  );
}

/** Returns the form for a new object of a kind. */
export function creationForm(context: DeskContext, kind: FormResource, action: string, faults: Faults): Html {
  const { desk } = context.locale;
  const content = html`${controls(context, kind, { as: 'new', faults })} <button>${desk.create}</button>`;
  return collapsedForm(context, kind, kind.newTitle(desk), { action, as: 'new', content });
}

/** Shows a page with faults. */
type Refused = (faults: Faults) => Promise<DeskPage> | DeskPage;

interface Creation {
  /** Identifier of the owner; absent for the objects of an application. */
  readonly owner?: string;
  readonly addressOf: (key: string | number) => string;
  readonly page: Refused;
}

export async function createResource(
  context: DeskContext,
  kind: FormResource,
  { owner, addressOf, page }: Creation,
): Promise<DeskResponse> {
  const missing = missingIn(context, kind, 'new');
  if (missing.size > 0) return { ...(await page(missing)), status: 400 };
  const input = inputIn(context, kind, 'new');
  const { payload, errors } = await context.write<{
    readonly created: { readonly key: string | number } | null;
  }>(`create-${kind.document}`, { ...(owner !== undefined && { owner }), input });
  if (payload.created) return new Redirect(`${addressOf(payload.created.key)}?done=made`);
  return { ...(await page(faultsOf(errors, (path) => controlOf(kind, inputPathOf(path))))), status: 400 };
}

interface Stored {
  readonly action: string;
  readonly stored: VersionedObject;
  readonly faults?: Faults;
}

/** Returns the form for the properties of an object. */
export function propertiesForm(
  context: DeskContext,
  kind: FormResource,
  { action, stored, faults }: Stored,
): Html {
  const { desk } = context.locale;
  const content = html`${hidden('was', stored.lastUpdate ?? '')}
    ${controls(context, kind, { as: 'properties', stored, faults: faults ?? NO_FAULTS })}
    <button>${desk.save}</button>`;
  return collapsedForm(context, kind, desk.properties, { action, as: 'properties', content });
}

/** Returns a form that deletes an object after the user has ticked a confirmation. */
export function deletionForm(context: DeskContext, kind: FormResource, action: string, faults: Faults): Html {
  const { desk } = context.locale;
  const sure = field(
    { name: 'sure', label: desk.deleteOwned, type: 'check', isRequired: true },
    isSent(context, kind, 'deletion') ? faults : NO_FAULTS,
  );
  const content = html`${sure} <button class="plain">${desk.delete}</button>`;
  return collapsedForm(context, kind, desk.delete, { action, as: 'deletion', content });
}

interface Change {
  readonly id: string;
  /** URL of the page and of its parent page. */
  readonly address: string;
  readonly parent: string;
  readonly page: Refused;
}

/** Stores the properties of the form or deletes the object. Returns `undefined` for any other form of the page. */
export async function changeResource(
  context: DeskContext,
  kind: FormResource,
  { id, address, parent, page }: Change,
): Promise<DeskResponse | undefined> {
  const { form, write, locale } = context;
  if (isSent(context, kind, 'deletion')) {
    if (form.word('sure') !== 'true')
      return { ...(await page(new Map([['sure', locale.desk.faults.required]]))), status: 400 };
    const { errors } = await write(`delete-${kind.document}`, { part: id });
    if (errors.length === 0) return new Redirect(`${parent}?done=deleted`);
    return { ...(await page(faultsOf(errors, () => ''))), status: 400 };
  }
  if (!isSent(context, kind, 'properties')) return undefined;
  const missing = missingIn(context, kind, 'properties');
  if (missing.size > 0) return { ...(await page(missing)), status: 400 };
  const was = form.word('was');
  const { errors } = await write(`update-${kind.document}`, {
    part: id,
    input: inputIn(context, kind, 'properties'),
    ...(was !== '' && { lastUpdate: was }),
  });
  if (errors.length === 0) return new Redirect(`${address}?done=saved`);
  const isLate = errors.some(({ code }) => code === 'REVISION_MISMATCH');
  const faults = faultsOf(errors, (path) => (isLate ? '' : controlOf(kind, inputPathOf(path))));
  return { ...(await page(faults)), status: isLate ? 409 : 400 };
}
