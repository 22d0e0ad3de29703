import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The text to serve at a path instead of that of the server; `undefined` if nothing is changed. */
type Change = (path: string, text: string) => string | undefined;

/** The same server at another address, with some of its files changed. */
export async function changedServer(server: string, change: Change) {
  const proxy = createServer((request, response) => {
    const send = async () => {
      const path = request.url ?? '/';
      const original = await fetch(server + path);
      const body = Buffer.from(await original.arrayBuffer());
      response.writeHead(original.status, { 'Content-Type': original.headers.get('content-type') ?? '' });
      response.end(change(path, body.toString()) ?? body);
    };
    send().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise((resolve) => {
      proxy.close(resolve).closeAllConnections();
    });
  return { url: `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`, close };
}
