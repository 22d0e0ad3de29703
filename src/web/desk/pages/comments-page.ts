import type { Form } from '../form';
import { html, type Html } from '../../../shared/html';
import { withQuery } from '../../reader/addresses';
import { pager } from '../../reader/pager';
import { COMMENTS, deskArticle } from '../addresses';
import { moment } from '../desk-locale';
import { actionForm, choice, faultList, type Faults, field, hidden, NO_FAULTS } from '../fields';
import type { DeskPage, Show, Visit } from '../visit';
import { pressed } from '../writing';

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

const SHOWN: Readonly<Record<string, boolean>> = { shown: true, hidden: false };

/** Comments, the latest first, with what moderators do. Editors see those of their dictionaries. */
export const showComments: Show = (visit) => commentsPage(visit, NO_FAULTS);

async function commentsPage(visit: Visit, faults: Faults): Promise<DeskPage> {
  const { read, query, page, locale, person, form } = visit;
  const { desk } = locale;
  const criteria = {
    dictionary:
      query('dictionary') ||
      form.word('dictionary') ||
      (person.role === 'ADMIN' ? '' : (person.edits[0] ?? '')),
    state: query('state') || form.word('state'),
  };
  const { dictionary, state } = criteria;
  const filter = {
    ...(dictionary === '' ? {} : { dictionary }),
    ...(Object.hasOwn(SHOWN, state) ? { isShown: SHOWN[state] } : {}),
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
        ${comments.nodes.map((comment) => card(visit, comment, criteria))}
      </ul>
      ${pager({ page, hasNext: comments.pageInfo.hasNextPage, addressOf: (n) => withQuery(COMMENTS, { ...criteria, page: n }) }, locale)}`,
  };
}

/** How the list is narrowed. */
interface Criteria {
  readonly dictionary: string;
  readonly state: string;
}

function card(
  visit: Visit,
  { publicId, text, username, createdAt, isDisabled, article }: ModeratedComment,
  criteria: Criteria,
): Html {
  const { locale } = visit;
  const { desk } = locale;
  const kept = [hidden('dictionary', criteria.dictionary), hidden('state', criteria.state)];
  const what = html`<span class="unseen"> ${username}, ${moment(locale, createdAt)}</span>`;
  return html`<li class="card">
    <p class="text" lang="" dir="auto">${text}</p>
    <p class="hint">
      ${username} · ${moment(locale, createdAt)}
      ${article && html`· <a href="${deskArticle(article)}">${article.headword ?? String(article.number)}</a>`}
      ${isDisabled && html`<span class="tag">${desk.isHidden}</span>`}
    </p>
    ${actionForm(visit, `${COMMENTS}/state`, {
      label: [isDisabled ? desk.show : desk.hide, what],
      fields: [hidden('comment', publicId), hidden('isDisabled', String(!isDisabled)), kept],
    })}
    <details>
      <summary>${desk.delete}${what}</summary>
      ${actionForm(visit, `${COMMENTS}/delete`, { label: [desk.deleteForEver, what], fields: [hidden('comment', publicId), kept] })}
    </details>
  </li>`;
}

/** Hides a comment from readers, or shows it again. */
export const changeComment: Show = (visit) => {
  const { form } = visit;
  const isDisabled = form.word('isDisabled') === 'true';
  return pressed(visit, {
    document: 'set-comment-disabled',
    variables: { comment: form.word('comment'), isDisabled },
    to: backTo(form, isDisabled ? 'commentHidden' : 'commentShown'),
    page: commentsPage,
  });
};

export const deleteComment: Show = (visit) =>
  pressed(visit, {
    document: 'delete-comment',
    variables: { comment: visit.form.word('comment') },
    to: backTo(visit.form, 'commentDeleted'),
    page: commentsPage,
  });

/** The list as it was narrowed: a moderator has more of it to go through. */
function backTo(form: Form, done: string): string {
  const [dictionary, state] = [form.word('dictionary'), form.word('state')];
  return withQuery(COMMENTS, { dictionary, state, done });
}
