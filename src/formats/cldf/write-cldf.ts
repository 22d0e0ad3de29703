import type { ExportedDictionary } from '../../services/exports/export.service';
import { isJsonObject, type Json, type JsonObject } from '../../shared/json';
import { exportedEntry, keptOptions, inSenses, languageOf, NO_LANGUAGE } from '../files/exported-entry';
import { WrittenNames } from '../files/entry-names';
import { zipOf, type ZipPart } from '../files/zip';
import type { TableRow } from '../tables/table-examples';
import { EXTENSION, idBeside, setIdBeside } from '../tables/table-lens';
import { quotedCell } from '../tables/write-table';
import { type CldfOptions, type CldfTree, getCldf, idOf, putCldf } from './cldf-lens';
import { type CldfShape, shapeFrom } from './cldf-shape';

const TERMS = 'http://cldf.clld.org/v1.0/terms.rdf#';

/** Columns by their properties, with the separators of those that hold several items. */
const TABLES: Readonly<
  Record<string, readonly (readonly [name: string, property: string, separator?: string])[]>
> = {
  EntryTable: [
    ['ID', 'id'],
    ['Language_ID', 'languageReference'],
    ['Headword', 'headword'],
    ['Part_Of_Speech', 'partOfSpeech'],
  ],
  SenseTable: [
    ['ID', 'id'],
    ['Entry_ID', 'entryReference'],
    ['Description', 'description'],
  ],
  ExampleTable: [
    ['ID', 'id'],
    ['Language_ID', 'languageReference'],
    ['Primary_Text', 'primaryText'],
    ['Translated_Text', 'translatedText'],
    ['Sense_IDs', 'senseReference', ';'],
  ],
};

const URLS: Readonly<Record<string, string>> = {
  EntryTable: 'entries.csv',
  SenseTable: 'senses.csv',
  ExampleTable: 'examples.csv',
};

/** Metadata for a dictionary that no CLDF gave. Descriptions have one language: that of most translations. */
async function newMetadata({ dictionary, articles }: ExportedDictionary): Promise<JsonObject> {
  const counts = new Map<string, number>();
  for await (const { source } of articles)
    for (const { lang } of exportedEntry(source).content.translations)
      if (lang) counts.set(lang, (counts.get(lang) ?? 0) + 1);
  const language = [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? NO_LANGUAGE;
  return {
    '@context': ['http://www.w3.org/ns/csvw', { '@language': language }],
    'dc:conformsTo': `${TERMS}Dictionary`,
    'dc:title': dictionary.longName ?? dictionary.dictionaryId,
    tables: Object.entries(TABLES).map(([kind, columns]) => ({
      url: URLS[kind] ?? '',
      'dc:conformsTo': `${TERMS}${kind}`,
      tableSchema: {
        columns: columns.map(([name, property, separator]) => ({
          name,
          propertyUrl: `${TERMS}${property}`,
          datatype: 'string',
          ...(separator === undefined ? {} : { separator }),
        })),
        primaryKey: ['ID'],
      },
    })),
  };
}

type TableName = 'entries' | 'senses' | 'examples';

interface Plan {
  readonly options: CldfOptions;
  readonly metadata: JsonObject;
  /** The name of the file of metadata. */
  readonly name: string;
  readonly headers: Readonly<Record<TableName, readonly string[]>>;
  readonly left: Readonly<Record<string, readonly TableRow[]>>;
  /** Examples that an article changed: several articles may hold the same one. */
  readonly changed: ReadonlyMap<string, TableRow>;
}

/** Writes a dictionary as a package of CLDF. */
export async function* cldfBytes(exported: ExportedDictionary): AsyncGenerator<Uint8Array> {
  const plan = await planOf(exported);
  const { shape } = plan.options;
  const tables = (['entries', 'senses', 'examples'] as const).flatMap((table): ZipPart[] => {
    const url = shape[table]?.url;
    return url === undefined ? [] : [{ name: url, content: tableText(exported, plan, table) }];
  });
  const beside = [...exported.files].flatMap(([name, text]): ZipPart[] =>
    name.startsWith('cldf/files/') ? [{ name: name.slice('cldf/files/'.length), content: once(text) }] : [],
  );
  const metadata = `${JSON.stringify(plan.metadata, null, 4)}\n`;
  yield* zipOf([{ name: plan.name, content: once(metadata) }, ...tables, ...beside]);
}

async function* once(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text);
}

/** Looks at all articles first: for examples that were changed, and for what has no column. */
async function planOf(exported: ExportedDictionary): Promise<Plan> {
  const text = exported.files.get('cldf/metadata.json') ?? JSON.stringify(await newMetadata(exported));
  const kept = keptOptions(exported, 'cldf');
  const { language, media, headers, left, name } = kept;
  const shape: CldfShape = { ...shapeFrom(text), ...(typeof language === 'string' ? { language } : {}) };
  const options: CldfOptions = { shape, media: (media ?? {}) as unknown as CldfOptions['media'] };
  const changed = new Map<string, TableRow>();
  let isExtended = false;
  for await (const { tree, before } of treesOf(exported, options)) {
    isExtended ||= tree.entry[EXTENSION] !== undefined;
    for (const row of tree.examples) {
      const id = idOf(row, shape.examples?.columns ?? []);
      const same = before?.examples.find((one) => idOf(one, shape.examples?.columns ?? []) === id);
      if (same && JSON.stringify(same) !== JSON.stringify(row)) changed.set(id, row);
    }
  }
  const known = headersOf(shape, headers);
  const isNew = isExtended && !known.entries.includes(EXTENSION);
  return {
    options,
    metadata: withExtension(JSON.parse(text) as JsonObject, shape, isNew),
    name: typeof name === 'string' ? name : 'cldf-metadata.json',
    headers: isNew ? { ...known, entries: [...known.entries, EXTENSION] } : known,
    left: (left ?? {}) as unknown as Plan['left'],
    changed,
  };
}

function headersOf(shape: CldfShape, kept: Json | undefined): Plan['headers'] {
  const headerOf = (table: TableName) => {
    const header = isJsonObject(kept) ? kept[table] : undefined;
    const written = Array.isArray(header) ? (header as string[]) : [];
    return written.length > 0 ? written : (shape[table]?.columns ?? []).map(({ name }) => name);
  };
  return { entries: headerOf('entries'), senses: headerOf('senses'), examples: headerOf('examples') };
}

/** The column for what CLDF has no property for is described as others are. */
function withExtension(metadata: JsonObject, { entries }: CldfShape, isNew: boolean): JsonObject {
  if (!isNew || !Array.isArray(metadata['tables'])) return metadata;
  const tables = (metadata['tables'] as JsonObject[]).map((table) => {
    const schema = table['tableSchema'];
    if (table['url'] !== entries.url || !isJsonObject(schema) || !Array.isArray(schema['columns']))
      return table;
    const columns = [...(schema['columns'] as Json[]), { name: EXTENSION, datatype: 'json' }];
    return { ...table, tableSchema: { ...schema, columns } };
  });
  return { ...metadata, tables };
}

/** The articles as rows, each recognised again by its name. */
async function* treesOf(exported: ExportedDictionary, options: CldfOptions) {
  const names = new WrittenNames();
  for await (const article of exported.articles) {
    const { content, ...found } = treeOf(article, options, languageOf(exported));
    const id = idBeside(found.tree.entry) ?? idOf(found.tree.entry, options.shape.entries.columns);
    const missing = names.missing(article.publicId, id, content.entry.headword ?? undefined);
    if (missing !== undefined) setIdBeside(found.tree.entry, missing);
    yield { article, ...found };
  }
}

interface Exported {
  readonly source: string;
  readonly publicId: string;
}

function treeOf({ source, publicId }: Exported, options: CldfOptions, spoken: string) {
  const { original, content } = exportedEntry(source);
  const before =
    original?.format === 'cldf' && isJsonObject(original.entry) && isJsonObject(original.entry['entry'])
      ? (original.entry as unknown as CldfTree)
      : undefined;
  if (before) return { tree: putCldf(before, content, options), before, content };
  const id = publicId.replace(/[^A-Za-z0-9_-]/gu, '_');
  const inPlaces = inSenses(content, {
    ofSenses: ['translations', 'examples'],
    ofEntries: ['categories', 'classes', 'definitions', 'notes', 'pronunciations', 'forms', 'relations'],
  });
  const entry = Object.assign({}, content.entry, { id });
  const language = options.shape.entries.columns.find(
    ({ property }) => property === 'languageReference',
  )?.name;
  const row: TableRow = language === undefined ? {} : { [language]: spoken };
  const empty: CldfTree = { entry: row, senses: [], examples: [] };
  return {
    tree: putCldf(empty, Object.assign({}, inPlaces, { entry }), options),
    before: undefined,
    content,
  };
}

/** One table; each row once. */
async function* tableText(
  exported: ExportedDictionary,
  { options, headers, left, changed }: Plan,
  table: TableName,
): AsyncGenerator<string> {
  const header = headers[table];
  const columns = options.shape[table]?.columns ?? [];
  const lineOf = (row: TableRow) => `${header.map((name) => quotedCell(row[name] ?? '', ',')).join(',')}\r\n`;
  yield `${header.map((name) => quotedCell(name, ',')).join(',')}\r\n`;
  const written = new Set<string>();
  for await (const { article, tree } of treesOf(exported, options)) {
    if (table === 'entries')
      exported.witness?.(article, { format: 'cldf', read: () => getCldf(tree, options) });
    for (const row of table === 'entries' ? [tree.entry] : tree[table]) {
      const id = idOf(row, columns);
      if (table !== 'entries' && written.has(id)) continue;
      written.add(id);
      yield lineOf(table === 'examples' ? (changed.get(id) ?? row) : row);
    }
  }
  for (const row of left[table] ?? []) yield lineOf(row);
}
