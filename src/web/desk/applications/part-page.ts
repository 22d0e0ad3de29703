import { Failure } from '../../../shared/failure';
import { html, type Html, type Part } from '../../../shared/html';
import { deskApplication } from '../addresses';
import { NO_FAULTS, csrfField, faultList, faultsOf, field, hidden, jsonFault, type Faults } from '../fields';
import {
  type DeskResponse,
  type DeskPage,
  Redirect,
  type DeskHandler,
  type DeskContext,
} from '../desk-context';
import { type ApplicationHead, fieldName, inApplication } from './application-page';
import { changeResource, deletionForm, resourceLabelsOf, propertiesForm } from './resource-forms';
import { PART_KINDS, type PartKind } from './part-kinds';

/** A resource of a field with the data that its page edits. */
interface PartOfField {
  readonly __typename: string;
  readonly id: string;
  readonly name: string | null;
  readonly language?: string | null;
  readonly isActive?: boolean | null;
  /** Distinguishes versions of the resource. */
  readonly lastUpdate: string | null;
  readonly json?: unknown;
  readonly params?: unknown;
  readonly html?: string | null;
  /** The components of a field, which are stored as a whole. */
  readonly components?: { readonly requestName: string | null; readonly requestContent: unknown } | null;
}

interface PartData {
  readonly application:
    | (ApplicationHead & { readonly field: { readonly number: number; readonly name: string | null } | null })
    | null;
  readonly part: PartOfField | null;
}

interface ShownPart {
  readonly application: ApplicationHead & {
    readonly field: { readonly number: number; readonly name: string | null };
  };
  readonly part: PartOfField;
  /** The main content. */
  readonly json: unknown;
  readonly params: unknown;
}

export const showPart: Readonly<Record<PartKind['step'], DeskHandler>> = ofEachKind(
  (kind) => async (context) => partPage(context, kind, { shown: await readPart(context, kind) }),
);

export const changePart: Readonly<Record<PartKind['step'], DeskHandler>> = ofEachKind(
  (kind) => (context) => change(context, kind),
);

function ofEachKind(show: (kind: PartKind) => DeskHandler): Readonly<Record<PartKind['step'], DeskHandler>> {
  const shows = PART_KINDS.map((kind) => [kind.step, show(kind)] as const);
  return Object.fromEntries(shows) as Readonly<Record<PartKind['step'], DeskHandler>>;
}

async function readPart({ read, param, locale }: DeskContext, { type }: PartKind): Promise<ShownPart> {
  const names = { application: param('application'), field: Number(param('field')), part: param('part') };
  const { application, part } = await read<PartData>('part', names);
  if (!application?.field || part?.__typename !== type)
    throw new Failure('NOT_FOUND', locale.texts.notFoundHint);
  const { json = part.components?.requestContent, params } = part;
  return {
    application: { ...application, field: application.field },
    part,
    ...withParsedJson({ json, params }),
  };
}

/** Parses members that are stored as JSON text. */
function withParsedJson({
  json = null,
  params = null,
}: Partial<ShownPart>): Pick<ShownPart, 'json' | 'params'> {
  return JSON.parse(JSON.stringify({ json, params })) as Pick<ShownPart, 'json' | 'params'>;
}

interface PartForm {
  readonly shown: ShownPart;
  readonly faults?: Faults;
  /** Submitted free JSON text by the name of its text area. */
  readonly typed?: Readonly<Partial<Record<string, string>>>;
  readonly above?: Part;
}

/** Stores the form, unless somebody else has changed the part since the page was loaded, or deletes the part. */
async function change(context: DeskContext, kind: PartKind): Promise<DeskResponse> {
  const { form, write, locale } = context;
  const { desk } = locale;
  const shown = await readPart(context, kind);
  const owned = await changeResource(context, kind, {
    id: shown.part.id,
    address: partAddress(shown, kind),
    parent: fieldAddress(shown),
    page: (faults) => partPage(context, kind, { shown, faults }),
  });
  if (owned) return owned;
  const as = form.word('as');
  const typed = { [as]: form.text(as) };
  let changes: Partial<Content>;
  try {
    changes = contentIn(form, kind, shown.json);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const faults = new Map([[as, jsonFault(form.text(as), locale)]]);
    return { ...partPage(context, kind, { shown, faults, typed }), status: 400 };
  }
  const input = mutationInputOf(kind, changes, shown.part);
  const variables = { part: shown.part.id, lastUpdate: form.word('was'), input };
  const { errors } = await write(`update-${kind.document}`, variables);
  if (errors.length === 0) return new Redirect(`${partAddress(shown, kind)}?done=saved`);
  if (errors.some(({ code }) => code === 'REVISION_MISMATCH')) {
    const now = await readPart(context, kind);
    const stored = as === 'html' ? now.part.html : shownAs(as === 'params' ? now.params : now.json);
    const above = html`<section class="faults" role="alert">
      <p>${desk.changedElsewhere}</p>
      <pre class="code" tabindex="0" aria-label="${desk.theirs}">${stored}</pre>
    </section>`;
    return { ...partPage(context, kind, { shown: { ...now, ...changes }, typed, above }), status: 409 };
  }
  const faults = faultsOf(errors, () => '');
  return { ...partPage(context, kind, { shown: { ...shown, ...changes }, faults, typed }), status: 400 };
}

/** The content of a part without its name. */
interface Content {
  readonly json: unknown;
  readonly params: unknown;
  readonly html: string;
}

/** Reads the submitted change: the content from its controls or as free JSON, or another member of the part. @throws SyntaxError */
function contentIn(
  form: DeskContext['form'],
  { valueIn, more }: PartKind,
  before: unknown,
): Partial<Content> {
  const as = form.word('as');
  if (as === 'form' && valueIn) return { json: valueIn(form, before) };
  const text = form.text(as);
  if (as === 'html' && more?.html !== undefined) return { html: text };
  const json = JSON.parse(text) as unknown;
  return as === 'params' && more?.params !== undefined ? { params: json } : { json };
}

/** Converts the content to the input of the mutation. The components of a field are written as a whole. */
function mutationInputOf(
  { content, more = {} }: PartKind,
  changes: Partial<Content>,
  { components }: PartOfField,
): Readonly<Record<string, unknown>> {
  const names: Readonly<Record<string, string>> = { json: content, ...more };
  const entries = Object.entries(changes).map(([name, value]) => [names[name] ?? name, value] as const);
  if (components) return { components: { ...components, requestContent: changes.json } };
  return Object.fromEntries(entries);
}

function shownAs(json: unknown): string {
  return JSON.stringify(json, null, 2);
}

function partAddress({ application, part }: ShownPart, { step }: PartKind): string {
  return deskApplication(application.publicId, 'fields', application.field.number, step, part.id);
}

function fieldAddress({ application }: ShownPart): string {
  return deskApplication(application.publicId, 'fields', application.field.number);
}

function partPage(
  context: DeskContext,
  kind: PartKind,
  { shown, faults = NO_FAULTS, typed = {}, above }: PartForm,
): DeskPage {
  const { locale } = context;
  const { desk } = locale;
  const { application, part, json, params } = shown;
  const controls = kind.controls?.(desk, json);
  const back = [fieldAddress(shown), fieldName(application.field)] as const;
  const action = partAddress(shown, kind);
  const form = (as: string, content: Part): Html =>
    html`<form class="stack" method="post" action="${action}" enctype="multipart/form-data">
      ${csrfField(context)} ${hidden('was', part.lastUpdate ?? '')} ${hidden('as', as)} ${content}
      <p><button>${desk.save}</button></p>
    </form>`;
  const labels = {
    json: desk.freeJson,
    params: desk.parameters,
    html: desk.asHtml,
    sure: desk.delete,
    ...resourceLabelsOf([kind], locale),
  };
  const area = (name: keyof Content, stored: string): Html => {
    const more = html`rows="16" class="code" spellcheck="false" autocapitalize="off"`;
    const value = typed[name] ?? stored;
    return form(name, field({ name, label: labels[name], value, type: 'area', more }, faults));
  };
  const below = (name: keyof Content, summary: string, stored: string): Html =>
    html`<details class="below" ${(faults.has(name) || typed[name] !== undefined) && html`open`}>
      <summary>${summary}</summary>
      ${area(name, stored)}
    </details>`;
  const title = part.components ? (part.components.requestName ?? desk.components) : (part.name ?? '–');
  return inApplication(application, [back], {
    title,
    main: html`<h1>${title} ${part.isActive === false && html`<span class="tag">${desk.inactive}</span>`}</h1>
      ${above} ${faultList(faults, locale, labels)} ${controls && form('form', controls)}
      ${controls ? below('json', desk.asJson, shownAs(json)) : area('json', shownAs(json))}
      ${kind.more?.params !== undefined && below('params', desk.parameters, shownAs(params))}
      ${kind.more?.html !== undefined && below('html', desk.asHtml, part.html ?? '')}
      ${!part.components && aroundIt(context, kind, shown, faults)}`,
  });
}

/** Returns the forms for the other members of the part, below the form of its content. */
function aroundIt(context: DeskContext, kind: PartKind, shown: ShownPart, faults: Faults): Part {
  const action = partAddress(shown, kind);
  return [
    propertiesForm(context, kind, { action, stored: shown.part, faults }),
    deletionForm(context, kind, action, faults),
  ];
}
