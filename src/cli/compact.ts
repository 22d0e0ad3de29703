import { Command } from 'commander';
import { compactDatabase } from '../server/database';
import { configOfProcess } from '../server/environment';

export const compactCommand = new Command('compact')
  .summary('write the data file of the embedded database anew, as small as it can be')
  .description(
    'Writes the data file of the embedded database anew, without free and half-full pages. No gateway and no other command may use it meanwhile. Interrupted, it leaves the old file as it was.',
  )
  .action(compact);

async function compact(): Promise<void> {
  const { before, after } = await compactDatabase(configOfProcess());
  console.log(`The data file has ${megabytes(after)} instead of ${megabytes(before)} MB.`);
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}
