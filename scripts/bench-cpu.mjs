// Measures how long one request can occupy the main thread: sends costly requests of up to 100 kB, one at a time.
// Usage: npm run bench:cpu [-- --only WORDS] [--rounds N]
import { Agent } from 'node:http';
import { parseArgs } from 'node:util';
import { GRAPHQL_CASES } from './bench-cpu/graphql-cases.mjs';
import { HTTP_CASES } from './bench-cpu/http-cases.mjs';
import { startServer } from './bench-cpu/server.mjs';
import { send } from './bench/load.mjs';

/** Maximum time of the main thread for one request, in milliseconds. */
const LIMIT = 50;
const MAX_REQUEST_BYTES = 100_000;
/** Number of requests of each kind before the measurement, so that their code is compiled. */
const WARM_UP = 3;

const { values } = parseArgs({
  options: { only: { type: 'string' }, rounds: { type: 'string', default: '7' } },
});
const rounds = Number(values.rounds);
const cases = Object.entries({ ...GRAPHQL_CASES, ...HTTP_CASES }).filter(
  ([name]) => values.only === undefined || name.includes(values.only),
);

const server = await startServer();
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const results = [];
for (const [name, make] of cases) {
  const result = { name, ...(await measured(name, make())) };
  results.push(result);
  console.error(`${name}: ${result.status}, ${result.median.toFixed(1)} ms`);
}
agent.destroy();
await server.stop();

results.sort((a, b) => b.median - a.median);
console.log('| request | bytes | status | median ms | slowest ms | |\n| --- | --: | --: | --: | --: | --- |');
for (const { name, bytes, status, median, slowest } of results) {
  const verdict = median >= LIMIT ? 'ABOVE' : '';
  console.log(
    `| ${name} | ${bytes} | ${status} | ${median.toFixed(1)} | ${slowest.toFixed(1)} | ${verdict} |`,
  );
}
const above = results.filter(({ median }) => median >= LIMIT);
console.log(`\n${results.length} requests, ${above.length} at or above ${LIMIT} ms`);
process.exitCode = above.length > 0 ? 1 : 0;

async function measured(name, { role, headers, body, ...request }) {
  const token = role === undefined ? {} : { 'x-access-token': server.tokens[role] };
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const whole = { url: server.url, ...request, headers: { ...token, ...headers, ...length }, body };
  const bytes = sizeOf(whole);
  if (bytes > MAX_REQUEST_BYTES) throw new Error(`${name}: ${bytes} bytes`);
  const times = [];
  let status;
  for (let round = -WARM_UP; round < rounds; round++) {
    const before = server.processorTime();
    ({ status } = await send(agent, whole));
    if (round >= 0) times.push(server.processorTime() - before);
  }
  times.sort((a, b) => a - b);
  return { bytes, status, median: times[Math.floor(rounds / 2)], slowest: times.at(-1) };
}

/** Approximate size of a request, in bytes. */
function sizeOf({ path, headers, body = '' }) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.byteLength(path + lines.join('') + body);
}
