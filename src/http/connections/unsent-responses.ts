import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Handler, beforeResponse } from '../../shared/http';

/** Maximum number of bytes that a process buffers for slow clients: as much as eight bodies of the largest size. */
const MAX_BUFFERED_BYTES = 128 * 1_048_576;

/**
 * Counts the bytes that a process buffers for slow clients: bodies that have not fully arrived, and responses that have not
 * been read. If they exceed the limit, it closes the connection that has had a buffer for the longest time.
 */
export class BufferBudget {
  private readonly bytesOf = new Map<ServerResponse, number>();
  private bytes = 0;

  constructor(private readonly maxBytes: number = MAX_BUFFERED_BYTES) {}

  /**
   * Counts further bytes that are buffered for a connection.
   *
   * @param response identifies the connection
   */
  add(response: ServerResponse, bytes: number): void {
    if (bytes <= 0 || response.req.socket.destroyed) return;
    const before = this.bytesOf.get(response);
    if (before === undefined) {
      response.once('close', () => {
        this.drop(response);
      });
    }
    this.bytesOf.set(response, (before ?? 0) + bytes);
    this.bytes += bytes;
    for (const [first] of this.bytesOf) {
      if (this.bytes <= this.maxBytes) return;
      this.drop(first);
      first.req.socket.destroy();
    }
  }

  /** Stops counting what is buffered for a connection. */
  drop(response: ServerResponse): void {
    this.bytes -= this.bytesOf.get(response) ?? 0;
    this.bytesOf.delete(response);
  }
}

/** Time after which a response is aborted if the client has read none of it, in milliseconds. Node checks it. */
const STALLED_MS = 20_000;

export interface SlowReaderOptions {
  readonly bufferBudget: BufferBudget;
  /** Milliseconds. Defaults to the usual limit. */
  readonly stalledMs?: number | undefined;
}

/** Closes connections whose clients do not read their responses, because each response occupies memory. */
export function slowReaders({ bufferBudget, stalledMs = STALLED_MS }: SlowReaderOptions): Handler {
  return (_request, response, next) => {
    // Computing a response may take any time: only data that are ready to send and have not been read count.
    response.setTimeout(stalledMs, () => {
      if (response.writableLength > 0) response.destroy();
    });
    beforeResponse(response, () => {
      process.nextTick(countUnread, bufferBudget, response);
    });
    next();
  };
}

function countUnread(bufferBudget: BufferBudget, response: ServerResponse): void {
  bufferBudget.add(response, response.writableLength);
}

/** Responses that wait until earlier ones on their connection have been sent. */
const queued = new WeakMap<Socket, Set<ServerResponse>>();

/** The response to the latest request on each connection. */
const latest = new WeakMap<Socket, ServerResponse>();

/** Whether a response on this connection has not been sent yet. */
export function isResponding(socket: Socket): boolean {
  const response = latest.get(socket);
  return response !== undefined && !response.writableFinished;
}

/**
 * Notifies every pipelined response when its connection ends. Node (20 and 24) notifies only the response that is
 * being sent; the others would never release their resources.
 */
export const trackPipelined: Handler = ({ socket }, response, next) => {
  latest.set(socket, response);
  if (response.socket === null) {
    const responses = queued.get(socket) ?? closingWith(socket);
    responses.add(response);
    response.once('close', () => responses.delete(response));
  }
  next();
};

/** The pipelined responses of a connection, which are closed with it. */
function closingWith(socket: Socket): Set<ServerResponse> {
  const responses = new Set<ServerResponse>();
  queued.set(socket, responses);
  socket.once('close', () => {
    for (const response of responses) response.emit('close');
  });
  return responses;
}
