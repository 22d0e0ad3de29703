import type { Server } from 'node:http';
import { StartError } from './start-error';

export interface ListenWish {
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
export async function listen(server: Server, wish: ListenWish): Promise<void> {
  const { host, port } = wish;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = reasonOf(error, wish);
      reject(
        new StartError(`The server cannot listen on ${host}, port ${port}: ${reason}.`, { cause: error }),
      );
    });
    server.listen(port, host, resolve);
  });
  server.removeAllListeners('error');
}

/** What is said of the errors that listening commonly meets. */
function reasonOf({ code, message }: NodeJS.ErrnoException, { names }: ListenWish): string {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `another program listens there already; set ${names.port} to another one`,
    EACCES: `this user may not listen there; set ${names.port} to 1024 or above`,
    EADDRNOTAVAIL: `this machine has no such address; set ${names.host} to one of its own`,
    ENOTFOUND: `the name cannot be resolved; set ${names.host} to a name or an address of this machine`,
  };
  return reasons[code ?? ''] ?? message;
}
