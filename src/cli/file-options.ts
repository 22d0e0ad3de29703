import { parseArgs } from 'node:util';
import { leave } from './leave';

/** The command line of a command that takes one file and may take one switch. */
export interface FileCommand {
  readonly usage: string;
  readonly switch: string;
}

export interface FileOptions {
  readonly file: string;
  readonly isSwitched: boolean;
}

/** Ends the process where there is nothing to do. */
export function fileOptions(args: readonly string[], { usage, switch: name }: FileCommand): FileOptions {
  const parsed = parse(args, name);
  if (typeof parsed === 'string') return leave(`${parsed}\n\n${usage}`, 2);
  const { values, positionals } = parsed;
  if (values.help === true) return leave(usage, 0);
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) return leave(usage, 2);
  return { file, isSwitched: new Map(Object.entries(values)).get(name) === true };
}

function parse(args: readonly string[], name: string) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { [name]: { type: 'boolean' }, help: { type: 'boolean' } },
    });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
