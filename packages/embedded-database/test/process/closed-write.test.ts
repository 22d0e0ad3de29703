import type { Socket } from 'node:net';
import { failClosedWrites } from '../support/driver';
import { connectEmbedded, failureOf, type Connection } from '../support/engines';

/** Internal objects of the driver that lead to the socket of the only connection in its pool. */
interface DriverClient {
  readonly topology: {
    readonly s: {
      readonly servers: ReadonlyMap<
        string,
        { readonly pool: { readonly connections: { readonly first: () => { readonly socket: Socket } } } }
      >;
    };
  };
}

function socketOf({ client }: Connection): Socket {
  const [server] = (client as unknown as DriverClient).topology.s.servers.values();
  if (!server) throw new Error('the driver knows no server');
  return server.pool.connections.first().socket;
}

test('a command whose connection has closed a moment ago fails instead of waiting for ever', async () => {
  failClosedWrites();
  const connection = await connectEmbedded();
  const words = connection.db.collection('words');
  await words.insertOne({});

  socketOf(connection).destroy();
  const failure = await failureOf(words.insertOne({}));

  expect(failure.message).toMatch(/closed/);
  expect(await words.countDocuments()).toBe(1);
  await connection.close();
});
