import { Failure } from '../../../shared/failure';
import { html, type Html, type Part } from '../../../shared/html';
import { filled } from '../../locale-texts';
import { withQuery } from '../../reader/addresses';
import { pager } from '../../reader/pager';
import { deskApplication } from '../addresses';
import { jsonLines } from '../article/differences';
import type { Show, Visit } from '../visit';
import { type ApplicationHead, inApplication } from './application-page';

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
          readonly number: number;
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

/** What was said in a conversation, and what the bot answered. */
export const showConversation: Show = async (visit) => {
  const { read, param, page, locale } = visit;
  const names = { application: param('application'), conversation: Number(param('conversation')) };
  const { application } = await read<ConversationData>('conversation', { ...names, page });
  const conversation = application?.conversation;
  if (!conversation) throw new Failure('NOT_FOUND', locale.texts.notFoundHint);
  const { number, userName, userLanguage, requests } = conversation;
  const title = filled(locale.desk.conversation, { n: number }).text;
  const address = deskApplication(application.publicId, 'conversations', number);
  return inApplication(application, [], {
    title,
    main: html`<h1>${title}</h1>
      <p class="hint" dir="auto">${[userName, userLanguage].filter(Boolean).join(' · ')}</p>
      <ol class="lines">
        ${requests.nodes.map((one) => said(one, visit))}
      </ol>
      ${pager({ page, hasNext: requests.pageInfo.hasNextPage, addressOf: (n) => withQuery(address, { page: n }) }, locale)}`,
  });
};

function said(
  { userRequest, botResponse, intentName, resolved }: ShownRequest,
  { locale: { desk } }: Visit,
): Html {
  const answer: Part = jsonLines(botResponse, {}).map(
    (line) => html`<span class="text" lang="" dir="auto">${line}</span> `,
  );
  return html`<li class="line">
    <p><b>${desk.person}:</b> <span class="text" lang="" dir="auto">${String(userRequest ?? '–')}</span></p>
    <p><b>${desk.bot}:</b> ${answer}</p>
    <p class="hint">
      ${intentName} ${resolved === false && html`<span class="tag">${desk.unresolved}</span>`}
    </p>
  </li>`;
}
