import { Failure } from '../../../shared/failure';
import { html, type Html, type Part } from '../../../shared/html';
import { pager } from '../../reader/pager';
import { fillText } from '../../locale-texts';
import { withQuery } from '../../reader/addresses';
import { deskDictionary } from '../addresses';
import {
  type ArticleRow,
  type ArticlesData,
  type DictionaryHead,
  type FoundArticlesData,
  mayEdit,
} from '../data';
import { numberText } from '../desk-locale';
import { inDictionary } from '../dictionary-frame';
import { choice, field } from '../fields';
import type { DeskHandler, DeskContext } from '../desk-context';
import { articleTable, type Criteria, criteriaFrom } from './article-table';

interface TableData {
  readonly dictionary: ArticlesData['dictionary'];
  readonly rows: readonly ArticleRow[];
  readonly hasNext: boolean;
  readonly didYouMean: readonly string[];
}

const HIDDEN_BY_STATE: Readonly<Record<string, boolean>> = { hidden: true, shown: false };

/** The page with the table of the articles of a dictionary. */
export const showArticles: DeskHandler = async (context) => {
  const { locale, page, query } = context;
  const { desk } = locale;
  const criteria = criteriaFrom(query);
  const { dictionary, rows, hasNext, didYouMean } = await tableOf(context, criteria);
  if (!dictionary) throw new Failure('NOT_FOUND', locale.texts.notFoundHint);
  const address = deskDictionary(dictionary.dictionaryId);
  return inDictionary(context, dictionary, {
    title: desk.articles,
    tab: '',
    main: html`<h1>
        ${desk.articles} <span class="total">${numberText(locale, dictionary.statistics.articles)}</span>
      </h1>
      ${filters(context, dictionary, criteria)} ${letterLinks(context, dictionary, criteria.letter)}
      ${rows.length === 0 && noResults(context, address, { criteria, didYouMean, canWrite: mayEdit(dictionary) })}
      ${rows.length > 0 && articleTable(context, { dictionary, rows, criteria })}
      ${pager({ page, hasNext, addressOf: (n) => withQuery(address, { ...criteria, page: n }) }, locale)}`,
  });
};

async function tableOf({ read, param, page }: DeskContext, criteria: Criteria): Promise<TableData> {
  const dictionary = param('dictionary');
  if (criteria.q !== '') {
    const articles = await read<FoundArticlesData>('found-articles', { dictionary, text: criteria.q, page });
    const { nodes, pageInfo, didYouMean } = articles.search;
    const rows = nodes.map(({ article }) => article);
    return { dictionary: articles.dictionary, rows, hasNext: pageInfo.hasNextPage, didYouMean };
  }
  const filter = {
    dictionary,
    ...(criteria.letter === '' ? {} : { letter: criteria.letter }),
    ...(Object.hasOwn(HIDDEN_BY_STATE, criteria.state)
      ? { isDisabled: HIDDEN_BY_STATE[criteria.state] }
      : {}),
    ...(criteria.category === '' ? {} : { category: criteria.category }),
  };
  const sort = criteria.sort === 'desc' ? 'DESC' : 'ASC';
  const data = await read<ArticlesData>('articles', { dictionary, filter, sort, page });
  const { nodes, pageInfo } = data.articles;
  return { dictionary: data.dictionary, rows: nodes, hasNext: pageInfo.hasNextPage, didYouMean: [] };
}

function filters({ locale }: DeskContext, dictionary: DictionaryHead, criteria: Criteria): Html {
  const { desk } = locale;
  return html`<form
    class="inline"
    role="search"
    method="get"
    action="${deskDictionary(dictionary.dictionaryId)}"
  >
    ${field({ name: 'q', label: desk.findArticle, value: criteria.q, type: 'search', more: html`maxlength="100" lang="" dir="auto" autocapitalize="off" autocomplete="off"` })}
    ${field({ name: 'category', label: locale.texts.category, value: criteria.category, more: html`size="8"` })}
    ${
      mayEdit(dictionary) &&
      choice({
        name: 'state',
        label: desk.state,
        value: criteria.state,
        options: [
          ['', desk.allStates],
          ['shown', desk.shown],
          ['hidden', desk.hidden],
        ],
      })
    }
    <button>${desk.find}</button>
  </form>`;
}

function letterLinks(
  { locale }: DeskContext,
  dictionary: NonNullable<ArticlesData['dictionary']>,
  chosen: string,
): Part {
  const { dictionaryId, letters } = dictionary;
  if (letters.length < 2) return '';
  const link = (letter: string, name: string): Html =>
    html`<li>
      <a
        href="${withQuery(deskDictionary(dictionaryId), { letter })}"
        ${letter === chosen && html`aria-current="true"`}
        >${name}</a
      >
    </li>`;
  return html`<nav aria-label="${locale.texts.letters}">
    <ul class="words">
      ${link('', locale.texts.allLetters)} ${letters.map(({ letter }) => link(letter, letter))}
    </ul>
  </nav>`;
}

interface NoResults {
  readonly criteria: Criteria;
  readonly didYouMean: readonly string[];
  readonly canWrite: boolean;
}

function noResults(
  { locale }: DeskContext,
  address: string,
  { criteria, didYouMean, canWrite }: NoResults,
): Part {
  const { desk, texts } = locale;
  const { q } = criteria;
  return html`<p>${q === '' ? desk.noneFound : fillText(texts.nothingFound, { text: q })}</p>
    ${
      didYouMean.length > 0 &&
      html`<p>
        ${texts.didYouMean}
        ${didYouMean.map((word) => html`<a href="${withQuery(address, { q: word })}">${word}</a> `)}
      </p>`
    }
    ${q !== '' && canWrite && html`<p><a href="${withQuery(`${address}/new`, { headword: q })}">${fillText(desk.writeWord, { text: q })}</a></p>`}`;
}
