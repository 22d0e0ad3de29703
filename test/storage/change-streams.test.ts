import { BSON, MongoClient } from 'mongodb';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Frames } from '../../packages/embedded-database/src/wire/client-connection';
import { parseMessage } from '../../packages/embedded-database/src/wire/message';
import { ChangeNotifier } from '../../src/services/live/change-notifier';
import { LiveStates } from '../../src/storage/mongo/live-states';
import { eventually } from '../support/eventually';

/** As a replica set says of itself. */
const HELLO = {
  ok: 1,
  isWritablePrimary: true,
  setName: 'rs0',
  setVersion: 1,
  maxWireVersion: 21,
  minWireVersion: 0,
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  logicalSessionTimeoutMinutes: 30,
};

const NAMESPACE = 'griot.$cmd.aggregate';
const token = (n: number) => ({ _data: String(n) });

type Reply = Readonly<Record<string, unknown>>;
type Answers = (command: Readonly<Record<string, unknown>>) => Reply | Promise<Reply>;

const closings: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

/** A server with the protocol of MongoDB whose replies a test gives. The driver is the real one. */
async function streamsOf(answers: Answers) {
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const frames = new Frames();
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      for (const frame of frames.push(chunk)) void answer(socket, frame);
    });
  });
  const answer = async (socket: Socket, frame: Buffer): Promise<void> => {
    const { id, body } = parseMessage(frame);
    const command = BSON.deserialize(body);
    const name = Object.keys(command)[0] ?? '';
    const isHello = /^(hello|isMaster)$/i.test(name);
    if (!isHello) commands.push(name);
    const me = { me: address, primary: address, hosts: [address] };
    const reply = isHello ? { ...HELLO, ...me } : await answers(command);
    const document = BSON.serialize(reply);
    const head = Buffer.alloc(21);
    head.writeInt32LE(head.length + document.length, 0);
    head.writeInt32LE(id, 8);
    head.writeInt32LE(2013, 12);
    socket.write(Buffer.concat([head, document]));
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const client = new MongoClient(`mongodb://${address}/?replicaSet=rs0`);
  await client.connect();
  closings.push(
    () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
    () => client.close(),
  );
  const sentences: string[] = [];
  const connection = { getClient: () => client, name: 'griot' };
  const states = new LiveStates({} as never, connection, (sentence) => sentences.push(sentence));
  return { states, commands, sentences };
}

const batch = (name: 'firstBatch' | 'nextBatch', events: readonly object[] = [], n = 1) => ({
  ok: 1,
  cursor: { id: BSON.Long.fromNumber(7), ns: NAMESPACE, [name]: events, postBatchResumeToken: token(n) },
});

const failure = (code: number, errmsg: string) => ({ ok: 0, code, errmsg });

const soon = (reply: Reply) => new Promise<Reply>((resolve) => setTimeout(resolve, 30, reply));

/** A notifier over states of which the first kind of reading is counted. */
function bellOver({ states }: { readonly states: LiveStates }) {
  const numbers = { state: 1, reads: 0 };
  const read = () => {
    numbers.reads += 1;
    return Promise.resolve(new Map([['one', numbers.state]]));
  };
  const notifier = new ChangeNotifier({ read, watch: (...given) => states.watch(...given) });
  closings.push(() => notifier.close());
  const wait = () =>
    notifier.changed({ kind: 'changes', name: 'one', seen: numbers.state }, new AbortController().signal);
  return { numbers, wait };
}

test('a change stream wakes waiting streams, and nothing is polled in the meantime', async () => {
  let events: readonly object[] = [{ _id: token(2) }];
  const streams = await streamsOf((command) => {
    if ('aggregate' in command) return batch('firstBatch');
    const told = events;
    events = [];
    return 'getMore' in command ? soon(batch('nextBatch', told, 2)) : { ok: 1 };
  });
  const { numbers, wait } = bellOver(streams);
  const changed = wait();
  // The event has come when the driver asks for more.
  await eventually(() => streams.commands.filter((name) => name === 'getMore').length > 2);
  const reads = numbers.reads;
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(numbers.reads - reads).toBeLessThanOrEqual(2);

  numbers.state = 2;
  events = [{ _id: token(3) }];

  expect(await changed).toBe(2);
  expect(streams.sentences).toEqual([]);
});

test.each([
  [40573, 'The $changeStream stage is only supported on replica sets', 'The database has no change streams'],
  [286, 'Resume of change stream was not possible', 'The change stream ended'],
])(
  'if a change stream fails with %i, changes are found by polling, and one message reports it',
  async (code, message, what) => {
    const streams = await streamsOf((command) =>
      'aggregate' in command ? failure(code, message) : { ok: 1 },
    );
    const { numbers, wait } = bellOver(streams);
    const changed = wait();
    await eventually(() => streams.sentences.length > 0);
    numbers.state = 2;

    expect(await changed).toBe(2);
    expect(streams.sentences).toEqual([
      `${what} (${message}): the server polls for changes of other processes three times a second.`,
    ]);
    expect(streams.commands.filter((name) => name === 'aggregate')).toHaveLength(1);
  },
);

test('a stream whose cursor the server has lost is resumed after its last event', async () => {
  const begun: unknown[] = [];
  let isInterrupted = false;
  const streams = await streamsOf((command) => {
    if ('aggregate' in command) {
      begun.push((command['pipeline'] as { readonly $changeStream?: object }[])[0]?.$changeStream);
      return batch('firstBatch');
    }
    if (!('getMore' in command)) return { ok: 1 };
    if (isInterrupted) return soon(batch('nextBatch', [], 5));
    isInterrupted = true;
    return failure(43, 'cursor id 7 not found');
  });
  const { wait } = bellOver(streams);
  void wait();
  await eventually(() => begun.length > 1 || streams.sentences.length > 0);

  expect([streams.sentences, begun[1]]).toMatchObject([[], { resumeAfter: token(1) }]);
});
