// Tells whether storing an article costs the same in a small and in a large database: imports generated articles into
// one dictionary of a new embedded database and prints the processor time per article as it grows. Build first.
//
//   npm run bench:embedded:growth -- [--to 200000] [--step 5000] [--shuffled] [FOLDER...]
//
// The folders hold dictionaries to generate from; without any, the sample does.
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { costOf } from './bench-embedded/cpu.mjs';
import { articlesIn, generatedLines } from './bench-embedded/generated-articles.mjs';

const require = createRequire(import.meta.url);
const { openGateway } = require('../dist/app/compose.js');
const { createLogger } = require('../dist/app/logger.js');
const { importFolder } = require('../dist/formats/import-folder.js');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    to: { type: 'string', default: '200000' },
    step: { type: 'string', default: '5000' },
    shuffled: { type: 'boolean', default: false },
  },
});
const samples = fileURLToPath(new URL('../samples/yor_eng_fra_griot', import.meta.url));
const articles = articlesIn(positionals.length > 0 ? positionals : [samples]);
const [end, step] = [Number(values.to), Number(values.step)];
const shuffledWithin = values.shuffled ? end : undefined;

const work = mkdtempSync(join(tmpdir(), 'griot-growth-'));
const dataDir = join(work, 'data');
const folder = join(work, 'generated');
const dictionaryId = 'generated';
const gateway = await openGateway({ mongodbUri: undefined, dataDir }, createLogger({ logLevel: 'warn' }));
const mode = {
  wish: { overwrite: false, dryRun: false, skipBadLines: false },
  witness: { begins: () => undefined, proceeds: () => undefined, rejects: () => undefined },
};

try {
  mkdirSync(folder);
  writeFileSync(
    join(folder, 'metadata.json'),
    JSON.stringify({ id_dico: dictionaryId, long_name: 'Generated' }),
  );
  console.log('articles   engine ms   client ms   clock ms (each per article)   file MB');
  for (let from = 0; from < end; from += step) {
    const lines = [...generatedLines(articles, { dictionaryId, from, to: from + step, shuffledWithin })];
    writeFileSync(join(folder, 'articles.jsonl'), `${lines.join('\n')}\n`);
    const cost = await costOf(dataDir, () => importFolder(gateway.imports, folder, mode));
    const figures = [cost.engine, cost.client, cost.clock].map((sum) => (sum / step).toFixed(3).padStart(9));
    const megabytes = (statSync(join(dataDir, 'griot.mdb')).size / 1e6).toFixed(0);
    console.log(String(from + step).padStart(8), ...figures, '                      ', megabytes);
  }
} finally {
  await gateway.close();
  rmSync(work, { recursive: true, force: true });
}
