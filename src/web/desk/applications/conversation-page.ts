import { Failure } from '../../../shared/failure';
import { html, type Html, type Part } from '../../../shared/html';
import { fillText } from '../../locale-texts';
import { withQuery } from '../../reader/addresses';
import { pager } from '../../reader/pager';
import { deskApplication } from '../addresses';
import { faultList, type Faults, NO_FAULTS } from '../fields';
import { type DeskPage, Redirect, type DeskHandler, type DeskContext } from '../desk-context';
import { type ApplicationHead, inApplication } from './application-page';
import { changeResource, deletionForm, resourceLabelsOf, propertiesForm } from './resource-forms';
import { CONVERSATION_RESOURCE } from './form-resources';

interface ShownRequest {
  readonly number: number;
  readonly userRequest: string | number | boolean | null;
  readonly botResponse: unknown;
  readonly intentName: string | null;
  readonly resolved: boolean | null;
}

interface ConversationData {
  readonly application:
    | (ApplicationHead & {
        readonly conversation: {
          readonly id: string;
          readonly number: number;
          readonly lastUpdate: string | null;
          readonly userName: string | null;
          readonly userLanguage: string | null;
          readonly requests: {
            readonly pageInfo: { readonly hasNextPage: boolean };
            readonly nodes: readonly ShownRequest[];
          };
        } | null;
      })
    | null;
}

type ConversationOfApplication = NonNullable<ConversationData['application']> & {
  readonly conversation: NonNullable<NonNullable<ConversationData['application']>['conversation']>;
};

/** The page of the turns of a conversation. */
export const showConversation: DeskHandler = async (context) =>
  conversationPage(context, await readConversation(context), NO_FAULTS);

async function readConversation({
  read,
  param,
  page,
  locale,
}: DeskContext): Promise<ConversationOfApplication> {
  const names = { application: param('application'), conversation: Number(param('conversation')) };
  const { application } = await read<ConversationData>('conversation', { ...names, page });
  const conversation = application?.conversation;
  if (!conversation) throw new Failure('NOT_FOUND', locale.texts.notFoundHint);
  return { ...application, conversation };
}

function conversationPage(
  context: DeskContext,
  application: ConversationOfApplication,
  faults: Faults,
): DeskPage {
  const { locale, page } = context;
  const { number, userName, userLanguage, requests } = application.conversation;
  const title = fillText(locale.desk.conversation, { n: number }).text;
  const address = deskApplication(application.publicId, 'conversations', number);
  return inApplication(application, [], {
    title,
    main: html`<h1>${title}</h1>
      <p class="hint" dir="auto">${[userName, userLanguage].filter(Boolean).join(' · ')}</p>
      ${faultList(faults, locale, { sure: locale.desk.delete, ...resourceLabelsOf([CONVERSATION_RESOURCE], locale) })}
      <ol class="lines">
        ${requests.nodes.map((request) => turnHtml(request, context))}
      </ol>
      ${pager({ page, hasNext: requests.pageInfo.hasNextPage, addressOf: (n) => withQuery(address, { page: n }) }, locale)}
      ${propertiesForm(context, CONVERSATION_RESOURCE, { action: address, stored: application.conversation, faults })}
      ${deletionForm(context, CONVERSATION_RESOURCE, address, faults)}`,
  });
}

/** Changes the properties of a conversation, or deletes it. */
export const changeConversation: DeskHandler = async (context) => {
  const application = await readConversation(context);
  const { publicId, conversation } = application;
  const address = deskApplication(publicId, 'conversations', conversation.number);
  const page = (faults: Faults) => conversationPage(context, application, faults);
  const owned = { id: conversation.id, address, parent: deskApplication(publicId), page };
  return (await changeResource(context, CONVERSATION_RESOURCE, owned)) ?? new Redirect(address);
};

/** A text and its language, if known. */
interface Utterance {
  readonly text: string;
  readonly language?: string;
}

/** Members that describe a text and are not texts themselves. */
const ABOUT: ReadonlySet<string> = new Set(['lang', 'language', 'type', 'id', 'intent', 'format']);

/** Matches a language tag, the member name of a text in one of several languages. */
const LANGUAGE_TAG = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i;

/**
 * Returns the texts of an answer. An answer of this server is one text with its language; in JSON of other programs, all texts are
 * returned.
 */
function utterancesIn(answer: unknown, language?: string): readonly Utterance[] {
  if (typeof answer === 'string')
    return answer.trim() === '' ? [] : [{ text: answer, ...(language !== undefined && { language }) }];
  if (Array.isArray(answer)) return answer.flatMap((item) => utterancesIn(item, language));
  if (typeof answer !== 'object' || answer === null) return [];
  const { text, lang } = answer as { readonly text?: unknown; readonly lang?: unknown };
  if (text !== undefined) return utterancesIn(text, typeof lang === 'string' ? lang : language);
  const members = Object.entries(answer).filter(([name]) => !ABOUT.has(name));
  return members.flatMap(([name, member]) => utterancesIn(member, LANGUAGE_TAG.test(name) ? name : language));
}

function isEmpty(answer: unknown): boolean {
  return answer === null || JSON.stringify(answer) === '{}';
}

function turnHtml(
  { userRequest, botResponse, intentName, resolved }: ShownRequest,
  { locale: { desk } }: DeskContext,
): Html {
  const texts = utterancesIn(JSON.parse(JSON.stringify(botResponse ?? null)));
  const answer: Part =
    texts.length === 0
      ? html`<span class="hint">${isEmpty(botResponse) ? desk.noAnswer : desk.wordless}</span>`
      : texts.map(
          ({ text, language = '' }) => html`<span class="text" lang="${language}" dir="auto">${text}</span> `,
        );
  return html`<li class="line">
    <p>
      <b>${desk.person}${desk.colon}</b>
      <span class="text" lang="" dir="auto">${String(userRequest ?? '–')}</span>
    </p>
    <p><b>${desk.bot}${desk.colon}</b> ${answer}</p>
    <p class="hint">
      ${intentName} ${resolved === false && html`<span class="tag">${desk.unresolved}</span>`}
    </p>
    ${
      !isEmpty(botResponse) &&
      html`<details>
        <summary>${desk.asJson}</summary>
        <pre class="code" tabindex="0" aria-label="${desk.asJson}">
${JSON.stringify(botResponse, null, 2)}</pre>
      </details>`
    }
  </li>`;
}
