import { countFailures } from '../../../src/http/error-handler';
import { rawRequest } from '../support/raw-request';
import { sampleServer, type SampleServer } from '../support/sample-server';

let server: SampleServer;

beforeEach(async () => {
  server = await sampleServer();
});
afterEach(() => server.close());

describe('an error', () => {
  it.each(['/lexicon/broken', '/lexicon/rejected'])(
    'that is internal at %s is 500 without details',
    async (path) => {
      const response = await fetch(server.url + path, { headers: { 'X-Request-Id': 'r3' } });
      const text = await response.text();

      expect(response.status).toBe(500);
      expect(JSON.parse(text)).toEqual({
        message: 'Internal error',
        status: 500,
        uri: path,
        code: 'INTERNAL_SERVER_ERROR',
        request_id: 'r3',
      });
      expect(server.log.lines().find(({ level }) => level === 'error')).toMatchObject({
        requestId: 'r3',
        err: { message: expect.stringContaining('hush') as string, stack: expect.any(String) as string },
      });
    },
  );

  it('while the server ends is counted: one log line has their number and the first error', async () => {
    const tell = countFailures(server.log.logger);
    for (const path of ['/lexicon/broken', '/lexicon/rejected', '/lexicon/rejected'])
      expect((await fetch(server.url + path)).status).toBe(500);
    const before = server.log.lines().filter(({ level }) => level === 'error');
    tell();

    expect(before).toEqual([]);
    expect(server.log.lines().filter(({ level }) => level === 'error')).toMatchObject([
      {
        count: 3,
        msg: 'Requests failed while the server was ending',
        err: { message: 'the password is hush' },
      },
    ]);
  });

  it('that is part of the contract has the status of its kind', async () => {
    const response = await fetch(`${server.url}/lexicon/taken`);

    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      message: 'The name is taken',
      code: 'CONFLICT',
      status: 409,
    });
  });

  it('of overload has Retry-After', async () => {
    const response = await fetch(`${server.url}/lexicon/busy`);

    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('after half a response breaks the connection', async () => {
    const response = rawRequest(server.port, 'GET /lexicon/half HTTP/1.1\r\nHost: x\r\n\r\n').catch(() => '');

    expect(await response).not.toContain('\r\n0\r\n\r\n');
    expect(server.log.text()).toContain('too late');
  });

  it('below /chatbot has its status as a string', async () => {
    const response = await fetch(`${server.url}/chatbot/nowhere`);

    expect(await response.json()).toMatchObject({
      status: '404',
      code: 'NOT_FOUND',
      uri: '/chatbot/nowhere',
    });
  });

  it('at /graphql has the shape of GraphQL', async () => {
    const response = await server.post('/graphql', '{');

    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      errors: [
        {
          message: 'The request body is not valid JSON',
          extensions: { code: 'BODY_MALFORMED', request_id: response.headers.get('x-request-id') },
        },
      ],
    });
  });
});
