import type { ArticleContent } from '../../domain/article/article-content';
import type { Json, JsonObject } from '../../shared/json';
import { locateItems, typedJson } from '../lens/get-typed';
import { putTyped } from '../lens/put-typed';
import { fieldText, type FoundItem, type Lens, type Row, type TypedItem } from '../lens/typed-item';
import { setCell, type TableRow } from '../tables/table-cells';
import { EXTENDED, EXTENSION, extensionRow } from '../tables/table-lens';
import {
  type CldfOptions,
  type CldfScope,
  type CldfTree,
  entryCells,
  entryRows,
  rowId,
  senseRows,
} from './cldf-columns';
import { type CldfColumn, type CldfShape, columnOf, cellItems } from './cldf-shape';

/** Returns the column of the table of examples that refers to senses or, without such a column, to entries. */
function linkOf({ senses, entries, examples }: CldfShape): CldfColumn | undefined {
  return (
    columnOf(examples, 'senseReference', senses?.url) ?? columnOf(examples, 'entryReference', entries.url)
  );
}

/** Groups examples by the number of the first known sense to which they refer; 0 is the entry. */
function examplesBySense(tree: CldfTree, shape: CldfShape): ReadonlyMap<number, readonly TableRow[]> {
  const link = linkOf(shape);
  const numbers = new Map<string, number>();
  for (const [index, row] of tree.senses.entries()) {
    const id = rowId(row, shape.senses?.columns ?? []);
    if (!numbers.has(id)) numbers.set(id, index + 1);
  }
  const examples = new Map<number, TableRow[]>();
  for (const row of tree.examples) {
    const first = cellItems(row[link?.name ?? ''], link).find((id) => numbers.has(id));
    const number = numbers.get(first ?? '') ?? 0;
    const rows = examples.get(number);
    if (rows) rows.push(row);
    else examples.set(number, [row]);
  }
  return examples;
}

type ExamplePlaces = Readonly<Record<string, CldfColumn | undefined>>;

function examplePlaces({ examples }: CldfShape): ExamplePlaces {
  return {
    content: columnOf(examples, 'primaryText'),
    target: columnOf(examples, 'translatedText'),
    gloss: columnOf(examples, 'gloss'),
    reference: columnOf(examples, 'source'),
  };
}

function writeExample(places: ExamplePlaces, row: TableRow, field: string, value: Json | undefined): boolean {
  const column = places[field];
  if (column === undefined) return false;
  setCell(row, column.name, spelled(fieldText(value), column));
  return true;
}

function exampleRow(options: CldfOptions, { isOfSense }: Pick<Row<CldfScope>, 'isOfSense'>): Row<CldfScope> {
  const { shape } = options;
  const { examples, language } = shape;
  const places = examplePlaces(shape);
  const implied = language === undefined ? {} : { lang: language };
  return {
    member: 'examples',
    path: examples?.url ?? '',
    isOfSense,
    find: (scope) =>
      (scope.examples.get(scope.sense ?? 0) ?? []).flatMap((row): FoundItem[] => {
        const fields = Object.entries(places).flatMap(([field, column]) => {
          const text = cellItems(row[column?.name ?? ''], column).join(' ');
          return text === '' ? [] : [[field, text] as const];
        });
        const item: TypedItem = Object.fromEntries(fields);
        if (!('content' in item) && !('target' in item)) return [];
        return [
          {
            item: 'target' in item ? { ...item, ...implied } : item,
            write: (field, value) => writeExample(places, row, field, value),
            remove: () => scope.tree.examples.splice(scope.tree.examples.indexOf(row), 1),
          },
        ];
      }),
    accepts: (item) =>
      isOfSense &&
      linkOf(shape) !== undefined &&
      Object.keys(item).every((field) => places[field] !== undefined || field === 'lang') &&
      (item['target'] === undefined ? item['lang'] === undefined : item['lang'] === implied.lang),
    make: ({ tree, row }, item) => {
      const made = newExample(tree, row, shape);
      for (const field of Object.keys(places))
        if (item[field] !== undefined) writeExample(places, made, field, item[field]);
      tree.examples.push(made);
    },
  };
}

/** Creates a row that refers to its sense and the language of its entry. */
function newExample(tree: CldfTree, sense: TableRow, shape: CldfShape): TableRow {
  const { entries, senses, examples } = shape;
  const own = rowId(sense, senses?.columns ?? []);
  const id = columnOf(examples, 'id')?.name ?? 'ID';
  const link = linkOf(shape);
  const spokenHere = columnOf(examples, 'languageReference')?.name;
  const spoken = columnOf(entries, 'languageReference')?.name;
  return {
    [id]: `${own}-x${tree.examples.length + 1}`,
    ...(spokenHere !== undefined && spoken !== undefined ? { [spokenHere]: tree.entry[spoken] ?? '' } : {}),
    ...(link ? { [link.name]: own } : {}),
  };
}

/** Spells a text for a cell. In a column with a separator, the words of the text are the items of the cell. */
function spelled(text: string, { separator }: CldfColumn): string {
  return separator === undefined ? text : text.split(' ').join(separator);
}

/** Returns the rows that map CLDF properties to typed members. */
function cldfRows(options: CldfOptions): readonly Row<CldfScope>[] {
  return [
    ...entryRows(options),
    ...senseRows(options),
    exampleRow(options, { isOfSense: true }),
    exampleRow(options, { isOfSense: false }),
    ...EXTENDED.map((member) => entryCells(extensionRow(member))),
  ];
}

let known: { readonly options: CldfOptions; readonly rows: readonly Row<CldfScope>[] } | undefined;

function cldfLens(options: CldfOptions): Lens<CldfTree, CldfScope> {
  if (known?.options !== options) known = { options, rows: cldfRows(options) };
  const { shape } = options;
  return {
    rows: known.rows,
    scopesOf: (tree) => {
      const shared = { tree, examples: examplesBySense(tree, shape) };
      const senses = tree.senses.map(
        (row, index) => [index + 1, { ...shared, row, sense: index + 1 }] as const,
      );
      return { entry: { ...shared, row: tree.entry }, senses: new Map(senses) };
    },
    addSense: ({ entry: { tree } }, { id }) => {
      const { senses } = shape;
      const own = rowId(tree.entry, shape.entries.columns);
      const entry = columnOf(senses, 'entryReference', shape.entries.url)?.name ?? 'Entry_ID';
      const name = columnOf(senses, 'id')?.name ?? 'ID';
      const made = fieldText(id).replace(/[^A-Za-z0-9_-]/gu, '_');
      tree.senses.push({ [name]: made === '' ? `${own}-s${tree.senses.length + 1}` : made, [entry]: own });
    },
    removeSense: ({ entry: { tree } }, number) => {
      tree.senses.splice(number - 1, 1);
    },
  };
}

/** Returns the typed members of a CLDF entry. */
export function getCldf(tree: CldfTree, options: CldfOptions): JsonObject {
  const lens = cldfLens(options);
  return typedJson(locateItems(lens, lens.scopesOf(tree)));
}

/** Changes a CLDF entry so that it has the typed content. All other cells remain. */
export function putCldf(
  tree: CldfTree,
  content: ArticleContent,
  options: CldfOptions,
  readAs?: string,
): CldfTree {
  const copy = structuredClone(tree);
  putTyped(cldfLens(options), copy, content, readAs);
  return copy;
}

/** Returns the names of the columns that are read, by table. */
export function readColumns(options: CldfOptions): ReadonlySet<string> {
  const { entries, senses, examples } = options.shape;
  const read = new Set(['primaryText', 'translatedText', 'gloss', 'source']);
  const link = linkOf(options.shape)?.name;
  const ofExamples = (examples?.columns ?? []).filter(
    ({ name, property = '' }) => read.has(property) || name === link,
  );
  const toEntries = columnOf(senses, 'entryReference', entries.url);
  return new Set([
    ...[...entryRows(options).map(({ path }) => path), EXTENSION].map((name) => `${entries.url}/${name}`),
    ...[...senseRows(options).map(({ path }) => path), toEntries?.name].map(
      (name) => `${senses?.url}/${name}`,
    ),
    ...ofExamples.map(({ name }) => `${examples?.url ?? ''}/${name}`),
  ]);
}
