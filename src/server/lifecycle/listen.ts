import type { Server } from 'node:http';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import cluster from 'node:cluster';
import { createServer, type Server as NetServer } from 'node:net';
import { withTimeout } from './with-timeout';

/** The server cannot start for a reason that the operator can mend; the message is a sentence for them. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

export interface ListenRequest {
  readonly host: string;
  readonly port: number;
  /** The variables that set the two, for the sentence when listening fails. */
  readonly names: { readonly host: string; readonly port: string };
}

/**
 * Listens.
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
    server.listen(port, host, resolve);
  });
  server.removeAllListeners('error');
}

/** What is said of the errors that listening commonly meets. */
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
 * Connections that are accepted in one tick of the event loop. Node accepts one on each handle; a client that hangs up and comes back
 * keeps a queue of hundreds, in which everybody else waits longer for a connection than for the answer.
 */
const PER_TICK = 8;

/** How long the start waits for the further handles, in milliseconds; a server without them is complete, and only accepts more slowly. */
const PATIENCE_MS = 3000;

/** Node has no `dup`: a handle that another process sends back is a new one on the same listening socket. */
const SENDS_BACK = `process.on('message', (count, handle) => {
  for (let n = 0; n < count; n++) process.send(n, handle);
  process.disconnect();
});`;

/** The handle of a server that listens, which Node takes and gives as it is. It has no name in Node's types. */
type Handle = Parameters<NetServer['listen']>[0];

/**
 * Lets a server that listens accept several connections in one tick of the event loop.
 *
 * @returns further servers, which hand their connections to that one and have to be closed with it; none where the system refuses them
 */
export async function acceptMore(server: Server): Promise<readonly NetServer[]> {
  // The primary accepts for its workers.
  if (cluster.isWorker) return [];
  const handles = await withTimeout(PATIENCE_MS, copiesOf(server, PER_TICK - 1), () => []);
  return handles.map((handle) => {
    // As node:http makes its own.
    const further = createServer({ allowHalfOpen: true, noDelay: true });
    further.on('connection', (socket) => server.emit('connection', socket));
    // The server itself tells what goes wrong with the socket that they share.
    further.on('error', () => further.close());
    return further.listen(handle);
  });
}

function copiesOf(server: Server, count: number): Promise<Handle[]> {
  const { _handle: handle } = server as unknown as { readonly _handle: undefined };
  const child = spawn(process.execPath, ['-e', SENDS_BACK], {
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
    // Until it has ended, the socket goes on listening in the child, whatever is closed here.
    void Promise.all([once(child, 'disconnect'), once(child, 'exit')]).then(end, end);
    child.once('error', end);
    child.send(count, handle, (error) => {
      if (error) end();
    });
  });
}
