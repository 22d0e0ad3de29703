// Measures whether storing an article costs the same in a small and in a large database: imports generated articles into
// one dictionary of a new embedded database, and prints the processor time per article as the database grows, then that of a
// small commit. Build first.
//
//   npm run bench:embedded:growth -- [--to 200000] [--step 5000] [--shuffled] [FOLDER...]
//
// The articles are generated from the dictionaries in the folders, by default from the sample dictionary.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { articlesIn, generatedSteps } from './support/generated-dictionary.mjs';
import { costOf } from './support/process-use.mjs';

const require = createRequire(import.meta.url);
const { openGateway } = require('../dist/server/compose.js');
const { createLogger } = require('../dist/observability/logger.js');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    to: { type: 'string', default: '200000' },
    step: { type: 'string', default: '5000' },
    shuffled: { type: 'boolean', default: false },
  },
});
const [size, step] = [Number(values.to), Number(values.step)];
const SMALL_COMMITS = 200;
const shuffledWithin = values.shuffled ? size : undefined;

const dataDir = mkdtempSync(join(tmpdir(), 'griot-growth-'));
const gateway = await openGateway({ mongodbUri: undefined, dataDir }, createLogger({ logLevel: 'warn' }));

async function countUp() {
  for (let n = 0; n < SMALL_COMMITS; n++) await gateway.storage.counters.take('bench');
}

try {
  console.log('articles   engine ms   client ms   clock ms (each per article)   file MB');
  const wish = { dictionaryId: 'generated', size, step, shuffledWithin };
  for (const { from, to, store } of generatedSteps(gateway, articlesIn(positionals), wish)) {
    const cost = await costOf(dataDir, store);
    const figures = [cost.engine, cost.client, cost.clock].map((sum) =>
      (sum / (to - from)).toFixed(3).padStart(9),
    );
    const megabytes = (statSync(join(dataDir, 'griot.mdb')).size / 1e6).toFixed(0);
    console.log(String(to).padStart(8), ...figures, '                      ', megabytes);
  }
  const small = await costOf(dataDir, countUp);
  console.log(`a small commit afterwards, engine ms: ${(small.engine / SMALL_COMMITS).toFixed(3)}`);
} finally {
  await gateway.close();
  rmSync(dataDir, { recursive: true, force: true });
}
