import { sampleServer, type SampleServer } from '../support/sample-server';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

let server: SampleServer;

beforeEach(async () => {
  server = await sampleServer();
});
afterEach(() => server.close());

describe('the request id', () => {
  it('is a new UUID, returned in the response', async () => {
    const first = await fetch(`${server.url}/lexicon/echo`);
    const second = await fetch(`${server.url}/lexicon/echo`);

    expect(first.headers.get('x-request-id')).toMatch(UUID);
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  });

  it('is the caller’s own where it is sane', async () => {
    const response = await fetch(`${server.url}/nowhere`, { headers: { 'X-Request-Id': 'trace-42:a.b_c' } });

    expect(response.headers.get('x-request-id')).toBe('trace-42:a.b_c');
    expect(await response.json()).toMatchObject({ request_id: 'trace-42:a.b_c' });
  });

  it.each(['two words', '{"a":1}', 'x'.repeat(129)])(
    'is not the caller’s own where it is %j',
    async (given) => {
      const response = await fetch(`${server.url}/lexicon/echo`, { headers: { 'X-Request-Id': given } });

      expect(response.headers.get('x-request-id')).toMatch(UUID);
    },
  );
});
