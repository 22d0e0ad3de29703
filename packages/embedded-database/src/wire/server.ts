import { createServer, type Server, type Socket } from 'node:net';
import { ClientConnection, type ConnectionOptions } from './client-connection';

export interface ServerOptions extends ConnectionOptions {
  /** Called whenever the number of open connections changes. */
  readonly onConnections: (open: number) => void;
}

export interface WireServer {
  /** The server, which does not listen yet. */
  readonly server: Server;
  /** Ends every connection, including later ones. */
  readonly disconnect: () => void;
}

/** Creates a server for the wire protocol. Requests of one connection are answered in order. */
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
    new ClientConnection(socket, ++lastId, options);
  });
  const disconnect = (): void => {
    isOver = true;
    for (const socket of open) socket.destroy();
  };
  return { server, disconnect };
}
