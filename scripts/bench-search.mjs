// Measures search in a dictionary of 15,000 and in one of 200,000 articles, one request at a time, in interleaved rounds, and
// the cost of the indexes of search keys. The articles are generated from real ones by adding affixes. Build first.
//
//   npm run bench:search -- [--sizes 15000,200000] [--rounds 5] [--data FOLDER] FOLDER...
//
// The articles are generated from the dictionaries in the folders. --data names a folder for the databases, which later runs use again.
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { KINDS, questionsFrom } from './bench-search/questions.mjs';
import { timesOf } from './bench-search/times.mjs';
import { withoutKeyIndexes } from './bench-search/without-key-indexes.mjs';
import { startServer } from './bench/servers.mjs';
import { articlesIn, generatedSteps } from './support/generated-dictionary.mjs';
import { costOf, engineOf } from './support/process-use.mjs';

const require = createRequire(import.meta.url);
const { openGateway } = require('../dist/server/compose.js');
const { createLogger } = require('../dist/observability/logger.js');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sizes: { type: 'string', default: '15000,200000' },
    rounds: { type: 'string', default: '5' },
    data: { type: 'string' },
  },
});
/**
 * Limits of the 95th percentile of the processor time of gateway and database together, which is the time of a request on an
 * idle machine: in milliseconds, and as a multiple of that with the smallest database.
 */
const MAX_MS = 50;
const MAX_TIMES = 1.5;
const DICTIONARY = 'generated';

const articles = articlesIn(positionals);
const sizes = values.sizes.split(',').map(Number);
const work = mkdtempSync(join(tmpdir(), 'griot-search-'));
const kept = values.data ?? work;

async function fill(dataDir, size) {
  const gateway = await openGateway({ mongodbUri: undefined, dataDir }, createLogger({ logLevel: 'warn' }));
  const sum = { engine: 0, client: 0 };
  for (const { store } of generatedSteps(gateway, articles, { dictionaryId: DICTIONARY, size })) {
    const cost = await costOf(dataDir, store);
    sum.engine += cost.engine;
    sum.client += cost.client;
  }
  await gateway.close();
  return { ...sum, bytes: statSync(join(dataDir, 'griot.mdb')).size };
}

async function tellCostOfIndexes(size) {
  const [plain, indexed] = [join(work, 'plain'), join(work, 'indexed')];
  await withoutKeyIndexes(plain);
  const without = await fill(plain, size);
  const within = await fill(indexed, size);
  const each = (name) => (within[name] - without[name]) / size;
  console.log(
    `Indexes of search keys, for each of ${size} articles: ${(each('engine') * 1000).toFixed(0)} µs of the database ` +
      `(${((within.engine * 1000) / size).toFixed(0)} with them), ${each('bytes').toFixed(0)} bytes on disk ` +
      `(${(within.bytes / size).toFixed(0)} with them).`,
  );
}

const at = (times, measure, share) => {
  const sorted = times.map((time) => time[measure]).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
};

let isBelow = false;
try {
  await tellCostOfIndexes(sizes[0]);
  const servers = [];
  for (const size of sizes) {
    const dataDir = join(kept, `articles-${size}`);
    // A repeated import changes nothing, so an interrupted import of the data continues.
    const mark = join(dataDir, 'filled');
    if (!existsSync(mark)) {
      await fill(dataDir, size);
      writeFileSync(mark, '');
    }
    const { url, processId } = await startServer('gateway', { dataDir });
    servers.push({ size, url, processes: [processId, engineOf(dataDir)] });
  }
  const times = servers.map(() => ({}));
  for (let round = 0; round <= Number(values.rounds); round++)
    for (const kind of KINDS)
      for (const [i, server] of servers.entries()) {
        const questions = questionsFrom(articles, {
          kind,
          size: server.size,
          round,
          dictionaryId: DICTIONARY,
        });
        const found = await timesOf(server, questions);
        // The first round warms up.
        if (round > 0) (times[i][kind] ??= []).push(...found);
      }
  const columns = sizes.map((size) => `${size}: median, p95`.padStart(24)).join('');
  console.log(`${'Milliseconds of processors (p95 of the clock)'.padEnd(48)}${columns}   times`);
  for (const kind of KINDS) {
    const all = times.map((of) => of[kind]);
    const p95 = all.map((some) => at(some, 'processor', 0.95));
    const shown = all.map((some, i) => {
      const figures = `${at(some, 'processor', 0.5).toFixed(1)}, ${p95[i].toFixed(1)}`;
      return `${figures} (${at(some, 'clock', 0.95).toFixed(0)})`.padStart(24);
    });
    const ratio = p95.at(-1) / p95[0];
    const isHeld = p95.at(-1) <= MAX_MS && ratio <= MAX_TIMES;
    isBelow ||= !isHeld;
    console.log(`${kind.padEnd(48)}${shown.join('')}   ${ratio.toFixed(1)}${isHeld ? '' : '  MISSED'}`);
  }
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} x ${cpus()[0].model}, Node ${process.version}`,
  );
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.exit(isBelow ? 1 : 0);
