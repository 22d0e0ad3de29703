// A small load generator: keep-alive connections, a fixed number of requests in flight, times of each request.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Requests in flight at once: more than the cores of a small machine, fewer than the pool of the database. */
const IN_FLIGHT = 16;

/** Requests of one address: more would be beyond the limits, which hold in a benchmark too. */
const REQUESTS_OF_ADDRESS = 100;

let clients = 0;

/**
 * A client that sends one request at a time. Its requests come from an address of its own, and after a hundred of them from
 * another one; servers believe it of this machine by TRUST_PROXY=loopback. Requests at once from a single address would be
 * those of one caller with more than its share, which the gateway keeps waiting and then refuses.
 */
function newClient() {
  let address = '';
  let sent = 0;
  return () => {
    if (sent++ % REQUESTS_OF_ADDRESS === 0) {
      const number = clients++;
      address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
    }
    return { 'x-forwarded-for': address };
  };
}

const onlyClient = newClient();

/** Sends one request; resolves to its status and body. */
export function send(agent, { url, method = 'GET', path, headers = {}, body }, client = onlyClient) {
  return new Promise((resolve, reject) => {
    const from = client();
    const outgoing = request(url + path, { agent, method, headers: { ...from, ...headers } }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        resolve({ status: response.statusCode, body: Buffer.concat(chunks) });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Pause after a refusal, in milliseconds. */
const RETRY_MS = 1000;

/**
 * Runs requests for a time; resolves to their number, requests a second and the 99th percentile in milliseconds. On a machine
 * that is busy with other things the gateway refuses some (503); these are not counted, and their number is `refused`.
 */
export async function run(makeRequest, seconds) {
  const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT });
  const times = [];
  const end = performance.now() + seconds * 1000;
  let round = 0;
  let refused = 0;
  const worker = async () => {
    const client = newClient();
    while (performance.now() < end) {
      const started = performance.now();
      const { status } = await send(agent, makeRequest(round++), client);
      if (status === 503) {
        refused++;
        await sleep(RETRY_MS);
        continue;
      }
      if (status !== 200 && status !== 206) throw new Error(`a request was answered ${status}`);
      times.push(performance.now() - started);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  const elapsed = (performance.now() - started) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
  return { refused, count: times.length, rate: times.length / elapsed, p99 };
}
