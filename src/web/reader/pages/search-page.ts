import { html, type Html } from '../../../shared/html';
import { dictionaryAddress, HOME, withQuery } from '../addresses';
import type { ArticleItem, DictionaryName, SearchData } from '../data';
import type { HtmlPage } from '../../layout';
import { hasMore, resultCount, resultList, type SearchQuery } from '../result-list';
import { pager } from '../pager';
import { searchForm } from '../search-form';
import type { LocaleTexts } from '../../locale-texts';
import { wordOfTheDay } from '../word-of-the-day';
import { dictionaryTitle } from './dictionaries-page';

export interface SearchPageParts {
  readonly query: SearchQuery;
  readonly page: number;
  readonly dictionaries: readonly DictionaryName[];
  /** Absent without a query. */
  readonly data: SearchData | undefined;
  /** The word of the day; only without a query. */
  readonly word?: ArticleItem | undefined;
}

/** The home page: the search form and its results. The script of the page updates the same elements while people type. */
export function searchPage(
  { query, page, dictionaries, data, word }: SearchPageParts,
  localeTexts: LocaleTexts,
): HtmlPage {
  const { texts } = localeTexts;
  const form = searchForm(
    {
      action: HOME,
      field: 'q',
      label: texts.searchFor,
      hint: texts.searchHint,
      value: query.text,
      dictionaries,
      dictionary: query.dictionary,
    },
    localeTexts,
  );
  const addressOf = (n: number) => withQuery(HOME, { q: query.text, dictionary: query.dictionary, page: n });
  const pages = data && pager({ page, hasNext: hasMore(data), addressOf }, localeTexts);
  return {
    ...(query.text === '' ? {} : { title: query.text }),
    section: HOME,
    hasSearch: true,
    isListed: query.text === '',
    main: html`<h1 class="tagline">${texts.tagline}</h1>
      ${form}
      <section id="results" aria-label="${texts.results}">
        <p id="count" class="count" role="status">${data && resultCount(data, query, localeTexts)}</p>
        <div id="list">
          ${data ? resultList(data, query, localeTexts) : shelf(dictionaries, word, localeTexts)}
        </div>
        <div id="pages">${pages}</div>
      </section>`,
  };
}

/** The list of dictionaries, which is shown before a search. */
function shelf(
  dictionaries: readonly DictionaryName[],
  word: ArticleItem | undefined,
  localeTexts: LocaleTexts,
): Html {
  const { texts } = localeTexts;
  if (dictionaries.length === 0) return html`<p>${texts.noDictionaries}</p>`;
  const links = dictionaries.map(
    (dictionary) =>
      html`<li>
        <a href="${dictionaryAddress(dictionary.dictionaryId)}">${dictionaryTitle(dictionary)}</a>
      </li>`,
  );
  return html`${wordOfTheDay(word, localeTexts)}
    <div id="kept"></div>
    <div class="shelf">
      <h2>${texts.dictionaries}</h2>
      <ul>
        ${links}
      </ul>
    </div>`;
}
