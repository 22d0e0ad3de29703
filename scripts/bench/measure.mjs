import { deepStrictEqual } from 'node:assert';
import { Agent } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { processorTime } from '../support/process-use.mjs';
import { run, send } from './load.mjs';

/** Encodings of a response; none for an uncompressed one. */
const ENCODINGS = { plain: undefined, gzip: 'gzip', br: 'br' };

export const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];

const DECODE = { undefined: (body) => body, gzip: gunzipSync, br: brotliDecompressSync };

/** Checks that all servers of a scenario return the same data. Otherwise their times could not be compared. */
export async function checkEqual({ name, make, servers: names, mayDiffer, encoding }, servers) {
  const agent = new Agent({ keepAlive: true });
  for (const round of mayDiffer ? [] : [1, 2, 3]) {
    const bodies = [];
    for (const each of names) {
      const request = make(servers[each])(round);
      const body = JSON.parse(DECODE[encoding]((await send(agent, request)).body));
      bodies.push(request.read?.(body) ?? body);
    }
    for (const body of bodies.slice(1)) deepStrictEqual(body, bodies[0], `${name}: the answers differ`);
  }
  agent.destroy();
}

/** Size of the body of one response of the gateway in each encoding, in bytes. */
export async function bytesOnTheWire({ make }, { gateway }) {
  const agent = new Agent({ keepAlive: true });
  const bytes = {};
  for (const [name, encoding] of Object.entries(ENCODINGS)) {
    const request = make(gateway)(1);
    const headers = { ...request.headers, ...(encoding && { 'accept-encoding': encoding }) };
    bytes[name] = (await send(agent, { ...request, headers })).body.length;
  }
  agent.destroy();
  return bytes;
}

/**
 * Runs a scenario on its servers in turn, round by round.
 *
 * @returns for each server and round: requests per second, 99th percentile in milliseconds, number of refused requests, processor
 *   time of the server per request in milliseconds
 */
export async function measure({ make, servers: names }, servers, { rounds, seconds }) {
  const results = Object.fromEntries(names.map((name) => [name, []]));
  for (const name of names) await run(make(servers[name]), seconds);
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const { processId } = servers[name];
      const before = processorTime(processId);
      const { rate, p99, count, refused } = await run(make(servers[name]), seconds);
      results[name].push({ rate, p99, refused, cpu: (processorTime(processId) - before) / count });
    }
  }
  return results;
}
