import { Failure } from '../../../shared/failure';
import { html, type Html, type Part } from '../../../shared/html';
import { filled } from '../../locale-texts';
import { withQuery } from '../../reader/addresses';
import { pager } from '../../reader/pager';
import { deskApplication } from '../addresses';
import { numberText } from '../desk-locale';
import { faultList, type Faults, faultsOf, hidden, hiddenMark, NO_FAULTS } from '../fields';
import { type Answer, type DeskPage, Redirect, type Show, type Visit } from '../visit';
import { type ApplicationHead, fieldName, inApplication, type Unresolved } from './application-page';
import { changeOwned, create, creation, deletion, labelsOf, propertiesForm } from './owned-forms';
import { FIELD } from './owned-kinds';
import { PART_KINDS, type PartKind } from './part-kinds';

interface ListedPart {
  readonly id: string;
  readonly name: string | null;
  readonly language?: string | null;
  readonly isActive: boolean | null;
}

interface Parts {
  readonly pageInfo: { readonly hasNextPage: boolean };
  readonly nodes: readonly ListedPart[];
}

/** The lists of a field. Its components are one object. */
type ListedStep = Exclude<PartKind['step'], 'components'>;

const LISTED = PART_KINDS.filter((kind) => kind.step !== 'components');

interface FieldData {
  readonly application:
    | (ApplicationHead & {
        readonly unresolvedTexts: readonly Unresolved[];
        readonly field:
          | ({
              readonly number: number;
              readonly name: string | null;
              readonly description: string | number | boolean | null;
              readonly id: string;
              readonly lastUpdate: string | null;
              readonly components: { readonly requestName: string | null } | null;
            } & Readonly<Record<ListedStep, Parts>>)
          | null;
      })
    | null;
}

type FieldOfApplication = NonNullable<FieldData['application']> & {
  readonly field: NonNullable<NonNullable<FieldData['application']>['field']>;
};

/** A field: its intents and entities, and what none of its intents understood. */
export const showField: Show = async (visit) => fieldPage(visit, await readField(visit), NO_FAULTS);

async function readField({ read, param, page, locale }: Visit): Promise<FieldOfApplication> {
  const names = { application: param('application'), field: Number(param('field')) };
  const { application } = await read<FieldData>('field', { ...names, page });
  if (!application?.field) throw new Failure('NOT_FOUND', locale.texts.notFoundHint);
  return { ...application, field: application.field };
}

function fieldPage(visit: Visit, application: FieldOfApplication, faults: Faults): DeskPage {
  const { locale, page } = visit;
  const { desk } = locale;
  const { publicId, field: shown } = application;
  const { number, description, components } = shown;
  const address = deskApplication(publicId, 'fields', number);
  const hasNext = LISTED.some(({ step }) => shown[step].pageInfo.hasNextPage);
  return inApplication(application, [], {
    title: fieldName(shown),
    ...(faults.size > 0 ? { status: 400 } : {}),
    main: html`<h1>${fieldName(shown)}</h1>
      ${description !== null && html`<p lang="" dir="auto">${String(description)}</p>`}
      ${faultList(faults, locale, { language: desk.fields.lang, sure: desk.delete, ...labelsOf([...LISTED, FIELD], locale) })}
      ${LISTED.map((kind) => {
        const { step, title } = kind;
        return html`<h2>${title(desk)}</h2>
          ${shown[step].nodes.length === 0 ? html`<p>${desk.noneHere}</p>` : parts(visit, `${address}/${step}`, shown[step].nodes)}
          ${creation(visit, kind, `${address}/${step}`, faults)}`;
      })}
      ${
        components &&
        html`<h2>${desk.components}</h2>
          ${parts(visit, `${address}/components`, [{ ...shown, name: components.requestName, isActive: null }])}`
      }
      ${pager({ page, hasNext, addressOf: (n) => withQuery(address, { page: n }) }, locale)}
      <h2>${desk.unresolved}</h2>
      ${teaching(visit, application)}
      ${propertiesForm(visit, FIELD, { action: address, stored: shown, faults })}
      ${deletion(visit, FIELD, address, faults)}`,
  });
}

function parts({ locale: { desk } }: Visit, address: string, nodes: readonly ListedPart[]): Html {
  return html`<ul class="lines">
    ${nodes.map(
      ({ id, name, language, isActive }) =>
        html`<li class="line">
          <a href="${address}/${encodeURIComponent(id)}">${name ?? '–'}</a>
          <span class="hint">${language}</span>
          ${isActive === false && html`<span class="tag">${desk.inactive}</span>`}
        </li>`,
    )}
  </ul>`;
}

/** Each message that was not understood, with the intents that it may express. */
function teaching(visit: Visit, application: FieldOfApplication): Part {
  const { locale } = visit;
  const { unresolvedTexts } = application;
  if (unresolvedTexts.length === 0) return html`<p>${locale.desk.noUnresolved}</p>`;
  return html`<p class="hint">${locale.desk.teachHint}</p>
    <ol class="lines">
      ${unresolvedTexts.map(
        ({ text, count }, i) =>
          html`<li class="line">
            <p>
              <span lang="" dir="auto">${text}</span>
              <span class="hint">${filled(locale.desk.times, { n: numberText(locale, count) })}</span>
            </p>
            ${teachForm(visit, application, { text, place: String(i) })}
          </li>`,
      )}
    </ol>`;
}

function teachForm(
  visit: Visit,
  { publicId, field: { number, intents } }: FieldOfApplication,
  { text, place }: { readonly text: string; readonly place: string },
): Html {
  const { desk } = visit.locale;
  const { form } = visit;
  const usual = intents.nodes.find((intent) => intent.language !== null)?.language ?? '';
  const isTyped = form.text('text') === text;
  const language = isTyped ? form.word('language') : usual;
  const of = html`<span class="unseen"> ${text}</span>`;
  return html`<form
    class="inline"
    method="post"
    action="${deskApplication(publicId, 'fields', number, 'teach')}"
  >
    ${hiddenMark(visit)} ${hidden('text', text)}
    <div class="field">
      <label for="intent-${place}">${desk.intent}${of}</label>
      <select id="intent-${place}" name="intent">
        ${intents.nodes.map(({ id, name }) => html`<option value="${id}" ${isTyped && form.word('intent') === id && html`selected`}>${name}</option>`)}
      </select>
    </div>
    <div class="field">
      <label for="language-${place}">${desk.fields.lang}${of}</label>
      <input
        id="language-${place}"
        type="text"
        name="language"
        value="${language}"
        size="6"
        required
        autocapitalize="off"
      />
    </div>
    <button class="plain">${desk.teach}${of}</button>
  </form>`;
}

/** Makes a message that was not understood an utterance of an intent; what was asked with it counts as resolved. */
export const teachIntent: Show = async (visit) => {
  const { form, write, locale } = visit;
  const application = await readField(visit);
  const text = form.text('text');
  const { requestIds = [] } =
    application.unresolvedTexts.find((unresolved) => unresolved.text === text) ?? {};
  const intent = form.word('intent');
  if (intent === '') return fieldPage(visit, application, new Map([['', locale.desk.noIntents]]));
  const input = { text, language: form.word('language'), requestIds };
  const { errors } = await write('learn-utterance', { intent, input });
  if (errors.length > 0)
    return fieldPage(
      visit,
      application,
      faultsOf(errors, () => ''),
    );
  const { publicId, field: shown } = application;
  return new Redirect(`${deskApplication(publicId, 'fields', shown.number)}?done=taught`);
};

/** Creates an object of a kind in the field. */
export const createPart: Readonly<Record<PartKind['step'], Show>> = Object.fromEntries(
  PART_KINDS.map((kind) => [kind.step, (visit: Visit) => createIn(visit, kind)]),
) as Readonly<Record<PartKind['step'], Show>>;

async function createIn(visit: Visit, kind: PartKind): Promise<Answer> {
  const application = await readField(visit);
  const { publicId, field: shown } = application;
  return create(visit, kind, {
    owner: shown.id,
    addressOf: (key) => deskApplication(publicId, 'fields', shown.number, kind.step, key),
    page: (faults) => fieldPage(visit, application, faults),
  });
}

/** Changes the name of a field and what it is for, or deletes it. */
export const changeField: Show = async (visit) => {
  const application = await readField(visit);
  const { publicId, field: shown } = application;
  const here = deskApplication(publicId, 'fields', shown.number);
  const page = (faults: Faults) => fieldPage(visit, application, faults);
  const owned = { id: shown.id, here, above: deskApplication(publicId), page };
  return (await changeOwned(visit, FIELD, owned)) ?? new Redirect(here);
};
