// Measures the gateway against yardsticks, all on one embedded database: interleaved rounds, medians of the ratios within
// a round, since machines are noisy. Needs a folder with the dictionary wol_fra_cisse (metadata.json, articles.jsonl).
//
//   npm run bench -- FOLDER [--rounds 5] [--seconds 2]
import { fork, spawnSync } from 'node:child_process';
import { deepStrictEqual } from 'node:assert';
import { readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { createRequire } from 'node:module';
import { cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { run, send } from './bench/load.mjs';
import { GRAPHQL, REST } from './bench/queries.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '2' } },
});
const [folder = join(root, '..', 'shared', 'data', 'wol_fra_cisse')] = positionals;
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);

const dataDir = mkdtempSync(join(tmpdir(), 'griot-bench-'));
const { openEmbeddedDatabase } = createRequire(import.meta.url)('../dist/embedded/launch.js');
const imported = spawnSync(process.execPath, [join(root, 'dist', 'cli', 'import.js'), folder], {
  env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir },
  stdio: 'inherit',
});
if (imported.status !== 0) process.exit(1);
const database = await openEmbeddedDatabase({ dataDir });
const numbers = readFileSync(join(folder, 'articles.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

function start(name) {
  const env = {
    ...{ ...process.env, NODE_ENV: 'production', MODE: 'production', LOG_LEVEL: 'silent', PORT: '0' },
    ...{ DATA_DIR: dataDir, BENCH_URI: database.uri, RATE_LIMITS: '' },
  };
  const child = fork(join(here, 'bench', `${name}-server.mjs`), {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    child.once('message', ({ port }) => resolve({ name, child, url: `http://127.0.0.1:${port}` }));
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)));
  });
}

const servers = Object.fromEntries(
  (await Promise.all(['gateway', 'bare', 'apollo', 'mercurius'].map(start))).map((server) => [
    server.name,
    server,
  ]),
);

const pick = (turn) => numbers[(turn * 37) % numbers.length];
const rest = (make) => (server) => (turn) => {
  const { id_article, article } = pick(turn);
  return { url: server.url, path: make(id_article, article.entry.headword) };
};
const graphql = (query) => (server) => (turn) => ({
  url: server.url,
  path: server.name === 'apollo' ? '/' : '/graphql',
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    query,
    variables: query.includes('$id') ? { id: String(pick(turn).id_article) } : {},
  }),
});

const SCENARIOS = [
  { name: 'REST one article', make: rest(REST.one), servers: ['gateway', 'bare'], floors: { bare: 0.8 } },
  { name: 'REST list of 100', make: rest(REST.list), servers: ['gateway', 'bare'], floors: { bare: 1.0 } },
  { name: 'REST search', make: rest(REST.search), servers: ['gateway'], floors: {} },
  ...Object.entries({ one: 'one article', list: 'list of 100', nested: 'nested list of 100' }).map(
    ([key, words]) => ({
      ...{
        name: `GraphQL ${words}`,
        make: graphql(GRAPHQL[key]),
        servers: ['gateway', 'apollo', 'mercurius'],
      },
      floors: { apollo: 1.5 },
    }),
  ),
];

/** All servers of a scenario must say the same, else there is nothing to compare. */
async function checkEqual({ name, make, servers: names }) {
  const agent = new Agent({ keepAlive: true });
  const sizes = {};
  for (const turn of [1, 2, 3]) {
    const bodies = [];
    for (const each of names) {
      const { body } = await send(agent, make(servers[each])(turn));
      sizes[each] = body.length;
      bodies.push(JSON.parse(body));
    }
    for (const body of bodies.slice(1)) deepStrictEqual(body, bodies[0], `${name}: the answers differ`);
  }
  agent.destroy();
  return sizes;
}

// Whatever goes wrong, no server outlives the benchmark.
process.on('exit', () => Object.values(servers).forEach(({ child }) => child.kill('SIGKILL')));

const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
let isBelow = false;
const lines = [];
for (const scenario of SCENARIOS) {
  const sizes = await checkEqual(scenario);
  for (const each of scenario.servers) await run(scenario.make(servers[each]), seconds / 2);
  const results = [];
  for (let round = 0; round < rounds; round++) {
    const result = {};
    const order = round % 2 === 0 ? scenario.servers : scenario.servers.toReversed();
    for (const each of order) result[each] = await run(scenario.make(servers[each]), seconds);
    results.push(result);
  }
  for (const other of scenario.servers.slice(1)) {
    const ratio = median(results.map((result) => result.gateway.rate / result[other].rate));
    const floor = scenario.floors[other];
    const verdict =
      floor === undefined ? '' : ratio >= floor ? `(floor ${floor}: held)` : `(floor ${floor}: MISSED)`;
    if (floor !== undefined && ratio < floor) isBelow = true;
    lines.push(`${scenario.name}: ${ratio.toFixed(2)} of ${other} ${verdict}`);
  }
  const own = results.map(({ gateway }) => gateway);
  const rate = median(own.map((each) => each.rate)).toFixed(0);
  lines.push(
    `${scenario.name}: ${rate}/s, p99 ${median(own.map(({ p99 }) => p99)).toFixed(1)} ms, ${sizes.gateway} bytes`,
  );
  console.log(lines.slice(-scenario.servers.length).join('\n'));
}

const status = readFileSync(`/proc/${servers.gateway.child.pid}/status`, 'utf8');
const memory = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
console.log(`Memory of the gateway after the run: ${memory.toFixed(0)} MB (limit 250)`);
console.log(
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} x ${cpus()[0].model}, Node ${process.version}`,
);
await database.close();
rmSync(dataDir, { recursive: true, force: true });
process.exit(isBelow || memory > 250 ? 1 : 0);
