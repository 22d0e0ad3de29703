import { sampleServer, type SampleServer } from '../support/sample-server';

let server: SampleServer;

beforeEach(async () => {
  server = await sampleServer();
});
afterEach(() => server.close());

describe('the access log', () => {
  it('has one line for an answer, with neither query nor body', async () => {
    await fetch(`${server.url}/lexicon/echo?search=hush`, {
      method: 'POST',
      body: '{"password":"hush"}',
      headers: { 'Content-Type': 'application/json', 'X-Access-Token': 'hush', 'X-Request-Id': 'r1' },
    });

    const line = await soon(() => server.log.lines()[0]);

    expect(line).toMatchObject({ method: 'POST', path: '/lexicon/echo', status: 200, requestId: 'r1' });
    expect(line['ms']).toEqual(expect.any(Number));
    expect(server.log.lines()).toHaveLength(1);
    expect(server.log.text()).not.toContain('hush');
  });
});

/** The log line comes when the connection lets go of the answer, shortly after the caller has it. */
async function soon<T>(read: () => T | undefined): Promise<T> {
  for (let tries = 0; tries < 100; tries += 1) {
    const value = read();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('nothing came');
}
