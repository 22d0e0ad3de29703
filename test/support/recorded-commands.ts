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

/** Records the commands that this process sends to its database, of whichever connection, from now until `stop`. */
export function recordCommands(): { readonly commands: RecordedCommand[]; readonly stop: () => void } {
  const { Connection } = createRequire(__filename)('mongodb/lib/cmap/connection') as {
    readonly Connection: { readonly prototype: Wire };
  };
  const { prototype } = Connection;
  const send = prototype.command;
  const commands: RecordedCommand[] = [];
  prototype.command = function (namespace, command, ...rest) {
    const [name = ''] = Object.keys(command);
    if (!HOUSEKEEPING.has(name)) commands.push({ name, collection: command[name], command });
    return Reflect.apply(send, this, [namespace, command, ...rest]);
  };
  return {
    commands,
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
