import { createConnection, type Connection, type mongo } from 'mongoose';
import { messageOf } from '../../shared/failure';
import { isDatabaseAway } from './database-error';
import { MAX_COMMANDS, patchDriver } from './driver-patches';

/** Address of the database. The embedded database supports transactions although it is not a replica set. */
export interface DatabaseAddress {
  readonly uri: string;
  readonly isEmbedded: boolean;
}

/** Outcome of a database command. */
export interface CommandEnd {
  /** Name of the command, such as `find`. */
  readonly name: string;
  readonly isDone: boolean;
  readonly seconds: number;
}

/** Database of a URI that names none. */
const DEFAULT_DATABASE = 'griot';

/**
 * Time limits, in milliseconds. The driver gives up commands on a silent server when monitoring fails, at the latest after
 * `heartbeatFrequencyMS` and `connectTimeoutMS` together. Until then, the deadline of each request applies.
 * Source: measured against a server that accepts connections and sends nothing.
 */
const TIME_LIMITS = {
  serverSelectionTimeoutMS: 2000,
  connectTimeoutMS: 2000,
  heartbeatFrequencyMS: 2000,
  socketTimeoutMS: 30_000,
  // Commands are queued before they request a connection, so only a lost server takes longer than this.
  waitQueueTimeoutMS: 2000,
};

/**
 * The driver also applies the connect timeout to monitoring. The embedded database runs on this machine: if the machine is
 * overloaded, it responds late, but it responds, and to new connections too.
 */
const EMBEDDED_TIME_LIMITS = { connectTimeoutMS: 10_000, waitQueueTimeoutMS: 10_000 };

/** Callbacks of a connection. */
export interface ConnectionCallbacks {
  /** Called for every command, if metrics are on. */
  readonly onCommand?: ((end: CommandEnd) => void) | undefined;
  /** Called when no server accepts writes, with the reason, and when one does again. */
  readonly onChange?: ((isAway: boolean, reason: string) => void) | undefined;
}

/**
 * Connects to MongoDB or to the embedded database.
 *
 * @throws Error with a sentence for the operator when the database cannot be reached or has no transactions
 */
export async function connect(
  { uri, isEmbedded }: DatabaseAddress,
  { onCommand, onChange }: ConnectionCallbacks = {},
): Promise<Connection> {
  patchDriver();
  const connection = createConnection(uri, {
    ...timesFor(uri, isEmbedded),
    dbName: databaseNameIn(uri),
    bufferCommands: false,
    autoIndex: false,
    autoCreate: false,
    sanitizeFilter: true,
    ignoreUndefined: true,
    writeConcern: { w: 'majority' },
    maxPoolSize: MAX_COMMANDS,
    // Reads whose request has ended close their connection. Other commands must not wait until the pool opens new ones,
    // two at a time.
    maxConnecting: 8,
    monitorCommands: onCommand !== undefined,
  });
  try {
    await connection.asPromise();
    if (onCommand) listenTo(connection, onCommand);
    if (onChange) watch(connection, onChange);
    if (!isEmbedded) await refuseStandalone(connection);
    return connection;
  } catch (error) {
    await connection.destroy().catch(() => undefined);
    if (isDatabaseAway(error))
      throw new Error(`The database at ${withoutSecrets(uri)} does not answer: ${messageOf(error)}`, {
        cause: error,
      });
    // The driver's message about an invalid address contains no password.
    if (isEmbedded || error instanceof AddressError) throw error;
    throw new Error(`MONGODB_URI: ${messageOf(error)}`, { cause: error });
  }
}

/** The time limits, except those that the connection string sets. */
function timesFor(uri: string, isEmbedded: boolean): Readonly<Record<string, number>> {
  const optionNames = [...new URLSearchParams(uri.split('?')[1]).keys()].map((name) => name.toLowerCase());
  const times = { ...TIME_LIMITS, ...(isEmbedded && EMBEDDED_TIME_LIMITS) };
  return Object.fromEntries(
    Object.entries(times).filter(([name]) => !optionNames.includes(name.toLowerCase())),
  );
}

function listenTo(connection: Connection, onCommand: (end: CommandEnd) => void): void {
  connection
    .getClient()
    .on('commandSucceeded', ({ commandName: name, duration }) => {
      onCommand({ name, isDone: true, seconds: duration / 1000 });
    })
    .on('commandFailed', ({ commandName: name, duration }) => {
      onCommand({ name, isDone: false, seconds: duration / 1000 });
    });
}

function watch(connection: Connection, onChange: NonNullable<ConnectionCallbacks['onChange']>): void {
  let wasAway = false;
  connection
    .getClient()
    .on('topologyDescriptionChanged', ({ newDescription }: mongo.TopologyDescriptionChangedEvent) => {
      const servers = [...newDescription.servers.values()];
      const isAway = !servers.some(({ isWritable }) => isWritable);
      if (isAway === wasAway) return;
      wasAway = isAway;
      onChange(isAway, servers.find(({ error }) => error)?.error?.message ?? 'no server takes writes');
    });
}

async function refuseStandalone(connection: Connection): Promise<void> {
  const hello = await connection.db?.admin().command({ hello: 1 });
  if (hello?.['setName'] === undefined && hello?.['msg'] !== 'isdbgrid')
    throw new AddressError(
      'MONGODB_URI names a standalone MongoDB server, which has no transactions. Start it as a replica set (of one member, if need be).',
    );
}

/** `MONGODB_URI` names a database that cannot be used; the message gives the reason. */
class AddressError extends Error {
  override readonly name = 'AddressError';
}

function databaseNameIn(uri: string): string {
  const path = /^[^/]*\/\/[^/]*\/([^?]*)/.exec(uri)?.[1];
  const name = path === undefined || path === '' ? DEFAULT_DATABASE : decodeURIComponent(path);
  if (/^[^/\\. "$*<>:|?\0]{1,63}$/.test(name)) return name;
  throw new AddressError(`MONGODB_URI names the database "${name}", which MongoDB does not allow.`);
}

/** Options can hold secrets too, such as the password of a key. */
function withoutSecrets(uri: string): string {
  return uri.replace(/\/\/[^@/]*@/, '//***@').replace(/\?.*$/s, '');
}
