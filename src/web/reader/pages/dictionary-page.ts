import { html, type Html, type Part } from '../../html';
import { DICTIONARIES, HOME, dictionaryAddress, withQuery } from '../addresses';
import { articleLine } from '../article-line';
import type { DictionaryData } from '../data';
import { languageName } from '../languages';
import type { Page } from '../layout';
import { pager } from '../pager';
import { searchForm } from '../search-form';
import { counted, type Wording } from '../wording';
import { nameOf } from './dictionaries-page';

type Dictionary = NonNullable<DictionaryData['dictionary']>;

/** A dictionary: a search in it, its articles in their order, and what is said about it. */
export function dictionaryPage(
  dictionary: Dictionary,
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

function facts(dictionary: Dictionary, { texts, locale }: Wording): Part {
  const languages = dictionary.statistics.languages.map(({ language }) => languageName(language, locale));
  const review = [dictionary.reviewVersion, dictionary.reviewYear].filter(
    (part) => part !== null && part !== '',
  );
  const rows: readonly (readonly [name: string, value: string | null])[] = [
    [texts.description, dictionary.description],
    [texts.languages, languages.join(', ')],
    [texts.sourceAuthors, dictionary.sourceAuthors],
    [texts.targetAuthors, dictionary.targetAuthors],
    [texts.publication, dictionary.publication],
    [texts.review, review.join(', ')],
    [texts.source, dictionary.source],
    [texts.comment, dictionary.comment],
  ];
  return rows
    .filter(([, value]) => value !== null && value !== '')
    .map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    );
}
