import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect as connectSocket, type Socket } from 'node:net';
import { join } from 'node:path';
import { BSON, MongoClient } from 'mongodb';
import { openEmbeddedDatabase, type EmbeddedDatabase } from '../../src/client/launch';
import { engineEnd, eventually, temporaryFolder } from '../support/engines';

const OP_QUERY = 2004;
const OP_MSG = 2013;

/** Only for the embedded engine: messages that no driver sends, and some that only other drivers send. */
describe('the wire protocol', () => {
  let dataDir: string;
  let engine: EmbeddedDatabase;
  let socket: Socket;

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    engine = await openEmbeddedDatabase({ dataDir, idleSeconds: 1 });
  });
  afterAll(async () => {
    await engine.close();
    await engineEnd(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  });
  beforeEach(async () => {
    socket = connectSocket(join(dataDir, 'run', 'db.sock'));
    await once(socket, 'connect');
  });
  afterEach(() => socket.destroy());

  function message(opcode: number, ...parts: Buffer[]): Buffer {
    const body = Buffer.concat(parts);
    const head = Buffer.alloc(16);
    head.writeInt32LE(16 + body.length, 0);
    head.writeInt32LE(7, 4);
    head.writeInt32LE(opcode, 12);
    return Buffer.concat([head, body]);
  }

  function flags(value: number): Buffer {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return bytes;
  }

  function body(document: object): Buffer {
    return Buffer.concat([Buffer.from([0]), BSON.serialize({ ...document, $db: 't' })]);
  }

  function sequence(name: string, ...documents: object[]): Buffer {
    const content = Buffer.concat([
      Buffer.from(`${name}\0`),
      ...documents.map((each) => Buffer.from(BSON.serialize(each))),
    ]);
    return Buffer.concat([Buffer.from([1]), flags(4 + content.length), content]);
  }

  async function answer(): Promise<Buffer> {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    return chunk;
  }

  async function documentOf(reply: Promise<Buffer>): Promise<BSON.Document> {
    return BSON.deserialize((await reply).subarray(21));
  }

  async function count(name: string): Promise<number> {
    const client = await new MongoClient(engine.uri).connect();
    const n = await client.db('t').collection(name).countDocuments();
    await client.close();
    return n;
  }

  it('answers the OP_QUERY hello of older drivers with an OP_REPLY', async () => {
    const query = Buffer.concat([flags(0), Buffer.from('admin.$cmd\0'), flags(0), flags(0xffffffff)]);

    socket.write(message(OP_QUERY, query, Buffer.from(BSON.serialize({ ismaster: 1 }))));
    const reply = await answer();

    expect(reply.readInt32LE(12)).toBe(1);
    expect(reply.readInt32LE(8)).toBe(7);
    expect(BSON.deserialize(reply.subarray(36))).toMatchObject({
      ismaster: true,
      ok: 1,
      maxBsonObjectSize: 16777216,
    });
  });

  it('reads documents from a document sequence', async () => {
    socket.write(
      message(OP_MSG, flags(0), body({ insert: 'seq' }), sequence('documents', { a: 1 }, { a: 2 })),
    );

    expect(await documentOf(answer())).toMatchObject({ n: 2, ok: 1 });
    expect(await count('seq')).toBe(2);
  });

  it('answers partial and concatenated messages in order', async () => {
    const end = message(OP_MSG, flags(0), body({ endSessions: [] }));
    const both = Buffer.concat([end, end]);

    socket.write(both.subarray(0, 5));
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.write(both.subarray(5));
    const bytes = [await answer()];
    const size = bytes[0]!.readInt32LE(0);
    if (bytes[0]!.length < 2 * size) bytes.push(await answer());

    expect(Buffer.concat(bytes)).toHaveLength(2 * size);
  });

  it('does not answer a message with moreToCome, but executes it', async () => {
    socket.write(message(OP_MSG, flags(2), body({ insert: 'quiet', documents: [{ a: 1 }] })));
    socket.write(message(OP_MSG, flags(0), body({ endSessions: [] })));

    expect(await documentOf(answer())).toMatchObject({ ok: 1 });
    expect(await count('quiet')).toBe(1);
  });

  it('executes a message without a reply after its sender has disconnected', async () => {
    const each = message(OP_MSG, flags(2), body({ insert: 'gone', documents: [{ a: 1 }] }));
    socket.end(Buffer.concat(Array.from({ length: 50 }, () => each)));
    await once(socket, 'close');

    await eventually(async () => (await count('gone')) >= 50);
    expect(await count('gone')).toBe(50);
  });

  it('answers with an error to a value that is not a boolean', async () => {
    const document = BSON.serialize({ insert: 'booleans', ordered: true, $db: 't' });
    document[document.indexOf(8) + 'ordered'.length + 2] = 7;

    socket.write(message(OP_MSG, flags(0), Buffer.from([0]), Buffer.from(document)));

    expect(await documentOf(answer())).toMatchObject({ ok: 0, code: 22 });
  });

  it('sends a single answer to a request that allows several', async () => {
    socket.write(message(OP_MSG, flags(0x10000), body({ hello: 1 })));

    const reply = await answer();

    expect(reply.readUInt32LE(16)).toBe(0);
    expect(BSON.deserialize(reply.subarray(21))).toMatchObject({ isWritablePrimary: true });
  });

  it.each([
    [
      'a checksum, which no driver of Node.js sends',
      message(OP_MSG, flags(1), body({ hello: 1 }), flags(12345)),
    ],
    ['an unknown opcode', message(2012, flags(0))],
    ['a length of 3', flags(3)],
    ['a length of 49 MB', Buffer.concat([flags(49_000_000), Buffer.alloc(12)])],
    ['an unknown required flag', message(OP_MSG, flags(4), body({ hello: 1 }))],
    ['two bodies', message(OP_MSG, flags(0), body({ hello: 1 }), body({ hello: 1 }))],
    ['no body', message(OP_MSG, flags(0), sequence('documents', { a: 1 }))],
    [
      'a document that is longer than its message',
      message(OP_MSG, flags(0), Buffer.from([0, 99, 0, 0, 0, 0, 0, 0, 0])),
    ],
    ['nothing but a header', message(OP_MSG)],
  ])('closes the connection, and only that one, on %s', async (_name, bytes) => {
    const other = await new MongoClient(engine.uri).connect();
    const closed = once(socket, 'close');

    socket.resume();
    socket.write(bytes.length < 16 ? Buffer.concat([bytes, Buffer.alloc(16 - bytes.length)]) : bytes);
    await closed;

    expect(await other.db('t').command({ hello: 1 })).toMatchObject({ ok: 1 });
    await other.close();
  });

  it('answers with an error to BSON that cannot be read', async () => {
    const broken = Buffer.concat([
      Buffer.from([0]),
      Buffer.from([13, 0, 0, 0, 0x77, 0x61, 0, 1, 2, 3, 4, 5, 0]),
    ]);

    socket.write(message(OP_MSG, flags(0), broken));

    expect(await documentOf(answer())).toMatchObject({ ok: 0, code: 22 });
  });
});
