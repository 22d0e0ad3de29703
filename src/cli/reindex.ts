import { Command } from 'commander';
import { openForCommand } from './command';
import { progressOn } from './progress';

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
