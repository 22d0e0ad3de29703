import { Failure } from '../../../shared/failure';
import { html, type Html } from '../../../shared/html';
import { filled } from '../../locale-texts';
import { withQuery } from '../../reader/addresses';
import { pager } from '../../reader/pager';
import { deskArticle } from '../addresses';
import { type ArticleState, EMPTY_STATE } from './article-parts';
import { type FormContent, stateOf } from './article-state';
import { differences } from './differences';
import type { DictionaryHead, EarlierContent } from '../data';
import { moment } from '../desk-locale';
import { inDictionary } from '../dictionary-frame';
import { actionForm, faultList, type Faults, hidden, NO_FAULTS } from '../fields';
import type { DeskPage, Show, Visit } from '../visit';
import { pressed } from '../writing';

interface HistoryData {
  readonly article: {
    readonly dictionaryId: string;
    readonly number: number;
    readonly headword: string | null;
    readonly revision: number;
    readonly updatedAt: string;
    readonly viewerCanUpdate: boolean;
    readonly dictionary: DictionaryHead;
    readonly content: FormContent;
  } | null;
  readonly articleRevisions: {
    readonly pageInfo: { readonly hasNextPage: boolean };
    readonly nodes: readonly (EarlierContent & {
      readonly createdAt: string;
      readonly isDisabled: boolean;
    })[];
  };
}

type HistoryArticle = NonNullable<HistoryData['article']>;

/** A revision, and what the one before it said; `undefined` where that is not known here. */
interface Step {
  readonly revision: number;
  readonly at: string;
  readonly by: string | null;
  readonly isDisabled: boolean;
  readonly state: ArticleState;
  readonly before: ArticleState | undefined;
}

/** The revisions of an article, the latest first, each with what it changed. */
export const showHistory: Show = (visit) => historyPage(visit, NO_FAULTS);

async function historyPage(visit: Visit, faults: Faults): Promise<DeskPage> {
  const { read, param, page, locale } = visit;
  const names = { dictionary: param('dictionary'), article: param('article') };
  const { article, articleRevisions } = await read<HistoryData>('history', { ...names, page });
  if (!article) throw new Failure('NOT_FOUND', locale.texts.notFoundHint);
  const { hasNextPage } = articleRevisions.pageInfo;
  const earlier = articleRevisions.nodes.map((one) => ({
    ...one,
    at: one.createdAt,
    state: stateOfEarlier(one),
  }));
  const current = {
    revision: article.revision,
    at: article.updatedAt,
    by: null,
    isDisabled: false,
    state: stateOf(article.content),
  };
  const all = page === 1 ? [current, ...earlier] : earlier;
  const steps = all.map((one, i): Step => ({
    ...one,
    before: all[i + 1]?.state ?? (hasNextPage ? undefined : EMPTY_STATE),
  }));
  const title = `${article.headword ?? ''} · ${locale.desk.history}`;
  return inDictionary(visit, article.dictionary, {
    title,
    main: html`<h1>${title}</h1>
      <p><a href="${deskArticle(article)}">${locale.desk.toForm}</a></p>
      ${faultList(faults, locale)}
      <ol class="steps">
        ${steps.map((step) => shownStep(visit, article, step))}
      </ol>
      ${pager({ page, hasNext: hasNextPage, addressOf: (n) => withQuery(deskArticle(article, 'history'), { page: n }) }, locale)}`,
  });
}

function stateOfEarlier({ content }: EarlierContent): ArticleState {
  return content ? stateOf(content) : EMPTY_STATE;
}

function shownStep(visit: Visit, article: HistoryArticle, step: Step): Html {
  const { locale } = visit;
  const { desk } = locale;
  const isCurrent = step.revision === article.revision;
  return html`<li class="step">
    <h2>
      ${filled(desk.revision, { n: step.revision })}
      ${isCurrent && html`<span class="tag">${desk.current}</span>`}
    </h2>
    <p class="hint">
      ${moment(locale, step.at)}${step.by !== null && ` · ${step.by}`}${step.isDisabled && ` · ${desk.isHidden}`}
    </p>
    ${step.before && differences(step.before, step.state, locale)}
    ${
      !isCurrent &&
      article.viewerCanUpdate &&
      actionForm(visit, deskArticle(article, 'restore'), {
        label: html`${desk.restore}<span class="unseen"> ${String(step.revision)}</span>`,
        fields: [hidden('earlier', step.revision), hidden('revision', article.revision)],
      })
    }
  </li>`;
}

/** Stores an earlier revision as the newest. */
export const restoreArticle: Show = (visit) => {
  const { form, param } = visit;
  const [dictionary, article] = [param('dictionary'), param('article')];
  return pressed(visit, {
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
