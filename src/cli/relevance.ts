import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Gateway } from '../server/compose';
import { configOfProcess } from '../server/environment';
import { importFolder } from '../formats/dictionary/import-folder';
import type { SearchService } from '../services/search/search.service';
import { ANONYMOUS } from '../shared/viewer';
import { commandLine, refuse, run } from './command';
import { openForCommand } from './open-for-command';
import { type Answer, relevanceReport, type RelevanceQuery } from './relevance-table';

const USAGE = `Usage: npm run relevance -- --queries FILE [--results FILE] FOLDER...

Imports the dictionaries in the folders into a new embedded database, which is removed afterwards, searches for every query of the
file, and tells by kind of query how many find what they should. Each line of the file is JSON: {query, id_dico, kind, expect: [public_id], k, first}.
It ends with 1 when too few do. --results writes what was found, a line for each query: {query, results: [public_id]}.`;

/** Hits that are read for each query; more than any query asks about. */
const HITS = 50;

async function main(): Promise<void> {
  const { values, positionals } = commandLine({
    usage: USAGE,
    options: { queries: { type: 'string' }, results: { type: 'string' } },
    positionals: [1, Infinity],
  });
  if (values.queries === undefined) return refuse(USAGE);
  const lines = readFileSync(values.queries, 'utf8').split('\n').filter(Boolean);
  const queries = lines.map((line) => JSON.parse(line) as RelevanceQuery);
  const dataDir = mkdtempSync(join(tmpdir(), 'griot-relevance-'));
  // Never into the database of the gateway.
  const config = { ...configOfProcess(), dataDir, mongodbUri: undefined };
  const gateway = await openForCommand(config);
  try {
    await load(gateway, positionals);
    const answers = await askAll(gateway.search, queries);
    if (values.results !== undefined) writeFileSync(values.results, answers.map(lineOf).join(''));
    const { lines, failures } = relevanceReport(queries, answers);
    for (const line of lines) console.log(line);
    for (const failure of failures) console.error(failure);
    process.exitCode = failures.length === 0 ? 0 : 1;
  } finally {
    await gateway.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function lineOf({ query, results }: Answer): string {
  return `${JSON.stringify({ query, results })}\n`;
}

async function load(gateway: Gateway, folders: readonly string[]): Promise<void> {
  for (const folder of folders) await importFolder(gateway.imports, folder);
}

async function askAll(search: SearchService, queries: readonly RelevanceQuery[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const { query, id_dico: dictionaryId } of queries) {
    const wish = {
      text: query,
      filter: { dictionaryId },
      first: HITS,
      mostItems: HITS,
      fields: { publicId: 1 } as const,
    };
    const started = performance.now();
    const { items } = await search.search(ANONYMOUS, wish);
    const milliseconds = performance.now() - started;
    answers.push({ query, results: items.map(({ article }) => article.publicId), milliseconds });
  }
  return answers;
}

run(main);
