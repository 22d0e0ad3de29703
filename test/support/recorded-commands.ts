import { createRequire } from 'node:module';

export interface RecordedCommand {
  /** Such as `find`. */
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

/** What a driver says for itself, apart from the requests. */
const HOUSEKEEPING: ReadonlySet<string> = new Set(['hello', 'ismaster', 'ping', 'endSessions']);

/** Where a gateway looks from time to time for work that waits, whatever is requested. */
export const LOOKED_INTO: ReadonlySet<unknown> = new Set(['imports', 'deliveries']);

interface Recording {
  readonly commands: RecordedCommand[];
  /** How often a command was sent while none was under way: commands that are sent together are one round trip. */
  readonly roundTrips: () => number;
  readonly stop: () => void;
}

/** Records the commands that this process sends to its database, of whichever connection, from now until `stop`. */
export function recordCommands(): Recording {
  const { Connection } = createRequire(__filename)('mongodb/lib/cmap/connection') as {
    readonly Connection: { readonly prototype: Wire };
  };
  const { prototype } = Connection;
  const send = prototype.command;
  const commands: RecordedCommand[] = [];
  let [underWay, roundTrips] = [0, 0];
  prototype.command = function (namespace, command, ...rest) {
    const [name = ''] = Object.keys(command);
    const reply: unknown = Reflect.apply(send, this, [namespace, command, ...rest]);
    if (HOUSEKEEPING.has(name) || LOOKED_INTO.has(command[name])) return reply;
    commands.push({ name, collection: command[name], command });
    if (underWay === 0) roundTrips += 1;
    underWay += 1;
    const end = () => {
      underWay -= 1;
    };
    void Promise.resolve(reply).then(end, end);
    return reply;
  };
  return {
    commands,
    roundTrips: () => roundTrips,
    stop: () => {
      prototype.command = send;
    },
  };
}

/** What a recorded command reads or counts. */
export function filterOf(command: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const [match] = (command['pipeline'] ?? []) as readonly { readonly $match?: object }[];
  return (command['filter'] ?? match?.$match ?? {}) as Readonly<Record<string, unknown>>;
}
