import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { serialize } from 'bson';

const OP_MSG = 2013;
/** Error codes of a socket that does not exist, has no listener, or whose engine is about to end. */
const NO_ENGINE_CODES: ReadonlySet<string> = new Set([
  'ENOENT',
  'ENOTDIR',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
]);

/** Time in which an engine must open its data and reply, in milliseconds. */
const ANSWER_MS = 30_000;

/**
 * Connects to a running engine and waits for its reply. The connection keeps the engine alive.
 *
 * @returns undefined when no engine runs there, or it is about to end
 */
export async function takeLease(path: string): Promise<Socket | undefined> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    socket.write(hello());
    const answered = once(socket, 'data', { signal: AbortSignal.timeout(ANSWER_MS) });
    const closed = once(socket, 'close').then(() => undefined);
    if (await Promise.race([answered, closed])) return socket;
  } catch (error) {
    socket.destroy();
    if (!NO_ENGINE_CODES.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  socket.destroy();
  return undefined;
}

function hello(): Buffer {
  const body = serialize({ hello: 1, $db: 'admin' });
  const head = Buffer.alloc(21);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(OP_MSG, 12);
  return Buffer.concat([head, body]);
}
