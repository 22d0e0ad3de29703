import { databaseWithSample } from '../../support/prepared-database';
import type { TestDatabase } from '../../support/database';
import { type ServerProcess, startServer } from '../../support/server-process';
import { rawRequest } from '../../unit/support/raw-request';

let database: TestDatabase;
let server: ServerProcess;

beforeAll(async () => {
  database = await databaseWithSample();
  server = await startServer(database.env);
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

/** Sends a request of HTTP with these header lines. */
const send = (headers: readonly string[], version = '1.1') =>
  rawRequest(
    Number(new URL(server.url).port),
    [`GET /lexicon/articles?limit=1 HTTP/${version}`, ...headers, 'Connection: close', '', ''].join('\r\n'),
  );

test.each([
  ['without the header Host', []],
  ['with two headers Host', ['Host: a.example', 'host: b.example']],
])('a request %s is refused like any other malformed request', async (_, headers) => {
  const response = await send(headers);
  const body = JSON.parse(response.slice(response.lastIndexOf('\r\n\r\n'))) as object;

  expect(response).toMatch(/^HTTP\/1\.1 400 /);
  expect(body).toMatchObject({ status: 400, code: 'INVALID_INPUT', uri: '/lexicon/articles?limit=1' });
  expect(response).toMatch(/\r\nX-Request-Id: /i);
});

test('a request of HTTP/1.0 needs no header Host', async () => {
  expect(await send([], '1.0')).toMatch(/^HTTP\/1\.1 200 /);
});

test('an expectation that the server does not know is ignored', async () => {
  expect(await send(['Host: a.example', 'Expect: 200-ok'])).toMatch(/^HTTP\/1\.1 200 /);
});
