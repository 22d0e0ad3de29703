import { once } from 'node:events';
import { connect } from 'node:net';
import { eventually } from '../../support/eventually';
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
    const client = connect(Number(new URL(server.url).port), '127.0.0.1');
    const head =
      'POST /lexicon/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n';
    client.write(`${head}Expect: 100-continue\r\n\r\n`);
    // The interim response says that the request has arrived.
    await once(client, 'data');
    client.destroy();

    await eventually(() => server.log.lines().length > 0);
    expect(server.log.lines()).toMatchObject([{ path: '/lexicon/echo', status: 499, aborted: true }]);
  });
});
