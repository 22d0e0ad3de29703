import { html, type Html } from '../../../shared/html';
import { DICTIONARIES, dictionaryAddress, withQuery } from '../addresses';
import type { DictionariesData, DictionaryCard } from '../data';
import { languageName } from '../languages';
import type { HtmlPage } from '../../layout';
import { pager } from '../pager';
import { counted, type LocaleTexts } from '../../locale-texts';

/** A page of the list of dictionaries. */
export function dictionariesPage(
  { dictionaries: { nodes, pageInfo } }: DictionariesData,
  page: number,
  localeTexts: LocaleTexts,
): HtmlPage {
  const { texts } = localeTexts;
  const addressOf = (n: number) => withQuery(DICTIONARIES, { page: n });
  return {
    title: texts.dictionaries,
    section: DICTIONARIES,
    main: html`<h1>${texts.dictionaries}</h1>
      ${nodes.length === 0 && html`<p>${texts.noDictionaries}</p>`}
      <ul class="cards">
        ${nodes.map((dictionary) => dictionaryCard(dictionary, localeTexts))}
      </ul>
      ${pager({ page, hasNext: pageInfo.hasNextPage, addressOf }, localeTexts)}`,
  };
}

function dictionaryCard(dictionary: DictionaryCard, localeTexts: LocaleTexts): Html {
  const { dictionaryId, description, statistics } = dictionary;
  const languages = statistics.languages.map(({ language }) => languageName(language, localeTexts.locale));
  return html`<li class="card">
    <h2><a href="${dictionaryAddress(dictionaryId)}">${dictionaryTitle(dictionary)}</a></h2>
    ${description !== null && description !== dictionaryTitle(dictionary) && html`<p>${description}</p>`}
    <p class="why">
      ${counted(localeTexts, localeTexts.texts.articles, statistics.articles)}${
        languages.length > 0 && ` · ${languages.join(', ')}`
      }
    </p>
  </li>`;
}

/** Returns the most complete name of a dictionary. */
export function dictionaryTitle({
  longName,
  shortName,
  dictionaryId,
}: Pick<DictionaryCard, 'longName' | 'shortName' | 'dictionaryId'>): string {
  return [longName, shortName].find((name) => name !== null && name !== '') ?? dictionaryId;
}
