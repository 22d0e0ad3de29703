import { eventually } from '../../support/eventually';
import { cutOff } from '../../support/http';
import { sampleServer, type SampleServer } from '../support/sample-server';

let server: SampleServer;

beforeEach(async () => {
  server = await sampleServer();
});
afterEach(() => server.close());

describe('the access log', () => {
  it('writes one line for a response, without query and body', async () => {
    await fetch(`${server.url}/lexicon/echo?search=hush`, {
      method: 'POST',
      body: '{"password":"hush"}',
      headers: { 'Content-Type': 'application/json', 'X-Access-Token': 'hush', 'X-Request-Id': 'r1' },
    });

    // The line is written when the connection has sent the response, shortly after the client has it.
    await eventually(() => server.log.lines().length > 0);

    const [line] = server.log.lines();
    expect(line).toMatchObject({ method: 'POST', path: '/lexicon/echo', status: 200, requestId: 'r1' });
    expect(line?.['ms']).toEqual(expect.any(Number));
    expect(server.log.lines()).toHaveLength(1);
    expect(server.log.text()).not.toContain('hush');
  });

  it('names no success for a request that was cut off before its response', async () => {
    await cutOff(`${server.url}/lexicon/echo`);

    await eventually(() => server.log.lines().length > 0);
    expect(server.log.lines()).toMatchObject([{ path: '/lexicon/echo', status: 499, aborted: true }]);
  });
});
