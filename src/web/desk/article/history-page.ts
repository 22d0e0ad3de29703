import { Failure } from '../../../shared/failure';
import { html, type Html, type Part } from '../../../shared/html';
import { fillText } from '../../locale-texts';
import { withQuery } from '../../reader/addresses';
import { pager } from '../../reader/pager';
import { deskArticle } from '../addresses';
import { type ArticleState, EMPTY_STATE } from './article-parts';
import { differingParts, type FormContent, stateOf } from './article-state';
import { differences } from './differences';
import type { DictionaryHead, EarlierContent } from '../data';
import { dateTimeText } from '../desk-locale';
import { inDictionary } from '../dictionary-frame';
import { actionForm, faultList, type Faults, hidden, NO_FAULTS } from '../fields';
import type { DeskLocale, DeskPage, DeskHandler, DeskContext } from '../desk-context';
import { runAction } from '../mutations';

interface HistoryData {
  readonly article: {
    readonly dictionaryId: string;
    readonly number: number;
    readonly headword: string | null;
    readonly revision: number;
    readonly updatedAt: string;
    readonly isDisabled: boolean;
    readonly lastChange: Authors | null;
    readonly viewerCanUpdate: boolean;
    readonly dictionary: DictionaryHead;
    readonly content: FormContent;
  } | null;
  readonly articleRevisions: {
    readonly pageInfo: { readonly hasNextPage: boolean };
    readonly nodes: readonly EarlierRevision[];
  };
  readonly below: { readonly nodes: readonly EarlierRevision[] };
}

interface Authors {
  readonly by: string | null;
  readonly proposedBy: string | null;
}

type EarlierRevision = Omit<EarlierContent, 'parts'> &
  Authors & {
    readonly createdAt: string;
    readonly isDisabled: boolean;
  };

/** Number of earlier revisions on a page. */
const REVISIONS_PER_PAGE = 10;

type HistoryArticle = NonNullable<HistoryData['article']>;

/** An article at a revision. */
interface Revision extends Authors {
  readonly revision: number;
  readonly at: string;
  readonly isDisabled: boolean;
  readonly state: ArticleState;
}

/** A revision and the previous one; `undefined` if that is no longer stored. */
interface Step extends Revision {
  readonly before: Pick<Revision, 'state' | 'isDisabled'> | undefined;
}

/** The state before the first revision. */
const INITIAL_STATE = { state: EMPTY_STATE, isDisabled: false };

/** The page of the revisions of an article, latest first, with the changes of each. */
export const showHistory: DeskHandler = (context) => historyPage(context, NO_FAULTS);

async function historyPage(context: DeskContext, faults: Faults): Promise<DeskPage> {
  const { read, param, page, locale } = context;
  const names = { dictionary: param('dictionary'), article: param('article') };
  const { article, articleRevisions, below } = await read<HistoryData>('history', {
    ...names,
    first: REVISIONS_PER_PAGE,
    page,
    below: page * REVISIONS_PER_PAGE + 1,
  });
  if (!article) throw new Failure('NOT_FOUND', locale.texts.notFoundHint);
  const { hasNextPage } = articleRevisions.pageInfo;
  const earlier = articleRevisions.nodes.map(revisionOf);
  const all = page === 1 ? [currentOf(article), ...earlier] : earlier;
  const revisions = [...all, ...below.nodes.map(revisionOf)];
  const steps = all.map((revision, i): Step => ({
    ...revision,
    before: revisions[i + 1] ?? (revision.revision === 1 ? INITIAL_STATE : undefined),
  }));
  const title = `${article.headword ?? ''} · ${locale.desk.history}`;
  return inDictionary(context, article.dictionary, {
    title,
    main: html`<h1><span lang="" dir="auto">${article.headword}</span> · ${locale.desk.history}</h1>
      <p><a href="${deskArticle(article)}">${locale.desk.toForm}</a></p>
      ${faultList(faults, locale)}
      <ol class="steps">
        ${steps.map((step) => shownStep(context, article, step))}
      </ol>
      ${pager({ page, hasNext: hasNextPage, addressOf: (n) => withQuery(deskArticle(article, 'history'), { page: n }) }, locale)}`,
  });
}

function currentOf({ lastChange, updatedAt, content, ...article }: HistoryArticle): Revision {
  const authors = lastChange ?? { by: null, proposedBy: null };
  return { ...article, ...authors, at: updatedAt, state: stateOf(content) };
}

function revisionOf({ createdAt, content, ...revision }: EarlierRevision): Revision {
  return { ...revision, at: createdAt, state: content ? stateOf(content) : EMPTY_STATE };
}

function shownStep(context: DeskContext, article: HistoryArticle, step: Step): Html {
  const { locale } = context;
  const { desk } = locale;
  const isCurrent = step.revision === article.revision;
  return html`<li class="step">
    <h2>
      ${fillText(desk.revision, { n: step.revision })}
      ${isCurrent && html`<span class="tag">${desk.current}</span>`}
    </h2>
    <p class="hint">
      ${dateTimeText(locale, step.at)}${step.by !== null && ` · ${step.by}`}${step.proposedBy !== null && ` · ${desk.proposedBy} ${step.proposedBy}`}${step.isDisabled && ` · ${desk.isHidden}`}
    </p>
    ${step.before && changes(step, step.before, locale)}
    ${
      !isCurrent &&
      article.viewerCanUpdate &&
      actionForm(context, deskArticle(article, 'restore'), {
        label: html`${desk.restore}<span class="unseen"> ${String(step.revision)}</span>`,
        fields: [hidden('earlier', step.revision), hidden('revision', article.revision)],
      })
    }
  </li>`;
}

/** Returns the changes of a revision: the visibility of the article, its parts, or neither. */
function changes(after: Revision, before: Pick<Revision, 'state' | 'isDisabled'>, locale: DeskLocale): Part {
  const isMoved = after.isDisabled !== before.isDisabled;
  const { madeHidden, madeVisible } = locale.desk;
  return [
    isMoved && html`<p>${after.isDisabled ? madeHidden : madeVisible}</p>`,
    (!isMoved || differingParts(after.state, before.state).length > 0) &&
      differences(before.state, after.state, locale),
  ];
}

/** Stores an earlier revision as the newest one. */
export const restoreArticle: DeskHandler = (context) => {
  const { form, param } = context;
  const [dictionary, article] = [param('dictionary'), param('article')];
  return runAction(context, {
    document: 'restore-article',
    variables: {
      dictionary,
      article,
      earlier: Number(form.word('earlier')),
      revision: Number(form.word('revision')),
    },
    to: `${deskArticle({ dictionaryId: dictionary, number: article }, 'history')}?done=restored`,
    page: historyPage,
  });
};
