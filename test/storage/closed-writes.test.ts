import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { failClosedWrites } from '../../src/storage/closed-writes';

interface Writing {
  readonly writeCommand: (command: object, options: object) => Promise<void>;
}

const require_ = createRequire(require.resolve('mongoose'));
const { Connection } = require_('mongodb/lib/cmap/connection.js') as {
  readonly Connection: { readonly prototype: Writing };
};

/** A connection of the driver whose socket takes no more. */
class FullConnection extends EventEmitter {
  error: Error | null = null;
  readonly socket = Object.assign(new EventEmitter(), { write: () => false });

  write(): Promise<void> {
    const command = { toBin: () => Promise.resolve([Buffer.from('command')]) };
    return Connection.prototype.writeCommand.call(this, command, { agreedCompressor: 'none' });
  }
}

beforeAll(() => {
  failClosedWrites();
  failClosedWrites();
});

test('a command fails with the reason when its connection is closed while it is being written', async () => {
  const connection = new FullConnection();

  const written = connection.write();
  connection.error = new Error('connection 7 closed');
  connection.emit('close');

  await expect(written).rejects.toThrow('connection 7 closed');
});

test('a command that had to wait is written when the socket takes more, and nothing of the waiting is left', async () => {
  const connection = new FullConnection();

  const written = connection.write();
  await new Promise((resolve) => setImmediate(resolve));
  connection.socket.emit('drain');

  await expect(written).resolves.toBeUndefined();
  expect(connection.listenerCount('close')).toBe(0);
});
