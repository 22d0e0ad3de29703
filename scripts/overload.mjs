// Measures a gateway at twice the load that it can serve: starts one on a separate core with the sample dictionary, determines its
// capacity, and sends requests at fixed times, at 70 % and at 200 % of the capacity, without waiting for earlier responses. Build first.
//
//   npm run overload -- [--seconds 8] [--runs 3]
import { Agent, request } from 'node:http';
import { parseArgs } from 'node:util';
import { startGateway } from './support/gateway.mjs';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '8' }, runs: { type: 'string', default: '3' } },
});
const [seconds, runs] = [values.seconds, values.runs].map(Number);
const GATEWAY_CORE = '0';
/** Number of concurrent requests while the capacity is measured: enough to keep one core busy, and too few to be refused. */
const IN_FLIGHT = 40;
/** Maximum ratio of the 99th percentile at twice the capacity to that at 70 %, and minimum goodput as a share of the capacity. */
const MAX_TIMES = 3;
const MIN_GOODPUT = 0.8;

const CONNECTIONS = 200;

/** Seconds before requests are counted. In the first three, the gateway treats the load as a burst and lets requests wait. */
const LEAD = 5;

const DICTIONARY = 'yor_eng_fra_griot';
const query = `{ articles(filter: { dictionary: "${DICTIONARY}" }, first: 20) { nodes { number headword } } }`;
const REQUESTS = [
  { path: `/lexicon/articles/${DICTIONARY}?limit=20` },
  { path: `/lexicon/articles/${DICTIONARY}/55` },
  {
    path: '/graphql',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  },
];

const { url, stop } = await startGateway({ LOG_LEVEL: 'silent' }, ['taskset', '-c', GATEWAY_CORE]);
// As many connections as a proxy would keep. Further requests wait in this process, and their wait is measured too.
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
let isMissed;
try {
  await capacity(8);
  const results = [];
  for (let run = 0; run < runs; run++) results.push(await oneRun());
  isMissed = !report(results);
} finally {
  await stop();
}
process.exit(isMissed ? 1 : 0);

async function oneRun() {
  const served = await capacity(seconds);
  const calm = await openLoop(0.7 * served);
  const flood = await openLoop(2 * served);
  const result = {
    capacity: served,
    calmP99: p99(calm.times),
    p99: p99(flood.times),
    times: p99(flood.times) / p99(calm.times),
    goodput: flood.times.length / flood.elapsed / served,
    refused: flood.refused,
    wrong: calm.wrong + flood.wrong,
  };
  console.log(
    JSON.stringify(result, (_, value) => (typeof value === 'number' ? Math.round(value * 100) / 100 : value)),
  );
  return result;
}

/** Requests per second when each is sent after the response to an earlier one. */
async function capacity(length) {
  const started = performance.now();
  let count = 0;
  const work = async () => {
    while (performance.now() - started < length * 1000) {
      await send(REQUESTS[count++ % REQUESTS.length]);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
  return count / ((performance.now() - started) / 1000);
}

/** Sends a number of requests per second without waiting for responses. Times are measured from the moment at which a request was due. */
async function openLoop(rate) {
  const started = performance.now();
  const result = { times: [], refused: 0, wrong: 0, elapsed: seconds };
  const open = new Set();
  const uncounted = { times: [], refused: 0, wrong: 0 };
  const all = rate * (LEAD + seconds);
  for (let sent = 0; sent < all;) {
    const due = Math.min(((performance.now() - started) / 1000) * rate, all);
    for (; sent < due; sent++) {
      const counts = sent < rate * LEAD ? uncounted : result;
      const pending = timed(REQUESTS[sent % REQUESTS.length], started + (sent / rate) * 1000, counts);
      open.add(pending);
      void pending.finally(() => open.delete(pending));
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await Promise.all(open);
  return result;
}

async function timed(wish, due, result) {
  try {
    const { status, retryAfter } = await send(wish);
    if (status === 503 && retryAfter !== undefined) result.refused++;
    else if (status < 300) result.times.push(performance.now() - due);
    else result.wrong++;
  } catch {
    result.wrong++;
  }
}

function send({ path, method = 'GET', headers = {}, body }) {
  return new Promise((resolve, reject) => {
    const outgoing = request(url + path, { agent, method, headers }, (response) => {
      response.resume().on('end', () => {
        resolve({ status: response.statusCode, retryAfter: response.headers['retry-after'] });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function p99(times) {
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)];
}

function median(numbers) {
  return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

function report(results) {
  const times = median(results.map((result) => result.times));
  const goodput = median(results.map((result) => result.goodput));
  const wrong = results.reduce((sum, result) => sum + result.wrong, 0);
  const isMet = times <= MAX_TIMES && goodput >= MIN_GOODPUT && wrong === 0;
  console.log(
    `Median of ${runs}: p99 at twice the capacity is ${times.toFixed(1)} times that at 70 % (at most ${MAX_TIMES}),`,
  );
  console.log(
    `goodput ${(100 * goodput).toFixed(0)} % (at least ${100 * MIN_GOODPUT} %), ${wrong} wrong answers: ${isMet ? 'met' : 'MISSED'}.`,
  );
  return isMet;
}
