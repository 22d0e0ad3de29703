import type { ArticleContent } from '../../domain/article/article-content';
import type { Json, JsonObject } from '../../shared/json';
import { locateItems, typedJson } from '../lens/get-typed';
import { putTyped } from '../lens/put-typed';
import { fieldText, type FoundItem, type Lens, type Row, type TypedItem } from '../lens/typed-item';
import { setCell, type TableRow } from '../tables/table-examples';
import { columnRow, EXTENDED, extensionRow } from '../tables/table-lens';
import { type CldfColumn, type CldfShape, columnOf, itemsOf } from './cldf-shape';

/** An entry with the rows that belong to it. */
export interface CldfTree {
  readonly entry: TableRow;
  readonly senses: TableRow[];
  readonly examples: TableRow[];
}

interface CldfScope {
  readonly tree: CldfTree;
  readonly row: TableRow;
  readonly sense?: number;
}

/** What a row of CLDF asks of its dictionary. */
export interface CldfOptions {
  readonly shape: CldfShape;
  /** Addresses and kinds of recordings and pictures. */
  readonly media: Readonly<Record<string, { readonly href: string; readonly kind: string }>>;
}

/** A row over the cells of the entry, or of a sense. */
function overCells(row: Row<TableRow>, isOfSense: boolean): Row<CldfScope> {
  return {
    ...row,
    isOfSense,
    accepts: (item, scope) => row.accepts(item, scope?.row),
    find: (scope, before) => row.find(scope.row, before),
    make: (scope, item) => {
      row.make(scope.row, item);
    },
  };
}

function splitBy(column: CldfColumn): { readonly split?: string } {
  return column.separator === undefined ? {} : { split: column.separator };
}

/** The identifier of a row. */
export function idOf(row: TableRow, columns: readonly CldfColumn[]): string {
  return row[columns.find(({ property }) => property === 'id')?.name ?? 'ID'] ?? '';
}

function entryRows({ shape, media }: CldfOptions): readonly Row<CldfScope>[] {
  return shape.entries.columns.flatMap((column) => {
    const { name, property, target } = column;
    if (property === 'id')
      return [overCells(columnRow(name, { to: 'id' }, { member: 'entry', field: 'id' }), false)];
    if (property === 'headword') return [overCells(columnRow(name, { to: 'headword' }), false)];
    if (property === 'partOfSpeech')
      return [overCells(columnRow(name, { to: 'categories', ...splitBy(column) }), false)];
    if (property === 'mediaReference') return [mediaRow(column, media, false)];
    if (target !== shape.entries.url) return [];
    const place = { member: 'relations', field: 'ref' };
    return [overCells(columnRow(name, { to: 'relations', type: name, ...splitBy(column) }, place), false)];
  });
}

/** Recordings and pictures stand in a table of their own, which is not changed. */
function mediaRow(column: CldfColumn, media: CldfOptions['media'], isOfSense: boolean): Row<CldfScope> {
  return {
    member: 'media',
    path: column.name,
    isOfSense,
    find: ({ row }) =>
      itemsOf(row[column.name], column).flatMap((id) => {
        const found = Object.hasOwn(media, id) ? media[id] : undefined;
        return found ? [{ item: { ...found }, write: () => false, remove: () => undefined }] : [];
      }),
    accepts: () => false,
    make: () => undefined,
  };
}

function senseRows({ shape, media }: CldfOptions): readonly Row<CldfScope>[] {
  const { senses, language } = shape;
  const description = columnOf(senses, 'description');
  const meaning = { to: 'translations', split: ';', ...(language === undefined ? {} : { lang: language }) };
  return [
    {
      member: 'senses',
      path: 'ID',
      isOfSense: true,
      find: ({ row, sense }) => [
        {
          item: { number: sense ?? 0, id: idOf(row, senses?.columns ?? []) },
          write: () => false,
          remove: () => undefined,
        },
      ],
      accepts: () => false,
      make: () => undefined,
    },
    ...(description ? [overCells(columnRow(description.name, meaning), true)] : []),
    ...(senses?.columns ?? []).flatMap((column) =>
      column.property === 'mediaReference' ? [mediaRow(column, media, true)] : [],
    ),
  ];
}

/** The column of examples that names their senses, or their entries. */
function linkOf({ senses, entries, examples }: CldfShape): CldfColumn | undefined {
  return (
    columnOf(examples, 'senseReference', senses?.url) ?? columnOf(examples, 'entryReference', entries.url)
  );
}

/** Examples of a sense, each with the first of its senses; of the entry, where they name entries or an unknown sense. */
function examplesIn({ tree, row, sense }: CldfScope, { shape }: CldfOptions): readonly TableRow[] {
  const link = linkOf(shape);
  const ids = tree.senses.map((one) => idOf(one, shape.senses?.columns ?? []));
  const own = idOf(row, shape.senses?.columns ?? []);
  return tree.examples.filter((example) => {
    const first = itemsOf(example[link?.name ?? ''], link).find((id) => ids.includes(id));
    return sense === undefined ? first === undefined : first === own;
  });
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

function exampleRow(options: CldfOptions, isOfSense: boolean): Row<CldfScope> {
  const { shape } = options;
  const { examples, language } = shape;
  const places = examplePlaces(shape);
  const implied = language === undefined ? {} : { lang: language };
  return {
    member: 'examples',
    path: examples?.url ?? '',
    isOfSense,
    find: (scope) =>
      examplesIn(scope, options).flatMap((row): FoundItem[] => {
        const fields = Object.entries(places).flatMap(([field, column]) => {
          const text = itemsOf(row[column?.name ?? ''], column).join(' ');
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

/** A row that names its sense, and the language of its entry. */
function newExample(tree: CldfTree, sense: TableRow, shape: CldfShape): TableRow {
  const { entries, senses, examples } = shape;
  const own = idOf(sense, senses?.columns ?? []);
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

/** Items of a list are words there. */
function spelled(text: string, { separator }: CldfColumn): string {
  return separator === undefined ? text : text.split(' ').join(separator);
}

/** The table of CLDF: what is read from which property, and written there. */
function cldfRows(options: CldfOptions): readonly Row<CldfScope>[] {
  return [
    ...entryRows(options),
    ...senseRows(options),
    exampleRow(options, true),
    exampleRow(options, false),
    ...EXTENDED.map((member) => overCells(extensionRow(member), false)),
  ];
}

let known: { readonly options: CldfOptions; readonly rows: readonly Row<CldfScope>[] } | undefined;

function cldfLens(options: CldfOptions): Lens<CldfTree, CldfScope> {
  if (known?.options !== options) known = { options, rows: cldfRows(options) };
  const { shape } = options;
  return {
    rows: known.rows,
    scopesOf: (tree) => ({
      entry: { tree, row: tree.entry },
      senses: new Map(tree.senses.map((row, index) => [index + 1, { tree, row, sense: index + 1 }])),
    }),
    addSense: ({ entry: { tree } }, { id }) => {
      const { senses } = shape;
      const own = idOf(tree.entry, shape.entries.columns);
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

/** The typed members that an entry of CLDF gives. */
export function getCldf(tree: CldfTree, options: CldfOptions): JsonObject {
  const lens = cldfLens(options);
  return typedJson(locateItems(lens, lens.scopesOf(tree)));
}

/** An entry of CLDF changed so that it gives the typed content; all other cells stay. */
export function putCldf(tree: CldfTree, content: ArticleContent, options: CldfOptions): CldfTree {
  const copy = structuredClone(tree);
  putTyped(cldfLens(options), copy, content);
  return copy;
}

/** Columns that are read, by their tables. */
export function readColumns({ shape }: CldfOptions): ReadonlySet<string> {
  const { entries, senses, examples } = shape;
  const ofEntries = ['id', 'headword', 'partOfSpeech', 'mediaReference'];
  const ofSenses = ['id', 'description', 'entryReference', 'mediaReference'];
  const ofExamples = ['primaryText', 'translatedText', 'gloss', 'source'];
  const link = linkOf(shape)?.name;
  const pathsOf = (table: typeof senses, properties: readonly string[]) =>
    (table?.columns ?? [])
      .filter(
        ({ name, property = '', target }) =>
          properties.includes(property) ||
          (table === entries ? target === entries.url : table === examples && name === link),
      )
      .map(({ name }) => `${table?.url ?? ''}/${name}`);
  return new Set([
    ...pathsOf(entries, ofEntries),
    ...pathsOf(senses, ofSenses),
    ...pathsOf(examples, ofExamples),
    `${entries.url}/griot`,
  ]);
}
