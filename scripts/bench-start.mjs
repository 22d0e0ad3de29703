// Measures the time from the start of Node until the server is ready, in milliseconds, and the memory of the server and the embedded
// database five seconds later, alternately without and with stored compiled code. Usage: npm run bench:start [-- STARTS]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startGateway } from './support/gateway.mjs';
import { engineOf, residentMegabytes } from './support/process-use.mjs';

const STARTS = Number(process.argv[2] ?? 7);

/** Time after which a server has stored its compiled code, in milliseconds. */
const KEPT_MS = 12_000;

const folder = mkdtempSync(join(tmpdir(), 'griot-starts-'));
const ways = { compiled: { NODE_COMPILE_CACHE: folder }, plain: { NODE_DISABLE_COMPILE_CACHE: '1' } };

async function start(env, waiting) {
  const dataDir = join(folder, 'data');
  const before = performance.now();
  const server = await startGateway({ DATA_DIR: dataDir, ...env });
  const ms = Math.round(performance.now() - before);
  await sleep(waiting);
  const [gateway, engine] = [server.processId, engineOf(dataDir)].map(residentMegabytes);
  await server.stop();
  return { ms, gateway, engine };
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

try {
  await start(ways.compiled, KEPT_MS);
  const results = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
  for (let round = 0; round < STARTS; round += 1)
    for (const [way, env] of Object.entries(ways)) results[way].push(await start(env, 5_000));
  for (const [way, starts] of Object.entries(results)) {
    const [ms, gateway, engine] = ['ms', 'gateway', 'engine'].map((name) =>
      starts.map((measured) => measured[name]),
    );
    console.log(
      `${way}: ready after ${median(ms)} ms (${ms.join(', ')}); gateway ${median(gateway)} MB, database ${median(engine)} MB`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
