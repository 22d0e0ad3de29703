import type { Server } from 'node:http';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import cluster from 'node:cluster';
import { createServer, type Server as NetServer } from 'node:net';
import { withTimeout } from './with-timeout';

/** The server cannot start. The message tells the operator the reason and what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

export interface ListenRequest {
  readonly host: string;
  readonly port: number;
  /** The variables that set host and port, for the error message. */
  readonly names: { readonly host: string; readonly port: string };
}

/**
 * Maximum number of connections that wait to be accepted; the system may limit it further (`net.core.somaxconn`). Node's default of 511
 * is reached within a quarter of a second if a client reconnects continuously. Other clients then wait for seconds.
 */
const BACKLOG = 4096;

/**
 * Listens on a host and port.
 *
 * @throws StartError with one sentence when it cannot
 */
export async function listen(server: Server, request: ListenRequest): Promise<void> {
  const { host, port } = request;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = reasonOf(error, request);
      reject(
        new StartError(`The server cannot listen on ${host}, port ${port}: ${reason}.`, { cause: error }),
      );
    });
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });
  server.removeAllListeners('error');
}

/** Returns the message for an error of listening. */
function reasonOf({ code, message }: NodeJS.ErrnoException, { names }: ListenRequest): string {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `another program already listens there; set ${names.port} to a different port`,
    EACCES: `this user may not listen there; set ${names.port} to 1024 or above`,
    EADDRNOTAVAIL: `this machine does not have this address; set ${names.host} to one that it has`,
    ENOTFOUND: `the name cannot be resolved; set ${names.host} to a name or an address of this machine`,
  };
  return reasons[code ?? ''] ?? message;
}

/**
 * Number of connections that are accepted per tick of the event loop. Node accepts one per handle; a client that reconnects continuously
 * would fill the queue, and other clients would wait longer for a connection than for the response.
 */
const CONNECTIONS_PER_TICK = 64;

/** Time for which the start waits for further listening handles, in milliseconds. Without them, the server accepts connections more slowly. */
const MAX_WAIT_MS = 3000;

/** Node has no `dup`. A handle that a child process sends back is a new handle of the same socket. */
const RETURN_HANDLES_SCRIPT = `process.on('message', (count, handle) => {
  for (let n = 0; n < count; n++) process.send(n, handle);
  process.disconnect();
});`;

/** The handle of a listening server, for which Node's types have no name. */
type Handle = Parameters<NetServer['listen']>[0];

/**
 * Lets a listening server accept several connections per tick of the event loop.
 *
 * @returns further servers, which pass their connections to the first and must be closed with it; none if the system refuses
 */
export async function acceptMore(server: Server): Promise<readonly NetServer[]> {
  // The primary process accepts connections for its workers.
  if (cluster.isWorker) return [];
  const handles = await withTimeout(MAX_WAIT_MS, copiesOf(server, CONNECTIONS_PER_TICK - 1), () => []);
  return handles.map((handle) => {
    // The options that node:http uses.
    const further = createServer({ allowHalfOpen: true, noDelay: true });
    further.on('connection', (socket) => server.emit('connection', socket));
    // The first server reports errors of the shared socket.
    further.on('error', () => further.close());
    return further.listen(handle);
  });
}

function copiesOf(server: Server, count: number): Promise<Handle[]> {
  const { _handle: handle } = server as unknown as { readonly _handle: undefined };
  const child = spawn(process.execPath, ['-e', RETURN_HANDLES_SCRIPT], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
  });
  const copies: Handle[] = [];
  return new Promise((resolve) => {
    const end = (): void => {
      resolve(copies);
    };
    child.on('message', (_number, copy) => {
      copies.push(copy as Handle);
    });
    // The child keeps the socket open until it ends, even if this process closes it.
    void Promise.all([once(child, 'disconnect'), once(child, 'exit')]).then(end, end);
    child.once('error', end);
    child.send(count, handle, (error) => {
      if (error) end();
    });
  });
}
