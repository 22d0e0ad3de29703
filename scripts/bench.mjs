// Compares the gateway with other servers on one embedded database. Because machines are noisy, rounds are interleaved, and the result is
// the median ratio of processor times within a round. A ratio above 1 means that the gateway needs less time. Needs a folder with the
// dictionary wol_fra_cisse (metadata.json, articles.jsonl). Linux only.
//
//   npm run bench -- [--rounds 5] [--seconds 2] [FOLDER] [all | NAME...]
//
// `all` adds Parse Server and Payload, and PostGraphile, Directus and Strapi on Debian's PostgreSQL; names add single ones. They are
// installed from npm's registry for the run, or into the folder BENCH_PACKAGES, which later runs use again.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { DIALECTS, ON_POSTGRES } from './bench/dialects.mjs';
import { bytesOnTheWire, checkEqual, measure, median } from './bench/measure.mjs';
import { installPackages } from './bench/packages.mjs';
import { writePlain } from './bench/plain-data.mjs';
import { scenariosOf } from './bench/scenarios.mjs';
import { startServer } from './bench/servers.mjs';
import { writeTables } from './bench/plain-tables.mjs';
import { hasPostgres } from './support/postgres.mjs';
import { residentMegabytes } from './support/process-use.mjs';

/** Maximum memory of the gateway after the run, in MB. */
const MAX_MEMORY = 250;

const root = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '2' } },
});
const yardsticks = Object.keys(DIALECTS);
const isYardstick = (name) => name === 'all' || yardsticks.includes(name);
const [folder = join(root, '..', 'shared', 'data', 'wol_fra_cisse')] = positionals.filter(
  (name) => !isYardstick(name),
);
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];

// Each server ends with this process.
process.setMaxListeners(0);
const dataDir = mkdtempSync(join(tmpdir(), 'griot-bench-'));
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
const { openEmbeddedDatabase } = createRequire(import.meta.url)('@griot/embedded-database');
const imported = spawnSync(process.execPath, [join(root, 'dist', 'bin', 'griot.js'), 'import', folder], {
  env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir, MONGODB_URI: '' },
  encoding: 'utf8',
});
if (imported.status !== 0) throw new Error(imported.stderr);
const database = await openEmbeddedDatabase({ dataDir });
const lines = readFileSync(join(folder, 'articles.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

const documents = await writePlain(database.uri);
const wanted = positionals.includes('all') ? yardsticks : positionals.filter(isYardstick);
const more = wanted.filter((name) => hasPostgres() || !ON_POSTGRES.includes(name));
const left = wanted.filter((name) => !more.includes(name));
if (left.length > 0) console.log(`Left out, since there is no PostgreSQL here: ${left.join(', ')}.\n`);
const packages = process.env.BENCH_PACKAGES ?? join(dataDir, 'packages');
installPackages(packages, more);
const others = {
  BENCH_PACKAGES: packages,
  ...(more.some((name) => ON_POSTGRES.includes(name)) && {
    BENCH_POSTGRES: writeTables(dataDir, documents),
  }),
};
const names = ['gateway', 'bare', 'http', 'compressed', 'apollo', 'mercurius', ...more];
const started = await Promise.all(
  names.map((name) => startServer(name, { dataDir, uri: database.uri, others })),
);
const servers = Object.fromEntries(started.map((server) => [server.name, server]));
let isMissed = false;

const rows = [];
const wire = [];
let refused = 0;
console.log(
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} x ${cpus()[0].model}, Node ${process.version}, ` +
    `${rounds} rounds of ${seconds} s, 16 requests in flight\n`,
);
for (const scenario of scenariosOf(lines, more)) {
  await checkEqual(scenario, servers);
  if (scenario.encoding === undefined)
    wire.push({ name: scenario.name, ...(await bytesOnTheWire(scenario, servers)) });
  const results = await measure(scenario, servers, { rounds, seconds });
  for (const name of scenario.servers.slice(1)) rows.push(rowOf(scenario, results, name));
  for (const result of Object.values(results).flat()) refused += result.refused;
}

// The lowest ratios come first.
rows.sort((a, b) => a.ratio - b.ratio);
console.log('| question | compared with | ratio | floor | processor ms | requests/s | p99 ms |');
console.log('| --- | --- | --: | --- | --: | --: | --: |');
for (const { cells } of rows) console.log(`| ${cells.join(' | ')} |`);

console.log('\n| answer of the gateway | plain bytes | gzip | br |\n| --- | --: | --: | --: |');
for (const { name, plain, gzip, br } of wire) console.log(`| ${name} | ${plain} | ${gzip} | ${br} |`);
const memory = started.map(({ name, processId }) => `${name} ${residentMegabytes(processId)} MB`);
if (refused > 0)
  console.log(
    `\n${refused} requests were refused (503) and are not counted: the machine is busy with other things.`,
  );
console.log(`\nMemory after the run: ${memory.join(', ')} (limit for the gateway: ${MAX_MEMORY} MB)`);
if (residentMegabytes(servers.gateway.processId) > MAX_MEMORY) isMissed = true;
await database.close();
process.exit(isMissed ? 1 : 0);

/** A row of the table: the measurement of the gateway, then that of the other server. */
function rowOf({ name: question, floors }, results, name) {
  const of = (member, digits) =>
    ['gateway', name]
      .map((server) => median(results[server].map((result) => result[member])).toFixed(digits))
      .join(' / ');
  const ratio = median(results.gateway.map(({ cpu }, round) => results[name][round].cpu / cpu));
  const floor = floors[name];
  const isBelow = floor !== undefined && ratio < floor;
  if (isBelow) isMissed = true;
  const held = floor === undefined ? '' : `${floor} ${isBelow ? 'MISSED' : 'held'}`;
  return {
    ratio,
    cells: [question, name, ratio.toFixed(2), held, of('cpu', 2), of('rate', 0), of('p99', 1)],
  };
}
