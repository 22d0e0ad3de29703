import type { Form } from '../form';
import { html, type Html } from '../../../shared/html';
import { withQuery } from '../../reader/addresses';
import { pager } from '../../reader/pager';
import { COMMENTS, deskArticle } from '../addresses';
import { dateTimeText } from '../desk-locale';
import { actionForm, choice, faultList, type Faults, field, hidden, NO_FAULTS } from '../fields';
import type { DeskPage, DeskHandler, DeskContext } from '../desk-context';
import { runAction } from '../mutations';

interface ModeratedComment {
  readonly publicId: string;
  readonly text: string;
  readonly username: string;
  readonly createdAt: string;
  readonly isDisabled: boolean;
  readonly article: {
    readonly dictionaryId: string;
    readonly number: number;
    readonly headword: string | null;
  } | null;
}

interface CommentsData {
  readonly comments: {
    readonly pageInfo: { readonly hasNextPage: boolean };
    readonly nodes: readonly ModeratedComment[];
  };
}

const SHOWN_BY_STATE: Readonly<Record<string, boolean>> = { shown: true, hidden: false };

/** The page of comments, latest first, with the actions of moderators. Editors see the comments of their dictionaries. */
export const showComments: DeskHandler = (context) => commentsPage(context, NO_FAULTS);

async function commentsPage(context: DeskContext, faults: Faults): Promise<DeskPage> {
  const { read, query, page, locale, viewer, form } = context;
  const { desk } = locale;
  const criteria = {
    dictionary:
      query('dictionary') ||
      form.word('dictionary') ||
      (viewer.role === 'ADMIN' ? '' : (viewer.edits[0] ?? '')),
    state: query('state') || form.word('state'),
  };
  const { dictionary, state } = criteria;
  const filter = {
    ...(dictionary === '' ? {} : { dictionary }),
    ...(Object.hasOwn(SHOWN_BY_STATE, state) ? { isShown: SHOWN_BY_STATE[state] } : {}),
  };
  const { comments } = await read<CommentsData>('comments', { filter, page });
  return {
    title: desk.comments,
    section: COMMENTS,
    main: html`<h1>${desk.comments}</h1>
      ${faultList(faults, locale)}
      <form class="inline" method="get" action="${COMMENTS}">
        ${field({ name: 'dictionary', label: desk.inDictionary, value: dictionary })}
        ${choice({
          name: 'state',
          label: desk.state,
          value: state,
          options: [
            ['', desk.allStates],
            ['shown', desk.shown],
            ['hidden', desk.hidden],
          ],
        })}
        <button>${desk.find}</button>
      </form>
      ${comments.nodes.length === 0 && html`<p>${desk.noComments}</p>`}
      <ul class="cards">
        ${comments.nodes.map((comment) => commentCard(context, comment, criteria))}
      </ul>
      ${pager({ page, hasNext: comments.pageInfo.hasNextPage, addressOf: (n) => withQuery(COMMENTS, { ...criteria, page: n }) }, locale)}`,
  };
}

/** Filters of the list. */
interface Criteria {
  readonly dictionary: string;
  readonly state: string;
}

function commentCard(
  context: DeskContext,
  { publicId, text, username, createdAt, isDisabled, article }: ModeratedComment,
  criteria: Criteria,
): Html {
  const { locale } = context;
  const { desk } = locale;
  const hiddenFields = [hidden('dictionary', criteria.dictionary), hidden('state', criteria.state)];
  const byline = html`<span class="unseen"> ${username}, ${dateTimeText(locale, createdAt)}</span>`;
  return html`<li class="card">
    <p class="text" lang="" dir="auto">${text}</p>
    <p class="hint">
      ${username} · ${dateTimeText(locale, createdAt)}
      ${article && html`· <a href="${deskArticle(article)}">${article.headword ?? String(article.number)}</a>`}
      ${isDisabled && html`<span class="tag">${desk.isHidden}</span>`}
    </p>
    ${actionForm(context, `${COMMENTS}/state`, {
      label: [isDisabled ? desk.show : desk.hide, byline],
      fields: [hidden('comment', publicId), hidden('isDisabled', String(!isDisabled)), hiddenFields],
    })}
    <details>
      <summary>${desk.delete}${byline}</summary>
      ${actionForm(context, `${COMMENTS}/delete`, { label: [desk.deleteForEver, byline], fields: [hidden('comment', publicId), hiddenFields] })}
    </details>
  </li>`;
}

/** Hides or shows a comment. */
export const changeComment: DeskHandler = (context) => {
  const { form } = context;
  const isDisabled = form.word('isDisabled') === 'true';
  return runAction(context, {
    document: 'set-comment-disabled',
    variables: { comment: form.word('comment'), isDisabled },
    to: backTo(form, isDisabled ? 'commentHidden' : 'commentShown'),
    page: commentsPage,
  });
};

export const deleteComment: DeskHandler = (context) =>
  runAction(context, {
    document: 'delete-comment',
    variables: { comment: context.form.word('comment') },
    to: backTo(context.form, 'commentDeleted'),
    page: commentsPage,
  });

/** Returns the URL of the filtered list, since a moderator continues there. */
function backTo(form: Form, done: string): string {
  const [dictionary, state] = [form.word('dictionary'), form.word('state')];
  return withQuery(COMMENTS, { dictionary, state, done });
}
