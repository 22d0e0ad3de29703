import { html, type Html, type Part } from '../../../shared/html';
import { DICTIONARIES, HOME, dictionaryAddress, suggestionAddress, withQuery } from '../addresses';
import { articleItem } from '../result-list';
import { pager } from '../pager';
import { wordOfTheDay } from '../word-of-the-day';
import type { ArticleItem, DictionaryCard, DictionaryData, Letters, Metadata } from '../data';
import { headwordAttributes, languageName } from '../languages';
import type { HtmlPage } from '../../layout';
import { searchForm } from '../search-form';
import { counted, type LocaleTexts } from '../../locale-texts';
import { dictionaryTitle } from './dictionaries-page';
import { problemPage } from './problem-page';

/** Number of articles on a page. Source: `schema/operations/reader/dictionary.graphql`. */
export const ARTICLES_PER_PAGE = 40;

/** Number of articles that numbered pages reach. Letters lead to later ones. */
const MAX_REACHED = 10_000;

export const LAST_NUMBERED_PAGE = MAX_REACHED / ARTICLES_PER_PAGE;

/** A page of the articles of a dictionary. */
interface ArticleListPage {
  readonly articles: DictionaryData['articles'];
  readonly page: number;
  /** The selected initial letter. */
  readonly letter: string | undefined;
  /** The word of the day; only on the first page. */
  readonly word?: ArticleItem | undefined;
}

/** The page of a dictionary: a search form, its articles in order, and its description. */
export function dictionaryPage(
  dictionary: DictionaryCard & Metadata & Letters,
  { articles, page, letter, word }: ArticleListPage,
  localeTexts: LocaleTexts,
): HtmlPage {
  const { texts } = localeTexts;
  const { dictionaryId } = dictionary;
  const path = dictionaryAddress(dictionaryId);
  const reached = articles.totalCount === null ? undefined : Math.min(articles.totalCount, MAX_REACHED);
  const last = reached === undefined ? undefined : Math.ceil(reached / ARTICLES_PER_PAGE);
  const addressOf = (n: number) => withQuery(path, { letter, page: n });
  const hasNext = articles.pageInfo.hasNextPage && page < LAST_NUMBERED_PAGE;
  const lines = articles.nodes.map((article) => articleItem(article, localeTexts));
  return {
    title: dictionaryTitle(dictionary),
    ...(dictionary.description !== null && { description: dictionary.description }),
    section: DICTIONARIES,
    hasSearch: true,
    main: html`<h1>${dictionaryTitle(dictionary)}</h1>
      ${search(dictionary, localeTexts)} ${wordOfTheDay(word, localeTexts)}
      <section aria-label="${texts.numberOfArticles}">
        <p class="count">${counted(localeTexts, texts.articles, dictionary.statistics.articles)}</p>
        ${lines.length === 0 && html`<p>${texts.noArticles}</p>`}
        ${letterLinks(dictionary, letter, localeTexts)}
        <ol class="lines columns">
          ${lines}
        </ol>
        ${pager({ page, hasNext, last, addressOf, jump: { path, query: { letter } } }, localeTexts)}
        ${!hasNext && articles.pageInfo.hasNextPage && html`<p class="hint">${texts.pagesEnd}</p>`}
      </section>
      <section class="about" aria-labelledby="about">
        <h2 id="about">${texts.about}</h2>
        <dl>${facts(dictionary, localeTexts)}</dl>
        ${
          dictionary.acceptsSuggestions === true &&
          html`<p>
            <a rel="nofollow" href="${suggestionAddress(dictionaryId)}">${texts.suggestArticle}</a>
          </p>`
        }
        <div id="keep" data-dictionary="${dictionaryId}" hidden></div>
      </section>`,
  };
}

/** Returns the page of a page number that is too large, although the list goes on. */
export function farPage(
  dictionary: DictionaryCard & Letters,
  letter: string | undefined,
  localeTexts: LocaleTexts,
): HtmlPage {
  const { texts } = localeTexts;
  const problem = problemPage({ title: texts.badRequest, hint: texts.pagesEnd }, localeTexts);
  return { ...problem, status: 400, main: [problem.main, letterLinks(dictionary, letter, localeTexts)] };
}

/** Links to the articles of each letter; nothing for a single letter. */
function letterLinks(
  dictionary: DictionaryCard & Letters,
  chosen: string | undefined,
  { texts, locale }: LocaleTexts,
): Html {
  const { dictionaryId, letters } = dictionary;
  const numbers = new Intl.NumberFormat(locale);
  if (letters.length < 2) return html``;
  const attributes = headwordAttributes(dictionary);
  const link = (letter: string | undefined, name: Part) =>
    html`<li>
      <a
        href="${withQuery(dictionaryAddress(dictionaryId), { letter })}"
        ${letter !== undefined && attributes}
        ${letter === chosen && html`aria-current="true"`}
        >${name}</a
      >
    </li>`;
  const withCount = ({ letter, count }: Letters['letters'][number]) =>
    link(letter, html`${letter}${count !== null && html` <small>${numbers.format(count)}</small>`}`);
  return html`<nav aria-label="${texts.letters}">
    <ul class="words letters">
      ${link(undefined, texts.allLetters)} ${letters.map(withCount)}
    </ul>
  </nav>`;
}

/** The search form with a hidden field for this dictionary. */
function search(dictionary: DictionaryCard & Letters, localeTexts: LocaleTexts): Html {
  const { texts } = localeTexts;
  const { dictionaryId, letters, letterKeys = [] } = dictionary;
  const first = letters.map(({ letter }) => letter).filter((letter) => /^\P{ASCII}$/u.test(letter));
  return searchForm(
    {
      action: HOME,
      field: 'q',
      label: texts.searchFor,
      hint: texts.searchHint,
      value: '',
      dictionaries: [],
      dictionary: dictionaryId,
      letterKeys: [...new Set([...letterKeys, ...first])],
    },
    localeTexts,
  );
}

function facts(dictionary: DictionaryCard & Metadata, localeTexts: LocaleTexts): Part {
  const { description, statistics, dictionaryId, language } = dictionary;
  const { texts, locale } = localeTexts;
  const languages = statistics.languages.map(
    ({ language, articles = 0 }) =>
      html`<li>${languageName(language, locale)} (${counted(localeTexts, texts.articles, articles)})</li>`,
  );
  const rows: readonly (readonly [name: string, value: Part])[] = [
    [texts.description, description],
    [texts.headwordLanguage, language !== null && languageName(language, locale)],
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
    [texts.license, dictionary.license],
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
