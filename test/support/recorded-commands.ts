import { createRequire } from 'node:module';

export interface RecordedCommand {
  /** Name of the command, such as `find`. */
  readonly name: string;
  readonly collection: unknown;
  readonly command: Readonly<Record<string, unknown>>;
}

interface Wire {
  command: (
    this: unknown,
    namespace: unknown,
    command: Record<string, unknown>,
    ...rest: unknown[]
  ) => unknown;
}

/** Commands that the driver sends by itself, not for a request. */
const HOUSEKEEPING: ReadonlySet<string> = new Set(['hello', 'ismaster', 'ping', 'endSessions']);

/** Collections that a gateway polls for waiting work and for other processes, independently of requests. */
export const LOOKED_INTO: ReadonlySet<unknown> = new Set(['imports', 'deliveries', 'system']);

/** Time without a new command after which held replies are released while round trips are counted, in milliseconds. */
const QUIET_MS = 40;

interface Recording {
  readonly commands: RecordedCommand[];
  readonly stop: () => void;
}

/** Records the commands that this process sends to its database, on all connections, from now until `stop`. */
export function recordCommands(): Recording {
  return recordReplies((reply) => reply);
}

/**
 * Records commands and counts round trips: commands that do not depend on each other's replies are one round trip. Replies are
 * held until no command was sent for a while, and released together, so that the count depends neither on the speed of the
 * database nor on whether a connection has to be opened.
 */
export function recordRoundTrips(): Recording & { readonly roundTrips: () => number } {
  let [roundTrips, lastSent] = [0, 0];
  let trip: unknown[] = [];
  let isOver: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    do {
      await Promise.allSettled(trip);
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
      await new Promise(setImmediate);
    } while (performance.now() - lastSent < QUIET_MS);
    trip = [];
    isOver = undefined;
  };
  const recording = recordReplies(async (reply) => {
    if (trip.length === 0) roundTrips += 1;
    trip.push(reply);
    lastSent = performance.now();
    await (isOver ??= end());
    return reply;
  });
  return { ...recording, roundTrips: () => roundTrips };
}

function recordReplies(give: (reply: unknown) => unknown): Recording {
  const { Connection } = createRequire(__filename)('mongodb/lib/cmap/connection') as {
    readonly Connection: { readonly prototype: Wire };
  };
  const { prototype } = Connection;
  const send = prototype.command;
  const commands: RecordedCommand[] = [];
  prototype.command = function (namespace, command, ...rest) {
    const [name = ''] = Object.keys(command);
    const reply: unknown = Reflect.apply(send, this, [namespace, command, ...rest]);
    if (HOUSEKEEPING.has(name) || LOOKED_INTO.has(command[name])) return reply;
    commands.push({ name, collection: command[name], command });
    return give(reply);
  };
  return {
    commands,
    stop: () => {
      prototype.command = send;
    },
  };
}

/** The read or count of a recorded command. */
export function filterOf(command: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const [match] = (command['pipeline'] ?? []) as readonly { readonly $match?: object }[];
  return (command['filter'] ?? match?.$match ?? {}) as Readonly<Record<string, unknown>>;
}

interface Union {
  readonly $unionWith?: { readonly coll: string; readonly pipeline: readonly object[] };
}

/** The reads of recorded commands, each as one command: a command that combines several reads is split. */
export function questionsIn(commands: readonly RecordedCommand[]): readonly RecordedCommand[] {
  return commands.flatMap((recorded) => {
    const pipeline = (recorded.command['pipeline'] ?? []) as readonly (object & Union)[];
    const unions = pipeline.flatMap(({ $unionWith }) => $unionWith ?? []);
    if (unions.length === 0) return [recorded];
    const stages = pipeline.filter(({ $unionWith }) => $unionWith === undefined);
    return [{ coll: recorded.collection, pipeline: stages }, ...unions].map((part) => ({
      name: recorded.name,
      collection: part.coll,
      command: {
        pipeline: part.pipeline,
        ...Object.assign({}, ...sortsIn(part.pipeline)),
      } as object as RecordedCommand['command'],
    }));
  });
}

function sortsIn(pipeline: readonly object[]): readonly object[] {
  return pipeline.flatMap((stage) => ('$sort' in stage ? [{ sort: stage.$sort }] : []));
}
