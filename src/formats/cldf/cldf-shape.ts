import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../shared/json';
import { type FileProblem, fileProblem } from '../files/position';

/** A column of a CLDF table. */
export interface CldfColumn {
  readonly name: string;
  /** Title to show instead of the name. */
  readonly title?: string;
  /** Meaning of the column: the last segment of its `propertyUrl`. */
  readonly property?: string;
  /** Separator of several items in a cell. */
  readonly separator?: string;
  /** The table to which its cells refer. */
  readonly target?: string;
}

export interface CldfTable {
  readonly url: string;
  /** Separator of the cells in a row; a comma by default. */
  readonly delimiter?: string;
  readonly columns: readonly CldfColumn[];
}

/** The tables of a CLDF dictionary or word list, by the component to which they conform. */
export interface CldfShape {
  /** The table of entries; for a word list, the table of forms. */
  readonly entries: CldfTable;
  readonly senses: CldfTable | undefined;
  readonly examples: CldfTable | undefined;
  readonly media: CldfTable | undefined;
  /** Tables of concepts and languages of a word list. */
  readonly concepts?: CldfTable;
  readonly languages?: CldfTable;
  /** All other tables, which are stored without being read. */
  readonly others: readonly string[];
  /** The language of descriptions and translations. */
  readonly language?: string;
  /** The languages of the words. */
  readonly wordLanguages?: CldfTable | undefined;
  readonly title?: string | undefined;
  readonly license?: string | undefined;
}

/** @throws FileProblem for metadata of anything but a dictionary or a word list */
export function shapeFrom(text: string): CldfShape {
  const json = parsedMetadata(text);
  const tables = listOrEmpty(json, 'tables').filter(isJsonObject);
  const shared = delimiterIn(json);
  const asTable = (table: JsonObject): CldfTable => {
    const delimiter = delimiterIn(table) ?? shared;
    const url = optionalText(table, 'url') ?? '';
    return { url, columns: columnsOf(table), ...(delimiter === undefined ? {} : { delimiter }) };
  };
  const tableOf = (end: string) => {
    const table = tables.find((table) => optionalText(table, 'dc:conformsTo')?.endsWith(`#${end}`));
    return table && asTable(table);
  };
  const dictionary = tableOf('EntryTable');
  const entries = dictionary ?? tableOf('FormTable');
  if (!entries) throw metadataProblem('this is not CLDF metadata with a table of entries or forms');
  const [senses, examples, conforming] = ['SenseTable', 'ExampleTable', 'MediaTable'].map(tableOf);
  // Early versions of CLDF had no term for the table of media.
  const named = tables.find((table) => /(?:^|\/)media\.csv$/u.test(optionalText(table, 'url') ?? ''));
  const media = conforming ?? (named && asTable(named));
  const wordLanguages = tableOf('LanguageTable');
  const words = dictionary ? {} : { concepts: tableOf('ParameterTable'), languages: wordLanguages };
  const read = new Set([entries.url, senses?.url, examples?.url]);
  const language = listOrEmpty(json, '@context')
    .filter(isJsonObject)
    .map((table) => optionalText(table, '@language'))[0];
  return {
    entries,
    senses,
    examples,
    media,
    ...(words.concepts && { concepts: words.concepts }),
    ...(words.languages && { languages: words.languages }),
    others: tables
      .map((table) => optionalText(table, 'url') ?? '')
      .filter((url) => url !== '' && !read.has(url)),
    ...(language === undefined ? {} : { language }),
    wordLanguages,
    title: optionalText(json, 'dc:title'),
    license: optionalText(json, 'dc:license'),
  };
}

function delimiterIn(object: JsonObject): string | undefined {
  const dialect = object['dialect'];
  const delimiter = isJsonObject(dialect) ? optionalText(dialect, 'delimiter') : undefined;
  if (delimiter !== undefined && !/^[^"\r\n]$/u.test(delimiter))
    throw metadataProblem(`the delimiter ${JSON.stringify(delimiter)} of the dialect is not one character`);
  return delimiter;
}

/**
 * Maximum number of columns whose description is read: many times those of any dictionary. The values of further columns are stored but
 * not read.
 */
const MAX_READ_COLUMNS = 500;

function columnsOf(table: JsonObject): readonly CldfColumn[] {
  const schema = table['tableSchema'];
  if (!isJsonObject(schema)) return [];
  const targets = new Map(listOrEmpty(schema, 'foreignKeys').filter(isJsonObject).flatMap(foreignKeyTarget));
  return listOrEmpty(schema, 'columns')
    .slice(0, MAX_READ_COLUMNS)
    .filter(isJsonObject)
    .map((column) => {
      const title = titleOf(column);
      const name = optionalText(column, 'name') ?? title ?? '';
      const property = optionalText(column, 'propertyUrl')?.split('#')[1];
      const separator = optionalText(column, 'separator');
      const target = targets.get(name);
      return {
        name,
        ...(title === undefined ? {} : { title }),
        ...(property === undefined ? {} : { property }),
        ...(separator === undefined || separator === '' ? {} : { separator }),
        ...(target === undefined ? {} : { target }),
      };
    });
}

/** Returns the title of a column, which CSVW has as a text, a list of texts, or either by language. */
function titleOf(column: JsonObject): string | undefined {
  const { titles = null } = column;
  const [first] = isJsonObject(titles) ? Object.values(titles) : [titles];
  const [title] = isJsonList(first) ? first : [first];
  return typeof title === 'string' ? title : optionalText(column, 'dc:title');
}

function foreignKeyTarget(key: JsonObject): readonly (readonly [string, string])[] {
  const reference = key['reference'];
  const columns = key['columnReference'];
  const [name] = isJsonList(columns) ? columns : [columns];
  const target = isJsonObject(reference) ? optionalText(reference, 'resource') : undefined;
  return typeof name === 'string' && target !== undefined ? [[name, target]] : [];
}

/** Returns the column that has a property or refers to a table. */
export function columnOf(
  table: CldfTable | undefined,
  property: string,
  target?: string,
): CldfColumn | undefined {
  return (
    table?.columns.find((column) => column.property === property) ??
    (target === undefined ? undefined : table?.columns.find((column) => column.target === target))
  );
}

/** Returns the items of a cell; a single one if the column has no separator. */
export function cellValues(cell: string | undefined, column: CldfColumn | undefined): readonly string[] {
  if (cell === undefined || column === undefined) return [];
  const { separator } = column;
  return (separator === undefined ? [cell] : cell.split(separator))
    .map((item) => item.trim())
    .filter(Boolean);
}

function parsedMetadata(text: string): JsonObject {
  try {
    const json = JSON.parse(text.replace(/^\uFEFF/u, '')) as Json;
    if (isJsonObject(json)) return json;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw metadataProblem(error.message, 'NOT_JSON');
  }
  throw metadataProblem('the metadata are not a JSON object');
}

function metadataProblem(complaint: string, code: 'WRONG_ROOT' | 'NOT_JSON' = 'WRONG_ROOT'): FileProblem {
  return fileProblem(code, complaint);
}

function optionalText(object: JsonObject, name: string): string | undefined {
  const value = object[name];
  return typeof value === 'string' ? value : undefined;
}

function listOrEmpty(object: JsonObject, name: string): readonly Json[] {
  const value = object[name];
  return isJsonList(value) ? value : [];
}
