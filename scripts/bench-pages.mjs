// Measures whether every page of a list costs the same: creates articles in several dictionaries of a new embedded database,
// inserts and deletes articles at random, and reads the pages at the start, 1/4, 1/2, 3/4 and the end of each kind of list. It compares
// each page and total with the articles that it stored. Build first.
//
//   npm run bench:pages -- [--articles 100000] [--changes 1000] [--rounds 15] [FOLDER...]
//
// The articles are generated from the dictionaries in the folders, by default from the sample dictionary.
import { deepStrictEqual } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Dictionaries } from './bench-pages/dictionaries.mjs';
import { articlesIn } from './support/generated-dictionary.mjs';
import { costOf } from './support/process-use.mjs';

const require = createRequire(import.meta.url);
const { openGateway } = require('../dist/server/compose.js');
const { loadConfig } = require('../dist/config/load-config.js');
const { createLogger } = require('../dist/observability/logger.js');
const { articleCursor } = require('../dist/services/articles/article.service.js');
const { ANONYMOUS } = require('../dist/shared/viewer.js');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    articles: { type: 'string', default: '100000' },
    changes: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '15' },
  },
});
const [size, changes, rounds] = [values.articles, values.changes, values.rounds].map(Number);
const IDS = ['qaa_fr_1', 'qab_fr_2', 'qac_fr_3', 'qad_fr_4'];

/** Number of articles on a page, and of pages read for one measurement, so that garbage collection affects all measurements equally. */
const PAGE = 20;
const AT_ONCE = 40;

/** Maximum number of items up to which lists without stored totals are counted and read by page number. */
const MAX_COUNTED = 10_000;

const dataDir = mkdtempSync(join(tmpdir(), 'griot-pages-'));
const config = loadConfig({ NODE_ENV: 'production', DATA_DIR: dataDir });
const gateway = await openGateway(config, createLogger({ logLevel: 'warn' }));
const dictionaries = new Dictionaries(gateway, articlesIn(positionals));
let isMissed = false;

try {
  for (const id of IDS) await dictionaries.fill(id, size / IDS.length);
  await changeAtRandom();
  console.log(`${size} articles in ${IDS.length} dictionaries, after ${changes} inserts and deletes`);
  console.log('Processor time of gateway and engine for one page, in ms; the slowest over the fastest.\n');
  console.log(
    '| list | articles | first | 1/4 | 1/2 | 3/4 | last | ratio |\n| --- | --: | --: | --: | --: | --: | --: | --: |',
  );
  for (const kind of kinds()) await report(kind);
} finally {
  await gateway.close();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(isMissed ? 1 : 0);

/** Inserts and deletes the same number of articles. A random generator with a fixed seed selects them. */
async function changeAtRandom() {
  let state = 42;
  const random = (below) => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) % below;
  for (let i = 0; i < changes; i++) {
    const id = IDS[random(IDS.length)];
    if (i % 2 === 0) await dictionaries.insert(id, size + i + 1);
    else await dictionaries.delete(id, dictionaries.listed(id, 'article')[random(1000)].number);
  }
}

function kinds() {
  const [dictionaryId] = IDS;
  const category = mostFrequent((list) => list.startsWith('category='));
  const language = mostFrequent((list) => list.startsWith('translation:')).slice('translation:'.length);
  const facet = category.slice('category='.length);
  return [
    { name: 'one dictionary', filter: { dictionaryId }, list: 'article' },
    { name: 'all dictionaries', filter: {}, list: 'article' },
    { name: 'a part, one dictionary', filter: { dictionaryId, having: 'category' }, list: 'category' },
    { name: 'a part, all', filter: { having: 'category' }, list: 'category' },
    {
      name: 'translations, one dictionary',
      filter: { dictionaryId, language },
      list: `translation:${language}`,
    },
    { name: 'translations, all', filter: { language }, list: `translation:${language}` },
    {
      name: 'a filter, by number',
      filter: { dictionaryId, category: facet },
      list: category,
      isFiltered: true,
    },
    {
      name: 'a filter, by cursor',
      filter: { category: facet },
      list: category,
      isFiltered: true,
      byCursor: true,
    },
  ];
}

function mostFrequent(isWanted) {
  const counts = new Map();
  for (const { lists } of dictionaries.expected.values())
    for (const list of lists) if (isWanted(list)) counts.set(list, (counts.get(list) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0][0];
}

async function report(kind) {
  const expected = dictionaries.listed(kind.filter.dictionaryId, kind.list);
  const reached =
    kind.isFiltered && !kind.byCursor ? Math.min(expected.length, MAX_COUNTED) : expected.length;
  const last = Math.ceil(reached / PAGE);
  const pages = [0, 0.25, 0.5, 0.75, 1].map((part) => Math.max(1, Math.round(last * part)));
  const cursors = kind.byCursor ? cursorsOf(pages, expected) : undefined;
  const read = (at) => readPage(kind, pages[at], cursors?.[at]);
  for (const at of pages.keys()) await check(kind, { page: pages[at], found: await read(at), expected });
  const costs = pages.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const at of pages.keys()) {
      const { engine, client } = await costOf(dataDir, async () => {
        for (let i = 0; i < AT_ONCE; i++) await read(at);
      });
      costs[at].push((engine + client) / AT_ONCE);
    }
  const medians = costs.map((list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]);
  const ratio = Math.max(...medians) / Math.min(...medians);
  if (ratio > 2) isMissed = true;
  const cells = [...medians.map((cost) => cost.toFixed(2)), ratio.toFixed(2)];
  console.log(`| ${kind.name} | ${expected.length} | ${cells.join(' | ')} |`);
}

/** A page with its total; without a total for pages by cursor, because clients that read on by cursor do not request it. */
async function readPage({ filter, byCursor }, page, after) {
  const pageRequest = byCursor ? { first: PAGE, after, sort: 'ASC' } : { first: PAGE, page, sort: 'ASC' };
  const found = await gateway.articles.list(ANONYMOUS, {
    ...{ filter, pageRequest, maxItems: 100 },
    fields: { dictionaryId: 1, number: 1, publicId: 1, headword: 1, sortKey: 1, isDisabled: 1, source: 1 },
  });
  return { items: found.items, total: byCursor ? undefined : await found.total() };
}

/** The cursors after which pages begin: those of the last articles of the pages before. */
function cursorsOf(pages, expected) {
  return pages.map((page) => {
    const before = expected[(page - 1) * PAGE - 1];
    return before && articleCursor({ sortKey: before.place.toString() });
  });
}

async function check({ name, isFiltered }, { page, found, expected }) {
  const names = (list) => list.map(({ dictionaryId, number }) => `${dictionaryId} ${number}`);
  const wanted = expected.slice((page - 1) * PAGE, page * PAGE);
  deepStrictEqual(names(found.items), names(wanted), `${name}: page ${page}`);
  const total = isFiltered && expected.length > MAX_COUNTED ? null : expected.length;
  if (found.total !== undefined) deepStrictEqual(found.total, total, `${name}: total`);
}
