import { Failure } from '../../../shared/failure';
import { html, type Html, type Part } from '../../../shared/html';
import { fillText } from '../../locale-texts';
import { articleAddress, suggestionAddress } from '../../reader/addresses';
import { headwordAttributes } from '../../reader/languages';
import { deskArticle, deskDictionary } from '../addresses';
import { type EditedArticle, type EditedArticleData, mayPropose } from '../data';
import { dateTimeText } from '../desk-locale';
import { inDictionary } from '../dictionary-frame';
import { actionForm, type Faults, faultsOf, hidden, NO_FAULTS } from '../fields';
import {
  type DeskResponse,
  type DeskPage,
  Redirect,
  type DeskHandler,
  type DeskContext,
} from '../desk-context';
import { runAction } from '../mutations';
import { changedBy, type ArticleState, stateOfPart, withPart } from './article-parts';
import {
  type Submission,
  Conflict,
  conflictPanel,
  conflictSince,
  saveArticle,
  type SaveResult,
  withTheirs,
} from './article-saving';
import { differingParts, faultsIn, fieldNameOf, normalised, stateFrom, stateOf } from './article-state';
import { ROW_PARTS, rowAddress } from './article-table';
import { chosenValue } from './bulk-page';
import { editor } from './editor';
import { mediaNames, mediaPart, sendMedia } from './media-part';
import { propose, proposalAddress } from '../proposals/proposing';

/** State of the form to show. */
interface ArticleForm {
  readonly state: ArticleState;
  readonly faults?: Faults;
  /** The revision that the writer has seen, with which the form was opened. */
  readonly revision?: number;
  readonly conflict?: Conflict | undefined;
  readonly mediaFaults?: Faults;
}

/** The page with the form of an article. */
export const showArticle: DeskHandler = async (context) => {
  const article = await readArticle(context);
  return editPage(context, article, { state: stateOf(article.content) });
};

async function readArticle({ read, param, viewer, locale }: DeskContext): Promise<EditedArticle> {
  const { role, edits } = viewer;
  const dictionary = param('dictionary');
  const withProposals = role === 'ADMIN' || edits.includes(dictionary);
  const names = { dictionary, article: param('article'), withProposals };
  const { article } = await read<EditedArticleData>('article', names);
  if (!article) throw new Failure('NOT_FOUND', locale.texts.notFoundHint);
  return article;
}

/** Saves an article, or shows the form again after one of its buttons has changed it. */
export const changeArticle: DeskHandler = async (context) => {
  const { form, locale } = context;
  const article = await readArticle(context);
  const state = stateFrom(form);
  const revision = Number(form.word('revision'));
  const action = form.word('do');
  if (action !== 'save') {
    const changed = action.startsWith('theirs.')
      ? withTheirs(state, stateOf(article.content), action)
      : changedBy(state, action);
    const since = Number(form.word('since') || 'none');
    const conflict = await conflictSince(context, article, { state: changed, revision: since });
    return editPage(context, article, { state: changed, revision, conflict });
  }
  const faults = faultsIn(state, locale.desk.faults);
  if (faults.size > 0)
    return { ...(await editPage(context, article, { state, faults, revision })), status: 400 };
  if (!article.viewerCanUpdate && mayPropose(article.dictionary))
    return proposeChange(context, article, { state, revision });
  return save(context, article, {
    state,
    revision,
    goOn: ({ isMerged }) => `${deskArticle(article)}?done=${isMerged ? 'merged' : 'saved'}`,
  });
};

/** Adds a recording or picture, changes the description of one, or deletes it. */
export const changeMedia: DeskHandler = async (context) => {
  const article = await readArticle(context);
  const outcome = await sendMedia(context, article);
  if (outcome instanceof Redirect) return outcome;
  return {
    ...(await editPage(context, article, { state: stateOf(article.content), mediaFaults: outcome })),
    status: 400,
  };
};

/** Saves the corrections in a table row; if these need attention, shows the whole form. */
export const changeRow: DeskHandler = async (context) => {
  const { form, locale } = context;
  const article = await readArticle(context);
  const [row, stored] = [stateFrom(form), stateOf(article.content)];
  const state = ROW_PARTS.reduce((result, part) => withPart(result, part, stateOfPart(row, part)), stored);
  const revision = Number(form.word('revision'));
  const faults = faultsIn(state, locale.desk.faults);
  if (faults.size > 0)
    return { ...(await editPage(context, article, { state, faults, revision })), status: 400 };
  return save(context, article, {
    state,
    revision,
    only: ROW_PARTS,
    goOn: ({ isMerged }) => rowAddress(form, article, isMerged ? 'merged' : 'saved'),
  });
};

interface Saving extends Submission {
  /** Returns the URL of the page that follows a saved article. */
  readonly goOn: (saved: SaveResult) => string;
}

async function save(
  context: DeskContext,
  article: EditedArticle,
  { goOn, ...attempt }: Saving,
): Promise<DeskResponse> {
  const saved = await saveArticle(context, article, attempt);
  if (saved instanceof Conflict)
    return {
      ...(await editPage(context, saved.current, { state: saved.merged, conflict: saved })),
      status: 409,
    };
  if (saved.errors.length === 0) return new Redirect(goOn(saved));
  const { state, revision } = attempt;
  const faults = faultsOf(saved.errors, fieldNameOf);
  return { ...(await editPage(context, article, { state, faults, revision })), status: 400 };
}

/**
 * Proposes the differences from the present article. A part that only others have changed is sent as in the revision with which the
 * writer began, so that it counts as unchanged.
 */
async function proposeChange(
  context: DeskContext,
  article: EditedArticle,
  { state, revision }: { readonly state: ArticleState; readonly revision: number },
): Promise<DeskResponse> {
  const theirs = stateOf(article.content);
  const own = normalised(state, theirs);
  const { dictionaryId, number } = article;
  const parts = differingParts(own, theirs);
  const outcome = await propose(context, { dictionaryId, state: own, parts, article: { number, revision } });
  return outcome instanceof Redirect
    ? outcome
    : { ...(await editPage(context, article, { state, faults: outcome, revision })), status: 400 };
}

async function editPage(
  context: DeskContext,
  article: EditedArticle,
  editing: ArticleForm,
): Promise<DeskPage> {
  const { locale } = context;
  const { desk } = locale;
  const { dictionary, number, headword } = article;
  const { state, faults = NO_FAULTS, revision = article.revision, conflict, mediaFaults } = editing;
  const title = headword ?? fillText(locale.texts.noHeadword, { n: number }).text;
  return inDictionary(context, dictionary, {
    title,
    main: await editor(context, {
      action:
        context.viewer.role === 'GUEST'
          ? suggestionAddress(article.dictionaryId, number)
          : deskArticle(article),
      dictionary,
      article,
      state,
      faults,
      sending: article.viewerCanUpdate ? 'save' : mayPropose(dictionary) ? 'propose' : 'nothing',
      above: html`<h1>
          <span ${headword !== null && headwordAttributes(dictionary)}>${title}</span>
          ${article.isDisabled && html`<span class="tag">${desk.isHidden}</span>`}
        </h1>
        <p class="hint">
          ${fillText(desk.lastChange, { when: dateTimeText(locale, article.updatedAt), n: article.revision })}
        </p>
        ${waysOn(context, article)} ${openProposals(context, article)}
        ${conflict && conflictPanel(conflict, locale)}`,
      first: [
        unread(article, desk.unread),
        hidden('revision', revision),
        conflict && hidden('since', conflict.about.since),
      ],
      below:
        article.viewerCanUpdate &&
        html`${mediaPart(context, article, mediaFaults)} ${mediaNames(article)} ${hiding(context, article)}`,
    }),
  });
}

function waysOn({ locale: { desk } }: DeskContext, article: EditedArticle): Html {
  return html`<ul class="ways">
    ${!article.isDisabled && html`<li><a href="${articleAddress(article)}">${desk.asReadersSee}</a></li>`}
    ${
      article.viewerCanUpdate &&
      html`<li><a href="${deskArticle(article, 'history')}">${desk.history}</a></li>
        <li><a href="${deskArticle(article, 'json')}">${desk.freeJson}</a></li>`
    }
  </ul>`;
}

/** Links to the open proposals for the article. */
function openProposals({ locale }: DeskContext, { proposals }: EditedArticle): Part {
  const { desk } = locale;
  if (!proposals || proposals.nodes.length === 0) return undefined;
  return html`<div class="notice">
    <p>${desk.openProposals}</p>
    <ul>
      ${proposals.nodes.map(
        ({ proposalId, username, createdAt }) =>
          html`<li>
            <a href="${proposalAddress(proposalId)}"
              >${desk.proposedBy} ${username ?? desk.someReader}, ${dateTimeText(locale, createdAt)}</a
            >
          </li>`,
      )}
    </ul>
  </div>`;
}

/** Shows values of the free JSON that the typed reading could not read. The form never changes them. */
function unread({ content }: EditedArticle, text: string): Part {
  const { warnings } = content;
  return (
    warnings.length > 0 &&
    html`<details class="notice">
      <summary>${text}</summary>
      <ul>
        ${warnings.slice(0, 20).map((warning) => html`<li>${warning}</li>`)}
      </ul>
    </details>`
  );
}

function hiding(context: DeskContext, article: EditedArticle): Html {
  const { desk } = context.locale;
  const { isDisabled, revision } = article;
  return html`${actionForm(context, deskArticle(article, 'state'), {
    label: isDisabled ? desk.show : desk.hide,
    fields: [hidden('revision', revision), hidden('isDisabled', String(!isDisabled))],
  })}
  ${actionForm(context, deskDictionary(article.dictionaryId, 'bulk'), {
    label: desk.deleteArticle,
    fields: [hidden('do', 'delete'), hidden('article', chosenValue(article))],
  })}`;
}

/** Hides or shows an article. */
export const changeState: DeskHandler = (context) => {
  const { form, param } = context;
  const [dictionary, article] = [param('dictionary'), param('article')];
  const isDisabled = form.word('isDisabled') === 'true';
  return runAction(context, {
    document: 'set-article-disabled',
    variables: { dictionary, article, revision: Number(form.word('revision')), isDisabled },
    to: `${deskArticle({ dictionaryId: dictionary, number: article })}?done=${isDisabled ? 'hidden' : 'shown'}`,
    page: async (_, faults) => {
      const now = await readArticle(context);
      return editPage(context, now, { state: stateOf(now.content), faults });
    },
  });
};
