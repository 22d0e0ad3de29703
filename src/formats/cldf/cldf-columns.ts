import { fieldText, type FoundItem, type Row } from '../lens/typed-item';
import { type RelationTargets, withTargets } from '../lens/relation-targets';
import type { ColumnMeaning } from '../tables/column-map';
import { headingMeaning } from '../headings/headings';
import { languageNamed } from '../headings/language-names';
import { setCell, type TableRow } from '../tables/table-cells';
import { columnRow } from '../tables/column-row';
import { extensionText, setExtensionText } from '../tables/table-lens';
import { type CldfColumn, type CldfShape, columnOf, cellValues } from './cldf-shape';

/** An entry, or a form of a word list, with its rows in other tables. */
export interface CldfTree {
  readonly entry: TableRow;
  readonly senses: TableRow[];
  readonly examples: TableRow[];
}

export interface CldfScope {
  readonly tree: CldfTree;
  readonly row: TableRow;
  readonly sense?: number;
  /** The examples by the number of their sense; 0 for examples of the entry. */
  readonly examples: ReadonlyMap<number, readonly TableRow[]>;
}

/** Properties of a CLDF dictionary that the reader of its rows needs. */
export interface CldfOptions {
  readonly shape: CldfShape;
  /** URLs and kinds of recordings and pictures, by identifier. */
  readonly media: Readonly<Record<string, { readonly href: string; readonly kind: string }>>;
  /** Names of concepts and, if a word list has several languages, of languages. */
  readonly concepts?: Readonly<Record<string, string>>;
  readonly languages?: Readonly<Record<string, string>>;
  /** The words of entries and senses to which others point. */
  readonly targets?: RelationTargets;
}

/** The table in which a column is: that of entries or forms, or that of senses. */
type ColumnTable = Pick<Row<CldfScope>, 'isOfSense'>;

const OF_ENTRY: ColumnTable = { isOfSense: false };
const OF_SENSE: ColumnTable = { isOfSense: true };

/** Adapts a row to the cells of the entry. */
export function entryCells(row: Row<TableRow>): Row<CldfScope> {
  return overCells(row, OF_ENTRY);
}

function senseCells(row: Row<TableRow>): Row<CldfScope> {
  return overCells(row, OF_SENSE);
}

function overCells(row: Row<TableRow>, { isOfSense }: ColumnTable): Row<CldfScope> {
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

/** The identifier of a row. */
export function rowId(row: TableRow, columns: readonly CldfColumn[]): string {
  return row[columns.find(({ property }) => property === 'id')?.name ?? 'ID'] ?? '';
}

type Rows = readonly Row<CldfScope>[];

function splitBy({ separator }: CldfColumn): { readonly split?: string } {
  return separator === undefined ? {} : { split: separator };
}

/** Meanings of CLDF properties. */
const PROPERTIES: Readonly<Record<string, string>> = {
  headword: 'headword',
  form: 'headword',
  partOfSpeech: 'categories',
  segments: 'pronunciations',
  comment: 'notes',
};

/** Returns the columns of the table of entries or forms. */
export function entryRows(options: CldfOptions): Rows {
  const { shape } = options;
  const toId = { member: 'entry', field: 'id' };
  return shape.entries.columns.flatMap((column): Rows => {
    const { name, property = '', separator } = column;
    if (property === 'id') return [entryCells(columnRow(name, { to: 'id' }, toId))];
    if (property === 'parameterReference') return [conceptRow(column, options)];
    if (property === 'languageReference') return options.languages ? [languageRow(column, options)] : [];
    const to = Object.hasOwn(PROPERTIES, property) ? PROPERTIES[property] : undefined;
    if (to === undefined) return otherRows(column, options, OF_ENTRY);
    // The segments of a word are read as one text, even if the column has a separator.
    const split = to === 'pronunciations' || separator === undefined ? {} : { split: separator };
    return [entryCells(columnRow(name, { to, ...split }))];
  });
}

/** Returns the columns of the table of senses. */
export function senseRows(options: CldfOptions): Rows {
  const { senses, language, entries } = options.shape;
  const description = columnOf(senses, 'description');
  const toEntry = columnOf(senses, 'entryReference', entries.url);
  const meaning = { to: 'translations', split: ';', ...(language === undefined ? {} : { lang: language }) };
  const others = (senses?.columns ?? []).filter((column) => column !== toEntry && column !== description);
  return [
    {
      member: 'senses',
      path: senses?.columns.find(({ property }) => property === 'id')?.name ?? 'ID',
      isOfSense: true,
      find: ({ row, sense }) => [readOnly({ number: sense ?? 0, id: rowId(row, senses?.columns ?? []) })],
      accepts: () => false,
      make: () => undefined,
    },
    ...(description ? [senseCells(columnRow(description.name, meaning))] : []),
    ...others.flatMap((column): Rows => {
      if (column.property === 'id') return [];
      if (column.property === 'comment')
        return [senseCells(columnRow(column.name, { to: 'notes', ...splitBy(column) }))];
      return otherRows(column, options, OF_SENSE);
    }),
  ];
}

function readOnly(item: FoundItem['item']): FoundItem {
  return { item, write: () => false, remove: () => undefined };
}

/** Relation types of columns that refer to entries, by their Dictionaria names. */
const RELATION_COLUMNS: Readonly<Record<string, string>> = {
  entry_ids: 'see',
  main_entry: 'main',
  contains: 'component',
  synonym: 'synonym',
  synonyms: 'synonym',
  antonym: 'antonym',
  antonyms: 'antonym',
  synonym_ids: 'synonym',
  antonym_ids: 'antonym',
  sense_ids: 'see',
};

/** Reads columns that refer to a table, and columns without a CLDF property. */
function otherRows(column: CldfColumn, options: CldfOptions, table: ColumnTable): Rows {
  const { name, property, target } = column;
  const { entries, senses, media } = options.shape;
  if (property === 'mediaReference' || (media && target === media.url))
    return [mediaRow(column, options.media, table)];
  if (target === entries.url || (target !== undefined && target === senses?.url)) {
    const known = name.toLowerCase();
    const type = (Object.hasOwn(RELATION_COLUMNS, known) ? RELATION_COLUMNS[known] : undefined) ?? name;
    const place = { member: 'relations', field: 'ref' };
    const cells = columnRow(name, { to: 'relations', type, ...splitBy(column) }, place);
    return [withTargets(overCells(cells, table), options.targets)];
  }
  if (property !== undefined || target !== undefined) return [];
  const meaning = namedMeaning(column);
  return meaning ? [overCells(columnRow(name, meaning), table)] : [];
}

/** Lists that a column without a CLDF property may contain. The other lists have properties. */
const NAMED_LISTS: ReadonlySet<string> = new Set([
  ...['variants', 'pronunciations', 'tone', 'definitions', 'notes', 'usages', 'domains', 'etymologies'],
  ...['classes', 'forms', 'relations'],
]);

/** Lists of which a cell may hold several items. If the metadata name no separator, that of Dictionaria is used. */
const SEVERAL: ReadonlySet<string> = new Set(['variants', 'domains', 'forms', 'relations']);

/** Returns the meaning of a column by its name or title, as for other tables. */
function namedMeaning({ name, title = '', separator }: CldfColumn): ColumnMeaning | undefined {
  if (/^scientific_?name$/iu.test(name)) return { to: 'notes', type: 'scientific-name' };
  if (/^literal_?meaning$/iu.test(name)) return { to: 'notes', type: 'literal' };
  if (/^phonemic(?:_form)?$/iu.test(name)) return { to: 'pronunciations' };
  const translated = translationLanguage({ name, title });
  if (translated) return { to: 'translations', ...translated, split: ';' };
  const meaning = [name, title]
    .map((name) => headingMeaning(name))
    .find((meaning) => NAMED_LISTS.has(meaning?.to ?? ''));
  const split = separator ?? (meaning && SEVERAL.has(meaning.to) ? ';' : undefined);
  return meaning && { ...meaning, ...(split === undefined ? {} : { split }) };
}

/** Returns the language of a column with further translations, which its title names; `undefined` for other columns. */
export function translationLanguage({
  name,
  title = '',
}: Pick<CldfColumn, 'name' | 'title'>): { readonly lang?: string } | undefined {
  if (!/^alt_translation\d*$/u.test(name)) return undefined;
  const lang = headingMeaning(title)?.lang ?? languageNamed(title);
  return lang === undefined ? {} : { lang };
}

/** Reads references to recordings and pictures. Their table is not changed. */
function mediaRow(column: CldfColumn, media: CldfOptions['media'], table: ColumnTable): Row<CldfScope> {
  return {
    member: 'media',
    path: column.name,
    ...table,
    find: ({ row }) =>
      cellValues(row[column.name], column).flatMap((id) => {
        const medium = ownValue(media, id);
        return medium ? [readOnly({ ...medium })] : [];
      }),
    accepts: () => false,
    make: () => undefined,
  };
}

function ownValue<T>(names: Readonly<Record<string, T>> = {}, id: string): T | undefined {
  return Object.hasOwn(names, id) ? names[id] : undefined;
}

/** The member of the extension with a text that replaces the name of the concept, since many forms share the concept. */
const CONCEPT = 'concept';

/** Reads the concept that a form of a word list expresses as its translation. */
function conceptRow(column: CldfColumn, { shape, concepts }: CldfOptions): Row<CldfScope> {
  const { language } = shape;
  return {
    member: 'translations',
    path: column.name,
    isOfSense: false,
    find: ({ row }) => {
      const cell = row[column.name];
      const named = cellValues(cell, column).map((id) => ownValue(concepts, id) ?? id);
      const content = extensionText(row, CONCEPT) ?? named.join('; ');
      if (content === '') return [];
      return [
        {
          item: { content, ...(language === undefined ? {} : { lang: language }) },
          write: (field, value) => {
            if (field !== 'content' || value === undefined) return false;
            setExtensionText(row, CONCEPT, fieldText(value));
            return true;
          },
          remove: () => {
            setExtensionText(row, CONCEPT, undefined);
            setCell(row, column.name, '');
          },
        },
      ];
    },
    accepts: () => false,
    make: () => undefined,
  };
}

/** Reads the language of a form, in a word list of several languages. */
function languageRow(column: CldfColumn, { languages }: CldfOptions): Row<CldfScope> {
  return {
    member: 'notes',
    path: column.name,
    isOfSense: false,
    find: ({ row }) =>
      cellValues(row[column.name], column).map((id) =>
        readOnly({ content: ownValue(languages, id) ?? id, type: 'language' }),
      ),
    accepts: () => false,
    make: () => undefined,
  };
}
