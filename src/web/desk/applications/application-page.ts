import { Failure } from '../../../shared/failure';
import { html, type Html, type Part } from '../../../shared/html';
import { fillText } from '../../locale-texts';
import { withQuery } from '../../reader/addresses';
import { pager } from '../../reader/pager';
import { APPLICATIONS, deskApplication } from '../addresses';
import { jsonLines } from '../article/differences';
import { dateTimeText, numberText } from '../desk-locale';
import { faultList, type Faults, NO_FAULTS } from '../fields';
import { type DeskPage, Redirect, type DeskHandler, type DeskContext } from '../desk-context';
import {
  changeResource,
  createResource,
  creationForm,
  resourceLabelsOf,
  propertiesForm,
} from './resource-forms';
import {
  APPLICATION_RESOURCE,
  CONVERSATION_RESOURCE,
  FIELD_RESOURCE,
  type FormResource,
} from './form-resources';

export interface ApplicationHead {
  readonly publicId: string;
  readonly name: string;
}

/** A message that no intent matched. */
export interface Unresolved {
  readonly text: string;
  readonly count: number;
  readonly requestIds: readonly string[];
}

interface ListedField {
  readonly number: number;
  readonly name: string | null;
  readonly intentCount: number;
  readonly entityCount: number;
  readonly templateCount: number;
}

interface ListedConversation {
  readonly number: number;
  readonly userName: string | null;
  readonly startedAt: string | null;
  readonly updatedAt: string | null;
  readonly requestCount: number;
}

interface ListedCompiler {
  readonly url: string | null;
  readonly lastUpdate: string | null;
  readonly status: unknown;
}

interface Listing<Item> {
  readonly pageInfo: { readonly hasNextPage: boolean };
  readonly nodes: readonly Item[];
}

interface ApplicationData {
  readonly application:
    | (ApplicationHead & {
        readonly description: string | null;
        readonly email: string | null;
        readonly fields: Listing<ListedField>;
        readonly conversations: Listing<ListedConversation>;
        readonly compilers: Listing<ListedCompiler>;
        readonly unresolvedTexts: readonly Unresolved[];
      })
    | null;
}

type OwnApplication = NonNullable<ApplicationData['application']>;

/** The page of an application: its fields, the messages that it did not understand, and its conversations. */
export const showApplication: DeskHandler = async (context) =>
  applicationPage(context, await readApplication(context), NO_FAULTS);

async function readApplication({ read, param, page, locale }: DeskContext): Promise<OwnApplication> {
  const { application } = await read<ApplicationData>('application', {
    application: param('application'),
    page,
  });
  if (!application) throw new Failure('NOT_FOUND', locale.texts.notFoundHint);
  return application;
}

function applicationPage(context: DeskContext, application: OwnApplication, faults: Faults): DeskPage {
  const { page, locale } = context;
  const { desk } = locale;
  const kinds = [APPLICATION_RESOURCE, FIELD_RESOURCE, CONVERSATION_RESOURCE];
  const { publicId, description, fields, conversations, compilers, unresolvedTexts } = application;
  const hasNext = [fields, conversations, compilers].some(({ pageInfo }) => pageInfo.hasNextPage);
  return inApplication(application, [], {
    title: application.name,
    main: html`<h1>${application.name}</h1>
      ${description !== null && html`<p lang="" dir="auto">${description}</p>`}
      ${faultList(faults, locale, resourceLabelsOf(kinds, locale))}
      <p><a href="${deskApplication(publicId, 'connectors')}">${desk.connectors}</a></p>
      <h2>${desk.botFields}</h2>
      ${fields.nodes.length === 0 && html`<p>${desk.noFields}</p>`}
      <ul class="lines">
        ${fields.nodes.map((field) => fieldLine(field, publicId, context))}
      </ul>
      ${creationForm(context, FIELD_RESOURCE, deskApplication(publicId, 'fields'), faults)}
      <h2>${desk.unresolved}</h2>
      ${unresolved(unresolvedTexts, context)}
      <h2>${desk.conversations}</h2>
      ${conversations.nodes.length === 0 && html`<p>${desk.noConversations}</p>`}
      <ul class="lines">
        ${conversations.nodes.map((conversation) => conversationLine(conversation, publicId, context))}
      </ul>
      ${creationForm(context, CONVERSATION_RESOURCE, deskApplication(publicId, 'conversations'), faults)}
      ${compilers.nodes.length > 0 && html`<h2>${desk.compilers}</h2>`}
      <ul class="lines">
        ${compilers.nodes.map((compiler) => compilerLine(compiler))}
      </ul>
      ${pager({ page, hasNext, addressOf: (n) => withQuery(deskApplication(publicId), { page: n }) }, locale)}
      ${propertiesForm(context, APPLICATION_RESOURCE, { action: deskApplication(publicId), stored: application, faults })}`,
  });
}

/** Returns a handler that creates a field or a conversation of the application. */
function creating(kind: FormResource): DeskHandler {
  return async (context) => {
    const application = await readApplication(context);
    const { publicId } = application;
    return createResource(context, kind, {
      owner: publicId,
      addressOf: (key) => deskApplication(publicId, kind.step, key),
      page: (faults) => applicationPage(context, application, faults),
    });
  };
}

export const createField = creating(FIELD_RESOURCE);
export const createConversation = creating(CONVERSATION_RESOURCE);

/** Changes the name of the application and the contact of its owner. */
export const changeApplication: DeskHandler = async (context) => {
  const application = await readApplication(context);
  const { publicId: id } = application;
  const address = deskApplication(id);
  const page = (faults: Faults) => applicationPage(context, application, faults);
  return (
    (await changeResource(context, APPLICATION_RESOURCE, { id, address, parent: APPLICATIONS, page })) ??
    new Redirect(address)
  );
};

/** Adds the links to parent pages to a page of an application. */
export function inApplication(
  { publicId, name }: ApplicationHead,
  steps: readonly (readonly [address: string, text: string])[],
  page: Pick<DeskPage, 'title' | 'main' | 'status'>,
): DeskPage {
  const parents = [[deskApplication(publicId), name] as const, ...steps];
  return {
    ...page,
    title: page.title === name ? name : `${page.title} · ${name}`,
    section: APPLICATIONS,
    main: html`<nav class="tabs" aria-label="${name}">
        <ul>
          ${parents.map(([address, text]) => html`<li><a href="${address}">${text}</a></li>`)}
        </ul>
      </nav>
      ${page.main}`,
  };
}

export function fieldName({ number, name }: Pick<ListedField, 'number' | 'name'>): string {
  return name ?? String(number);
}

function fieldLine(field: ListedField, application: string, { locale }: DeskContext): Html {
  const { desk } = locale;
  return html`<li class="line">
    <a href="${deskApplication(application, 'fields', field.number)}">${fieldName(field)}</a>
    <span class="hint">
      ${desk.intents}${desk.colon} ${numberText(locale, field.intentCount)} · ${desk.entities}${desk.colon}
      ${numberText(locale, field.entityCount)} · ${desk.templates}${desk.colon}
      ${numberText(locale, field.templateCount)}
    </span>
  </li>`;
}

function unresolved(texts: readonly Unresolved[], { locale }: DeskContext): Part {
  const { desk } = locale;
  if (texts.length === 0) return html`<p>${desk.noUnresolved}</p>`;
  return html`<p class="hint">${desk.unresolvedHint}</p>
    <ol class="lines">
      ${texts.map(
        ({ text, count }) =>
          html`<li class="line">
            <span lang="" dir="auto">${text}</span>
            <span class="hint">${fillText(desk.times, { n: numberText(locale, count) })}</span>
          </li>`,
      )}
    </ol>`;
}

function conversationLine(
  conversation: ListedConversation,
  application: string,
  { locale }: DeskContext,
): Html {
  const { number, userName, startedAt, updatedAt, requestCount } = conversation;
  const at = startedAt ?? updatedAt;
  return html`<li class="line">
    <a href="${deskApplication(application, 'conversations', number)}"
      >${fillText(locale.desk.conversation, { n: number })}</a
    >
    <span class="hint">
      ${userName !== null && html`<span lang="" dir="auto">${userName}</span> ·`}
      ${at !== null && `${dateTimeText(locale, at)} ·`} ${numberText(locale, requestCount)}
      ${locale.desk.requests}
    </span>
  </li>`;
}

function compilerLine({ url, lastUpdate, status }: ListedCompiler): Html {
  return html`<li class="line">
    <span class="text">${url ?? '–'}</span>
    <span class="hint">${lastUpdate} ${jsonLines(status, {}).join(' · ')}</span>
  </li>`;
}
