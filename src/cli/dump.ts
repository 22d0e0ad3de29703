import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configOfProcess } from '../config/load-config';
import { requireDatabase } from '../server/database';
import { PROJECT_FOLDER } from '../server/project-folder';
import { writeDump } from '../formats/dump/dump-writer';
import { Command } from 'commander';
import { progressOn, endSignal, withTransfer } from './command';

export const dumpCommand = new Command('dump')
  .summary('write the whole database to one file')
  .description(
    'Writes the whole database to one file, which griot load loads into an empty database (embedded or MongoDB). The file contains password hashes and the secrets of connectors. Only its owner can read it; keep it as safe as the database.',
  )
  .argument('<FILE>', 'file to write')
  .option('--force', 'replace an existing file', false)
  .action(dump);

async function dump(file: string, { force: isForced }: { readonly force: boolean }): Promise<void> {
  // In a wrong folder, the dump would create an empty database and write that.
  requireDatabase(configOfProcess());
  const progress = progressOn(process.stderr, 'documents');
  const signal = endSignal();
  const started = performance.now();
  await withTransfer(progress.says, async (transfer) => {
    const source = await transfer.snapshot();
    if (!source.isOneMoment)
      progress.says(
        'This database server has no snapshots: the dump can contain parts of changes that are written while it runs.',
      );
    const { format, isOneMoment } = source;
    const header = { format, isOneMoment, griot: version(), date: new Date().toISOString() };
    progress.begins('dump', source.total);
    try {
      const onWritten = (collection: string, documents: number) => {
        progress.proceeds(documents, documents, collection);
      };
      const counts = await writeDump(file, source, { header, isForced, signal, onWritten });
      progress.ends();
      const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`Wrote ${total} documents of ${counts.size} collections to ${file} in ${seconds} s.`);
      console.log(
        'It contains password hashes and the secrets of connectors: keep it as safe as the database.',
      );
    } finally {
      progress.ends();
      await source.close();
    }
  });
}

function version(): string {
  const text = readFileSync(join(PROJECT_FOLDER, 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}
