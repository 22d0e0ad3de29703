import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient, type Db, type MongoClientOptions } from 'mongodb';
import { openEmbeddedDatabase, type EmbeddedOptions } from '../../src/client/launch';
import { EngineProcess } from '../../src/process/engine-process';

/** URI of the server to test instead of the embedded database; `undefined` if none is set. */
const SERVER = process.env['MONGODB_URI'];

export const isEmbedded = SERVER === undefined;

export interface Connection {
  readonly client: MongoClient;
  readonly db: Db;
  readonly close: () => Promise<void>;
}

/** A client of a separate empty database, in the embedded engine or on the server of MONGODB_URI. */
export async function connect(
  options: Partial<EmbeddedOptions> = {},
  clientOptions: MongoClientOptions = {},
): Promise<Connection> {
  return SERVER === undefined ? connectEmbedded(options, clientOptions) : connectTo(SERVER, clientOptions);
}

/** A client of a separate embedded engine, even if MONGODB_URI is set. */
export async function connectEmbedded(
  options: Partial<EmbeddedOptions> = {},
  clientOptions: MongoClientOptions = {},
): Promise<Connection> {
  const dataDir = await temporaryFolder();
  const { uri, end } = await runEngine(dataDir, options);
  const { client, db } = await clientOf(uri, clientOptions);
  return {
    client,
    db,
    close: async () => {
      await client.close();
      await end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Runs the engine of a folder in this process, where its code is already compiled. Clients connect to it as to any running engine. */
async function runEngine(
  dataDir: string,
  options: Partial<EmbeddedOptions> = {},
): Promise<{ readonly uri: string; readonly end: () => Promise<void> }> {
  const defaults = { idleSeconds: 86_400, expirySeconds: 60, transactionSeconds: 60 };
  const engineProcess = new EngineProcess(
    { ...defaults, ...options, dataDir, log: () => undefined },
    () => undefined,
  );
  await engineProcess.start();
  const engine = await openEmbeddedDatabase({ dataDir });
  return {
    uri: engine.uri,
    end: async () => {
      await engine.close();
      await engineProcess.end();
    },
  };
}

/** Runs work on the data of a folder in an engine, which has ended when the function returns. */
export async function inEngine<Result>(
  dataDir: string,
  work: (db: Db, client: MongoClient) => Promise<Result>,
): Promise<Result> {
  const { uri, end } = await runEngine(dataDir);
  const client = await new MongoClient(uri).connect();
  try {
    return await work(client.db('t'), client);
  } finally {
    await client.close();
    await end();
  }
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

/** Waits until the engines of the folder have ended without a signal. */
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

/** Repeats a check until it returns true. */
export async function eventually(condition: () => Promise<boolean> | boolean, seconds = 60): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`still not so after ${seconds} s: ${condition.toString()}`);
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
