import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/**
 * A connection on which one request comes again, in other words, and whose answer goes to the client. What else the client sends is
 * not read: the connection closes behind the answer.
 */
export class RepeatedRequest extends Duplex {
  constructor(
    private readonly socket: Socket,
    request: Buffer,
  ) {
    super();
    this.push(request);
    // The first parser would end the connection for this; the answer decides, as on any other connection.
    socket.removeAllListeners('timeout');
    socket.on('timeout', () => this.emit('timeout'));
    socket.once('close', () => this.destroy());
  }

  get remoteAddress(): string | undefined {
    return this.socket.remoteAddress;
  }

  get remotePort(): number | undefined {
    return this.socket.remotePort;
  }

  setTimeout(milliseconds: number): this {
    this.socket.setTimeout(milliseconds);
    return this;
  }

  override _read(): void {
    // Everything has been pushed.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.socket.write(chunk, done);
  }

  override _final(done: () => void): void {
    // As Node does behind an answer that ends its connection: a client that does not end its side keeps nothing open.
    this.socket.destroySoon();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.socket.destroy();
    done(error);
  }
}
