import type { ArticleContent } from '../../domain/article/article-content';
import type { ExportedDictionary } from '../../services/exports/export.service';
import { isJsonObject, type Json, type JsonObject } from '../../shared/json';
import { exportedEntry, storedOptions, inSenses, languageOf, NO_LANGUAGE } from '../files/exported-entry';
import { WrittenNames } from '../files/entry-names';
import { singlePiece, zipOf, type ZipPart } from '../files/zip';
import { storedTargets } from '../lens/relation-targets';
import type { TableRow } from '../tables/table-cells';
import { EXTENSION_COLUMN, extensionId, setExtensionId } from '../tables/table-lens';
import { quotedCell } from '../tables/write-table';
import { type CldfOptions, type CldfTree, rowId } from './cldf-columns';
import { getCldf, putCldf } from './cldf-lens';
import { newMetadata, withExtension } from './cldf-metadata';
import { type CldfShape, shapeFrom } from './cldf-shape';
import { RowFile } from './row-file';

const TABLE_NAMES = ['entries', 'senses', 'examples'] as const;
type TableName = (typeof TABLE_NAMES)[number];

interface Plan {
  readonly options: CldfOptions;
  readonly metadata: JsonObject;
  /** File name of the metadata. */
  readonly name: string;
  readonly headers: Readonly<Record<TableName, readonly string[]>>;
  readonly left: Readonly<Record<string, readonly TableRow[]>>;
}

/** Properties of all articles together. */
interface RowFacts {
  /** Whether an article has data without a CLDF property. */
  isExtended: boolean;
  /** Changed examples by identifier, since several articles may share an example. */
  readonly changed: Map<string, TableRow>;
  readonly languages: Map<string, number>;
}

type Tables = Readonly<Record<TableName, RowFile>>;

/**
 * Writes a dictionary as a CLDF package. The metadata are the first file and depend on all articles, so the rows are written to temporary
 * files first.
 */
export async function* cldfBytes(exported: ExportedDictionary): AsyncGenerator<Uint8Array> {
  const opened: RowFile[] = [];
  try {
    const { plan, facts, tables } = await tablesOf(exported, opened);
    const { headers, options, metadata, name } = withExtensionColumn(plan, facts);
    const parts = TABLE_NAMES.flatMap((table): ZipPart[] => {
      const { url, delimiter = ',' } = options.shape[table] ?? {};
      const changed: RowFacts['changed'] = table === 'examples' ? facts.changed : new Map<string, TableRow>();
      const written = {
        rows: tables[table],
        header: headers[table],
        left: plan.left[table],
        changed,
        delimiter,
      };
      return url === undefined ? [] : [{ name: url, content: tableText(written) }];
    });
    const beside = [...exported.files].flatMap(([file, text]): ZipPart[] =>
      file.startsWith('cldf/files/')
        ? [{ name: file.slice('cldf/files/'.length), content: singlePiece(text) }]
        : [],
    );
    yield* zipOf([
      { name, content: singlePiece(`${JSON.stringify(metadata, null, 4)}\n`) },
      ...parts,
      ...beside,
    ]);
  } finally {
    for (const file of opened) await file.close();
  }
}

/** Number of articles from which the language of descriptions is guessed. In the end, all articles decide. */
const SAMPLE_ARTICLES = 64;

/** Writes the rows of all articles. Repeats this if all articles have another most frequent language than the first ones. */
async function tablesOf(exported: ExportedDictionary, opened: RowFile[]) {
  const metadata = exported.files.get('cldf/metadata.json');
  // A report needs one call of `onArticle` per article, so that all articles are read first and the rows are written only once.
  let language =
    metadata === undefined
      ? await firstLanguage(exported, exported.onArticle ? Infinity : SAMPLE_ARTICLES)
      : '';
  for (;;) {
    const plan = exportPlan(exported, metadata ?? JSON.stringify(newMetadata(exported, language)));
    const [entries, senses, examples] = [await RowFile.open(), await RowFile.open(), await RowFile.open()];
    opened.push(entries, senses, examples);
    const tables: Tables = { entries, senses, examples };
    const facts = await writeRows(exported, plan, tables);
    const commonest = commonestIn(facts.languages);
    if (metadata !== undefined || commonest === language) return { plan, facts, tables };
    language = commonest;
  }
}

async function firstLanguage({ articles }: ExportedDictionary, maxArticles: number): Promise<string> {
  const languages: RowFacts['languages'] = new Map();
  let count = 0;
  for await (const { source } of articles) {
    count += 1;
    if (count > maxArticles) break;
    countLanguages(exportedEntry(source).content, languages);
  }
  return commonestIn(languages);
}

function countLanguages(
  { translations }: Pick<ArticleContent, 'translations'>,
  languages: RowFacts['languages'],
): void {
  for (const { lang } of translations) if (lang) languages.set(lang, (languages.get(lang) ?? 0) + 1);
}

/** Returns the language of most translations. */
function commonestIn(languages: RowFacts['languages']): string {
  return [...languages].sort(([, a], [, b]) => b - a)[0]?.[0] ?? NO_LANGUAGE;
}

function exportPlan(exported: ExportedDictionary, text: string): Plan {
  const { language, media, concepts, languages, targets, headers, left, name } = storedOptions(
    exported,
    'cldf',
  );
  const shape: CldfShape = { ...shapeFrom(text), ...(typeof language === 'string' ? { language } : {}) };
  return {
    options: {
      shape,
      media: (media ?? {}) as unknown as CldfOptions['media'],
      ...(isJsonObject(concepts) && { concepts: concepts as Readonly<Record<string, string>> }),
      ...(isJsonObject(languages) && { languages: languages as Readonly<Record<string, string>> }),
      ...(targets !== undefined && { targets: storedTargets(targets) ?? {} }),
    },
    metadata: JSON.parse(text) as JsonObject,
    name: typeof name === 'string' ? name : 'cldf-metadata.json',
    headers: tableHeaders(shape, headers),
    left: (left ?? {}) as unknown as Plan['left'],
  };
}

async function writeRows(exported: ExportedDictionary, plan: Plan, tables: Tables): Promise<RowFacts> {
  const { options, headers } = plan;
  const facts: RowFacts = { isExtended: false, changed: new Map(), languages: new Map() };
  const ids = { senses: new Set<string>(), examples: new Set<string>() };
  for await (const { article, tree, before, content } of treesOf(exported, options)) {
    countLanguages(content, facts.languages);
    facts.isExtended ||= tree.entry[EXTENSION_COLUMN] !== undefined;
    noteChanged({ tree, before }, options, facts);
    exported.onArticle?.(article, { format: 'cldf', read: () => getCldf(tree, options) });
    await tables.entries.add(['', ...cellsOf(tree.entry, [...headers.entries, EXTENSION_COLUMN])]);
    for (const table of ['senses', 'examples'] as const)
      for (const row of tree[table]) {
        const id = rowId(row, options.shape[table]?.columns ?? []);
        if (ids[table].has(id)) continue;
        ids[table].add(id);
        await tables[table].add([id, ...cellsOf(row, headers[table])]);
      }
  }
  return facts;
}

interface Change {
  readonly tree: CldfTree;
  readonly before: CldfTree | undefined;
}

function noteChanged({ tree, before }: Change, { shape }: CldfOptions, { changed }: RowFacts): void {
  const columns = shape.examples?.columns ?? [];
  for (const row of tree.examples) {
    const id = rowId(row, columns);
    const same = before?.examples.find((example) => rowId(example, columns) === id);
    if (same && JSON.stringify(same) !== JSON.stringify(row)) changed.set(id, row);
  }
}

function cellsOf(row: TableRow, header: readonly string[]): readonly string[] {
  return header.map((name) => row[name] ?? '');
}

/** Adds the extension column to the plan, if an article needs it. */
function withExtensionColumn(plan: Plan, { isExtended }: RowFacts): Plan {
  const { headers, metadata, options } = plan;
  if (!isExtended || headers.entries.includes(EXTENSION_COLUMN)) return plan;
  return {
    ...plan,
    metadata: withExtension(metadata, options.shape),
    headers: { ...headers, entries: [...headers.entries, EXTENSION_COLUMN] },
  };
}

function tableHeaders(shape: CldfShape, stored: Json | undefined): Plan['headers'] {
  const headerOf = (table: TableName) => {
    const header = isJsonObject(stored) ? stored[table] : undefined;
    const written = Array.isArray(header) ? (header as string[]) : [];
    return written.length > 0 ? written : (shape[table]?.columns ?? []).map(({ name }) => name);
  };
  return { entries: headerOf('entries'), senses: headerOf('senses'), examples: headerOf('examples') };
}

/** Returns the articles as rows that an import recognises by their names. */
async function* treesOf(exported: ExportedDictionary, options: CldfOptions) {
  const names = new WrittenNames();
  for await (const article of exported.articles) {
    const { content, ...trees } = treeOf(article, options, languageOf(exported));
    const id = extensionId(trees.tree.entry) ?? rowId(trees.tree.entry, options.shape.entries.columns);
    const missing = names.missing(article.publicId, id, content.entry.headword ?? undefined);
    if (missing !== undefined) setExtensionId(trees.tree.entry, missing);
    yield { article, content, ...trees };
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
  if (before) return { tree: putCldf(before, content, options, original?.readAs), before, content };
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

interface WrittenTable {
  readonly rows: RowFile;
  readonly header: readonly string[];
  /** Rows that refer to no article. */
  readonly left: readonly TableRow[] | undefined;
  readonly changed: RowFacts['changed'];
  readonly delimiter: string;
}

/** Writes a table, each of its rows once. */
async function* tableText({
  rows,
  header,
  left = [],
  changed,
  delimiter,
}: WrittenTable): AsyncGenerator<string> {
  const lineOf = (cells: readonly string[]) =>
    `${cells.map((cell) => quotedCell(cell, delimiter)).join(delimiter)}\r\n`;
  yield lineOf(header);
  for await (const [id = '', ...cells] of rows.rows()) {
    const other = changed.get(id);
    yield lineOf(other ? cellsOf(other, header) : cells.slice(0, header.length));
  }
  for (const row of left) yield lineOf(cellsOf(row, header));
}
