import { html, type Html } from '../../../shared/html';
import { HEADWORDS, withQuery } from '../addresses';
import { articleItem, sourceNote, type SearchQuery } from '../result-list';
import type { DictionaryName, HeadwordsData } from '../data';
import { langAttribute, languageName } from '../languages';
import type { HtmlPage } from '../../layout';
import { searchForm } from '../search-form';
import { counted, fillText, type SiteLocaleTexts } from '../../locale-texts';

export interface HeadwordsPage {
  readonly query: SearchQuery & { readonly language?: string | undefined };
  readonly dictionaries: readonly DictionaryName[];
  /** Absent without a query. */
  readonly data: HeadwordsData | undefined;
}

/** The page of the search by translation. */
export function headwordsPage(
  { query, dictionaries, data }: HeadwordsPage,
  localeTexts: SiteLocaleTexts,
): HtmlPage {
  const { texts } = localeTexts;
  const form = searchForm(
    {
      action: HEADWORDS,
      field: 'word',
      label: texts.wordToTranslate,
      hint: texts.headwordsIntro,
      value: query.text,
      dictionaries,
      dictionary: query.dictionary,
    },
    localeTexts,
  );
  return {
    title: query.text === '' ? texts.headwords : `${query.text} · ${texts.headwords}`,
    section: HEADWORDS,
    hasSearch: true,
    isListed: query.text === '',
    main: html`<h1 class="tagline">${texts.headwords}</h1>
      ${form} ${data && headwordList(data, query, localeTexts)}`,
  };
}

function headwordList(
  { headwordsFor }: HeadwordsData,
  query: HeadwordsPage['query'],
  localeTexts: SiteLocaleTexts,
): Html {
  const { texts } = localeTexts;
  const count =
    headwordsFor.length === 0
      ? fillText(texts.noHeadwords, { text: query.text })
      : counted(localeTexts, texts.articles, headwordsFor.length);
  const items = headwordsFor.map(({ article, match }) =>
    articleItem(
      article,
      localeTexts,
      html`<p class="why">${meaning(match, localeTexts)} ${sourceNote(article)}</p>`,
    ),
  );
  return html`<section aria-label="${texts.results}">
    <p class="count" role="status">${count}</p>
    ${languageLinks(headwordsFor, query, localeTexts)}
    ${
      items.length > 0 &&
      html`<ol class="lines">
        ${items}
      </ol>`
    }
  </section>`;
}

function meaning(
  { text, lang }: { text: string; lang: string | null },
  { texts, locale }: SiteLocaleTexts,
): Html {
  const language = lang !== null && fillText(texts.inLanguage, { language: languageName(lang, locale) });
  return html`<span class="reason"
    >${fillText(texts.reasons.TRANSLATION, { text: html`<q ${langAttribute(lang)}>${text}</q>`, language })}</span
  >`;
}

/** A word may belong to several languages. Returns links that limit the results to one of them. */
function languageLinks(
  headwords: HeadwordsData['headwordsFor'],
  { text, dictionary, language }: HeadwordsPage['query'],
  { texts, locale }: SiteLocaleTexts,
): Html {
  const addressOf = (tag?: string) => withQuery(HEADWORDS, { word: text, dictionary, language: tag });
  if (language !== undefined) {
    return html`<ul class="words">
      <li><a href="${addressOf()}">${texts.anyLanguage}</a></li>
    </ul>`;
  }
  const languages = [...new Set(headwords.flatMap(({ match }) => match.lang ?? []))];
  if (languages.length < 2) return html``;
  const links = languages.map((language) => {
    const name = languageName(language, locale);
    return html`<li>
      <a href="${addressOf(language)}">${fillText(texts.onlyLanguage, { language: name })}</a>
    </li>`;
  });
  return html`<ul class="words">
    ${links}
  </ul>`;
}
