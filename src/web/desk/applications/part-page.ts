import { Failure, messageOf } from '../../../shared/failure';
import { html, type Html, type Part } from '../../../shared/html';
import { filled } from '../../locale-texts';
import { deskApplication } from '../addresses';
import { faultList, type Faults, faultsOf, field, hidden, hiddenMark, NO_FAULTS } from '../fields';
import type { Form } from '../form';
import { type DeskPage, Redirect, type Show, type Visit } from '../visit';
import { type ApplicationHead, fieldName, inApplication } from './application-page';
import {
  type EntityJson,
  isPlainEntity,
  isUtterances,
  linesOf,
  utterancesIn,
  valuesIn,
  type Utterances,
} from './part-texts';

/** An intent or an entity, with what its page edits. */
interface PartOfField {
  readonly id: string;
  readonly name: string | null;
  readonly isActive: boolean | null;
  /** Tells versions of it. */
  readonly lastUpdate: string | null;
  readonly json: unknown;
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
  readonly json: unknown;
}

/** How a kind of part is read, shown and stored. */
interface Kind {
  readonly document: string;
  readonly change: string;
  /** The last step but one of its address. */
  readonly step: string;
  readonly controls: (visit: Visit, json: unknown) => Html | undefined;
  readonly valueIn: (form: Form, json: unknown) => unknown;
}

const INTENT: Kind = {
  document: 'intent',
  change: 'update-intent',
  step: 'intents',
  controls: ({ locale: { desk } }, json) =>
    isUtterances(json) ? utteranceAreas(desk, json ?? {}) : undefined,
  valueIn: (form) => utterancesIn(form),
};

const ENTITY: Kind = {
  document: 'entity',
  change: 'update-entity',
  step: 'entities',
  controls: ({ locale: { desk } }, json) => (isPlainEntity(json) ? valueArea(desk, json ?? {}) : undefined),
  valueIn: (form, json) => valuesIn(form, json as EntityJson | null),
};

export const showIntent: Show = (visit) => show(visit, INTENT);
export const changeIntent: Show = (visit) => change(visit, INTENT);
export const showEntity: Show = (visit) => show(visit, ENTITY);
export const changeEntity: Show = (visit) => change(visit, ENTITY);

async function show(visit: Visit, kind: Kind): Promise<DeskPage> {
  return partPage(visit, kind, { shown: await readPart(visit, kind) });
}

async function readPart({ read, param, locale }: Visit, { document }: Kind): Promise<ShownPart> {
  const names = { application: param('application'), field: Number(param('field')), part: param('part') };
  const { application, part } = await read<PartData>(document, names);
  if (!application?.field || !part) throw new Failure('NOT_FOUND', locale.texts.notFoundHint);
  // What carries its own text is read as what it says.
  const json = JSON.parse(JSON.stringify(part.json ?? null)) as unknown;
  return { application: { ...application, field: application.field }, part, json };
}

interface Editing {
  readonly shown: ShownPart;
  readonly faults?: Faults;
  /** The text of the free JSON as it was typed. */
  readonly typed?: string;
  readonly above?: Part;
}

/** Stores what was typed, unless somebody else changed the part meanwhile. */
async function change(visit: Visit, kind: Kind): Promise<DeskPage | Redirect> {
  const { form, write, locale } = visit;
  const { desk } = locale;
  const shown = await readPart(visit, kind);
  const typed = form.text('json');
  let json: unknown;
  try {
    json = form.word('as') === 'json' ? (JSON.parse(typed) as unknown) : kind.valueIn(form, shown.json);
  } catch (error) {
    const faults = new Map([['json', `${desk.faults.json} ${messageOf(error)}`]]);
    return { ...partPage(visit, kind, { shown, faults, typed }), status: 400 };
  }
  const part = { part: shown.part.id, lastUpdate: form.word('was') };
  const { errors } = await write(kind.change, { ...part, json });
  if (errors.length === 0) return new Redirect(`${addressOf(shown, kind)}?done=saved`);
  if (errors.some(({ code }) => code === 'REVISION_MISMATCH')) {
    const now = await readPart(visit, kind);
    const above = html`<section class="faults" role="alert">
      <p>${desk.changedElsewhere}</p>
      <pre class="code" tabindex="0" aria-label="${desk.theirs}">${JSON.stringify(now.json, null, 2)}</pre>
    </section>`;
    return { ...partPage(visit, kind, { shown: { ...now, json }, typed, above }), status: 409 };
  }
  const faults = faultsOf(errors, () => '');
  return { ...partPage(visit, kind, { shown: { ...shown, json }, faults, typed }), status: 400 };
}

function addressOf({ application, part }: ShownPart, { step }: Kind): string {
  return deskApplication(application.publicId, 'fields', application.field.number, step, part.id);
}

function partPage(visit: Visit, kind: Kind, { shown, faults = NO_FAULTS, typed, above }: Editing): DeskPage {
  const { locale } = visit;
  const { desk } = locale;
  const { application, part, json } = shown;
  const controls = kind.controls(visit, json);
  const back = [
    deskApplication(application.publicId, 'fields', application.field.number),
    fieldName(application.field),
  ] as const;
  const form = (as: string, content: Part): Html =>
    html`<form class="stack" method="post" action="${addressOf(shown, kind)}" enctype="multipart/form-data">
      ${hiddenMark(visit)} ${hidden('was', part.lastUpdate ?? '')} ${hidden('as', as)} ${content}
      <p><button>${desk.save}</button></p>
    </form>`;
  const text = typed !== undefined && typed !== '' ? typed : JSON.stringify(json, null, 2);
  const more = html`rows="16" class="code" spellcheck="false" autocapitalize="off"`;
  const free = form(
    'json',
    field({ name: 'json', label: desk.freeJson, value: text, type: 'area', more }, faults),
  );
  const title = part.name ?? '–';
  return inApplication(application, [back], {
    title,
    main: html`<h1>${title} ${part.isActive === false && html`<span class="tag">${desk.inactive}</span>`}</h1>
      ${above} ${faultList(faults, locale, { json: desk.freeJson })} ${controls && form('form', controls)}
      ${
        controls
          ? html`<details class="below" ${faults.has('json') && html`open`}>
              <summary>${desk.asJson}</summary>
              ${free}
            </details>`
          : free
      }`,
  });
}

function utteranceAreas(desk: Visit['locale']['desk'], utterances: Utterances): Html {
  const languages = Object.entries(utterances);
  return html`${languages.map(
      ([language, texts], i) =>
        html`${hidden(`language.${String(i)}`, language)}
        ${field({
          name: `utterances.${String(i)}`,
          label: `${desk.utterances} (${language})`,
          value: texts.join('\n'),
          type: 'area',
          hint: desk.utterancesHint,
          more: html`rows="8" dir="auto" autocapitalize="off"`,
        })}`,
    )}
    <details ${languages.length === 0 && html`open`}>
      <summary>${desk.otherLanguage}</summary>
      ${field({ name: `language.${String(languages.length)}`, label: desk.fields.lang, more: html`size="6" autocapitalize="off"` })}
      ${field({ name: `utterances.${String(languages.length)}`, label: desk.otherUtterances, type: 'area', hint: desk.utterancesHint, more: html`rows="4" dir="auto" autocapitalize="off"` })}
    </details>`;
}

function valueArea(desk: Visit['locale']['desk'], entity: EntityJson): Html {
  const dictionary = entity.source?.dictionary;
  return html`${dictionary !== undefined && html`<p>${filled(desk.fromDictionary, { dictionary })}</p>`}
  ${field({
    name: 'values',
    label: desk.entityValues,
    value: linesOf(entity),
    type: 'area',
    hint: desk.entityValuesHint,
    more: html`rows="12" dir="auto" autocapitalize="off"`,
  })}`;
}
