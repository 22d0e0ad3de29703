import { html, type Html, type Part } from '../../../shared/html';
import { DICTIONARIES, HOME, dictionaryAddress, withQuery } from '../addresses';
import { articleLine, pager } from '../result-list';
import type { DictionaryCard, DictionaryData, Metadata } from '../data';
import { languageName } from '../languages';
import type { Page } from '../../layout';
import { searchForm } from '../search-form';
import { counted, type Wording } from '../../wording';
import { nameOf } from './dictionaries-page';

/** A dictionary: a search in it, its articles in their order, and what is said about it. */
export function dictionaryPage(
  dictionary: DictionaryCard & Metadata,
  { articles, page }: { readonly articles: DictionaryData['articles']; readonly page: number },
  wording: Wording,
): Page {
  const { texts } = wording;
  const { dictionaryId } = dictionary;
  const addressOf = (n: number) => withQuery(dictionaryAddress(dictionaryId), { page: n });
  const lines = articles.nodes.map((one) => articleLine(one, wording));
  return {
    title: nameOf(dictionary),
    section: DICTIONARIES,
    main: html`<h1>${nameOf(dictionary)}</h1>
      ${search(dictionaryId, wording)}
      <section aria-label="${texts.numberOfArticles}">
        <p class="count">${counted(wording, texts.articles, dictionary.statistics.articles)}</p>
        ${lines.length === 0 && html`<p>${texts.noArticles}</p>`}
        <ol class="lines columns">
          ${lines}
        </ol>
        ${pager({ page, hasNext: articles.pageInfo.hasNextPage, addressOf }, wording)}
      </section>
      <section class="about" aria-labelledby="about">
        <h2 id="about">${texts.about}</h2>
        <dl>${facts(dictionary, wording)}</dl>
      </section>`,
  };
}

/** The usual search, narrowed to this dictionary by a field that is not shown. */
function search(dictionaryId: string, wording: Wording): Html {
  const { texts } = wording;
  return searchForm(
    {
      action: HOME,
      field: 'q',
      label: texts.searchFor,
      hint: texts.searchHint,
      value: '',
      dictionaries: [],
      dictionary: dictionaryId,
    },
    wording,
  );
}

function facts(dictionary: DictionaryCard & Metadata, wording: Wording): Part {
  const { description, statistics, dictionaryId } = dictionary;
  const { texts, locale } = wording;
  const languages = statistics.languages.map(
    ({ language, articles = 0 }) =>
      html`<li>${languageName(language, locale)} (${counted(wording, texts.articles, articles)})</li>`,
  );
  const rows: readonly (readonly [name: string, value: Part])[] = [
    [texts.description, description],
    [
      texts.languages,
      languages.length > 0 &&
        html`<ul>
          ${languages}
        </ul>`,
    ],
    [texts.sourceAuthors, dictionary.sourceAuthors],
    [texts.targetAuthors, dictionary.targetAuthors],
    [texts.publication, dictionary.publication],
    [texts.source, dictionary.source],
    [texts.review, [dictionary.reviewVersion, dictionary.reviewYear].filter(Boolean).join(', ')],
    [texts.comment, dictionary.comment],
    [texts.identifier, dictionaryId],
  ];
  return rows
    .filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
    .map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    );
}
