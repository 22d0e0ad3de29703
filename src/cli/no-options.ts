import { parseArgs } from 'node:util';
import { leave } from './leave';

/** The command line of a command that takes nothing but `--help`. Ends the process where there is nothing to do. */
export function refuseOptions(args: readonly string[], usage: string): void {
  if (wantsHelp(args, usage)) leave(usage, 0);
}

function wantsHelp(args: readonly string[], usage: string): boolean {
  try {
    const { values } = parseArgs({ args: [...args], options: { help: { type: 'boolean', default: false } } });
    return values.help;
  } catch (error) {
    return leave(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`, 2);
  }
}
