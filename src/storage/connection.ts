import { createConnection, type Connection } from 'mongoose';
import { isDatabaseAway } from './database-error';

/** Where the data are. The embedded database has transactions although it is no replica set. */
export interface DatabaseAddress {
  readonly uri: string;
  readonly isEmbedded: boolean;
}

/** How a command to the database ended. */
export interface CommandEnd {
  /** Name of the command, such as `find`. */
  readonly name: string;
  readonly isDone: boolean;
  readonly seconds: number;
}

/** Database of a URI that names none. */
const DEFAULT_DATABASE = 'griot';

/**
 * Time limits, in milliseconds. Every one of them bounds how long a request waits for a database that is away or silent.
 * Source: measured against a server that accepts and says nothing.
 */
const TIMES = { serverSelectionTimeoutMS: 2000, connectTimeoutMS: 2000, socketTimeoutMS: 30_000 };

/**
 * The driver also looks after the server within the time for connecting. The embedded database is on this machine: where that is
 * busy beyond measure, an answer comes late, but it comes.
 */
const EMBEDDED_TIMES = { connectTimeoutMS: 10_000 };

/**
 * Connects to MongoDB or to the embedded database.
 *
 * @param onCommand hears of every command, where anyone counts them
 * @throws Error with a sentence for the operator when the database cannot be reached or has no transactions
 */
export async function connect(
  { uri, isEmbedded }: DatabaseAddress,
  onCommand?: (end: CommandEnd) => void,
): Promise<Connection> {
  const connection = createConnection(uri, {
    ...TIMES,
    ...(isEmbedded ? EMBEDDED_TIMES : {}),
    dbName: databaseOf(uri),
    bufferCommands: false,
    autoIndex: false,
    autoCreate: false,
    sanitizeFilter: true,
    ignoreUndefined: true,
    writeConcern: { w: 'majority' },
    maxPoolSize: 20,
    monitorCommands: onCommand !== undefined,
  });
  try {
    await connection.asPromise();
    if (onCommand) listenTo(connection, onCommand);
    if (!isEmbedded) await refuseStandalone(connection);
    return connection;
  } catch (error) {
    await connection.close().catch(() => undefined);
    if (isDatabaseAway(error))
      throw new Error(`The database at ${withoutPassword(uri)} does not answer: ${messageOf(error)}`, {
        cause: error,
      });
    throw error;
  }
}

function listenTo(connection: Connection, onCommand: (end: CommandEnd) => void): void {
  const tell =
    (isDone: boolean) =>
    ({ commandName: name, duration }: { commandName: string; duration: number }) => {
      onCommand({ name, isDone, seconds: duration / 1000 });
    };
  connection.getClient().on('commandSucceeded', tell(true)).on('commandFailed', tell(false));
}

async function refuseStandalone(connection: Connection): Promise<void> {
  const hello = await connection.db?.admin().command({ hello: 1 });
  if (hello?.['setName'] === undefined && hello?.['msg'] !== 'isdbgrid')
    throw new Error(
      'MONGODB_URI names a standalone MongoDB server, which has no transactions. Start it as a replica set (of one member, if need be).',
    );
}

function databaseOf(uri: string): string {
  const path = /^[^/]*\/\/[^/]*\/([^?]*)/.exec(uri)?.[1];
  return path === undefined || path === '' ? DEFAULT_DATABASE : decodeURIComponent(path);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function withoutPassword(uri: string): string {
  return uri.replace(/\/\/[^@/]*@/, '//***@');
}
