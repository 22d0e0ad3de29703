import { createSocket } from 'node:dgram';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { isPrivate } from '../../../../src/domain/chatbot/channels/webhook-settings';
import { sendRequest } from '../../../../src/services/webhooks/send-request';

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::1',
])('%s is an address of a private network', (given) => {
  expect(isPrivate(given)).toBe(true);
});

test.each(['93.184.215.14', '172.32.0.1', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])(
  '%s is public',
  (given) => {
    expect(isPrivate(given)).toBe(false);
  },
);

test.each([
  'http://93.184.215.14/',
  'https://localhost/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://2130706433/',
  'https://0x7f.1/',
])('without the setting, nothing is sent to %s', async (url) => {
  const outcome = await sendRequest({ url, headers: {}, body: '{}' }, { toPrivate: false });

  expect(outcome.status).toBeNull();
  expect(outcome.problem).toMatch(/https addresses only|private networks/);
});

/** A name server that knows one name. */
async function nameServer(
  ...known: readonly string[]
): Promise<{ readonly at: string; readonly close: () => void }> {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port }) => {
    const end = question.indexOf(0, 12) + 5;
    const isOfV4 = question.readUInt16BE(end - 4) === 1;
    const addresses = isOfV4 ? known : [];
    const head = Buffer.from([question[0]!, question[1]!, 0x81, 0x80, 0, 1, 0, addresses.length, 0, 0, 0, 0]);
    const records = addresses.map((address) =>
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
    );
    socket.send(Buffer.concat([head, question.subarray(12, end), ...records]), port);
  });
  await new Promise<void>((ready) => socket.bind(0, '127.0.0.1', ready));
  return { at: `127.0.0.1:${socket.address().port}`, close: () => void socket.close() };
}

test('host names are resolved by a name server without occupying a thread of the system', async () => {
  const server = await nameServer('10.1.2.3');
  const rules = { toPrivate: false, nameServers: [server.at] };

  const outcome = await sendRequest({ url: 'https://hook.example/', headers: {}, body: '{}' }, rules);

  expect(outcome).toEqual({ status: null, problem: 'Webhooks do not go to addresses of private networks' });
  server.close();
});

test('refuses a name that has a private address among others', async () => {
  const server = await nameServer('93.184.215.14', '127.0.0.1');
  const rules = { toPrivate: false, nameServers: [server.at] };

  const outcome = await sendRequest({ url: 'https://hook.example/', headers: {}, body: '{}' }, rules);

  expect(outcome).toEqual({ status: null, problem: 'Webhooks do not go to addresses of private networks' });
  server.close();
});

test('a receiver that changes the protocol ends its exchange at once', async () => {
  const server = createServer((socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

  const outcome = await sendRequest({ url, headers: {}, body: '{}' }, { toPrivate: true });

  expect(outcome).toEqual({ status: 101, problem: 'The receiver answered 101' });
  server.close();
});

test.each([
  [
    'a response without an end',
    'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx',
    { status: 200, problem: null },
  ],
  ['no response', '', { status: null, problem: 'The exchange was ended because this server stops' }],
])('an exchange with %s can be ended, and its status counts', async (_, begin, outcome) => {
  const ending = new AbortController();
  const end = () => {
    ending.abort();
  };
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      if (begin === '') end();
      else socket.write(begin);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  subscribe('http.client.response.finish', end);

  const result = await sendRequest(
    { url, headers: {}, body: '{}' },
    { toPrivate: true, ending: ending.signal },
  );

  expect(result).toEqual(outcome);
  unsubscribe('http.client.response.finish', end);
  server.close();
});
