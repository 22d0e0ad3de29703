import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient, type Db, type MongoClientOptions } from 'mongodb';
import { openEmbeddedDatabase, type EmbeddedOptions } from '../../src/client/launch';
import { EngineProcess } from '../../src/process/engine-process';

/** The server to test instead of the embedded database, when it is set. */
const SERVER = process.env['MONGODB_URI'];

export const isEmbedded = SERVER === undefined;

export interface Connection {
  readonly client: MongoClient;
  readonly db: Db;
  readonly close: () => Promise<void>;
}

/** A client of an empty database of its own, in the embedded engine or on the server of MONGODB_URI. */
export async function connect(
  options: Partial<EmbeddedOptions> = {},
  clientOptions: MongoClientOptions = {},
): Promise<Connection> {
  return SERVER === undefined ? connectEmbedded(options, clientOptions) : connectTo(SERVER, clientOptions);
}

/** A client of an embedded engine of its own, also where MONGODB_URI is set. */
export async function connectEmbedded(
  options: Partial<EmbeddedOptions> = {},
  clientOptions: MongoClientOptions = {},
): Promise<Connection> {
  const dataDir = await temporaryFolder();
  const defaults = { idleSeconds: 86_400, expirySeconds: 60, transactionSeconds: 60 };
  // The engine runs in this process, which has its code loaded and warm; the client joins it as any engine that runs.
  const own = new EngineProcess({ ...defaults, ...options, dataDir, log: () => undefined }, () => undefined);
  await own.start();
  const engine = await openEmbeddedDatabase({ dataDir });
  const { client, db } = await clientOf(engine.uri, clientOptions);
  return {
    client,
    db,
    close: async () => {
      await client.close();
      await engine.close();
      await own.end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function clientOf(
  uri: string,
  options: MongoClientOptions,
): Promise<Pick<Connection, 'client' | 'db'>> {
  const client = await new MongoClient(uri, options).connect();
  return { client, db: client.db(`test_${randomBytes(6).toString('hex')}`) };
}

async function connectTo(uri: string, options: MongoClientOptions): Promise<Connection> {
  const { client, db } = await clientOf(uri, options);
  return {
    client,
    db,
    close: async () => {
      await db.dropDatabase();
      await client.close();
    },
  };
}

export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'griot-'));
}

/** Process ids of the engines that have served the folder, oldest first. */
export async function engineIds(dataDir: string): Promise<number[]> {
  const log = await readFile(join(dataDir, 'engine.log'), 'utf8');
  return [...log.matchAll(/^\S+ (\d+) serves/gm)].map(([, id]) => Number(id));
}

/** Waits until the engines of the folder have ended by themselves. */
export async function engineEnd(dataDir: string): Promise<void> {
  await eventually(async () => (await engineIds(dataDir)).every((id) => !isRunning(id)));
}

export function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}

/** Asks again and again until the answer is true. */
export async function eventually(ask: () => Promise<boolean> | boolean, seconds = 60): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!(await ask())) {
    if (Date.now() > end) throw new Error(`still not so after ${seconds} s: ${ask.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The error of a promise that must fail, with MongoDB's fields. */
export async function failureOf(promise: Promise<unknown>): Promise<Failed> {
  try {
    await promise;
  } catch (error) {
    return error as Failed;
  }
  throw new Error('it should have failed');
}

export interface Failed extends Error {
  readonly code?: number;
  readonly keyPattern?: unknown;
  readonly keyValue?: unknown;
  readonly errorLabels?: readonly string[];
  readonly writeErrors?: readonly { readonly index: number; readonly code: number }[];
  readonly result?: { readonly insertedCount: number };
}
