import { html, type Html, type Part } from '../../shared/html';
import { articleAddress } from './addresses';
import type { ArticleLine } from './data';
import { headwordLanguage, langAttribute } from './languages';
import { filled, type Wording } from '../wording';

/** Equivalents that a line shows; the article has them all. */
const MOST_EQUIVALENTS = 4;

/** An article as one item of a list: its headword is the link. */
export function articleLine(article: ArticleLine, wording: Wording, more: Part = ''): Html {
  const { dictionaryId, number, headword, content } = article;
  const shown = content.translations.slice(0, MOST_EQUIVALENTS);
  const categories = content.categories.map((one) => one.content).filter((text) => text !== '');
  return html`<li class="line">
    <p class="line-head">
      <a class="headword" href="${articleAddress(article)}" ${langAttribute(headwordLanguage(dictionaryId))}
        >${headword ?? filled(wording.texts.noHeadword, { n: number })}</a
      >
      ${categories.length > 0 && html`<span class="category">${categories.join(', ')}</span>`}
    </p>
    ${shown.length > 0 && html`<p class="gloss">${shown.map(equivalent)}</p>`} ${more}
  </li>`;
}

function equivalent(one: ArticleLine['content']['translations'][number], i: number): Html {
  return html`${i > 0 && ' · '}<span ${langAttribute(one.lang)}>${one.content}</span>`;
}

/** The dictionary that an article of a mixed list is from. */
export function sourceNote({ dictionary, dictionaryId }: ArticleLine): Html {
  return html`<span class="source">${dictionary?.shortName ?? dictionaryId}</span>`;
}
