import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/**
 * A connection that delivers one rewritten request and sends its response to the client. It reads nothing else from
 * the client and closes after the response.
 */
export class RepeatedRequest extends Duplex {
  constructor(
    private readonly socket: Socket,
    request: Buffer,
  ) {
    super();
    this.push(request);
    // The first parser would end the connection here; the response decides, as on any other connection.
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
    // Like Node after a response that ends its connection: a client that does not close its side keeps nothing open.
    this.socket.destroySoon();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.socket.destroy();
    done(error);
  }
}
