import { mongo } from 'mongoose';
import { FairQueue } from '../../shared/fair-queue';
import { chargeThreadTo } from '../../shared/thread-time';
import { currentWork, type Work } from '../../shared/work';
import { driverFiles } from './driver-files';

/** Rule for handling a database command. */
export interface CommandRule {
  /** Whether it is aborted when the request ends that sent it, unless it is part of a transaction. */
  readonly isRead?: boolean;
  /** Whether the request waits for its outcome. */
  readonly isWrite?: boolean;
  /** Whether it is sent with `maxTimeMS`. */
  readonly hasTimeLimit?: boolean;
  /** Whether it may take long, regardless of its sender. */
  readonly isLong?: boolean;
  /** Whether it ends work, such as a transaction. It is sent even if its request has ended. */
  readonly endsWork?: boolean;
}

const READ_RULE: CommandRule = { isRead: true, hasTimeLimit: true };
const WRITE_RULE: CommandRule = { isWrite: true, hasTimeLimit: true };
const DEFINITION_RULE: CommandRule = { hasTimeLimit: true, isLong: true };

/**
 * Every command of the gateway. Other commands (handshakes, heartbeats) are the driver's own. A cursor has the time limit of
 * the `find` that opened it, because MongoDB refuses a limit on `getMore`.
 */
const COMMAND_RULES: Readonly<Record<string, CommandRule>> = {
  find: READ_RULE,
  aggregate: READ_RULE,
  count: READ_RULE,
  distinct: READ_RULE,
  getMore: { isRead: true },
  insert: WRITE_RULE,
  update: WRITE_RULE,
  delete: WRITE_RULE,
  findAndModify: WRITE_RULE,
  create: DEFINITION_RULE,
  createIndexes: DEFINITION_RULE,
  drop: DEFINITION_RULE,
  dropDatabase: DEFINITION_RULE,
  dropIndexes: DEFINITION_RULE,
  listCollections: DEFINITION_RULE,
  listIndexes: DEFINITION_RULE,
  commitTransaction: { isWrite: true, hasTimeLimit: true, isLong: true, endsWork: true },
  abortTransaction: { endsWork: true },
  killCursors: { endsWork: true },
  endSessions: { endsWork: true },
};

/** The rule of a command, whose name is its first field. */
function ruleOf(command: object): CommandRule | undefined {
  for (const name in command) return COMMAND_RULES[name];
  return undefined;
}

type Command = Readonly<Record<string, unknown>>;

interface CommandOptions {
  readonly session?: { readonly inTransaction: () => boolean };
  readonly signal?: AbortSignal;
}

type CommandArguments = [namespace: unknown, command: Command, options?: CommandOptions, type?: unknown];

/** The part of the driver's connection that is patched here. The driver does not export its class. */
interface DriverConnection {
  /** The error that closed the connection; null while it is open. */
  readonly error: Error | null;
  readonly messageStream: NodeJS.EventEmitter;
  readonly writeCommand: (...args: readonly unknown[]) => Promise<void>;
  readonly command: (...parameters: CommandArguments) => Promise<unknown>;
  readonly once: (event: 'close', listener: () => void) => unknown;
  readonly off: (event: 'close', listener: () => void) => unknown;
}

/** The driver's server, which takes a connection from its pool for each command. */
interface DriverServer {
  readonly pool: object;
  readonly command: (operation: Operation, ...rest: readonly unknown[]) => Promise<unknown>;
}

const PATCHED_OBJECTS = new WeakSet<object>();

/** Maximum number of concurrent commands to each server: the size of the driver's connection pool. */
export const MAX_COMMANDS = 20;

/**
 * Limits of the command queue: about a sixth of the connections for one caller, and a quarter reserved for light work.
 */
const COMMAND_SLOTS = { max: MAX_COMMANDS, maxPerCaller: 3, reserved: 5 } as const;

/**
 * Patches the driver at the one method that every command passes, because the driver has no hook: commands share the
 * connections fairly, end with their request, have `maxTimeMS`, and are charged to their caller. Written for driver 7.8.
 *
 * @throws Error when the driver is another one than this was written for
 */
export function patchDriver(): void {
  const connection = prototypeOf<DriverConnection>('mongodb/lib/cmap/connection.js', 'Connection', [
    'writeCommand',
    'command',
  ]);
  const server = prototypeOf<DriverServer>('mongodb/lib/sdam/server.js', 'Server', ['command']);
  if (PATCHED_OBJECTS.has(connection)) return;
  PATCHED_OBJECTS.add(connection);
  failClosedWrites(connection);
  boundCommands(connection);
  shareConnections(server);
}

function prototypeOf<Class extends object>(
  path: keyof typeof driverFiles,
  name: string,
  methods: (keyof Class)[],
): Class {
  const module = driverFiles[path] as Record<string, { prototype: Class }>;
  const prototype = module[name]?.prototype;
  if (prototype === undefined || methods.some((method) => typeof prototype[method] !== 'function'))
    throw new Error(
      `The MongoDB driver has changed: ${path} is not the function that the patch was written for`,
    );
  return prototype;
}

/**
 * Makes a command fail if its connection is closed while the command is being written. The driver waits until the
 * socket accepts more data, which a closed one never does: the command would never end and would keep its connection.
 * If it were the driver's heartbeat, the server would never be found again. Observed when connections broke repeatedly.
 */
function failClosedWrites(prototype: DriverConnection): void {
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

function boundCommands(prototype: DriverConnection): void {
  const { command: send } = prototype;
  Object.assign(prototype, {
    command(this: DriverConnection, ...parameters: CommandArguments): Promise<unknown> {
      const [namespace, command, options = {}, type] = parameters;
      const rule = ruleOf(command);
      if (rule === undefined) return send.call(this, namespace, command, options, type);
      const work = currentWork();
      const isInTransaction = options.session?.inTransaction() === true;
      if (!rule.endsWork) work?.assertNotEnded();
      // A broken connection would leave its transaction open.
      const stops = rule.isRead && !isInTransaction && work !== undefined;
      const bounded = rule.hasTimeLimit ? { ...command, maxTimeMS: timeLimit(rule, work) } : command;
      const run = (): Promise<unknown> =>
        stops
          ? stoppable(work, (signal) => send.call(this, namespace, bounded, { ...options, signal }, type))
          : send.call(this, namespace, bounded, options, type);
      const stores = rule.isWrite && (!isInTransaction || rule.endsWork);
      if (work === undefined) return run();
      return measured(this, work, stores ? () => work.store(run) : run);
    },
  });
}

/**
 * Time after the end of a request until the connection of its read is closed, which stops the read in the database; in
 * milliseconds. Most replies arrive sooner, and a new connection would cost more than waiting for them.
 */
const CLOSE_AFTER_MS = 50;

/**
 * Abort controllers of completed reads, which are reused, because creating one takes longer than writing the command.
 */
const idleControllers: AbortController[] = [];

/** Runs a read with a signal that is aborted `CLOSE_AFTER_MS` after its work has ended. */
async function stoppable<Result>(work: Work, run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = idleControllers.pop() ?? new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    timer = setTimeout(() => {
      controller.abort(work.ended);
    }, CLOSE_AFTER_MS);
  };
  const stopListening = work.onEnd(stop);
  try {
    return await run(controller.signal);
  } finally {
    stopListening();
    clearTimeout(timer);
    if (!controller.signal.aborted) idleControllers.push(controller);
  }
}

/**
 * Margin between the time limit of a request and that of its command, in milliseconds. The driver replies within the
 * limit, or the database aborts the command shortly after the request has ended.
 */
const REPLY_MARGIN_MS = 100;

function timeLimit({ isLong }: CommandRule, work: Work | undefined): number {
  if (isLong || work === undefined) return LONG_COMMAND_MS;
  return Math.max(1, Math.ceil(work.remaining())) + REPLY_MARGIN_MS;
}

/**
 * Time limit of commands without a request, such as those of imports and migrations, and of building indexes, in
 * milliseconds: an hour.
 */
const LONG_COMMAND_MS = 3_600_000;

/** Charges a command: the time that the database reports, otherwise the elapsed time; and the bytes of its reply. */
async function measured(
  { messageStream }: DriverConnection,
  work: Work,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const started = performance.now();
  const onData = ({ length }: { readonly length: number }): void => {
    // The time for decoding the reply is charged to the request, too.
    chargeThreadTo(work);
    work.charge('bytes', length);
  };
  messageStream.prependListener('data', onData);
  let reply: Reply | undefined;
  try {
    return (reply = (await run()) as Reply);
  } finally {
    messageStream.off('data', onData);
    work.charge('databaseMs', workedMs(reply) ?? performance.now() - started);
  }
}

/** A reply: decoded, or, for cursors, bytes that are read by name. */
interface Reply {
  readonly workMicros?: number;
  readonly getNumber?: (name: string) => number | null;
}

/** The embedded database reports its processing time in each reply; other servers do not. */
function workedMs(reply: Reply | undefined): number | undefined {
  const micros = reply?.workMicros ?? reply?.getNumber?.('workMicros') ?? undefined;
  return micros === undefined ? undefined : micros / 1000;
}

/** Part of an operation of the driver. */
interface Operation {
  readonly commandName: string;
  readonly session?: { readonly explicit?: boolean };
}

function shareConnections(prototype: DriverServer): void {
  const { command } = prototype;
  const queues = new WeakMap<object, FairQueue>();
  Object.assign(prototype, {
    command(this: DriverServer, operation: Operation, ...parameters: readonly unknown[]): Promise<unknown> {
      const queue = queues.get(this.pool) ?? new FairQueue(COMMAND_SLOTS);
      queues.set(this.pool, queue);
      return queue.run(
        () => command.call(this, operation, ...parameters),
        goesFirst(operation) ? undefined : currentWork(),
      );
    },
  });
}

/**
 * Whether a command is not queued: those of an open transaction, which blocks others, and of a cursor, which keeps a
 * snapshot.
 */
function goesFirst({ commandName, session }: Operation): boolean {
  return session?.explicit === true || commandName === 'killCursors' || commandName === 'endSessions';
}
