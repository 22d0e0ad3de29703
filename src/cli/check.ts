import { Command } from 'commander';
import { type Config, ConfigError, configOfProcess } from '../config/load-config';
import { createLogger, type Logger } from '../observability/logger';
import { messageOf } from '../shared/failure';
import { isDatabaseAway } from '../storage/mongo/database-error';
import { type CheckResult, type Doctor, openDoctor } from '../storage/integrity/open-doctor';
import { openExistingDatabase } from '../server/database';

export const checkCommand = new Command('check')
  .alias('doctor')
  .summary('check the configuration and the database')
  .description(
    'Checks the configuration and the whole database without writing anything. Gateways may run at the same time. Checks format, indexes, derived fields, totals, counters, votes and lists. Prints each problem with its remedy. Exits with 0 if there are no problems, otherwise with 1.',
  )
  .option('--repair', 'rebuild derived data from the stored data, as griot repair does', false)
  .action(({ repair }: { readonly repair: boolean }) => examine({ repairs: repair }));

export const repairCommand = new Command('repair')
  .summary('rebuild derived data from the stored data')
  .description('Runs the checks of griot check and rebuilds derived data from the stored data.')
  .action(() => examine({ repairs: true }));

/** Prints all problems, and repairs them if requested. The exit code shows whether problems remain. */
async function examine({ repairs }: { readonly repairs: boolean }): Promise<void> {
  try {
    const doctor = await openIntegrityCheck(configOfProcess(), createLogger({ logLevel: 'warn' }));
    console.log('ok       configuration');
    let [errorCount, remaining] = [0, 0];
    try {
      for await (const outcome of doctor.examine(repairs)) {
        for (const line of resultLines(outcome)) console.log(line);
        errorCount += outcome.problems.length;
        remaining += outcome.problems.filter(({ isRepaired }) => !isRepaired).length;
      }
    } finally {
      await doctor.close();
    }
    console.log(conclusion(errorCount, remaining));
    process.exitCode = remaining === 0 ? 0 : 1;
  } catch (error) {
    const sentences = error instanceof ConfigError ? error.problems : [sentenceOf(error)];
    for (const sentence of sentences) console.log(`PROBLEM  ${sentence}`);
    process.exitCode = 1;
  }
}

function resultLines({ check, summary, problems }: CheckResult): readonly string[] {
  if (problems.length === 0) return [`ok       ${check}: ${summary}`];
  return problems.map(({ sentence, remedy, isRepaired }) =>
    isRepaired ? `REPAIRED ${sentence}.` : `PROBLEM  ${sentence}. ${remedy}`,
  );
}

function conclusion(errorCount: number, left: number): string {
  if (errorCount === 0) return 'No problems were found.';
  const problems = errorCount === 1 ? '1 problem' : `${errorCount} problems`;
  return left === errorCount ? `${problems}.` : `${problems}, ${errorCount - left} repaired.`;
}

function sentenceOf(error: unknown): string {
  const message = messageOf(error);
  if (!isDatabaseAway(error)) return message;
  return `The connection to the database was lost during the check (${message}). If this happens again, the data are damaged: restore them from a dump`;
}

/** Opens the configured database for integrity checks. It creates nothing if there is no database. */
async function openIntegrityCheck(config: Config, logger: Logger): Promise<Doctor> {
  const database = await openExistingDatabase(config, logger);
  try {
    const doctor = await openDoctor(database.address);
    return {
      ...doctor,
      close: async () => {
        await doctor.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
