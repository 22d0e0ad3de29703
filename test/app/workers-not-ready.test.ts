import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/eventually';
import type { TestDatabase } from '../support/database';
import { databaseWithSample } from '../support/prepared-database';
import { call, type HttpResponse } from '../support/http';
import { startServer, type ServerProcess } from '../support/server-process';

let folder: string;
let database: TestDatabase;
let server: ServerProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'griot-'));
  database = await databaseWithSample();
  server = await startServer({ ...database.env, WORKERS: '3', LOG_LEVEL: 'info' }, folder);
});

afterAll(async () => {
  await server.stop('SIGKILL');
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** The processes that have said that they serve. Log lines are written a little after what they tell. */
async function servingWorkers(count: number): Promise<readonly number[]> {
  const found = () =>
    [...server.output().matchAll(/"pid":(\d+),"msg":"A worker is ready"/g)].map(([, pid]) => Number(pid));
  await eventually(() => found().length >= count);
  return found();
}

/** Repeats the request until the response is as expected. A connection to a process that is killed breaks, or gets no response. */
async function until(isExpected: (response: HttpResponse) => boolean): Promise<HttpResponse> {
  let response: HttpResponse | undefined;
  await eventually(async () => {
    const signal = AbortSignal.timeout(10_000);
    response = await call(`${server.url}/health/ready`, { signal }).catch(() => undefined);
    return response !== undefined && isExpected(response);
  });
  return response!;
}

test('a server with fewer than half of its processes ready reports that it is not ready, and continues to serve', async () => {
  const workers = await servingWorkers(3);
  expect((await call(`${server.url}/health/ready`)).status).toBe(200);

  // No process can start with this: those that are killed stay away for as long as the test needs.
  writeFileSync(join(folder, '.env'), 'APP_TOKEN_HOURS=none\n');
  for (const pid of workers.slice(1)) process.kill(pid, 'SIGKILL');
  const response = await until(({ status }) => status === 503);

  expect(response.body).toEqual({ status: 'unavailable', reason: '1 of 3 processes serve.' });
  expect(response.headers.get('retry-after')).toBe('5');
  expect((await call(`${server.url}/health/live`)).status).toBe(200);
  expect((await call(`${server.url}/lexicon/articles/yor_eng_fra_griot?entries`)).status).toBe(200);
});
