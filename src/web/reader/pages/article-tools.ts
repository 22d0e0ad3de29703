import { html, type Html, type Part } from '../../../shared/html';
import { articleAddress, RANDOM, suggestionAddress, withQuery } from '../addresses';
import type { Article, Neighbour } from '../data';
import { headwordAttributes } from '../languages';
import { fillText, type LocaleTexts } from '../../locale-texts';
import { dictionaryTitle } from './dictionaries-page';

/** Links to the previous, the next and a random article. */
export function neighbours(
  { previous, next, dictionary, dictionaryId }: Article,
  { texts }: LocaleTexts,
): Html {
  const lang = headwordAttributes(dictionary);
  const name = (neighbour: Neighbour) =>
    neighbour.headword === null
      ? fillText(texts.noHeadword, { n: neighbour.number })
      : html`<span ${lang}>${neighbour.headword}</span>`;
  return html`<nav class="pager neighbours" aria-label="${texts.neighbours}">
    ${previous && html`<a rel="prev" href="${articleAddress(previous)}">← ${name(previous)}</a>`}
    <a rel="nofollow" href="${withQuery(RANDOM, { dictionary: dictionaryId })}">${texts.randomWord}</a>
    ${next && html`<a rel="next" href="${articleAddress(next)}">${name(next)} →</a>`}
  </nav>`;
}

/** Container to which the script adds buttons for local actions. */
export function tools(article: Article, title: string, { texts }: LocaleTexts): Html {
  const { dictionary, dictionaryId } = article;
  return html`<div
    class="actions"
    id="actions"
    data-address="${articleAddress(article)}"
    data-word="${title}"
    data-dictionary="${dictionary?.shortName ?? dictionaryId}"
    hidden
  >
    <button type="button" id="favourite" class="quiet" aria-pressed="false">${texts.favourite}</button>
    <button type="button" id="print" class="quiet">${texts.print}</button>
  </div>`;
}

/** Link to the correction form, if the dictionary accepts suggestions. */
export function suggestion(article: Article, { texts }: LocaleTexts): Part {
  const { dictionary, dictionaryId, number } = article;
  if (dictionary?.acceptsSuggestions !== true) return '';
  return html`<p>
    <a rel="nofollow" href="${suggestionAddress(dictionaryId, number)}">${texts.suggestChange}</a>
  </p>`;
}

/** Returns the citation of an article. */
export function citation(
  article: Article,
  { title, origin }: { readonly title: string; readonly origin: string },
  { texts, locale }: LocaleTexts,
): Html {
  const { dictionary, dictionaryId } = article;
  const parts = [
    dictionary?.sourceAuthors,
    dictionary === null ? dictionaryId : dictionaryTitle(dictionary),
    dictionary?.publication,
  ];
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date());
  const address = origin + articleAddress(article);
  const dictionaryCitation = parts
    .filter((part) => part !== null && part !== undefined && part !== '')
    .join('. ');
  return html`<details class="cite">
    <summary>${texts.cite}</summary>
    <p>
      ${fillText(texts.citation, {
        word: html`<span ${headwordAttributes(dictionary)}>${title}</span>`,
        dictionary: html`<i>${dictionaryCitation}</i>`,
        address: html`<span class="address">${address}</span>`,
        date,
      })}
    </p>
  </details>`;
}
