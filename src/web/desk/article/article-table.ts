import { html, type Html, type Part } from '../../../shared/html';
import { fillText } from '../../locale-texts';
import { withQuery } from '../../reader/addresses';
import { headwordAttributes, langAttribute } from '../../reader/languages';
import { deskArticle, deskDictionary } from '../addresses';
import { type ArticleRow, type DictionaryHead, mayEdit } from '../data';
import { field, hidden, csrfField } from '../fields';
import type { Form } from '../form';
import type { DeskContext } from '../desk-context';
import { type ListName, LISTS } from './article-parts';
import { formItems } from './article-state';
import { BULK_ACTIONS, chosenValue } from './bulk-page';

/** Filter and order of the table. */
export interface Criteria {
  readonly q: string;
  readonly letter: string;
  readonly state: string;
  readonly category: string;
  readonly sort: string;
  readonly page: string;
}

const CRITERIA_NAMES = [
  'q',
  'letter',
  'state',
  'category',
  'sort',
  'page',
] as const satisfies readonly (keyof Criteria)[];

export function criteriaFrom(value: (name: string) => string): Criteria {
  return Object.fromEntries(CRITERIA_NAMES.map((name) => [name, value(name)])) as unknown as Criteria;
}

/** Returns the URL of a table row from the fields of its form. */
export function rowAddress(
  form: Form,
  { dictionaryId, number }: ArticleRow | EditedRow,
  done: string,
): string {
  const criteria = criteriaFrom((name) => form.word(`back.${name}`));
  return `${withQuery(deskDictionary(dictionaryId), { ...criteria, done })}#${rowId(number)}`;
}

type EditedRow = Pick<ArticleRow, 'dictionaryId' | 'number'>;

function rowId(number: number): string {
  return `article-${String(number)}`;
}

/** The lists with texts that a row corrects. */
const ROW_LISTS = ['categories', 'translations'] as const satisfies readonly ListName[];

/** The parts of an article that its row corrects. */
export const ROW_PARTS = ['headword', ...ROW_LISTS] as const;

export interface ArticleTable {
  readonly dictionary: DictionaryHead;
  readonly rows: readonly ArticleRow[];
  readonly criteria: Criteria;
}

/** The table of articles. Editors select articles and correct single rows in it. */
export function articleTable(context: DeskContext, table: ArticleTable): Html {
  const { desk, texts } = context.locale;
  const { dictionary, rows, criteria } = table;
  const canEdit = mayEdit(dictionary);
  const isReversed = criteria.sort === 'desc';
  const reversed = withQuery(deskDictionary(dictionary.dictionaryId), {
    ...criteria,
    page: '',
    sort: isReversed ? '' : 'desc',
  });
  // Search results are ordered by rank.
  const order = criteria.q === '' && html`aria-sort="${isReversed ? 'descending' : 'ascending'}"`;
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${desk.articles}">
      <table>
        <thead>
          <tr>
            ${canEdit && html`<th scope="col"><span class="unseen">${desk.select}</span></th>`}
            <th scope="col" ${order}>
              ${criteria.q === '' ? html`<a href="${reversed}">${desk.headword} ${isReversed ? '↑' : '↓'}</a>` : desk.headword}
            </th>
            <th scope="col">${texts.category}</th>
            <th scope="col">${texts.translations}</th>
            <th scope="col">${desk.state}</th>
            ${canEdit && html`<th scope="col">${desk.change}</th>`}
          </tr>
        </thead>
        <tbody>
          ${rows.map((row) => articleRow(context, table, row))}
        </tbody>
      </table>
    </div>
    ${canEdit && bulkForm(context, dictionary)}`;
}

function articleRow(context: DeskContext, { dictionary, criteria }: ArticleTable, row: ArticleRow): Html {
  const { desk, texts } = context.locale;
  const { headword, number, content, isDisabled } = row;
  const canEdit = mayEdit(dictionary);
  const name = headword ?? fillText(texts.noHeadword, { n: number }).text;
  if (canEdit && context.query('edit') === String(number)) return editedRow(context, row, criteria);
  const edit = withQuery(deskDictionary(dictionary.dictionaryId), { ...criteria, edit: number });
  return html`<tr id="${rowId(number)}">
    ${
      canEdit &&
      html`<td>
        <input
          type="checkbox"
          form="bulk"
          name="article"
          value="${chosenValue(row)}"
          aria-label="${desk.select} ${name}"
        />
      </td>`
    }
    <th scope="row">
      <a href="${deskArticle(row)}" ${headword !== null && headwordAttributes(dictionary)}>${name}</a>
    </th>
    <td>${content.categories.map((category) => category.content).join(', ')}</td>
    <td>
      ${content.translations.slice(0, 4).map((translation, i) => html`${i > 0 && ' · '}<span ${langAttribute(translation.lang)}>${translation.content}</span>`)}
    </td>
    <td>${isDisabled && html`<span class="tag">${desk.isHidden}</span>`}</td>
    ${
      canEdit &&
      html`<td>
        <a href="${edit}#${rowId(number)}"
          >${desk.correct} <span class="unseen" lang="" dir="auto">${name}</span></a
        >
      </td>`
    }
  </tr>`;
}

/** Returns a row with its own form. The visible texts can be changed; hidden fields contain the rest of their items. */
function editedRow(context: DeskContext, row: ArticleRow, criteria: Criteria): Html {
  const { desk, texts } = context.locale;
  const { number, revision, content, dictionaryId } = row;
  const back: readonly Part[] = CRITERIA_NAMES.map(
    (name) => criteria[name] !== '' && hidden(`back.${name}`, criteria[name]),
  );
  const items = ROW_LISTS.flatMap((list) =>
    formItems(list, content[list]).map((item, position) =>
      LISTS[list].map(({ name }) => {
        const at = `${list}.${String(position)}.${name}`;
        const value = item[name] ?? '';
        if (name !== 'content') return value !== '' && hidden(at, value);
        const language = item['lang'] ? ` (${item['lang']})` : '';
        const label = `${list === 'categories' ? texts.category : desk.items.translations}${language}`;
        return field({ name: at, label, value, more: html`dir="auto" autocomplete="off"` });
      }),
    ),
  );
  return html`<tr id="${rowId(number)}">
    <td colspan="6">
      <form method="post" action="${deskArticle(row, 'row')}" enctype="multipart/form-data">
        ${csrfField(context)} ${hidden('revision', revision)} ${back}
        <div class="row">
          ${field({ name: 'headword', label: desk.headword, value: content.entry.headword ?? '', more: html`dir="auto" autocomplete="off" autofocus` })}
          ${items}
        </div>
        <p class="actions">
          <button>${desk.saveRow}</button>
          <a class="button plain" href="${withQuery(deskDictionary(dictionaryId), { ...criteria })}"
            >${desk.leaveRow}</a
          >
        </p>
      </form>
    </td>
  </tr>`;
}

/** The form of the check boxes in the table. */
function bulkForm(context: DeskContext, { dictionaryId }: DictionaryHead): Html {
  const { desk } = context.locale;
  return html`<form id="bulk" class="inline" method="post" action="${deskDictionary(dictionaryId, 'bulk')}">
    ${csrfField(context)}
    <fieldset class="item">
      <legend>${desk.chosenArticles}</legend>
      <p class="actions">
        ${BULK_ACTIONS.map((action) => html`<button class="plain" name="do" value="${action}">${desk.bulk[action]}</button>`)}
      </p>
    </fieldset>
  </form>`;
}
