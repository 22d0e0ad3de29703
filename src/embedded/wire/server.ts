import { createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { Frames } from './frames';
import { MalformedMessage, parseMessage, type Request } from './message';
import { replyMessage, type Reply } from './reply';

export interface ServerOptions {
  /** Answers one request; it throws only for defects of the engine. */
  readonly answer: (request: Request, connectionId: number) => Promise<Reply>;
  /** Called whenever the number of open connections changes. */
  readonly onConnections: (open: number) => void;
  /** Called when a connection has ended and its last request is done. */
  readonly onClosed: (connectionId: number) => void;
  readonly log: (line: string) => void;
}

export interface WireServer {
  /** Not yet listening. */
  readonly server: Server;
  /** Ends every connection, also those to come. */
  readonly disconnect: () => void;
}

/** A server that speaks the wire protocol. Requests of one connection are answered in order. */
export function createWireServer(options: ServerOptions): WireServer {
  let lastId = 0;
  const open = new Set<Socket>();
  let isOver = false;
  const server = createServer((socket) => {
    if (isOver) {
      socket.destroy();
      return;
    }
    open.add(socket);
    options.onConnections(open.size);
    socket.on('close', () => {
      open.delete(socket);
      options.onConnections(open.size);
    });
    void converse(socket, ++lastId, options);
  });
  const disconnect = (): void => {
    isOver = true;
    for (const socket of open) socket.destroy();
  };
  return { server, disconnect };
}

/**
 * Serves one connection to its end, one request after the other; what came before the end is still done. Whatever goes wrong ends
 * this connection only.
 */
async function converse(socket: Socket, id: number, options: ServerOptions): Promise<void> {
  const frames = new Frames();
  try {
    for await (const chunk of socket as AsyncIterable<Buffer>)
      for (const message of frames.push(chunk)) await exchange(socket, parseMessage(message), id, options);
  } catch (error) {
    if (error instanceof MalformedMessage) options.log(`connection ${id} closed: ${error.message}`);
    else if (!isHangUp(error)) options.log(`connection ${id} failed: ${String(error)}`);
  }
  socket.destroy();
  options.onClosed(id);
}

async function exchange(
  socket: Socket,
  request: Request,
  connectionId: number,
  options: ServerOptions,
): Promise<void> {
  const reply = await options.answer(request, connectionId);
  if (request.noReply || socket.destroyed) return;
  if (socket.write(replyMessage(reply, request.id, request.legacy))) return;
  await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
}

/** The client went away in the middle: its right, and nothing to report. */
function isHangUp(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ECONNRESET' || code === 'EPIPE';
}
