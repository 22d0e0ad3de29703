import { Failure } from '../../shared/failure';
import { headingLanguage } from '../headings/split-heading';
import { isJsonObject, type Json } from '../../shared/json';
import type { StatedFacts } from '../files/stated-facts';

/** Meaning of the cells of a column. */
export interface ColumnMeaning {
  /** A name of `COLUMN_TARGETS`, `exampleTranslations`, or `id`. */
  readonly to: string;
  readonly lang?: string;
  /** Kind of the item, such as `plural` for forms or `synonym` for relations. */
  readonly type?: string;
  /** Separator of several items in a cell. */
  readonly split?: string;
  /** Whether cells may have several senses with numbers: `1. eau 2. rivière`. */
  readonly numbered?: boolean;
  /** Number that connects the columns of an example and its translations. */
  readonly n?: number;
  /** Number of the sense to which the cells belong; absent for the whole article. */
  readonly sense?: number;
}

/** Languages of the known headings. */
type HeadingLanguage = 'en' | 'fr' | 'de' | 'pt' | 'es' | 'sw' | 'ha' | 'ar';

/** Headings of one meaning, separated by `|`, in lower case without marks. Each one also matches with a final `s`. */
export interface Headings {
  readonly meaning: ColumnMeaning;
  readonly words: Readonly<Partial<Record<HeadingLanguage, string>>>;
}

/** Meanings of the columns of a table by their names. Other columns are stored for export but not read. */
export interface ColumnMap {
  readonly columns: Readonly<Record<string, ColumnMeaning>>;
  readonly rows?: RowsWithoutHeadword;
  /** Markup of the cells; plain text if absent. */
  readonly cells?: 'html';
}

/** Returns the languages of the headwords and of the translations that the columns state. */
export function languagesOf({ columns }: ColumnMap): StatedFacts {
  const meanings = (to: string) => Object.values(columns).filter((column) => column.to === to);
  const [name, headword] = Object.entries(columns).find(([, { to }]) => to === 'headword') ?? [];
  const language = headword?.lang ?? (name === undefined ? undefined : headingLanguage(name));
  return { language, targets: meanings('translations').map(({ lang }) => lang) };
}

/** Meaning of a row without a headword: a continuation of the article above, or a separate article (the default). */
export type RowsWithoutHeadword = (typeof ROW_KINDS)[number];

export const ROW_KINDS = ['continue', 'separate'] as const;

/** The typed list of the cells of a column, and the item field with the content of the cell. */
export interface ColumnTarget {
  readonly member: string;
  readonly field: string;
  readonly constants?: Readonly<Record<string, string>>;
}

/** Targets of cells by the meaning of their column. */
export const COLUMN_TARGETS: Readonly<Record<string, ColumnTarget>> = {
  headword: { member: 'entry', field: 'headword' },
  citation: { member: 'entry', field: 'citation' },
  homograph: { member: 'entry', field: 'homograph' },
  type: { member: 'type', field: 'content' },
  radical: { member: 'radical', field: 'content' },
  variants: { member: 'variants', field: 'headword' },
  categories: { member: 'categories', field: 'content' },
  classes: { member: 'classes', field: 'value' },
  forms: { member: 'forms', field: 'form' },
  translations: { member: 'translations', field: 'content' },
  definitions: { member: 'definitions', field: 'content' },
  notes: { member: 'notes', field: 'content' },
  usages: { member: 'usages', field: 'content' },
  pronunciations: { member: 'pronunciations', field: 'content', constants: { notation: 'ipa' } },
  tone: { member: 'pronunciations', field: 'tone' },
  relations: { member: 'relations', field: 'target' },
  domains: { member: 'domains', field: 'content' },
  etymologies: { member: 'etymologies', field: 'content' },
  pictures: { member: 'media', field: 'href', constants: { kind: 'picture' } },
  recordings: { member: 'media', field: 'href', constants: { kind: 'audio' } },
  examples: { member: 'examples', field: 'content' },
};

/** Meanings of columns that may belong to a sense. The others belong to the word. */
export const OF_SENSES: ReadonlySet<string> = new Set([
  ...['categories', 'classes', 'forms', 'translations', 'definitions', 'notes', 'usages', 'pronunciations'],
  ...['relations', 'domains', 'etymologies', 'pictures', 'recordings', 'examples', 'exampleTranslations'],
]);

/** Meanings of columns whose cells may have numbered senses. In others, numbers are those of a list. */
export const NUMBERED: ReadonlySet<string> = new Set([
  'categories',
  'translations',
  'definitions',
  'usages',
  'domains',
  'examples',
  'exampleTranslations',
]);

const OTHER_TARGETS = ['id', 'exampleTranslations'];

/**
 * Parses a map in the spelling of files: `{"id": "N°", "columns": {"Mot": {"to": "headword"}}}`.
 *
 * @param kind the name of the mapped things in messages
 * @throws Failure INVALID_INPUT with a sentence that describes the problem
 */
export function columnMapFrom(text: string, kind = 'column'): ColumnMap {
  const json = parsedMap(text);
  const columns = isJsonObject(json) ? json['columns'] : undefined;
  if (!isJsonObject(json) || !isJsonObject(columns))
    throw invalidColumnMap('a map of columns must have the form {"columns": {"NAME": {"to": …}}}');
  const meanings = Object.entries(columns).map(
    ([name, value]) => [name, meaningFrom(`${kind} "${name}"`, value)] as const,
  );
  const { id, rows, cells } = json;
  if (cells !== undefined && cells !== 'html') throw invalidColumnMap('"cells" must be "html" or absent');
  return {
    ...(rows === undefined ? {} : { rows: rowsFrom(rows) }),
    ...(cells === undefined ? {} : { cells }),
    columns: Object.fromEntries([
      ...(typeof id === 'string' ? [[id, { to: 'id' }] as const] : []),
      ...meanings,
    ]),
  };
}

function rowsFrom(value: Json): RowsWithoutHeadword {
  const known = ROW_KINDS.find((kind) => kind === value);
  if (known === undefined) throw invalidColumnMap(`"rows" must be one of ${ROW_KINDS.join(', ')}`);
  return known;
}

function meaningFrom(name: string, value: Json): ColumnMeaning {
  if (!isJsonObject(value) || typeof value['to'] !== 'string') throw invalidColumnMap(`${name} has no "to"`);
  const { to, lang, type, split, n, sense, numbered } = value;
  if (!Object.hasOwn(COLUMN_TARGETS, to) && !OTHER_TARGETS.includes(to))
    throw invalidColumnMap(
      `${name}: "to" must be one of ${[...Object.keys(COLUMN_TARGETS), ...OTHER_TARGETS].join(', ')}`,
    );
  if (sense !== undefined && !(OF_SENSES.has(to) && isSenseNumber(sense)))
    throw invalidColumnMap(
      `${name}: "sense" must be a number from 1 to 99, and the column one that belongs to a sense`,
    );
  if (numbered === true && (!NUMBERED.has(to) || sense !== undefined))
    throw invalidColumnMap(
      `${name}: "numbered" is allowed only for ${[...NUMBERED].join(', ')}, in columns without "sense"`,
    );
  return {
    to,
    ...(typeof lang === 'string' ? { lang } : {}),
    ...(typeof type === 'string' ? { type } : {}),
    ...(typeof split === 'string' && split !== '' ? { split } : {}),
    ...(numbered === true ? { numbered } : {}),
    ...(typeof n === 'number' ? { n } : {}),
    ...(typeof sense === 'number' ? { sense } : {}),
  };
}

function isSenseNumber(value: Json): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 100;
}

function parsedMap(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw invalidColumnMap(
      `the map of columns is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function invalidColumnMap(message: string): Failure {
  return new Failure('INVALID_INPUT', message);
}

/** The settings with which a table was read, as stored with the dictionary. */
export interface StoredTable {
  readonly header: readonly string[];
  /** The row of headings as in the file; empty for a table without headings. */
  readonly headings?: readonly string[];
  readonly map: ColumnMap;
  /** Name of the sheet of a workbook, the first if there are several. */
  readonly sheet?: string;
  /** Whether somebody chose this sheet. */
  readonly isChosen?: boolean;
  /** The other sheets with the same headings. */
  readonly otherSheets?: readonly SheetLayout[];
}

/** A sheet with the rows above its headings and below its articles. */
export interface SheetLayout {
  readonly name: string;
  readonly above?: readonly (readonly string[])[];
  readonly below?: readonly (readonly string[])[];
}

/** @param storedSettings stored data of imported files, by name */
export function storedTable(
  storedSettings: ReadonlyMap<string, string> | undefined,
): StoredTable | undefined {
  const text = storedSettings?.get('table/options.json');
  return text === undefined ? undefined : (JSON.parse(text) as StoredTable);
}
