import { once } from 'node:events';
import type { Socket } from 'node:net';
import { MalformedMessage, MAX_MESSAGE_BYTES, parseMessage, type Request } from './message';
import { type Reply, replyMessage } from './reply';

const HEADER_BYTES = 16;

/**
 * Splits a byte stream into messages. Chunks are joined once a message is complete, so that a message of 48 MB is
 * copied once, not once for each chunk.
 */
export class Frames {
  private chunks: Buffer[] = [];
  private size = 0;
  private awaited = HEADER_BYTES;

  /**
   * Adds the next chunk. Yields the messages that it completes.
   *
   * @throws MalformedMessage if a header states an impossible length
   */
  *push(chunk: Buffer): Generator<Buffer> {
    this.chunks.push(chunk);
    this.size += chunk.length;
    while (this.size >= this.awaited) {
      const joined = this.chunks.length === 1 && this.chunks[0] ? this.chunks[0] : Buffer.concat(this.chunks);
      this.chunks = [joined];
      const length = joined.readInt32LE(0);
      if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES) {
        throw new MalformedMessage(`a message cannot have ${length} bytes`);
      }
      this.awaited = length;
      if (joined.length < length) return;
      this.chunks = joined.length > length ? [joined.subarray(length)] : [];
      this.size = joined.length - length;
      this.awaited = HEADER_BYTES;
      yield joined.subarray(0, length);
    }
  }
}

/** The client that sent a request. */
export interface Sender {
  readonly id: number;
  /** Whether it has closed its end of the connection. */
  readonly isGone: boolean;
}

export interface ConnectionOptions {
  /** Answers a request. Throws only for defects of the engine. */
  readonly replyTo: (request: Request, from: Sender) => Promise<Reply>;
  /** Called when a connection has ended and its last request has been processed. */
  readonly onClosed: (connectionId: number) => void;
  readonly log: (line: string) => void;
}

/**
 * Maximum size of the requests that wait for the running one, in bytes. Up to it, the socket is read, because its end
 * is noticed only by reading. Drivers send one request at a time, and more only if they expect no replies.
 */
const MAX_WAITING_BYTES = 1024 * 1024;

/**
 * Processes the requests of one connection, one after the other, until it ends. Requests that arrived before the end
 * are still processed. An error ends only this connection.
 */
export class ClientConnection implements Sender {
  isGone = false;
  private readonly frames = new Frames();
  private readonly waiting: Buffer[] = [];
  private waitingBytes = 0;
  private isServing = false;
  private isClosed = false;
  private failure: unknown;

  constructor(
    private readonly socket: Socket,
    readonly id: number,
    private readonly options: ConnectionOptions,
  ) {
    socket.on('data', (chunk) => {
      this.receive(chunk);
    });
    socket.on('end', () => {
      this.isGone = true;
    });
    socket.on('error', (error) => {
      this.failure ??= error;
    });
    socket.on('close', () => {
      this.isGone = true;
      this.isClosed = true;
      void this.serve();
    });
  }

  private receive(chunk: Buffer): void {
    try {
      for (const message of this.frames.push(chunk)) {
        this.waiting.push(message);
        this.waitingBytes += message.length;
      }
    } catch (error) {
      this.failure = error;
      this.socket.pause();
    }
    if (this.waitingBytes > MAX_WAITING_BYTES) this.socket.pause();
    void this.serve();
  }

  private async serve(): Promise<void> {
    if (this.isServing) return;
    this.isServing = true;
    try {
      for (let message = this.next(); message; message = this.next())
        await this.exchange(parseMessage(message));
    } catch (error) {
      this.failure ??= error;
      this.waiting.length = 0;
    }
    this.isServing = false;
    const { failure } = this;
    this.failure = undefined;
    if (failure !== undefined) this.end(failure);
    if (this.isClosed) this.options.onClosed(this.id);
  }

  private next(): Buffer | undefined {
    const message = this.waiting.shift();
    this.waitingBytes -= message?.length ?? 0;
    if (this.socket.isPaused() && this.failure === undefined && this.waitingBytes <= MAX_WAITING_BYTES)
      this.socket.resume();
    return message;
  }

  private async exchange(request: Request): Promise<void> {
    const { socket } = this;
    const reply = await this.options.replyTo(request, this);
    if (request.noReply || !socket.writable) return;
    if (socket.write(replyMessage(reply, { responseTo: request.id, legacy: request.legacy }))) return;
    // Only one of the two events occurs; the listener for the other must be removed.
    const waiting = new AbortController();
    const { signal } = waiting;
    await Promise.race([once(socket, 'drain', { signal }), once(socket, 'close', { signal })]);
    waiting.abort();
  }

  private end(failure: unknown): void {
    if (failure instanceof MalformedMessage)
      this.options.log(`connection ${this.id} closed: ${failure.message}`);
    else if (!isHangUp(failure)) this.options.log(`connection ${this.id} failed: ${String(failure)}`);
    this.socket.destroy();
  }
}

/** Whether an error means that the client has disconnected, which is not reported. */
function isHangUp(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ECONNRESET' || code === 'EPIPE';
}
