import type { ArticleContent } from '../../reader/data';
import type { ShownArticle } from '../../reader/pages/article-page';
import type { Form } from '../form';
import {
  type ArticleState,
  EMPTY_STATE,
  isBlank,
  isList,
  type ItemState,
  kindOfSingle,
  LIST_NAMES,
  type ListName,
  LISTS,
  stateOfPart,
  type PartName,
  SINGLES,
  withPart,
} from './article-parts';

type Value = string | number | boolean | null;
type Rows = readonly Readonly<Record<string, Value>>[] | null;

/** The typed content as the fragment `DeskContent` selects it. */
export type FormContent = Omit<ArticleContent, ListName | 'entry'> & {
  readonly radical: string | null;
  readonly entry: Readonly<Record<'headword' | 'citation' | 'morphType', string | null>> & {
    readonly homograph: number | null;
    readonly variants: Rows;
  };
  readonly warnings: readonly string[];
} & Readonly<Record<Exclude<ListName, 'variants'>, Rows>>;

/** Returns the content of the form for an article. */
export function stateOf(content: FormContent): ArticleState {
  const { entry, type, radical } = content;
  const singles = { ...entry, type, radical };
  return {
    singles: Object.fromEntries(
      SINGLES.map((name) => [name, inputText(singles[name])]),
    ) as unknown as ArticleState['singles'],
    lists: Object.fromEntries(
      LIST_NAMES.map((name) => [name, formItems(name, name === 'variants' ? entry.variants : content[name])]),
    ) as unknown as ArticleState['lists'],
  };
}

/** Returns the items of a list for the form. */
export function formItems(list: ListName, rows: Rows): readonly ItemState[] {
  return (rows ?? []).map((row) =>
    Object.fromEntries(LISTS[list].map(({ name }) => [name, inputText(row[name] ?? null)])),
  );
}

function inputText(value: Value): string {
  return value === null || value === false ? '' : String(value);
}

const ITEM_FIELD = /^(\w+)\.(\d{1,5})\.(\w+)$/;

/** Reads the state from a submitted form. List items are in order. */
export function stateFrom(form: Form): ArticleState {
  const lists = new Map<string, Map<number, Record<string, string>>>();
  for (const [name, value] of form.entries()) {
    const [, list, position, field] = ITEM_FIELD.exec(name) ?? [];
    if (list === undefined || field === undefined) continue;
    if (!isList(list) || !LISTS[list].some((itemField) => itemField.name === field)) continue;
    const items = lists.get(list) ?? new Map<number, Record<string, string>>();
    const item = items.get(Number(position)) ?? {};
    item[field] = value;
    lists.set(list, items.set(Number(position), item));
  }
  let state = EMPTY_STATE;
  for (const name of SINGLES) state = withPart(state, name, form.text(name));
  for (const name of LIST_NAMES) state = withPart(state, name, [...(lists.get(name)?.values() ?? [])]);
  return state;
}

/**
 * Normalises a submitted state: removes blank items and surrounding white space. An unchanged text keeps its stored spelling, including
 * white space, which browsers do not preserve.
 */
export function normalised(state: ArticleState, before: ArticleState): ArticleState {
  let result = state;
  for (const name of SINGLES)
    result = withPart(result, name, spelledAs([before.singles[name]])(state.singles[name]));
  for (const list of LIST_NAMES) {
    const spellings = LISTS[list].map(
      ({ name }) => [name, spelledAs(before.lists[list].map((item) => item[name] ?? ''))] as const,
    );
    const items = state.lists[list]
      .filter((item) => !isBlank(list, item))
      .map((item) =>
        Object.fromEntries(spellings.map(([name, spelled]) => [name, spelled(item[name] ?? '')])),
      );
    result = withPart(result, list, items);
  }
  return result;
}

/**
 * Returns a function that finds the stored spelling of a text. It indexes the stored texts once, since an article may have thousands of
 * items.
 */
function spelledAs(before: readonly string[]): (text: string) => string {
  const plain = (text: string): string => text.replaceAll('\r\n', '\n').trim();
  // `trim` takes U+FEFF for white space, but browsers preserve it: a text from which it was deleted has changed.
  const key = (text: string): string => plain(text.replaceAll('\uFEFF', '\u2060'));
  // Reversed, because a map keeps the last of equal texts, and the first one counts.
  const spellings = new Map(before.map((text) => [key(text), text] as const).reverse());
  return (text) => spellings.get(key(text)) ?? plain(text);
}

const PART_NAMES: readonly PartName[] = [...SINGLES, ...LIST_NAMES];

/** Returns the parts in which two states differ. */
export function differingParts(a: ArticleState, b: ArticleState): readonly PartName[] {
  return PART_NAMES.filter((part) => textOfPart(a, part) !== textOfPart(b, part));
}

function textOfPart(state: ArticleState, part: PartName): string {
  const value = stateOfPart(state, part);
  if (typeof value === 'string') return value;
  const filled = (item: ItemState) => Object.entries(item).filter(([, text]) => text !== '');
  return JSON.stringify(value.map((item) => filled(item).sort(([a], [b]) => (a < b ? -1 : 1))));
}

/** Returns the faults that are detected before a mutation runs, by field name. */
export function faultsIn(
  state: ArticleState,
  words: { readonly whole: string; readonly required: string },
): Map<string, string> {
  const faults = new Map<string, string>();
  for (const name of SINGLES)
    if (kindOfSingle(name) === 'whole' && !isWhole(state.singles[name])) faults.set(name, words.whole);
  const items = LIST_NAMES.flatMap((list) =>
    state.lists[list].map((item, position) => ({ list, item, path: `${list}.${String(position)}` })),
  );
  for (const { list, item, path } of items)
    for (const { name, kind, isRequired } of LISTS[list]) {
      const text = item[name] ?? '';
      if (kind === 'whole' && !isWhole(text)) faults.set(`${path}.${name}`, words.whole);
      if (isRequired && text.trim() === '' && !isBlank(list, item))
        faults.set(`${path}.${name}`, words.required);
    }
  return faults;
}

function isWhole(text: string): boolean {
  return /^\d{0,9}$/.test(text.trim());
}

/** Converts parts of a normalised state to the input of a mutation. */
export function contentInput(
  state: ArticleState,
  parts: readonly PartName[],
): Readonly<Record<string, unknown>> {
  const input: Record<string, unknown> = {};
  const entry: Record<string, unknown> = {};
  for (const part of parts) {
    const holder =
      part === 'type' || part === 'radical' || (isList(part) && part !== 'variants') ? input : entry;
    holder[part] = isList(part)
      ? state.lists[part].map((item) => typedItem(part, item))
      : typed(kindOfSingle(part), state.singles[part]);
  }
  return Object.keys(entry).length === 0 ? input : { ...input, entry };
}

function typedItem(list: ListName, item: ItemState): Readonly<Record<string, Value>> {
  return Object.fromEntries(LISTS[list].map(({ name, kind }) => [name, typed(kind, item[name] ?? '')]));
}

function typed(kind: string, text: string): Value {
  if (text === '') return null;
  if (kind === 'whole') return Number(text);
  return kind === 'yes' ? true : text;
}

/** Renders the article with the content of the form, as readers would see it. */
export function previewOf(
  state: ArticleState,
  article: Omit<ShownArticle, 'content'> & { readonly content: FormContent },
): ShownArticle {
  const normalisedState = normalised(state, EMPTY_STATE);
  const { headword, radical, type } = normalisedState.singles;
  const lists = Object.fromEntries(
    LIST_NAMES.map((list) => [list, normalisedState.lists[list].map((item) => typedItem(list, item))]),
  );
  const content = {
    ...lists,
    type: typed('text', type),
    entry: { variants: lists['variants'] },
    extra: article.content.extra,
    warnings: article.content.warnings,
  };
  return {
    ...article,
    headword: headword === '' ? article.headword : headword,
    radical: radical === '' ? article.radical : radical,
    content: content as unknown as ArticleContent,
  };
}

/** Returns the name of the form field for the path of a fault: `input.content.translations.0.content`. */
export function fieldNameOf(path: readonly string[]): string {
  const outer = ['input', 'content', 'entry'].reduce(
    (depth, step) => (path[depth] === step && depth < path.length - 1 ? depth + 1 : depth),
    0,
  );
  return path.slice(outer).join('.');
}
