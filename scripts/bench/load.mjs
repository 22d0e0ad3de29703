// A load generator with keep-alive connections and a fixed number of concurrent requests, which measures the time of each.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Number of concurrent requests: more than the cores of a small machine, and fewer than the connections to the database. */
const IN_FLIGHT = 16;

/** Maximum number of requests from one address, within the limits of the gateway, which apply in a benchmark too. */
const REQUESTS_OF_ADDRESS = 100;

let clients = 0;

/**
 * A client that sends one request at a time. Each client states its own network address, and another one after a hundred requests;
 * servers trust it because of TRUST_PROXY=loopback. The gateway would delay and then refuse concurrent requests from a single
 * address, because one caller may only use its share.
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
 * Sends requests for a time. Resolves to their number, the requests per second and the 99th percentile in milliseconds. On a busy
 * machine the gateway refuses some (503). These are not counted; `refused` is their number.
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
