import { readFile, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { basename } from 'node:path';
import { type FileSummary, importFile } from '../formats/files/import-file';
import { lossLines } from '../formats/files/loss-report';
import { formatNamed, formatOf } from '../formats/formats';
import type { Gateway } from '../server/compose';
import { progressOn } from './progress';

/** Options for files that are no folders of Griot. */
export interface FileOptions {
  readonly dictionary?: string;
  readonly format?: string;
  readonly encoding?: string;
  readonly headword?: string;
  readonly languages?: string;
  readonly map?: string;
  readonly saveMap?: string;
  readonly report?: string;
  readonly badEntries: 'stop' | 'skip';
  readonly overwrite: boolean;
  readonly dryRun: boolean;
}

/** How many edited articles and problems are named one by one. */
const NAMED = 20;

/**
 * Imports one file and prints what became of it.
 *
 * @throws Error when the file ended the import
 */
export async function importOneFile(gateway: Gateway, path: string, options: FileOptions): Promise<void> {
  const { dictionary, dryRun, overwrite, encoding, headword, languages } = options;
  if (dictionary === undefined)
    throw new Error('--dictionary=ID names the dictionary that the articles of the file go into.');
  const format = options.format === undefined ? await formatOf(path) : formatNamed(options.format);
  const map = options.map === undefined ? {} : { map: await readFile(options.map, 'utf8') };
  const source = await format.open(path, { encoding, headword, languages, ...map });
  for (const line of source.preview ?? []) console.log(line);
  if (options.saveMap !== undefined) await writeFile(options.saveMap, `${source.map ?? '{}'}\n`);
  if (source.preview && !dryRun && !(await isAccepted())) return;
  const progress = progressOn(process.stderr, 'entries');
  progress.begins(basename(path), source.size);
  const started = performance.now();
  const summary = await importFile(gateway.imports, source, {
    dictionaryId: dictionary,
    name: basename(path),
    dryRun,
    overwrite,
    skipBadEntries: options.badEntries === 'skip',
    progress: progress.proceeds,
  }).finally(() => {
    progress.ends();
  });
  for (const line of linesOf(summary)) console.log(line);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${summary.report.entries} entries in ${seconds} s.${dryRun ? ' Dry run: nothing was written.' : ''}`,
  );
  if (options.report !== undefined)
    await writeFile(options.report, `${JSON.stringify(summary.report, null, 2)}\n`);
  if (summary.ending !== undefined)
    throw new Error(
      `${path}: ${summary.ending}\nThe entries before it are imported; import again once it is mended.`,
    );
}

/** On a terminal a guess is stored only when someone says so. */
async function isAccepted(): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return true;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question('Import so? [y/N] ');
  terminal.close();
  return /^[yjo]/iu.test(answer.trim());
}

function linesOf({ dictionaryId, isNew, articles, edited, report }: FileSummary): readonly string[] {
  const { added, updated, unchanged } = articles;
  const named = edited.slice(0, NAMED).join(', ') + (edited.length > NAMED ? ', ...' : '');
  return [
    `${dictionaryId}: ${added} added, ${updated} changed, ${unchanged} unchanged, ${edited.length} edited here` +
      `${isNew ? '; the dictionary is new' : ''}.`,
    ...(edited.length > 0
      ? [`  Edited here since their import and left alone (--overwrite replaces them): ${named}`]
      : []),
    ...lossLines(report),
    ...report.problems
      .slice(0, NAMED)
      .map(
        ({ line, column, entry, message }) => `  Entry ${entry}, line ${line}, column ${column}: ${message}`,
      ),
    ...(report.problems.length > NAMED ? [`  and ${report.problems.length - NAMED} other problems.`] : []),
    ...(added + updated === 0 ? ['Nothing changed.'] : []),
  ];
}
