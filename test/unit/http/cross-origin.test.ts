import { sampleServer, type SampleServer } from '../support/sample-server';

let server: SampleServer;

beforeEach(async () => {
  server = await sampleServer();
});
afterEach(() => server.close());

describe('pages of other origins', () => {
  const from = (origin: string): RequestInit => ({ headers: { Origin: origin } });

  it('may all read responses where origins are *', async () => {
    const { headers } = await fetch(`${server.url}/lexicon/echo`, from('https://a.org'));

    expect(headers.get('access-control-allow-origin')).toBe('*');
    const exposed = headers.get('access-control-expose-headers')?.split(',');
    expect(exposed).toEqual(
      expect.arrayContaining([
        'ETag',
        'Link',
        'X-Total-Count',
        'X-Ignored-Members',
        'X-Limit-Applied',
        'X-Sort-Limit-Applied',
        'X-Truncated',
        'RateLimit-Remaining',
        'X-Request-Id',
        'API-Version',
      ]),
    );
  });

  it('may read files of the build, without unnecessary headers', async () => {
    const { headers } = await fetch(`${server.url}/assets/none.js`, from('https://a.org'));

    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-expose-headers')).toBeNull();
  });

  it('may read responses only when they are listed', async () => {
    await server.close();
    server = await sampleServer({ corsOrigins: ['https://a.org'] });

    const listed = await fetch(`${server.url}/lexicon/echo`, from('https://a.org'));
    const other = await fetch(`${server.url}/lexicon/echo`, from('https://b.org'));

    expect(listed.headers.get('access-control-allow-origin')).toBe('https://a.org');
    expect(listed.headers.get('vary')).toContain('Origin');
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('may not read responses where no origin is configured', async () => {
    await server.close();
    server = await sampleServer({ corsOrigins: [] });

    const { headers } = await fetch(`${server.url}/lexicon/echo`, from('https://a.org'));

    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('get their preflight answered with the methods and headers they asked for', async () => {
    const response = await fetch(`${server.url}/lexicon/echo`, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://a.org',
        'Access-Control-Request-Method': 'PUT',
        'Access-Control-Request-Headers': 'x-access-token,if-match',
      },
    });

    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-methods')).toContain('PUT');
    expect(response.headers.get('access-control-allow-headers')).toBe('x-access-token,if-match');
  });

  it('leave a plain OPTIONS to the route', async () => {
    const response = await fetch(`${server.url}/lexicon/echo`, { method: 'OPTIONS' });

    expect(response.status).toBe(200);
  });
});
