import { html, type Html } from '../../shared/html';
import { HOME } from './addresses';
import type { DictionaryName } from './data';
import type { LocaleTexts } from '../locale-texts';

/** A form that looks a word up, without script too. */
export interface SearchForm {
  readonly action: string;
  /** Name of the field of the word, which is also its id. */
  readonly field: string;
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly dictionaries: readonly DictionaryName[];
  readonly dictionary: string | undefined;
  /** Letters for which there are keys; those of all dictionaries when absent. */
  readonly letterKeys?: readonly string[];
}

export function searchForm(form: SearchForm, { texts }: LocaleTexts): Html {
  const { action, field, label, hint, value } = form;
  const keys = [...new Set(form.dictionaries.flatMap(({ letterKeys = [] }) => letterKeys))];
  return html`<form class="search" role="search" action="${action}" method="get">
    <div class="field grows">
      <label for="${field}">${label}</label>
      <input type="search" id="${field}" name="${field}" value="${value}" ${TYPING} aria-describedby="hint" />
    </div>
    ${dictionaryField(form, texts.inDictionary, texts.allDictionaries)}
    <button type="submit">${texts.search}</button>
    ${letterKeys(form.letterKeys ?? keys, texts)}
    <p class="hint" id="hint">${hint}</p>
  </form>`;
}

/** Most keys of a form for several dictionaries. */
const MOST_KEYS = 40;

/** The script of the page makes keys of these letters; without it there is nothing that they could do. */
function letterKeys(letters: readonly string[], { letterKeys: name }: LocaleTexts['texts']): Html {
  if (letters.length === 0) return html``;
  const keys = letters.slice(0, MOST_KEYS).join(' ');
  return html`<div class="keys" role="toolbar" aria-label="${name}" data-keys="${keys}" hidden></div>`;
}

/** Nothing that a keyboard knows of other languages may change a word. */
const TYPING = html`lang="" dir="auto" maxlength="100" autocomplete="off" autocapitalize="off"
autocorrect="off" spellcheck="false" enterkeyhint="search"`;

/** The search field in the header of a page whose content has none. */
export function quickSearch({ texts }: LocaleTexts): Html {
  return html`<form class="quick" role="search" action="${HOME}" method="get">
    <input
      type="search"
      id="q"
      name="q"
      aria-label="${texts.searchFor}"
      placeholder="${texts.search}"
      ${TYPING}
    />
  </form>`;
}

function dictionaryField({ dictionaries, dictionary }: SearchForm, label: string, all: string): Html {
  if (dictionaries.length < 2) {
    return html`${dictionary !== undefined && html`<input type="hidden" name="dictionary" value="${dictionary}" />`}`;
  }
  const options = dictionaries.map(
    ({ dictionaryId, shortName, letterKeys: keys = [] }) =>
      html`<option
        value="${dictionaryId}"
        data-keys="${keys.join(' ')}"
        ${dictionaryId === dictionary && html`selected`}
      >
        ${shortName ?? dictionaryId}
      </option>`,
  );
  return html`<div class="field">
    <label for="dictionary">${label}</label>
    <select id="dictionary" name="dictionary">
      <option value="">${all}</option>
      ${options}
    </select>
  </div>`;
}
