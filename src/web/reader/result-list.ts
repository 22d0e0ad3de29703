import { html, type Html, type Part } from '../../shared/html';
import { HOME, withQuery, articleAddress } from './addresses';
import type { ArticleItem, Equivalent, Hit, Match, SearchData } from './data';
import { headwordAttributes, headwordLanguage, langAttribute, languageName } from './languages';
import { markedText } from './marked-text';
import { counted, fillText, type LocaleTexts } from '../locale-texts';

/** Maximum number of hits that the server counts. Source: the description of `SearchConnection.totalCount`. */
const MAX_COUNTED_HITS = 10_000;

/** Number of hits on a page. Source: `schema/operations/reader/search.graphql`. */
const HITS_PER_PAGE = 10;

/** A search text, and the dictionary to which the search is limited. */
export interface SearchQuery {
  readonly text: string;
  readonly dictionary?: string | undefined;
}

/** Whether there is a next page. A page that is not full is the last one that the server examined. */
export function hasMore({ search }: Pick<SearchData, 'search'>): boolean {
  return search.pageInfo.hasNextPage && search.nodes.length === HITS_PER_PAGE;
}

/** Returns the number of hits as text, which is also announced to screen readers. */
export function resultCount({ search }: SearchData, query: SearchQuery, localeTexts: LocaleTexts): Html {
  const { texts, locale } = localeTexts;
  if (search.totalCount === null && !hasMore({ search })) return html``;
  if (search.totalCount === null) {
    return fillText(texts.manyArticles, { n: new Intl.NumberFormat(locale).format(MAX_COUNTED_HITS) });
  }
  if (search.totalCount === 0) return fillText(texts.nothingFound, { text: query.text });
  return counted(localeTexts, texts.articles, search.totalCount);
}

/** Returns the hits, each with the reason for which it was found; without hits, suggested words. */
export function resultList({ search }: SearchData, query: SearchQuery, localeTexts: LocaleTexts): Html {
  if (search.nodes.length === 0) return suggestedWords(search.didYouMean, query, localeTexts);
  return html`<ol class="lines">
    ${search.nodes.map((hit) =>
      articleItem(
        hit.article,
        localeTexts,
        html`<p class="why">${reason(hit, localeTexts)} ${sourceNote(hit.article)}</p>`,
      ),
    )}
  </ol>`;
}

function suggestedWords(words: readonly string[], { dictionary }: SearchQuery, { texts }: LocaleTexts): Html {
  if (words.length === 0) return html``;
  const links = words.map(
    (word) =>
      html`<li><a href="${withQuery(HOME, { q: word, dictionary })}" lang="" dir="auto">${word}</a></li>`,
  );
  return html`<p>${texts.didYouMean}</p>
    <ul class="words">
      ${links}
    </ul>`;
}

/** Explains why an article was found. */
function reason({ match, article }: Hit, localeTexts: LocaleTexts): Html {
  const { reasons, contentReasons } = localeTexts.texts;
  const byField: Readonly<Record<string, string>> = match.tier === 'CONTENT' ? contentReasons : {};
  const text = byField[match.field] ?? (reasons as Readonly<Record<string, string>>)[match.tier] ?? '';
  const language = match.field === 'TRANSLATION' ? null : headwordLanguage(article.dictionary);
  const quoted = html`<q ${langAttribute(match.lang ?? language)}>${marked(match)}</q>`;
  return html`<span class="reason"
    >${fillText(text, { text: quoted, language: languageNote(match, localeTexts) })}</span
  >`;
}

/** Returns the text. If only some of its words match, they are marked. */
function marked({ text, snippet }: Match): Part {
  return snippet === null
    ? markedText(text)
    : snippet.map((piece) => (piece.isMatch ? html`<mark>${piece.text}</mark>` : markedText(piece.text)));
}

function languageNote({ lang }: Match, { texts, locale }: LocaleTexts): Html | undefined {
  return lang === null ? undefined : fillText(texts.inLanguage, { language: languageName(lang, locale) });
}

/** Returns the translations that give the meaning of the word. Others only serve the search, but some dictionaries have no better ones. */
export function shownTranslations<One extends Equivalent>(translations: readonly One[]): readonly One[] {
  const direct = translations.filter(({ reversal }) => !reversal);
  return direct.length === 0 ? translations : direct;
}

/** Maximum number of equivalents on a line. The article shows all. */
const MAX_EQUIVALENTS = 4;

/** Returns an article as a list item. Its headword is the link. */
export function articleItem(article: ArticleItem, localeTexts: LocaleTexts, more: Part = ''): Html {
  const { dictionary, number, headword, content } = article;
  const equivalents = shownTranslations(content.translations).slice(0, MAX_EQUIVALENTS);
  const categories = [...new Set(content.categories.map((category) => category.content))].filter(
    (text) => text !== '',
  );
  return html`<li class="line">
    <p class="line-head">
      <a class="headword" href="${articleAddress(article)}" ${headwordAttributes(dictionary)}
        >${content.entry.citation ?? headword ?? fillText(localeTexts.texts.noHeadword, { n: number })}</a
      >
      ${categories.length > 0 && html`<span class="category">${categories.join(', ')}</span>`}
    </p>
    ${equivalents.length > 0 && html`<p class="gloss">${equivalents.map(equivalent)}</p>`} ${more}
  </li>`;
}

function equivalent(translation: ArticleItem['content']['translations'][number], i: number): Html {
  return html`${i > 0 && ' · '}<span ${langAttribute(translation.lang)}
      >${markedText(translation.content)}</span
    >`;
}

/** Returns the name of the dictionary of an article in a mixed list. */
export function sourceNote({ dictionary, dictionaryId }: ArticleItem): Html {
  return html`<span class="source">${dictionary?.shortName ?? dictionaryId}</span>`;
}
