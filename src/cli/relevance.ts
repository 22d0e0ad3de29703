import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Gateway } from '../server/compose';
import { configOfProcess } from '../config/load-config';
import { importFolder } from '../formats/dictionary/import-folder';
import type { SearchService } from '../services/search/search.service';
import { ANONYMOUS } from '../shared/viewer';
import { openForCommand } from './command';

/** A query with its expected results. */
export interface RelevanceQuery {
  readonly query: string;
  /** The dictionary to search; null for all dictionaries. */
  readonly id_dico: string | null;
  readonly kind: string;
  /** Public identifiers of the expected articles; empty if no article is expected. */
  readonly expect: readonly string[];
  /** Lowest rank at which an article counts as found. */
  readonly k: number;
  /** Whether the first hit must be an expected article. */
  readonly first: boolean;
  /** Whether one of the expected articles is enough. Such queries are counted separately. */
  readonly any?: boolean;
}

export interface QueryResult {
  readonly query: string;
  readonly results: readonly string[];
  readonly milliseconds: number;
}

interface Score {
  readonly kind: string;
  readonly isGood: boolean;
  readonly isFirst: boolean;
  readonly isAnswered: boolean;
  readonly any: boolean;
  readonly isForeign: boolean;
  readonly milliseconds: number;
}

/** All kinds together: queries that require all articles, queries that require one, and queries that require none. */
const ALL = 'ALL';
const FOUND = 'FOUND';
const FOREIGN = 'FOREIGN';

/** Minimum share of queries with good results, by kind. Other kinds count only in the total. */
const FLOORS: ReadonlyMap<string, number> = new Map([
  [ALL, 0.97],
  [FOUND, 0.9],
  [FOREIGN, 0.7],
  ['exact', 1],
  ['nfd', 1],
  ['upper', 1],
  ['no_result', 1],
  ['typo1', 0.9],
  ['ascii_digraph', 0.9],
  ['confusable', 0.9],
  ['content', 0.9],
]);

export interface RelevanceReport {
  /** For each kind of query and in total: number, share with good results, and time; then the queries with bad results. */
  readonly lines: readonly string[];
  /** A sentence for each kind below its minimum. */
  readonly failures: readonly string[];
}

function relevanceReport(queries: readonly RelevanceQuery[], found: readonly QueryResult[]): RelevanceReport {
  const scores = queries.map((query, i) => scoreOf(query, found[i]));
  const kinds = [...new Set(scores.map(({ kind }) => kind))].sort();
  const groups = [
    ...kinds.map((name) => ({ name, scores: scores.filter(({ kind }) => kind === name) })),
    { name: ALL, scores: scores.filter(({ any }) => !any) },
    { name: FOUND, scores: scores.filter(({ any, isForeign }) => any && !isForeign) },
    { name: FOREIGN, scores: scores.filter(({ any, isForeign }) => any && isForeign) },
  ].filter((group) => group.scores.length > 0);
  return {
    lines: [
      ...groups.map((group) => scoreRow(group.name, group.scores)),
      ...queries.flatMap((query, i) => (scores[i]?.isGood === true ? [] : missOf(query, found[i]))),
    ],
    failures: groups.flatMap((group) => failureOf(group.name, group.scores)),
  };
}

function failureOf(name: string, scores: readonly Score[]): string[] {
  const floor = FLOORS.get(name);
  const share = shareOf(scores);
  if (floor === undefined || share >= floor) return [];
  return [
    `${name}: ${share.toFixed(3)} of the queries have a good result; the minimum is ${floor.toFixed(2)}.`,
  ];
}

function shareOf(scores: readonly Score[]): number {
  return scores.filter(({ isGood }) => isGood).length / scores.length;
}

function scoreOf(
  { kind, expect, k, first, any = false }: RelevanceQuery,
  result: QueryResult | undefined,
): Score {
  const results = result?.results ?? [];
  const best = results[0] ?? '';
  const isIn = (id: string) => results.slice(0, k).includes(id);
  const isWhole = any ? expect.some(isIn) : expect.every(isIn);
  const isFirst = expect.includes(best);
  const isForeign = expect.length === 0;
  return {
    kind,
    isGood: isForeign ? results.length === 0 : isWhole && (!first || isFirst),
    isFirst,
    isAnswered: results.length > 0,
    any,
    isForeign,
    milliseconds: result?.milliseconds ?? 0,
  };
}

function scoreRow(title: string, scores: readonly Score[]): string {
  const times = scores.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const share = (name: 'isFirst' | 'isAnswered') =>
    (scores.filter((score) => score[name]).length / scores.length).toFixed(3);
  const at = (part: number) => (times[Math.floor(times.length * part)] ?? 0).toFixed(1);
  return (
    `${title.padEnd(24)} n=${String(scores.length).padStart(4)} ok=${shareOf(scores).toFixed(3)} ` +
    `first=${share('isFirst')} answered=${share('isAnswered')} ` +
    `median=${at(0.5)} ms, 95 %=${at(0.95)} ms`
  );
}

function missOf(
  { kind, id_dico: id, query, expect }: RelevanceQuery,
  result: QueryResult | undefined,
): string[] {
  const results = (result?.results ?? []).slice(0, 4);
  return [
    `${kind} ${id ?? '*'} ${query}: expected ${expect.slice(0, 3).join(' ')}, found ${results.join(' ')}`,
  ];
}

export const relevanceCommand = new Command('relevance')
  .summary('measure the quality of search')
  .description(
    'Imports the dictionaries in the folders into a temporary embedded database, runs every query of the file, and prints the share of good results for each kind of query. Each line of the file is JSON: {query, id_dico, kind, expect: [public_id], k, first, any}. Exits with 1 if a share is below its minimum.',
  )
  .argument('<FOLDER...>', 'folders of the dictionaries')
  .requiredOption('--queries <FILE>', 'the queries')
  .option('--results <FILE>', 'write the results, one line per query: {query, results: [public_id]}')
  .action(measure);

/** Number of hits per query; no query requires a lower rank. */
const HITS = 50;

async function measure(
  folders: readonly string[],
  options: { readonly queries: string; readonly results?: string },
): Promise<void> {
  const lines = readFileSync(options.queries, 'utf8').split('\n').filter(Boolean);
  const queries = lines.map((line) => JSON.parse(line) as RelevanceQuery);
  const dataDir = mkdtempSync(join(tmpdir(), 'griot-relevance-'));
  // Always a separate database, never that of the gateway.
  const config = { ...configOfProcess(), dataDir, mongodbUri: undefined };
  const gateway = await openForCommand(config);
  try {
    await importFolders(gateway, folders);
    const found = await searchAll(gateway.search, queries);
    if (options.results !== undefined) writeFileSync(options.results, found.map(resultLine).join(''));
    const { lines, failures } = relevanceReport(queries, found);
    for (const line of lines) console.log(line);
    for (const failure of failures) console.error(failure);
    process.exitCode = failures.length === 0 ? 0 : 1;
  } finally {
    await gateway.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function resultLine({ query, results }: QueryResult): string {
  return `${JSON.stringify({ query, results })}\n`;
}

async function importFolders(gateway: Gateway, folders: readonly string[]): Promise<void> {
  for (const folder of folders) await importFolder(gateway.imports, folder);
}

async function searchAll(search: SearchService, queries: readonly RelevanceQuery[]): Promise<QueryResult[]> {
  const found: QueryResult[] = [];
  for (const { query, id_dico: dictionaryId } of queries) {
    const request = {
      text: query,
      filter: { dictionaryId },
      first: HITS,
      maxItems: HITS,
      fields: { publicId: 1 } as const,
    };
    const started = performance.now();
    const { items } = await search.search(ANONYMOUS, request);
    const milliseconds = performance.now() - started;
    found.push({ query, results: items.map(({ article }) => article.publicId), milliseconds });
  }
  return found;
}
