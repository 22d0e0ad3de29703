import { html, type Html } from '../../../shared/html';
import { DESK } from '../../../shared/http';
import { languageName } from '../../reader/languages';
import { dictionaryTitle } from '../../reader/pages/dictionaries-page';
import { pager } from '../../reader/pager';
import { withQuery } from '../../reader/addresses';
import { deskDictionary } from '../addresses';
import { type HomeData, mayEdit } from '../data';
import { numberText } from '../desk-locale';
import type { DeskLocale, DeskHandler } from '../desk-context';

/** The home page: all dictionaries, with the number of open tasks in each. */
export const showHome: DeskHandler = async ({ read, locale, page, viewer }) => {
  const { desk } = locale;
  const { dictionaries } = await read<HomeData>('home', { page });
  const { nodes, pageInfo } = dictionaries;
  return {
    title: desk.dictionaries,
    section: DESK,
    main: html`<h1>${desk.dictionaries}</h1>
      ${nodes.length === 0 && html`<p>${locale.texts.noDictionaries}</p>`}
      <ul class="cards">
        ${nodes.map((dictionary) => dictionaryCard(dictionary, locale))}
      </ul>
      ${viewer.role === 'ADMIN' && html`<p class="below"><a href="${DESK}/import">${desk.importDictionary}</a></p>`}
      ${pager({ page, hasNext: pageInfo.hasNextPage, addressOf: (n) => withQuery(DESK, { page: n }) }, locale)}`,
  };
};

function dictionaryCard(dictionary: HomeData['dictionaries']['nodes'][number], locale: DeskLocale): Html {
  const { dictionaryId, statistics } = dictionary;
  const { desk } = locale;
  const field = `q-${dictionaryId}`;
  const languages = statistics.languages.map(({ language }) => languageName(language, locale.locale));
  return html`<li class="card">
    <h2><a href="${deskDictionary(dictionaryId)}">${dictionaryTitle(dictionary)}</a></h2>
    <p class="hint">
      ${desk.articles}${desk.colon} ${numberText(locale, statistics.articles)} ·
      ${desk.withExamples}${desk.colon}
      ${numberText(locale, statistics.withExample)}${languages.length > 0 && ` · ${languages.join(', ')}`}
    </p>
    <form
      class="inline"
      role="search"
      action="${deskDictionary(dictionaryId)}"
      method="get"
      aria-label="${dictionaryTitle(dictionary)}"
    >
      <div class="field grows">
        <label for="${field}">${desk.findArticle}</label>
        <input
          type="search"
          id="${field}"
          name="q"
          maxlength="100"
          lang=""
          dir="auto"
          autocapitalize="off"
          autocomplete="off"
        />
      </div>
      <button>${desk.find}</button>
      ${mayEdit(dictionary) && html`<a class="button plain" href="${deskDictionary(dictionaryId, 'new')}">${desk.newArticle}</a>`}
    </form>
  </li>`;
}
