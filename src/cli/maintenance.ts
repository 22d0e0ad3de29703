import { Command } from 'commander';
import { openExisting, openForCommand, progressOn } from './command';
import { configOfProcess } from '../config/load-config';
import { compactDatabase } from '../server/database';

export const compactCommand = new Command('compact')
  .summary('compact the data file of the embedded database')
  .description(
    'Rewrites the data file of the embedded database without free and half-full pages. No gateway and no other command may use the database at the same time. If the command is interrupted, the old file remains.',
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
  .summary('migrate the data to the format of this version')
  .description('Migrates the data to the format of this version, as every server does at its start.')
  .action(migrate);

async function migrate(): Promise<void> {
  const gateway = await openForCommand(configOfProcess(), 'info');
  await gateway.close();
  console.log('The data are up to date.');
}

export const reindexCommand = new Command('reindex')
  .summary('rebuild search keys that older rules made')
  .description(
    'Rebuilds the search keys that older rules made. Gateways may run at the same time. An interrupted run continues where it stopped.',
  )
  .action(reindex);

async function reindex(): Promise<void> {
  const gateway = await openExisting();
  const progress = progressOn(process.stderr, 'articles');
  try {
    const { looked, changed, before } = await gateway.storage.reindex({
      begins: (total) => {
        progress.begin('Reindexing', total);
      },
      proceeds: (done) => {
        progress.advance(done, done);
      },
    });
    progress.end();
    const earlier = before === 0 ? '' : `, ${before} of them in an interrupted run`;
    console.log(`Checked ${looked} articles${earlier}; rebuilt the keys of ${changed}.`);
  } finally {
    await gateway.close();
  }
}
