import { request as send } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
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

/** Says by a header who asks. */
const workByHeader: Handler = (request, _response, next) => {
  request.work = new Work(String(request.headers['caller']));
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
