import { createServer, type Server } from 'node:http';
import { connect, Server as NetServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { acceptMore } from '../../../../src/server/lifecycle/listen';

const CONNECTIONS = 100;

let server: Server;
let further: readonly NetServer[];
let port: number;

beforeEach(async () => {
  server = createServer((_request, response) => response.end('here')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  further = await acceptMore(server);
  ({ port } = server.address() as AddressInfo);
});

afterEach(() => {
  for (const listener of [server, ...further]) NetServer.prototype.close.call(listener);
  server.closeAllConnections();
});

test('connections that wait are accepted several at a time, and each is answered', async () => {
  const counts = connectionsByTick();
  const clients = Array.from({ length: CONNECTIONS }, () => connect(port, '127.0.0.1'));
  // The system has taken all of them before the server looks.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  const responses = clients.map(async (client) => {
    client.end('GET / HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n');
    let text = '';
    for await (const chunk of client) text += String(chunk);
    return text.split('\r\n')[0];
  });
  expect(await Promise.all(responses)).toEqual(Array<string>(CONNECTIONS).fill('HTTP/1.1 200 OK'));
  expect(Math.max(...counts)).toBeGreaterThanOrEqual(32);
});

test('accepts no connection after they are closed', async () => {
  for (const listener of [server, ...further]) NetServer.prototype.close.call(listener);
  const client = connect(port, '127.0.0.1');
  await expect(once(client, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

/** How many connections come in each tick of the event loop. */
function connectionsByTick(): number[] {
  const counts: number[] = [];
  let now = 0;
  server.on('connection', () => {
    if (now++ === 0)
      setImmediate(() => {
        counts.push(now);
        now = 0;
      });
  });
  return counts;
}
