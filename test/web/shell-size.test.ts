import { get } from 'node:http';
import { startGateway, type TestGateway } from '../support/gateway';

let server: TestGateway;

beforeAll(async () => {
  server = await startGateway();
});

afterAll(() => server.close());

test('what a device keeps before it needs any tables or texts of another language has at most 40 KiB', async () => {
  const { url } = server;
  const script = await (await fetch(`${url}/worker.js`)).text();
  const { files, further } = JSON.parse(/self\.SHELL=(.*);/.exec(script)?.[1] ?? '') as Record<
    'files' | 'further',
    readonly string[]
  >;
  const page = await (await fetch(`${url}/shell`)).text();
  const kept = [...files, ...further.filter((path) => page.includes(path))];
  const sizes = await Promise.all(kept.map((path) => sizeSent(url + path)));

  expect(kept.length).toBeGreaterThan(files.length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(40 * 1024);
});

/** Bytes of the body that a browser is sent. */
function sizeSent(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'Accept-Encoding': 'br' } }, (response) => {
      let size = 0;
      response.on('data', (chunk: Buffer) => (size += chunk.length));
      response.on('end', () => {
        resolve(size);
      });
    }).on('error', reject);
  });
}
