// Compares search with PostgreSQL (unaccent, trigrams and full text) and MiniSearch on the same dictionaries and queries. Prints a
// table by kind of query and engine. PostgreSQL must be installed; the script starts a temporary database and removes it. Build
// first.
//
//   npm run relevance:others -- --queries FILE FOLDER...
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { rowsOf } from './relevance-others/rows.mjs';
import { askMiniSearch } from './relevance-others/minisearch.mjs';
import { askPostgres } from './relevance-others/postgres.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { queries: { type: 'string' }, misses: { type: 'boolean', default: false } },
});
const lines = (file) => readFileSync(file, 'utf8').split('\n').filter(Boolean);
const queries = lines(values.queries).map((line) => JSON.parse(line));
const work = mkdtempSync(join(tmpdir(), 'griot-others-'));

/** The results of the command `griot relevance`, in the order of the queries. */
function askGriot(folder) {
  const griot = fileURLToPath(new URL('../dist/bin/griot.js', import.meta.url));
  const results = join(folder, 'results.jsonl');
  const args = [griot, 'relevance', '--queries', values.queries, '--results', results, ...positionals];
  const { stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  try {
    return lines(results).map((line) => JSON.parse(line).results);
  } catch (error) {
    throw new Error(stderr, { cause: error });
  }
}

const MOST = 5;

/** Whether a query has a good result, whether the first hit is good, and whether there are hits. */
function scoreOf({ expect, any, k }, results) {
  const found = results.slice(0, any ? MOST : k);
  const isIn = (id) => found.includes(id);
  if (expect.length === 0) return { five: results.length === 0, first: results.length === 0 };
  return { five: any ? expect.some(isIn) : expect.every(isIn), first: expect.includes(results[0]) };
}

function shareOf(scores, name) {
  return scores.filter((score) => score[name]).length / scores.length;
}

try {
  const articles = rowsOf(positionals);
  const engines = {
    Griot: askGriot(work),
    PostgreSQL: askPostgres(work, articles, queries),
    MiniSearch: askMiniSearch(articles, queries),
  };
  const kinds = [...new Set(queries.map(({ kind }) => kind))].sort();
  const found = kinds.filter((kind) =>
    queries.some((query) => query.kind === kind && query.expect.length > 0),
  );
  const row = (title, isOf) => {
    const cells = Object.values(engines).map((results) => {
      const scores = queries.flatMap((query, i) => (isOf(query) ? scoreOf(query, results[i]) : []));
      return `${shareOf(scores, 'five').toFixed(3)} / ${shareOf(scores, 'first').toFixed(3)}`;
    });
    const n = queries.filter(isOf).length;
    console.log(`| ${title} | ${n} | ${cells.join(' | ')} |`);
  };
  console.log(`| Kind (in the first five / first) | n | ${Object.keys(engines).join(' | ')} |`);
  console.log(
    `| --- | --- | ${Object.keys(engines)
      .map(() => '---')
      .join(' | ')} |`,
  );
  for (const kind of found) row(kind, (query) => query.kind === kind);
  row('all that should be found', ({ expect }) => expect.length > 0);
  for (const kind of kinds.filter((wanted) => !found.includes(wanted)))
    row(`${kind}: nothing found`, (query) => query.kind === kind);
  if (values.misses)
    for (const [i, query] of queries.entries())
      if (!scoreOf(query, engines.Griot[i]).five && scoreOf(query, engines.PostgreSQL[i]).five)
        console.log(
          `PostgreSQL alone: ${query.kind} ${query.id_dico} ${query.query}: ${query.expect.slice(0, 3).join(' ')}`,
        );
} finally {
  rmSync(work, { recursive: true, force: true });
}
