import { gzipSync } from 'node:zlib';
import { type Audit, serverAudits } from 'graphql-http';
import { startGateway, type TestGateway } from '../../support/gateway';
import { rawRequest } from '../../unit/support/raw-request';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

/** The audits of the specification "GraphQL over HTTP"; where they are run does not matter to their names. */
const AUDITS = auditsOf(() => '');

test('there are 61 audits', () => {
  expect(AUDITS).toHaveLength(61);
});

test.each(AUDITS.map(({ name }, index) => [name, index] as const))('%s', async (_, index) => {
  const audit = auditsOf(() => `${gateway.url}/graphql`)[index];

  const result = await audit?.fn();

  expect(result).toMatchObject({ status: 'ok' });
});

test.each(['PUT', 'PATCH', 'DELETE'])('%s is refused with the allowed methods', async (method) => {
  const response = await fetch(`${gateway.url}/graphql`, { method });

  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, POST, OPTIONS']);
  expect(await response.json()).toEqual({
    errors: [
      { message: `${method} is not allowed for this path`, extensions: { code: 'METHOD_NOT_ALLOWED' } },
    ],
  });
});

test('OPTIONS names the methods', async () => {
  const response = await fetch(`${gateway.url}/graphql`, { method: 'OPTIONS' });

  expect([response.status, response.headers.get('allow')]).toEqual([204, 'GET, POST, OPTIONS']);
  expect(response.headers.has('content-length')).toBe(false);
});

// The look-up of a token takes a moment, in which the body that came with the head is there already.
test.each([
  ['plain', (body: Buffer) => body, ''],
  ['compressed', gzipSync, 'Content-Encoding: gzip\r\n'],
] as const)('a %s body in one packet with its head is read', async (_, encode, encoding) => {
  const body = encode(Buffer.from('{"query":"{ __typename }"}'));
  const head =
    `POST /graphql HTTP/1.1\r\nHost: here\r\nConnection: close\r\nX-Access-Token: none\r\n${encoding}` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  const { port } = new URL(gateway.url);

  const response = await rawRequest(Number(port), Buffer.concat([Buffer.from(head), body]));

  expect(response).toMatch(/^HTTP\/1\.1 200 /);
  expect(response).toContain('{"data":{"__typename":"Query"}}');
});

/** Every audit sends the header that no web form can send, as clients have to. */
function auditsOf(url: () => string): readonly Audit[] {
  return serverAudits({
    url,
    fetchFn: (input: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      headers.set('Apollo-Require-Preflight', 'true');
      return fetch(input, { ...init, headers });
    },
  });
}
