import { html, type Html, type Part } from '../../../shared/html';
import { longSteps } from '../../../shared/fair-queue';
import { headwordLanguage } from '../../reader/languages';
import { fillText } from '../../locale-texts';
import {
  type ArticleState,
  type ItemState,
  isList,
  type ItemField,
  LIST_NAMES,
  type ListName,
  LISTS,
  type SingleName,
} from './article-parts';
import type { Writing } from '../data';
import { MEDIA_NAMES } from './media-part';
import { type Faults, field } from '../fields';
import type { DeskLocale } from '../desk-context';

/** Identifier of the data list that suggests languages. */
const LANGUAGE_LIST = 'languages';

/** Single fields that are collapsed unless they have a value. */
const RARE_SINGLES: readonly SingleName[] = ['radical', 'citation', 'homograph', 'morphType'];

/** Lists that are shown even if they are empty. Buttons offer the others. */
const USUAL_LISTS: ReadonlySet<ListName> = new Set([
  'categories',
  'classes',
  'forms',
  'translations',
  'examples',
]);

export interface FormView {
  readonly state: ArticleState;
  readonly faults: Faults;
  readonly dictionary: Writing;
  readonly locale: DeskLocale;
}

/** Returns the fields of an article: its single parts, and a section for each list with buttons that add, remove and move items. */
export async function articleFields(view: FormView): Promise<Html> {
  const { locale, dictionary } = view;
  const { desk } = locale;
  const isShown = (list: ListName): boolean => USUAL_LISTS.has(list) || view.state.lists[list].length > 0;
  const offered = LIST_NAMES.filter((list) => !isShown(list));
  const sections: Html[] = [];
  for (const list of LIST_NAMES.filter(isShown)) sections.push(await listSection(list, view));
  return html`${singles(view)} ${sections}
    <div class="part" role="group" aria-labelledby="more-parts">
      <h2 id="more-parts">${desk.moreParts}</h2>
      <p class="row">${offered.map((list) => button(`add.${list}`, html`+ ${desk.parts[list]}`))}</p>
    </div>
    <datalist id="${LANGUAGE_LIST}">
      ${dictionary.targetLanguages.map((tag) => html`<option value="${tag}"></option>`)}
    </datalist>`;
}

function singles(view: FormView): Html {
  const { state, faults, dictionary, locale } = view;
  const { desk } = locale;
  const fieldOf = (name: SingleName, more: Part = ''): Html =>
    field(
      {
        name,
        label: desk.parts[name],
        value: state.singles[name],
        more: html`${typing(name === 'homograph' ? 'whole' : 'text')} ${more}`,
      },
      faults,
    );
  const isOpen = RARE_SINGLES.some((name) => state.singles[name] !== '' || faults.has(name));
  return html`<div class="row">
      ${fieldOf('headword', html`lang="${headwordLanguage(dictionary) ?? ''}"`)} ${fieldOf('type')}
    </div>
    <details ${isOpen && html`open`}>
      <summary>${desk.moreFields}</summary>
      <div class="row">${RARE_SINGLES.map((name) => fieldOf(name))}</div>
    </details>`;
}

async function listSection(list: ListName, view: FormView): Promise<Html> {
  const { desk } = view.locale;
  const items = view.state.lists[list];
  const fields = await longSteps.map(items, (item, index) =>
    itemFields({ list, item, index, count: items.length }, view),
  );
  // A group instead of a landmark, because the preview has landmarks with the same names.
  return html`<div class="part" role="group" aria-labelledby="part-${list}">
    <h2 id="part-${list}">${desk.parts[list]}</h2>
    ${fields}
    <p>${button(`add.${list}`, html`+ ${fillText(desk.add, { part: desk.items[list] })}`)}</p>
  </div>`;
}

interface ItemPosition {
  readonly list: ListName;
  readonly item: ItemState;
  /** Index from 0. */
  readonly index: number;
  readonly count: number;
}

function itemFields(placed: ItemPosition, view: FormView): Html {
  const { list, index, count } = placed;
  const { desk } = view.locale;
  const hasSenses = view.state.lists.senses.length > 0;
  const isRare = ({ isRare, name }: ItemField): boolean => isRare && !(name === 'sense' && hasSenses);
  const [usual, rare] = [LISTS[list].filter((field) => !isRare(field)), LISTS[list].filter(isRare)];
  const isOpen = rare.some(({ name }) => view.faults.has(inputName(placed, name)));
  const name = `${desk.items[list]} ${String(index + 1)}`;
  return html`<fieldset class="item">
    <legend>${name}</legend>
    <div class="row">${usual.map((field) => itemField(placed, field, view))}</div>
    ${
      rare.length > 0 &&
      html`<details ${isOpen && html`open`}>
        <summary>${desk.moreFields}<span class="unseen"> ${name}</span></summary>
        <div class="row">${rare.map((field) => itemField(placed, field, view))}</div>
      </details>`
    }
    <p class="actions">
      ${index > 0 && button(`up.${list}.${String(index)}`, desk.up, name)}
      ${index < count - 1 && button(`down.${list}.${String(index)}`, desk.down, name)}
      ${button(`remove.${list}.${String(index)}`, desk.remove, name)}
    </p>
  </fieldset>`;
}

function inputName({ list, index }: ItemPosition, name: string): string {
  return `${list}.${String(index)}.${name}`;
}

function itemField(placed: ItemPosition, { name, kind }: ItemField, { locale, faults }: FormView): Html {
  const labels: Readonly<Record<string, string>> = locale.desk.fields;
  const own: Readonly<Record<string, string>> = locale.desk.ownFields;
  return field(
    {
      name: inputName(placed, name),
      label: own[`${placed.list}.${name}`] ?? labels[name] ?? name,
      value: placed.item[name] ?? '',
      type: kind === 'yes' ? 'check' : 'text',
      more: html`${name === 'href' ? html`list="${MEDIA_NAMES}" autocapitalize="off" spellcheck="false"` : typing(kind)}
      ${isInItemLanguage(placed.list, name) && html`lang="${languageTag(placed.item['lang'])}"`}
      data-field="${name}"`,
    },
    faults,
  );
}

/** Lists whose text is in the language that the item names; browsers check its spelling, and screen readers pronounce it. */
const IN_ITEM_LANGUAGE: ReadonlySet<ListName> = new Set(['translations', 'definitions', 'notes', 'usages']);

function isInItemLanguage(list: ListName, field: string): boolean {
  return field === 'content' && IN_ITEM_LANGUAGE.has(list);
}

function languageTag(language = ''): string {
  return headwordLanguage({ language, scripts: [] }) ?? '';
}

function typing(kind: ItemField['kind']): Part {
  if (kind === 'lang') return html`list="${LANGUAGE_LIST}" size="6" autocapitalize="off" spellcheck="false"`;
  if (kind === 'whole') return html`inputmode="numeric" size="4"`;
  return kind === 'text' && html`autocapitalize="off" autocomplete="off" dir="auto"`;
}

/** Returns a button that changes the content of the form without storing it. */
function button(action: string, text: Part, of?: string): Html {
  return html`<button class="plain" name="do" value="${action}" formnovalidate data-swap>
    ${text}${of !== undefined && html`<span class="unseen"> ${of}</span>`}
  </button>`;
}

/** Returns the labels of form fields by their names. */
export function labelsOf({ desk }: DeskLocale, names: Iterable<string>): Readonly<Record<string, string>> {
  const parts: Readonly<Record<string, string>> = desk.parts;
  const items: Readonly<Record<string, string>> = desk.items;
  const fields: Readonly<Record<string, string>> = desk.fields;
  return Object.fromEntries(
    [...names].map((name) => {
      const [part = '', position, field = ''] = name.split('.');
      const isItem = position !== undefined && isList(part);
      return [
        name,
        isItem
          ? `${items[part] ?? part} ${String(Number(position) + 1)}, ${fields[field] ?? field}`
          : (parts[part] ?? part),
      ];
    }),
  );
}

/** Returns keys for the letters of the dictionary that not every keyboard has, and for marks on letters. */
export function letterKeys({ letters, letterKeys: own }: Writing, { singles, lists }: ArticleState): string {
  const words = [singles.headword, ...lists.forms.map((item) => item['form'] ?? '')]
    .join('')
    .normalize('NFD');
  const used = [...letters.map(({ letter }) => letter), ...(words.match(/\p{L}/gu) ?? [])];
  const special = used.filter((letter) => /[^\p{ASCII}]/u.test(letter) && letter.length <= MAX_LETTER_LENGTH);
  const usual = own.length > 0 ? own : USUAL_KEYS;
  return [...new Set([...usual, ...special.map((letter) => letter.toLowerCase()), ...TONE_MARKS])].join(' ');
}

/** Maximum length of a letter with a key of its own, in characters. Longer ones are typed character by character. */
const MAX_LETTER_LENGTH = 4;

/** Keys for dictionaries without an alphabet and a language. */
const USUAL_KEYS = 'ɛ ɔ ŋ ɓ ɗ ƙ ɖ ƒ ɣ ʋ ǝ ẹ ọ ṣ'.split(' ');

/** Tone marks that combine with any letter: acute, grave, circumflex, caron, macron, tilde, dot below. */
const TONE_MARKS = ['\u0301', '\u0300', '\u0302', '\u030c', '\u0304', '\u0303', '\u0323'];
