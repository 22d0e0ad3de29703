import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mongoose';

/** A database of a test's own: embedded in a temporary folder, or on the server that MONGODB_URI names. */
export interface TestDatabase {
  /** The variables that point a gateway or a command at it. */
  readonly env: Readonly<Record<string, string>>;
  readonly drop: () => Promise<void>;
}

export function testDatabase(): TestDatabase {
  const server = process.env['MONGODB_URI'];
  return server === undefined || server === '' ? embeddedDatabase() : databaseOn(server);
}

export function embeddedDatabase(): TestDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'griot-'));
  return {
    env: { DATA_DIR: folder },
    drop: () => {
      rmSync(folder, { recursive: true, force: true });
      return Promise.resolve();
    },
  };
}

export function databaseOn(server: string): TestDatabase {
  const uri = new URL(server);
  uri.pathname = `/griot_test_${randomBytes(6).toString('hex')}`;
  return {
    env: { MONGODB_URI: uri.href },
    drop: async () => {
      const connection = await createConnection(uri.href).asPromise();
      await connection.dropDatabase();
      await connection.close();
    },
  };
}
