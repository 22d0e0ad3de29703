import { Command, CommanderError } from 'commander';
import { messageOf } from '../shared/failure';
import { adminCommand } from './admin';
import { checkCommand, repairCommand } from './check';
import { dumpCommand, loadCommand } from './dump';
import { exportCommand } from './export';
import { importCommand } from './import';
import { importsCommand } from './imports';
import { compactCommand, migrateCommand, reindexCommand } from './maintenance';
import { relevanceCommand } from './relevance';
import { schemaCommand } from './schema';

/** All commands in the order of the help text. */
const COMMANDS: readonly Command[] = [
  importCommand,
  importsCommand,
  exportCommand,
  dumpCommand,
  loadCommand,
  checkCommand,
  repairCommand,
  compactCommand,
  adminCommand,
  reindexCommand,
  migrateCommand,
  schemaCommand,
];

/** Exit code for an invalid command line. */
const WRONG_USAGE = 2;

function program(): Command {
  const griot = new Command('griot')
    .description(
      'Administers the database that the environment or a file .env configures: see docs/environment.md.',
    )
    .showSuggestionAfterError(false)
    .exitOverride();
  for (const command of COMMANDS) griot.addCommand(command.copyInheritedSettings(griot));
  // For development only: `npm run relevance`.
  griot.addCommand(relevanceCommand.copyInheritedSettings(griot), { hidden: true });
  return griot;
}

/** Runs a command line and sets the exit code of the process. */
export async function runGriot(args: readonly string[]): Promise<void> {
  try {
    await program().parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : WRONG_USAGE;
      return;
    }
    console.error(messageOf(error));
    process.exitCode = 1;
  }
}
