import { request as send } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { Router } from 'express';
import { createHttpApp, expressRoutes } from '../../../src/http/create-http-app';
import { eventually } from '../../support/eventually';
import { sendJson, type Handler } from '../../../src/shared/http';
import { Work } from '../../../src/shared/work';
import { listening, type Listening } from '../support/listening';
import { memoryLog } from '../support/memory-log';

const HALF = Buffer.alloc(1_000_000, ' ');

let server: Listening;
/** Callers of which a body is being received. */
let received: string[];

/** What each caller has been charged for, in bytes. */
const charged = new Map<string, number>();

/** Says by a header who asks. */
const workByHeader: Handler = (request, _response, next) => {
  const caller = String(request.headers['caller']);
  request.work = new Work(caller, (part, amount) => {
    if (part === 'bytes') charged.set(caller, (charged.get(caller) ?? 0) + amount);
  });
  next();
};

beforeEach(async () => {
  received = [];
  server = await listening(
    createHttpApp({
      config: { trustProxy: false, corsOrigins: '*' },
      logger: memoryLog().logger,
      work: workByHeader,
      writesMany: () => Promise.resolve(true),
      rest: expressRoutes(Router()),
      graphql: async (request, response) => {
        request.once('resume', () => received.push(String(request.headers['caller'])));
        await request.readBody?.();
        sendJson(response, 200, {});
      },
    }),
  );
});
afterEach(() => server.close());

/** Sends the first half of a body of 2 MB; `end` sends the other one. */
function upload(caller: string) {
  const headers = { caller, 'Content-Type': 'application/json', 'Content-Length': 2 * HALF.length + 2 };
  const outgoing = send(`${server.url}/graphql`, { method: 'POST', headers });
  const state = { status: undefined as number | undefined, end: () => outgoing.end(`${HALF.toString()}[]`) };
  outgoing.on('response', (response) => {
    state.status = response.resume().statusCode;
  });
  outgoing.on('error', () => undefined);
  outgoing.write(HALF);
  return state;
}

async function statusOf(upload: { readonly status: number | undefined }): Promise<number | undefined> {
  await eventually(() => upload.status !== undefined);
  return upload.status;
}

test('two large bodies of a caller are received at once; a third waits, and other callers do not', async () => {
  const slow = [upload('a'), upload('a')];
  await eventually(() => received.length === 2);
  const third = upload('a');
  third.end();
  const other = upload('b');
  other.end();

  expect(await statusOf(other)).toBe(200);
  await sleep(300);
  expect(third.status).toBeUndefined();

  slow[0]?.end();
  expect(await statusOf(third)).toBe(200);
});

test('a compressed body counts with its decompressed size', async () => {
  const text = `"${'a'.repeat(500_000)}"`;
  const post = (caller: string, body: string | Buffer<ArrayBuffer>, encoding = {}) =>
    fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { caller, 'Content-Type': 'application/json', ...encoding },
      body,
    });
  await post('plain', text);
  const response = await post('compressed', gzipSync(text), { 'Content-Encoding': 'gzip' });

  expect(response.status).toBe(200);
  expect(charged.get('compressed')).toBe(charged.get('plain'));
});
