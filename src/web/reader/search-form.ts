import { html, type Html } from '../../shared/html';
import { HOME } from './addresses';
import type { DictionaryName } from './data';
import type { LocaleTexts } from '../locale-texts';

/** A search form, which also works without script. */
export interface SearchForm {
  readonly action: string;
  /** Name and identifier of the text field. */
  readonly field: string;
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly dictionaries: readonly DictionaryName[];
  readonly dictionary: string | undefined;
  /** Letters with keys; by default those of all dictionaries. */
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

/** Maximum number of keys of a form for several dictionaries. */
const MAX_SHOWN_KEYS = 40;

/** The script of the page creates keys for these letters. Without a script, they would have no function. */
function letterKeys(letters: readonly string[], { letterKeys: name }: LocaleTexts['texts']): Html {
  if (letters.length === 0) return html``;
  const keys = letters.slice(0, MAX_SHOWN_KEYS).join(' ');
  return html`<div class="keys" role="toolbar" aria-label="${name}" data-keys="${keys}" hidden></div>`;
}

/** Turns off autocorrection for other languages, which could change a word. */
const TYPING = html`lang="" dir="auto" maxlength="100" autocomplete="off" autocapitalize="off"
autocorrect="off" spellcheck="false" enterkeyhint="search"`;

/** Returns the search field for the header of pages without a search form. */
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
