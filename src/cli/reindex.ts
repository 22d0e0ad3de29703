import { commandLine, run, openForCommand } from './command';
import { progressOn } from './progress';

const USAGE = `Usage: npm run reindex

Makes the search keys anew that other rules have made, while gateways serve. Interrupted, it goes on where it was.`;

/** Makes the search keys anew that other rules have made, while gateways serve. Interrupted, it goes on where it was. */
async function main(): Promise<void> {
  commandLine({ usage: USAGE });
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

run(main);
