import type { ArticleContent } from '../../domain/article/article-content';
import { isJsonObject, type Json, type JsonObject } from '../../shared/json';
import { HTML_CELLS, PLAIN_CELLS } from '../html/html-text';
import { itemsIn, listedItems } from '../lens/listed-items';
import { locateItems, typedJson } from '../lens/get-typed';
import { putTyped } from '../lens/put-typed';
import type { Lens, Row, TypedItem } from '../lens/typed-item';
import { columnRow, headwordRows } from './column-row';
import { tableExampleRow } from './table-examples';
import { isErrorCell, setCell, type TableRow } from './table-cells';
import { type ColumnMap, type ColumnMeaning, COLUMN_TARGETS } from './column-map';

/** The column for data without a column of its own: JSON with the names of typed lists. */
export const EXTENSION_COLUMN = 'griot';

/** Lists that this column may contain. */
export const EXTENDED = [
  ...[
    'type',
    'radical',
    'categories',
    'classes',
    'forms',
    'translations',
    'examples',
    'variants',
    'definitions',
  ],
  ...['notes', 'usages', 'pronunciations', 'relations', 'domains', 'etymologies', 'media', 'entry'],
];

/** The typed lists that a table with these columns can hold. */
export function listsOfColumns({ columns }: ColumnMap, header: readonly string[]): ReadonlySet<string> {
  const targets = Object.values(columns).map(
    ({ to }) => COLUMN_TARGETS[to === 'exampleTranslations' ? 'examples' : to],
  );
  return new Set([
    ...targets.flatMap((place) => place?.member ?? []),
    ...(header.includes(EXTENSION_COLUMN) ? EXTENDED : []),
  ]);
}

/** Maps items without a column, as JSON in the extension column. */
export function extensionColumnRow(member: string): Row<TableRow> {
  return {
    member,
    path: EXTENSION_COLUMN,
    isOfSense: false,
    find: (row) =>
      listedItems(extensionItems(row, member), (left) => {
        extend(row, member, left);
      }),
    accepts: () => true,
    make: (row, item) => {
      extend(row, member, [...extensionItems(row, member), item]);
    },
  };
}

function membersIn(row: TableRow): JsonObject {
  if (row[EXTENSION_COLUMN] === undefined) return {};
  try {
    const members = JSON.parse(row[EXTENSION_COLUMN]) as Json;
    return isJsonObject(members) ? members : {};
  } catch {
    return {};
  }
}

/** Returns the identifier of an article in the extension column, which replaces a missing or wrong one. */
export function extensionId(row: TableRow): string | undefined {
  return extensionText(row, 'id');
}

/** Returns a text in the extension column. */
export function extensionText(row: TableRow, name: string): string | undefined {
  const text = membersIn(row)[name];
  return typeof text === 'string' ? text : undefined;
}

export function setExtensionText(row: TableRow, name: string, text: string | undefined): void {
  const others = Object.entries(membersIn(row)).filter(([other]) => other !== name);
  const members = text === undefined ? others : [...others, [name, text]];
  setCell(row, EXTENSION_COLUMN, members.length > 0 ? JSON.stringify(Object.fromEntries(members)) : '');
}

/** Returns the identifier of the article of a row. @param column the column of identifiers, if any */
export function idIn(row: TableRow, column: string | undefined): string | undefined {
  const cell = column === undefined ? undefined : row[column];
  return extensionId(row) ?? (isErrorCell(cell?.trim() ?? '') ? undefined : cell);
}

export function setExtensionId(row: TableRow, id: string): void {
  setExtensionText(row, 'id', id);
}

function extensionItems(row: TableRow, member: string): readonly TypedItem[] {
  const items = membersIn(row)[member];
  return items === undefined ? [] : itemsIn(JSON.stringify(items));
}

function extend(row: TableRow, member: string, items: readonly TypedItem[]): void {
  const others = Object.entries(membersIn(row)).filter(([name]) => name !== member);
  const members = items.length > 0 ? [...others, [member, items]] : others;
  setCell(row, EXTENSION_COLUMN, members.length > 0 ? JSON.stringify(Object.fromEntries(members)) : '');
}

/** The rows of an article. Only a table whose rows continue articles has several. */
export type ArticleRows = readonly [TableRow, ...TableRow[]];

/** The scope of a row: the word, or the sense with the number. */
interface RowScope {
  readonly row: TableRow;
  readonly sense?: number;
}

/** Cache of the lens for the last map. All one-row articles of a table share it. */
let known: { readonly map: ColumnMap; readonly lens: Lens<TableRow[], RowScope> } | undefined;

function tableLens(rows: readonly TableRow[], map: ColumnMap): Lens<TableRow[], RowScope> {
  if (rows.length > 1) return sensesLens(rows, map);
  if (known?.map !== map) known = { map, lens: lensFor(map) };
  return known.lens;
}

/** Returns the lens for an article with one row, in which each sense has columns of its own. */
function lensFor(map: ColumnMap): Lens<TableRow[], RowScope> {
  const cells = cellRows(map);
  const senses = new Set(cells.flatMap(({ sense }) => sense ?? []));
  return {
    rows: [...cells.map(({ row, sense }) => inScope(row, sense)), ...extensions()],
    scopesOf: ([row = {}]) => ({
      entry: { row },
      senses: new Map([...senses].sort((a, b) => a - b).map((sense) => [sense, { row, sense }])),
    }),
    addSense: () => undefined,
    removeSense: () => undefined,
  };
}

/** @param sense the only sense of the columns */
function inScope(row: Row<TableRow>, sense?: number): Row<RowScope> {
  const isMeant = (scope?: RowScope) => sense === undefined || scope?.sense === sense;
  return {
    ...row,
    isOfSense: sense !== undefined,
    find: (scope, before) => (isMeant(scope) ? row.find(scope.row, before) : []),
    accepts: (item, scope) => isMeant(scope) && row.accepts(item, scope?.row),
    make: (scope, item) => {
      row.make(scope.row, item);
    },
  };
}

const extensions = (): readonly Row<RowScope>[] =>
  EXTENDED.map((member) => inScope(extensionColumnRow(member)));

interface CellRow {
  readonly row: Row<TableRow>;
  readonly sense: number | undefined;
}

/** Maps the columns to rows of a lens. */
function cellRows({ columns, cells }: ColumnMap): readonly CellRow[] {
  const spelling = cells === 'html' ? HTML_CELLS : PLAIN_CELLS;
  const meanings = Object.entries(columns);
  const ofExamples = (meaning: ColumnMeaning) =>
    meaning.to === 'examples' || meaning.to === 'exampleTranslations';
  const byNumber = new Map<string, (typeof meanings)[number][]>();
  for (const column of meanings.filter(([, meaning]) => ofExamples(meaning))) {
    const key = `${column[1].sense ?? 0}.${column[1].n ?? 1}`;
    byNumber.set(key, [...(byNumber.get(key) ?? []), column]);
  }
  const senseColumns = meanings.flatMap(([column, meaning]) =>
    meaning.numbered === true && !ofExamples(meaning) ? [column] : [],
  );
  const examples = [...byNumber.values()].map((columns) => {
    const columnsOf = (to: string) => columns.filter(([, meaning]) => meaning.to === to);
    const row = tableExampleRow({
      spelling,
      numbered: columns.some(([, { numbered }]) => numbered === true),
      senseColumns,
      content: columnsOf('examples')[0]?.[0],
      targets: columnsOf('exampleTranslations').map(([column, { lang }]) => [column, lang?.toLowerCase()]),
    });
    return { row, sense: columns[0]?.[1].sense };
  });
  return [
    ...meanings
      .filter(([, meaning]) => meaning.to !== 'id' && !ofExamples(meaning))
      .flatMap(([column, meaning]) => {
        const isSplit = meaning.to === 'headword' && meaning.split !== undefined;
        const rows = isSplit
          ? headwordRows(column, meaning, spelling)
          : [columnRow(column, meaning, COLUMN_TARGETS[meaning.to], spelling)];
        return rows.map((row) => ({ row, sense: meaning.sense }));
      }),
    ...examples,
  ];
}

/** Lists that only the first row of an article contains. */
export const OF_FIRST_ROW: ReadonlySet<string> = new Set(['entry', 'variants', 'type', 'radical']);

/** Lists that belong to the word in the first row of an article, and to a sense in the following rows. */
const OF_WORD: ReadonlySet<string> = new Set([
  ...['categories', 'classes', 'forms', 'pronunciations', 'etymologies', 'media'],
]);

/**
 * Returns the lens for an article with several rows, each of which is a sense. Rows are never removed, since they may have unread cells.
 */
function sensesLens(rows: readonly TableRow[], map: ColumnMap): Lens<TableRow[], RowScope> {
  const [first] = rows;
  const cells = cellRows(withoutNumbers(map)).map(({ row }) => inScope(row));
  const ofSenses = cells.flatMap((row): readonly Row<RowScope>[] => {
    if (OF_FIRST_ROW.has(row.member)) return [];
    if (!OF_WORD.has(row.member)) return [{ ...row, isOfSense: true }];
    return [
      {
        ...row,
        isOfSense: true,
        find: (scope, before) => (scope.row === first ? [] : row.find(scope, before)),
        accepts: (item, scope) => scope?.row !== first && row.accepts(item, scope),
      },
    ];
  });
  const ofEntry = cells.filter(({ member }) => OF_FIRST_ROW.has(member) || OF_WORD.has(member));
  let tree: TableRow[] = [];
  return {
    rows: [...ofEntry, ...ofSenses, ...extensions()],
    scopesOf: (rows) => {
      tree = rows;
      return {
        entry: { row: rows[0] ?? {} },
        senses: new Map(rows.map((row, index) => [index + 1, { row }])),
      };
    },
    addSense: (_, { number }) => {
      if (typeof number === 'number' && number > tree.length) tree.push({});
    },
    removeSense: () => undefined,
  };
}

/** Returns the columns without numbered senses: where each row is a sense, its cells have no others. */
function withoutNumbers(map: ColumnMap): ColumnMap {
  const columns = Object.entries(map.columns).map(
    ([name, meaning]) => [name, { ...meaning, numbered: false }] as const,
  );
  return { ...map, columns: Object.fromEntries(columns) };
}

/** Returns the typed members of the rows of an article. */
export function getRows(rows: ArticleRows, map: ColumnMap): JsonObject {
  const lens = tableLens(rows, map);
  return typedJson(locateItems(lens, lens.scopesOf([...rows])));
}

/** Changes the rows so that they have the typed content. All other cells remain. */
export function putRows(
  rows: ArticleRows,
  content: ArticleContent,
  map: ColumnMap,
  readAs?: string,
): ArticleRows {
  const copies = rows.map((row) => ({ ...row })) as [TableRow, ...TableRow[]];
  putTyped(tableLens(copies, map), copies, content, readAs);
  return copies;
}

/** Returns the rows as the tree of an article: a single row, or a list. */
export function treeOfRows(rows: ArticleRows): Json {
  return rows.length === 1 ? rows[0] : [...rows];
}

/** Returns the rows of an article that was imported from a table. */
export function rowsOfTree(tree: Json): ArticleRows | undefined {
  const rows = Array.isArray(tree) ? tree : [tree];
  const areCells = (row: Json | undefined) =>
    isJsonObject(row) && Object.values(row).every((cell) => typeof cell === 'string');
  return rows.length > 0 && rows.every(areCells) ? (rows as unknown as ArticleRows) : undefined;
}
