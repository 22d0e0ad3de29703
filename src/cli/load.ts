import { statSync } from 'node:fs';
import { checkDump, type CheckedDump } from '../formats/dump/dump-reader';
import { loadDump } from '../formats/dump/load-dump';
import { messageOf } from '../shared/failure';
import type { Loading } from '../storage/dump/loading';
import { Command } from 'commander';
import { type Progress, progressOn, endSignal, withTransfer } from './command';

export const loadCommand = new Command('load')
  .summary('load a dump into an empty database')
  .description(
    'Loads a file of griot dump into an empty database (embedded or MongoDB). Checks the file first. Gateways refuse the database until it is loaded completely.',
  )
  .argument('<FILE>', 'file to load')
  .option('--continue', 'continue an interrupted load of the same file', false)
  .action(runLoad);

async function runLoad(file: string, options: { readonly continue: boolean }): Promise<void> {
  const progress = progressOn(process.stderr, 'documents');
  const started = performance.now();
  const dump = await checked(file);
  const total = totalOf(dump);
  await withTransfer(progress.says, (transfer) =>
    transfer.load(
      { dump: dump.end.digest, format: dump.header.format, isContinued: options.continue },
      async (loading) => {
        try {
          await fill({ file, dump, loading, progress });
        } catch (error) {
          throw new Error(`${messageOf(error)} Run it again with --continue to continue.`, { cause: error });
        }
      },
    ),
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `Loaded ${total} documents of ${dump.collections.length} collections from ${file} in ${seconds} s.`,
  );
}

async function checked(file: string): Promise<CheckedDump> {
  const progress = progressOn(process.stderr, 'bytes');
  progress.begins('check', statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  try {
    return await checkDump(file, (bytes) => {
      progress.proceeds(bytes, bytes);
    });
  } finally {
    progress.ends();
  }
}

interface Filling {
  readonly file: string;
  readonly dump: CheckedDump;
  readonly loading: Loading;
  readonly progress: Progress;
}

async function fill({ file, dump, loading, progress }: Filling): Promise<void> {
  progress.begins('load', totalOf(dump));
  try {
    await loadDump(file, loading, {
      signal: endSignal(),
      digest: dump.end.digest,
      onStored: (collection, documents) => {
        progress.proceeds(documents, documents, collection);
      },
    });
  } finally {
    progress.ends();
  }
  await loading.finish(dump.collections, dump.end.counts);
}

function totalOf({ end }: CheckedDump): number {
  return [...end.counts.values()].reduce((sum, count) => sum + count, 0);
}
