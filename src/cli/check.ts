import { Command } from 'commander';
import { ConfigError } from '../config/load-config';
import { configOfProcess } from '../server/environment';
import { openIntegrityCheck } from '../server/integrity-check';
import { createLogger } from '../observability/logger';
import { messageOf } from '../shared/failure';
import { isDatabaseAway } from '../storage/mongo/database-error';
import type { Outcome } from '../storage/integrity/open-doctor';

export const checkCommand = new Command('check')
  .alias('doctor')
  .summary('look the configuration and the database over')
  .description(
    'Looks the configuration and the whole database over, beside gateways that run, and writes nothing: format, indexes, what is derived from articles, totals, counters, votes, lists. Each problem is a sentence that says what to do about it. Exit code 0 when nothing is wrong, else 1.',
  )
  .option('--repair', 'repair what can be derived from what is stored, as griot repair does', false)
  .action(({ repair }: { readonly repair: boolean }) => examine(repair));

export const repairCommand = new Command('repair')
  .summary('repair what can be derived from what is stored')
  .description('Does what griot check does, and repairs what can be derived from what is stored.')
  .action(() => examine(true));

/** Looks everything over and tells what is wrong, or puts it right; the exit code says whether something is left. */
async function examine(mends: boolean): Promise<void> {
  try {
    const doctor = await openIntegrityCheck(configOfProcess(), createLogger({ logLevel: 'warn' }));
    console.log('ok       configuration');
    let [found, left] = [0, 0];
    try {
      for await (const outcome of doctor.examine(mends)) {
        for (const line of linesOf(outcome)) console.log(line);
        found += outcome.problems.length;
        left += outcome.problems.filter(({ isMended }) => !isMended).length;
      }
    } finally {
      await doctor.close();
    }
    console.log(conclusion(found, left));
    process.exitCode = left === 0 ? 0 : 1;
  } catch (error) {
    const sentences = error instanceof ConfigError ? error.problems : [sentenceOf(error)];
    for (const sentence of sentences) console.log(`PROBLEM  ${sentence}`);
    process.exitCode = 1;
  }
}

function linesOf({ check, looked, problems }: Outcome): readonly string[] {
  if (problems.length === 0) return [`ok       ${check}: ${looked}`];
  return problems.map(({ sentence, remedy, isMended }) =>
    isMended ? `MENDED   ${sentence}.` : `PROBLEM  ${sentence}. ${remedy}`,
  );
}

function conclusion(found: number, left: number): string {
  if (found === 0) return 'Nothing is wrong.';
  const problems = found === 1 ? '1 problem' : `${found} problems`;
  return left === found ? `${problems}.` : `${problems}, ${found - left} put right.`;
}

function sentenceOf(error: unknown): string {
  const message = messageOf(error);
  if (!isDatabaseAway(error)) return message;
  return `The database was lost while it was looked over (${message}). If that happens again, its data are damaged: restore them from a dump`;
}
