import { createRequire } from 'node:module';
import { MongoNetworkError } from 'mongodb';

/** The part of the driver's connection that is patched here. The driver does not export its class. */
interface DriverConnection {
  /** The reason for which it was closed. */
  readonly error: Error | null;
  writeCommand: (...args: readonly unknown[]) => Promise<void>;
  readonly once: (event: 'close', listener: () => void) => unknown;
  readonly off: (event: 'close', listener: () => void) => unknown;
}

let isPatched = false;

/**
 * Lets a command fail if its connection closes before it is written. The driver (7.8) waits until the socket accepts more data, which
 * a closed socket never does, so the command would never end. Killing the engine closes many connections, so that clients
 * encounter this. The gateway patches its driver in the same way.
 */
export function failClosedWrites(): void {
  if (isPatched) return;
  isPatched = true;
  const { Connection } = createRequire(__filename)('mongodb/lib/cmap/connection') as {
    readonly Connection: { readonly prototype: DriverConnection };
  };
  const { prototype } = Connection;
  const write = prototype.writeCommand;
  prototype.writeCommand = function (...args) {
    return new Promise((resolve, reject) => {
      const closed = (): void => {
        reject(this.error ?? new MongoNetworkError('The connection was closed'));
      };
      this.once('close', closed);
      void Reflect.apply(write, this, args)
        .then(resolve, reject)
        .finally(() => this.off('close', closed));
    });
  };
}
