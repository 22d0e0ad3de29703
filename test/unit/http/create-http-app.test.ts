import { sampleServer, type SampleServer } from '../support/sample-server';

let server: SampleServer;

beforeEach(async () => {
  server = await sampleServer();
});
afterEach(() => server.close());

describe('the headers of every response', () => {
  it('restrict what a browser does with a response', async () => {
    const { headers } = await fetch(`${server.url}/nowhere`);

    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(headers.get('content-security-policy')).not.toContain('unsafe-inline');
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it('require TLS for this host, and for its subdomains if the operator sets this', async () => {
    const alone = await fetch(`${server.url}/nowhere`);
    await server.close();
    server = await sampleServer({ hstsSubdomains: true });
    const all = await fetch(`${server.url}/nowhere`);

    expect(alone.headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(all.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  });

  it('contain no ETag that was not requested', async () => {
    const { headers } = await fetch(`${server.url}/lexicon/echo`);

    expect(headers.get('etag')).toBeNull();
  });
});

describe('the address of the caller', () => {
  const forwarded = { headers: { 'X-Forwarded-For': '203.0.113.7' } };

  it('is that of the connection while no proxy is trusted', async () => {
    const response = await fetch(`${server.url}/lexicon/echo`, forwarded);

    expect(await response.json()).toMatchObject({ ip: '127.0.0.1' });
  });

  it.each([[1], [['loopback']]])('is the forwarded one if the proxy is trusted (%j)', async (trustProxy) => {
    await server.close();
    server = await sampleServer({ trustProxy });

    const response = await fetch(`${server.url}/lexicon/echo`, forwarded);

    expect(await response.json()).toMatchObject({ ip: '203.0.113.7' });
  });

  it('is that of each request, on a connection that a proxy shares', async () => {
    await server.close();
    server = await sampleServer({ trustProxy: 1 });
    const from = async (address: string) => {
      const response = await fetch(`${server.url}/lexicon/echo`, { headers: { 'X-Forwarded-For': address } });
      return ((await response.json()) as { ip: string }).ip;
    };
    const long = `${'198.51.100.1, '.repeat(20)}203.0.113.9`;

    const seen: string[] = [];
    for (const address of ['203.0.113.7', '203.0.113.8', '203.0.113.7', long, long])
      seen.push(await from(address));

    expect(seen).toEqual(['203.0.113.7', '203.0.113.8', '203.0.113.7', '203.0.113.9', '203.0.113.9']);
  });
});

test('a page reads plain texts from its query', async () => {
  const response = await fetch(`${server.url}/lexicon/echo?html&a=1&a=2&b[c]=%C3%AB+&__proto__=x`);

  expect(await response.text()).toContain('"query":{"html":"","a":"2","b[c]":"ë ","__proto__":"x"}');
});
