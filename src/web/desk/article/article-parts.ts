/** The parts of an article in the order of the form, and the fields of their items. */

/** The type of a field: a text, a language tag, a whole number, or a boolean. */
export type InputKind = 'text' | 'lang' | 'whole' | 'yes';

export interface ItemField {
  readonly name: string;
  readonly kind: InputKind;
  /** Whether the field is collapsed. */
  readonly isRare: boolean;
  /** Whether an item without the field is empty. */
  readonly isRequired: boolean;
}

/** Parses field specifications: `name`, followed by `:kind`, then by `?` for rare or `!` for required fields. */
function fields(...specs: readonly string[]): readonly ItemField[] {
  return specs.map((spec) => {
    const [, name = '', kind = 'text', mark] = /^(\w+)(?::(\w+))?([?!])?$/.exec(spec) ?? [];
    return { name, kind: kind as InputKind, isRare: mark === '?', isRequired: mark === '!' };
  });
}

export const SINGLES = ['headword', 'type', 'radical', 'citation', 'homograph', 'morphType'] as const;

export type SingleName = (typeof SINGLES)[number];

/** Only articles with senses show the sense numbers of items. */
const SENSE_NUMBER_FIELD = 'sense:whole?';

export const LISTS = {
  categories: fields('content!', 'number:whole?', SENSE_NUMBER_FIELD),
  classes: fields('pair', 'role', 'prefix', 'value?', SENSE_NUMBER_FIELD),
  variants: fields('headword', 'type', 'form?', 'prefix?', 'radical?', 'suffix?', SENSE_NUMBER_FIELD),
  forms: fields('form!', 'type', SENSE_NUMBER_FIELD),
  senses: fields('number:whole', 'indicator', 'parent:whole?', 'importedId?'),
  translations: fields('lang:lang', 'content!', 'number:whole?', SENSE_NUMBER_FIELD, 'reversal:yes?'),
  definitions: fields('lang:lang', 'content!', 'type?', SENSE_NUMBER_FIELD),
  examples: fields(
    'content',
    'lang:lang',
    'target',
    SENSE_NUMBER_FIELD,
    'number:whole?',
    'reference?',
    'gloss?',
    'translationType?',
    'href?',
  ),
  notes: fields('lang:lang', 'content!', 'type?', SENSE_NUMBER_FIELD),
  usages: fields('lang:lang', 'content!', 'type?', SENSE_NUMBER_FIELD),
  pronunciations: fields('content', 'notation', 'tone?', 'lang:lang?', 'href?', SENSE_NUMBER_FIELD),
  relations: fields('type', 'target', 'gloss?', 'targetSense:whole?', 'ref?', SENSE_NUMBER_FIELD),
  domains: fields('content!', 'scheme?', SENSE_NUMBER_FIELD),
  etymologies: fields('language', 'form', 'gloss', 'content?', 'type?', SENSE_NUMBER_FIELD),
  media: fields('href!', 'label', 'kind?', SENSE_NUMBER_FIELD),
} as const;

export type ListName = keyof typeof LISTS;

export const LIST_NAMES = Object.keys(LISTS) as readonly ListName[];

export type PartName = SingleName | ListName;

/** An item of a list: the texts of its fields by name. */
export type ItemState = Readonly<Record<string, string>>;

/** The content of the form of an article. */
export interface ArticleState {
  readonly singles: Readonly<Record<SingleName, string>>;
  readonly lists: Readonly<Record<ListName, readonly ItemState[]>>;
}

export const EMPTY_STATE: ArticleState = {
  singles: { headword: '', type: '', radical: '', citation: '', homograph: '', morphType: '' },
  lists: Object.fromEntries(LIST_NAMES.map((name) => [name, []])) as unknown as ArticleState['lists'],
};

export function isList(part: string): part is ListName {
  return Object.hasOwn(LISTS, part);
}

/** Returns the kind of a single field: text or number. */
export function kindOfSingle(name: SingleName): InputKind {
  return name === 'homograph' ? 'whole' : 'text';
}

/** Whether an item has only numbers that follow from its position. */
export function isBlank(list: ListName, item: ItemState): boolean {
  const filledFields = LISTS[list].filter(({ name }) => (item[name] ?? '').trim() !== '');
  return filledFields.every(({ kind }) => list !== 'senses' && kind === 'whole');
}

/** Applies the action of a button on a list: `add.forms`, `remove.forms.2`, `up.forms.2`, `down.forms.2`. */
export function changedBy(state: ArticleState, action: string): ArticleState {
  const { verb, part: name, index } = actionIn(action);
  if (!isList(name)) return state;
  const items = [...state.lists[name]];
  if (verb === 'add') items.push(name === 'senses' ? { number: String(items.length + 1) } : {});
  else if (verb === 'remove') items.splice(index, 1);
  else {
    const other = verb === 'up' ? index - 1 : index + 1;
    const [item, neighbour] = [items[index], items[other]];
    if (item && neighbour) [items[index], items[other]] = [neighbour, item];
  }
  return withPart(state, name, items);
}

export function withPart(
  state: ArticleState,
  part: PartName,
  value: string | readonly ItemState[],
): ArticleState {
  return isList(part)
    ? { ...state, lists: { ...state.lists, [part]: value } }
    : { ...state, singles: { ...state.singles, [part]: value } };
}

export function stateOfPart(state: ArticleState, part: PartName): string | readonly ItemState[] {
  return isList(part) ? state.lists[part] : state.singles[part];
}

/** The action of a button in an article form, encoded in the value of the button. */
export interface FormAction {
  /** `add`, `remove`, `up`, `down`, `theirs`, `save` or `preview`. */
  readonly verb: string;
  /** Name of the list; for `theirs`, of the part. */
  readonly part: string;
  /** Index of the item. */
  readonly index: number;
}

/** Parses `add.forms`, `remove.forms.2`, `theirs.headword` or `save`. */
export function actionIn(value: string): FormAction {
  const [verb = '', part = '', index = '0'] = value.split('.');
  return { verb, part, index: Number(index) };
}
