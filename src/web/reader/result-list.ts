import { html, type Html } from '../../shared/html';
import { HOME, withQuery } from './addresses';
import { articleLine, sourceNote } from './article-line';
import type { Hit, Match, SearchData } from './data';
import { headwordLanguage, langAttribute, languageName } from './languages';
import { counted, filled, type Wording } from '../wording';

/** Hits up to which the server counts. Source: the description of `SearchConnection.totalCount`. */
const MOST_COUNTED = 10_000;

/** Hits of a page. Source: `schema/operations/reader/search.graphql`. */
const PAGE_SIZE = 10;

/** What was asked for. */
export interface Asked {
  readonly text: string;
  readonly dictionary?: string | undefined;
}

/** Whether another page by number follows: a page that is not full ends where the server examined no more. */
export function hasMore({ search }: Pick<SearchData, 'search'>): boolean {
  return search.pageInfo.hasNextPage && search.nodes.length === PAGE_SIZE;
}

/** How many were found, for eyes and for the live region alike. */
export function resultCount({ search }: SearchData, asked: Asked, wording: Wording): Html {
  const { texts, locale } = wording;
  if (search.totalCount === null && !hasMore({ search })) return html``;
  if (search.totalCount === null) {
    return filled(texts.manyArticles, { n: new Intl.NumberFormat(locale).format(MOST_COUNTED) });
  }
  if (search.totalCount === 0) return filled(texts.nothingFound, { text: asked.text });
  return counted(wording, texts.articles, search.totalCount);
}

/** The hits, each with the reason for which it was found; where there are none, words that are near. */
export function resultList({ search }: SearchData, asked: Asked, wording: Wording): Html {
  if (search.nodes.length === 0) return nearWords(search.didYouMean, asked, wording);
  return html`<ol class="lines">
    ${search.nodes.map((hit) =>
      articleLine(
        hit.article,
        wording,
        html`<p class="why">${reason(hit, wording)} ${sourceNote(hit.article)}</p>`,
      ),
    )}
  </ol>`;
}

function nearWords(words: readonly string[], { dictionary }: Asked, { texts }: Wording): Html {
  if (words.length === 0) return html``;
  const links = words.map(
    (word) => html`<li><a href="${withQuery(HOME, { q: word, dictionary })}" lang="">${word}</a></li>`,
  );
  return html`<p>${texts.didYouMean}</p>
    <ul class="words">
      ${links}
    </ul>`;
}

/** Why an article was found, in words. */
function reason({ match, article }: Hit, wording: Wording): Html {
  const text = (wording.texts.reasons as Readonly<Record<string, string>>)[match.level] ?? '';
  const lang = match.field === 'TRANSLATION' ? match.lang : headwordLanguage(article.dictionaryId);
  const quoted = html`<q ${langAttribute(lang)}>${match.text}</q>`;
  return html`<span class="reason"
    >${filled(text, { text: quoted, language: languageNote(match, wording) })}</span
  >`;
}

function languageNote({ lang }: Match, { texts, locale }: Wording): Html | undefined {
  return lang === null ? undefined : filled(texts.inLanguage, { language: languageName(lang, locale) });
}
