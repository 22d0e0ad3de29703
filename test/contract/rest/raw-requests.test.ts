import { connect } from 'node:net';
import { call } from '../../support/http';
import type { TestDatabase } from '../../support/database';
import { databaseWithSample } from '../../support/prepared-database';
import { type ServerProcess, startServer } from '../../support/server-process';

/** What `curl 'http://host/lexicon/...?search=ilé'` sends: UTF-8 letters in the request line as they are. */
const SEARCH = '/lexicon/articles/yor_eng_fra_griot?search=ilé';

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

const requestOf = (target: string, { method = 'GET', headers = '' } = {}) =>
  `${method} ${target} HTTP/1.1\r\nHost: griot.example\r\n${headers}\r\n`;

interface Exchange {
  readonly text: string;
  readonly statuses: readonly number[];
}

/** Sends packets, each after the response to the one before it, and reads until the connection closes. */
async function send(...packets: readonly (string | Buffer)[]): Promise<Exchange> {
  const { port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1');
    const remaining = [...packets];
    let text = '';
    const next = () => {
      const packet = remaining.shift();
      if (packet !== undefined) socket.write(packet);
    };
    socket.setEncoding('utf8').once('connect', next);
    socket.on('data', (chunk: string) => {
      text += chunk;
      next();
    });
    socket.on('error', reject);
    socket.on('close', () => {
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
      resolve({ text, statuses });
    });
  });
}

const bodyOf = ({ text }: Exchange) => JSON.parse(text.slice(text.lastIndexOf('\r\n\r\n'))) as object;

test('a search with unescaped letters finds what the escaped one finds', async () => {
  const { body } = await call(`${server.url}${encodeURI(SEARCH)}`);
  const response = await send(requestOf(SEARCH));

  expect((body['search'] as object[]).length).toBeGreaterThan(0);
  expect(response.statuses).toEqual([200]);
  expect(bodyOf(response)).toEqual(body);
  expect(response.text).toMatch(/\r\nconnection: close\r\n/i);
});

test.each([
  ['in the path', requestOf('/lexicon/articles/ŋk̀ù_fr_2020'), 206],
  ['for HEAD', requestOf(SEARCH, { method: 'HEAD' }), 200],
  ['of letters with four bytes', requestOf('/lexicon/articles?search=𞤀𞤣'), 206],
  ['beside what is escaped', requestOf(`${SEARCH}&x=%C3%A9`), 200],
])('letters are read as UTF-8 %s', async (_, request, status) => {
  const { statuses } = await send(request);

  expect(statuses).toEqual([status]);
});

test('letters are read on a connection that has already served a request', async () => {
  expect((await send(requestOf('/lexicon/articles?limit=1'), requestOf(SEARCH))).statuses).toEqual([
    200, 200,
  ]);
});

const hidden = requestOf('/lexicon/articles?limit=1');

test.each([
  ['with another request behind it', requestOf(SEARCH) + hidden],
  ['behind another request in the same packet', hidden + requestOf(SEARCH)],
  ['with a body', `${requestOf(SEARCH, { headers: `Content-Length: ${hidden.length}\r\n` })}${hidden}`],
  ['with the length of a body alone', requestOf(SEARCH, { headers: 'content-length : 0\r\n' })],
  ['with parts', requestOf(SEARCH, { headers: 'Transfer-Encoding: chunked\r\n' })],
  ['with a bare end of line', requestOf(SEARCH, { headers: 'A: b\n\nGET / HTTP/1.1\r\n' })],
  ['of another method', requestOf(SEARCH, { method: 'DELETE' })],
  ['of an older version', requestOf(SEARCH).replace('HTTP/1.1', 'HTTP/1.0')],
  ['of another encoding', Buffer.from(requestOf(SEARCH), 'latin1')],
  ['with a control character', requestOf(`${SEARCH}\u0001`)],
  ['with a second address in its line', requestOf(`${SEARCH} /lexicon/metadata`)],
])('a request %s is refused once, and nothing after it is read', async (_, bytes) => {
  const { statuses, text } = await send(bytes);

  expect(statuses.at(-1)).toBe(400);
  expect(statuses.filter((status) => status === 400)).toHaveLength(1);
  expect(statuses.length).toBeLessThanOrEqual(2);
  expect(text).toMatch(/\r\nconnection: close\r\n/i);
});

test('the response to a URL that is too long is 414', async () => {
  expect((await send(requestOf(`/lexicon/articles?search=${'é'.repeat(8_000)}`))).statuses).toEqual([414]);
});

test('requests after one with unescaped letters are not answered', async () => {
  const { port } = new URL(server.url);
  const text = await new Promise<string>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(requestOf(SEARCH));
      setTimeout(() => socket.write(hidden), 1);
    });
    let output = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    socket
      .on('error', () => undefined)
      .on('close', () => {
        resolve(output);
      });
  });

  expect(text.match(/HTTP\/1\.1 \d{3} /g)).toHaveLength(1);
});

/** A request with exactly these header lines. */
const requestWith = (headers: readonly string[], version = '1.1') =>
  [`GET /lexicon/articles?limit=1 HTTP/${version}`, ...headers, 'Connection: close', '', ''].join('\r\n');

test.each([
  ['without the header Host', []],
  ['with two headers Host', ['Host: a.example', 'host: b.example']],
])('a request %s is refused like any other malformed request', async (_, headers) => {
  const response = await send(requestWith(headers));

  expect(response.statuses).toEqual([400]);
  expect(bodyOf(response)).toMatchObject({
    status: 400,
    code: 'INVALID_INPUT',
    uri: '/lexicon/articles?limit=1',
  });
  expect(response.text).toMatch(/\r\nX-Request-Id: /i);
});

test('a request of HTTP/1.0 needs no header Host', async () => {
  expect((await send(requestWith([], '1.0'))).statuses).toEqual([200]);
});

test('an expectation that the server does not know is ignored', async () => {
  expect((await send(requestWith(['Host: a.example', 'Expect: 200-ok']))).statuses).toEqual([200]);
});
