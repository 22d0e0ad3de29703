// Measures the processor time of single operations of the embedded database, of client and engine together. Exits with 1
// if one exceeds its limit. Build first. Linux only, because it reads the time of the engine from /proc.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operationsOn } from './bench-embedded/operations.mjs';
import { costOf } from './support/process-use.mjs';

const require = createRequire(import.meta.url);
const { MongoClient } = require('mongodb');
const { openEmbeddedDatabase } = require('@griot/embedded-database');

/** Number of operations before the measurement, so that their code is compiled. */
const ROUNDS = 7;

const dataDir = mkdtempSync(join(tmpdir(), 'griot-bench-'));
const engine = await openEmbeddedDatabase({ dataDir, idleSeconds: 1 });
const client = await new MongoClient(engine.uri, { maxPoolSize: 32, ignoreUndefined: true }).connect();

function verdictOf({ limit, perSecond }, total, busier) {
  if (limit !== undefined) return { text: `at most ${limit} ms`, isMet: total <= limit };
  if (perSecond !== undefined)
    return { text: `at least ${perSecond} per second`, isMet: 1000 / busier >= perSecond };
  return { text: '', isMet: true };
}

/** Times of client and engine in the round with the lowest sum: other processes of the machine can only increase the cost. */
async function leastOf(operation) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { client: own, engine: its } = await costOf(dataDir, operation.run);
    rounds.push([own, its]);
  }
  return rounds.reduce((least, round) => (sumOf(round) < sumOf(least) ? round : least));
}

function sumOf([own, its]) {
  return own + its;
}

try {
  console.log(
    'each: milliseconds of processor time                     together    engine    client   per s   limit',
  );
  for (const operation of operationsOn(client)) {
    await operation.prepare?.();
    const [own, its] = (await leastOf(operation)).map((sum) => sum / operation.count);
    const { text, isMet } = verdictOf(operation, own + its, Math.max(own, its));
    const figures = [own + its, its, own].map((figure) => figure.toFixed(3).padStart(9));
    const rate = String(Math.round(1000 / Math.max(own, its))).padStart(7);
    console.log(operation.name.padEnd(54), ...figures, rate, ` ${text}${isMet ? '' : ' EXCEEDED'}`);
    if (!isMet) process.exitCode = 1;
  }
  console.log(
    'per s: what the busier of the two processes has time for, when disk and machine do not hold it up',
  );
} finally {
  await client.close();
  await engine.close();
  rmSync(dataDir, { recursive: true, force: true });
}
