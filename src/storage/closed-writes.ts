import { createRequire } from 'node:module';
import { mongo } from 'mongoose';

/** The part of the driver's connection that is mended here. The driver does not export its class. */
interface DriverConnection {
  /** Why it was closed. */
  readonly error: Error | null;
  readonly writeCommand: (...args: readonly unknown[]) => Promise<void>;
  readonly once: (event: 'close', listener: () => void) => unknown;
  readonly off: (event: 'close', listener: () => void) => unknown;
}

const MENDED = new WeakSet<object>();

/**
 * Lets a command fail whose connection is closed while it is being written. The driver waits for the socket to take more, which a closed one
 * never does: the command would never end, it would keep its place in the pool, and were it the driver's own look after the server, the
 * server would never be found again. Seen with version 7.8 of the driver, when connections broke again and again.
 *
 * @throws Error when the driver is another one than this was written for
 */
export function failClosedWrites(): void {
  const { Connection } = driverModule('mongodb/lib/cmap/connection.js');
  if (typeof Connection?.prototype.writeCommand !== 'function')
    throw new Error('The driver of MongoDB has changed: see whether it still waits for closed connections');
  const { prototype } = Connection;
  if (MENDED.has(prototype)) return;
  MENDED.add(prototype);
  const { writeCommand } = prototype;
  Object.assign(prototype, {
    writeCommand(this: DriverConnection, ...args: readonly unknown[]): Promise<void> {
      return new Promise((resolve, reject) => {
        const closed = (): void => {
          reject(this.error ?? new mongo.MongoNetworkError('The connection was closed'));
        };
        this.once('close', closed);
        void writeCommand
          .apply(this, [...args])
          .then(resolve, reject)
          .finally(() => this.off('close', closed));
      });
    },
  });
}

/** The module of the very driver that mongoose uses. */
function driverModule(path: string): { readonly Connection?: { readonly prototype: DriverConnection } } {
  return createRequire(require.resolve('mongoose'))(path) as ReturnType<typeof driverModule>;
}
