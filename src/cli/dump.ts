import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { configOfProcess } from '../config/load-config';
import { requireDatabase } from '../server/database';
import { PROJECT_FOLDER } from '../server/project-folder';
import { writeDump } from '../formats/dump/dump-writer';
import { Command } from 'commander';
import { endSignal, progressOn, withTransfer, type Progress } from './command';
import { checkDump, type CheckedDump } from '../formats/dump/dump-reader';
import { loadDump } from '../formats/dump/load-dump';
import { messageOf } from '../shared/failure';
import type { Loading } from '../storage/dump/loading';

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
  await withTransfer(progress.print, async (transfer) => {
    const source = await transfer.snapshot();
    if (!source.isOneMoment)
      progress.print(
        'This database server has no snapshots: the dump can contain parts of changes that are written while it runs.',
      );
    const { format, isOneMoment } = source;
    const header = { format, isOneMoment, griot: version(), date: new Date().toISOString() };
    progress.begin('dump', source.total);
    try {
      const onWritten = (collection: string, documents: number) => {
        progress.advance(documents, documents, collection);
      };
      const counts = await writeDump(file, source, { header, isForced, signal, onWritten });
      progress.end();
      const total = totalOf(counts);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`Wrote ${total} documents of ${counts.size} collections to ${file} in ${seconds} s.`);
      console.log(
        'It contains password hashes and the secrets of connectors: keep it as safe as the database.',
      );
    } finally {
      progress.end();
      await source.close();
    }
  });
}

function version(): string {
  const text = readFileSync(join(PROJECT_FOLDER, 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

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
  const total = totalOf(dump.end.counts);
  await withTransfer(progress.print, (transfer) =>
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
  progress.begin('check', statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  try {
    return await checkDump(file, (bytes) => {
      progress.advance(bytes, bytes);
    });
  } finally {
    progress.end();
  }
}

interface Filling {
  readonly file: string;
  readonly dump: CheckedDump;
  readonly loading: Loading;
  readonly progress: Progress;
}

async function fill({ file, dump, loading, progress }: Filling): Promise<void> {
  progress.begin('load', totalOf(dump.end.counts));
  try {
    await loadDump(file, loading, {
      signal: endSignal(),
      digest: dump.end.digest,
      onStored: (collection, documents) => {
        progress.advance(documents, documents, collection);
      },
    });
  } finally {
    progress.end();
  }
  await loading.finish(dump.collections, dump.end.counts);
}

/** The number of documents of all collections. */
function totalOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
