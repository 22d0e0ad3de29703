import { Failure } from '../../../shared/failure';
import { html, type Html, type Part } from '../../../shared/html';
import { fillText } from '../../locale-texts';
import { withQuery } from '../../reader/addresses';
import { pager } from '../../reader/pager';
import { deskApplication } from '../addresses';
import { numberText } from '../desk-locale';
import { faultList, type Faults, faultsOf, hidden, csrfField, NO_FAULTS } from '../fields';
import {
  type DeskResponse,
  type DeskPage,
  Redirect,
  type DeskHandler,
  type DeskContext,
} from '../desk-context';
import { type ApplicationHead, fieldName, inApplication, type Unresolved } from './application-page';
import {
  changeResource,
  createResource,
  creationForm,
  deletionForm,
  resourceLabelsOf,
  propertiesForm,
} from './resource-forms';
import { FIELD_RESOURCE } from './form-resources';
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

/** The page of a field: its intents and entities, and the messages that match none of its intents. */
export const showField: DeskHandler = async (context) =>
  fieldPage(context, await readField(context), NO_FAULTS);

async function readField({ read, param, page, locale }: DeskContext): Promise<FieldOfApplication> {
  const names = { application: param('application'), field: Number(param('field')) };
  const { application } = await read<FieldData>('field', { ...names, page });
  if (!application?.field) throw new Failure('NOT_FOUND', locale.texts.notFoundHint);
  return { ...application, field: application.field };
}

function fieldPage(context: DeskContext, application: FieldOfApplication, faults: Faults): DeskPage {
  const { locale, page } = context;
  const { desk } = locale;
  const { publicId, field } = application;
  const { number, description, components } = field;
  const address = deskApplication(publicId, 'fields', number);
  const hasNext = LISTED.some(({ step }) => field[step].pageInfo.hasNextPage);
  return inApplication(application, [], {
    title: fieldName(field),
    ...(faults.size > 0 ? { status: 400 } : {}),
    main: html`<h1>${fieldName(field)}</h1>
      ${description !== null && html`<p lang="" dir="auto">${String(description)}</p>`}
      ${faultList(faults, locale, { language: desk.fields.lang, sure: desk.delete, ...resourceLabelsOf([...LISTED, FIELD_RESOURCE], locale) })}
      ${LISTED.map((kind) => {
        const { step, title } = kind;
        return html`<h2>${title(desk)}</h2>
          ${field[step].nodes.length === 0 ? html`<p>${desk.noneHere}</p>` : parts(context, `${address}/${step}`, field[step].nodes)}
          ${creationForm(context, kind, `${address}/${step}`, faults)}`;
      })}
      ${
        components &&
        html`<h2>${desk.components}</h2>
          ${parts(context, `${address}/components`, [{ ...field, name: components.requestName, isActive: null }])}`
      }
      ${pager({ page, hasNext, addressOf: (n) => withQuery(address, { page: n }) }, locale)}
      <h2>${desk.unresolved}</h2>
      ${teaching(context, application)}
      ${propertiesForm(context, FIELD_RESOURCE, { action: address, stored: field, faults })}
      ${deletionForm(context, FIELD_RESOURCE, address, faults)}`,
  });
}

function parts({ locale: { desk } }: DeskContext, address: string, nodes: readonly ListedPart[]): Html {
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

/** Lists the messages that were not understood, each with the intents that it may express. */
function teaching(context: DeskContext, application: FieldOfApplication): Part {
  const { locale } = context;
  const { unresolvedTexts } = application;
  if (unresolvedTexts.length === 0) return html`<p>${locale.desk.noUnresolved}</p>`;
  return html`<p class="hint">${locale.desk.teachHint}</p>
    <ol class="lines">
      ${unresolvedTexts.map(
        ({ text, count }, i) =>
          html`<li class="line">
            <p>
              <span lang="" dir="auto">${text}</span>
              <span class="hint">${fillText(locale.desk.times, { n: numberText(locale, count) })}</span>
            </p>
            ${teachForm(context, application, { text, place: String(i) })}
          </li>`,
      )}
    </ol>`;
}

function teachForm(
  context: DeskContext,
  { publicId, field: { number, intents } }: FieldOfApplication,
  { text, place: anchor }: { readonly text: string; readonly place: string },
): Html {
  const { desk } = context.locale;
  const { form } = context;
  const usual = intents.nodes.find((intent) => intent.language !== null)?.language ?? '';
  const isTyped = form.text('text') === text;
  const language = isTyped ? form.word('language') : usual;
  const of = html`<span class="unseen"> ${text}</span>`;
  return html`<form
    class="inline"
    method="post"
    action="${deskApplication(publicId, 'fields', number, 'teach')}"
  >
    ${csrfField(context)} ${hidden('text', text)}
    <div class="field">
      <label for="intent-${anchor}">${desk.intent}${of}</label>
      <select id="intent-${anchor}" name="intent">
        ${intents.nodes.map(({ id, name }) => html`<option value="${id}" ${isTyped && form.word('intent') === id && html`selected`}>${name}</option>`)}
      </select>
    </div>
    <div class="field">
      <label for="language-${anchor}">${desk.fields.lang}${of}</label>
      <input
        id="language-${anchor}"
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

/** Adds a message that was not understood to the utterances of an intent. The requests with this message count as resolved. */
export const teachIntent: DeskHandler = async (context) => {
  const { form, write, locale } = context;
  const application = await readField(context);
  const text = form.text('text');
  const { requestIds = [] } =
    application.unresolvedTexts.find((unresolved) => unresolved.text === text) ?? {};
  const intent = form.word('intent');
  if (intent === '') return fieldPage(context, application, new Map([['', locale.desk.noIntents]]));
  const input = { text, language: form.word('language'), requestIds };
  const { errors } = await write('learn-utterance', { intent, input });
  if (errors.length > 0)
    return fieldPage(
      context,
      application,
      faultsOf(errors, () => ''),
    );
  const { publicId, field } = application;
  return new Redirect(`${deskApplication(publicId, 'fields', field.number)}?done=taught`);
};

/** Creates an object of a kind in the field. */
export const createPart: Readonly<Record<PartKind['step'], DeskHandler>> = Object.fromEntries(
  PART_KINDS.map((kind) => [kind.step, (context: DeskContext) => createIn(context, kind)]),
) as Readonly<Record<PartKind['step'], DeskHandler>>;

async function createIn(context: DeskContext, kind: PartKind): Promise<DeskResponse> {
  const application = await readField(context);
  const { publicId, field } = application;
  return createResource(context, kind, {
    owner: field.id,
    addressOf: (key) => deskApplication(publicId, 'fields', field.number, kind.step, key),
    page: (faults) => fieldPage(context, application, faults),
  });
}

/** Changes the name and description of a field, or deletes it. */
export const changeField: DeskHandler = async (context) => {
  const application = await readField(context);
  const { publicId, field } = application;
  const address = deskApplication(publicId, 'fields', field.number);
  const page = (faults: Faults) => fieldPage(context, application, faults);
  const owned = { id: field.id, address, parent: deskApplication(publicId), page };
  return (await changeResource(context, FIELD_RESOURCE, owned)) ?? new Redirect(address);
};
