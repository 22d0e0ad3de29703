import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { MongoClient } from 'mongodb';
import { openEmbeddedDatabase } from '../../src/client/launch';
import { engineEnd, temporaryFolder } from '../support/engines';

/** URI of the server to test with instead of the embedded database; `undefined` if none is set. */
const SERVER = process.env['MONGODB_URI'];

/** A database as applications give it to a library: a URI and a name. */
export interface Server {
  readonly uri: string;
  readonly dbName: string;
  readonly close: () => Promise<void>;
}

export async function startDatabase(): Promise<Server> {
  const dbName = `compat_${randomBytes(6).toString('hex')}`;
  if (SERVER !== undefined) return { uri: SERVER, dbName, close: () => drop(SERVER, dbName) };
  const dataDir = await temporaryFolder();
  const engine = await openEmbeddedDatabase({ dataDir, idleSeconds: 0.5, expirySeconds: 1 });
  return {
    uri: engine.uri,
    dbName,
    close: async () => {
      await engine.close();
      await engineEnd(dataDir);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function drop(uri: string, dbName: string): Promise<void> {
  const client = await new MongoClient(uri).connect();
  await client.db(dbName).dropDatabase();
  await client.close();
}
