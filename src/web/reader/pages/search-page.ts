import { html, type Html } from '../../../shared/html';
import { dictionaryAddress, HOME, withQuery } from '../addresses';
import type { DictionaryName, SearchData } from '../data';
import type { Page } from '../../layout';
import { pager, hasMore, resultCount, resultList, type Asked } from '../result-list';
import { searchForm } from '../search-form';
import type { LocaleTexts } from '../../locale-texts';
import { nameOf } from './dictionaries-page';

export interface SearchPage {
  readonly asked: Asked;
  readonly page: number;
  readonly dictionaries: readonly DictionaryName[];
  /** Absent where nothing was asked for. */
  readonly data: SearchData | undefined;
}

/** The first page: a search, and what it found. The script of the page fills the same places while people type. */
export function searchPage({ asked, page, dictionaries, data }: SearchPage, localeTexts: LocaleTexts): Page {
  const { texts } = localeTexts;
  const form = searchForm(
    {
      action: HOME,
      field: 'q',
      label: texts.searchFor,
      hint: texts.searchHint,
      value: asked.text,
      dictionaries,
      dictionary: asked.dictionary,
    },
    localeTexts,
  );
  const addressOf = (n: number) => withQuery(HOME, { q: asked.text, dictionary: asked.dictionary, page: n });
  const pages = data && pager({ page, hasNext: hasMore(data), addressOf }, localeTexts);
  return {
    ...(asked.text === '' ? {} : { title: asked.text }),
    section: HOME,
    main: html`<h1 class="tagline">${texts.tagline}</h1>
      ${form}
      <section id="results" aria-label="${texts.results}">
        <p id="count" class="count" role="status">${data && resultCount(data, asked, localeTexts)}</p>
        <div id="list">${data ? resultList(data, asked, localeTexts) : shelf(dictionaries, localeTexts)}</div>
        <div id="pages">${pages}</div>
      </section>`,
  };
}

/** What there is to search, where nothing was asked for yet. */
function shelf(dictionaries: readonly DictionaryName[], { texts }: LocaleTexts): Html {
  if (dictionaries.length === 0) return html`<p>${texts.noDictionaries}</p>`;
  const links = dictionaries.map(
    (one) => html`<li><a href="${dictionaryAddress(one.dictionaryId)}">${nameOf(one)}</a></li>`,
  );
  return html`<div class="shelf">
    <h2>${texts.dictionaries}</h2>
    <ul>
      ${links}
    </ul>
  </div>`;
}
