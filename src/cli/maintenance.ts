import { Command } from 'commander';
import { openForCommand, progressOn } from './command';
import { configOfProcess } from '../server/environment';
import { compactDatabase } from '../server/database';

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

export const migrateCommand = new Command('migrate')
  .summary('bring the data to the format of this version')
  .description('Brings the data to the format of this version, as every start does, and ends.')
  .action(migrate);

async function migrate(): Promise<void> {
  const gateway = await openForCommand(configOfProcess(), 'info');
  await gateway.close();
  console.log('The data are up to date.');
}

export const reindexCommand = new Command('reindex')
  .summary('rebuild search keys that older rules made')
  .description(
    'Rebuilds the search keys that older rules made, while gateways serve. Interrupted, it goes on where it was.',
  )
  .action(reindex);

async function reindex(): Promise<void> {
  const gateway = await openForCommand();
  const progress = progressOn(process.stderr, 'articles');
  try {
    const { looked, changed, before } = await gateway.storage.reindex({
      begins: (total) => {
        progress.begins('Reindexing', total);
      },
      proceeds: (done) => {
        progress.proceeds(done, done);
      },
    });
    progress.ends();
    const earlier = before === 0 ? '' : `, ${before} of them by a run that was interrupted`;
    console.log(`Looked at ${looked} articles${earlier}; made the keys of ${changed} anew.`);
  } finally {
    await gateway.close();
  }
}
