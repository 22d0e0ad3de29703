import { html, type Html } from '../../shared/html';
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
}

export function searchForm(form: SearchForm, { texts }: LocaleTexts): Html {
  const { action, field, label, hint, value } = form;
  return html`<form class="search" role="search" action="${action}" method="get">
    <div class="field grows">
      <label for="${field}">${label}</label>
      <input
        type="search"
        id="${field}"
        name="${field}"
        value="${value}"
        lang=""
        dir="auto"
        maxlength="100"
        autocomplete="off"
        autocapitalize="off"
        autocorrect="off"
        spellcheck="false"
        enterkeyhint="search"
        aria-describedby="hint"
      />
    </div>
    ${dictionaryField(form, texts.inDictionary, texts.allDictionaries)}
    <button type="submit">${texts.search}</button>
    <p class="hint" id="hint">${hint}</p>
  </form>`;
}

function dictionaryField({ dictionaries, dictionary }: SearchForm, label: string, all: string): Html {
  if (dictionaries.length < 2) {
    return html`${dictionary !== undefined && html`<input type="hidden" name="dictionary" value="${dictionary}" />`}`;
  }
  const options = dictionaries.map(
    ({ dictionaryId, shortName }) =>
      html`<option value="${dictionaryId}" ${dictionaryId === dictionary && html`selected`}>
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
