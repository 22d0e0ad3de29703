import { readFile, stat, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { basename, dirname } from 'node:path';
import { userInfo } from 'node:os';
import { dictionaryIdFrom } from '../domain/dictionary/dictionary';
import type { MissingArticles } from '../domain/imports/import-record';
import type { EntrySource } from '../formats/files/entry-source';
import { type FileSummary, importFile } from '../formats/files/import-file';
import { filesInFolder } from '../formats/files/packaged-files';
import { storeRecorded } from '../formats/files/recorded-import';
import { lossLines } from '../formats/files/loss-report';
import { earlierOptions } from '../formats/earlier-options';
import { formatOf } from '../formats/formats';
import type { Gateway } from '../server/compose';
import { headingRowFrom, recordMarkerFrom } from '../services/imports/import-jobs.service';
import { messageOf } from '../shared/failure';
import { progressOn, endSignal } from './command';

/** Options for files in formats other than the folder of Griot. */
export interface FileOptions {
  readonly dictionary?: string;
  readonly format?: string;
  readonly encoding?: string;
  readonly headword?: string;
  readonly languages?: string;
  readonly sheet?: string;
  readonly headingRow?: string;
  readonly recordMarker?: string;
  readonly map?: string;
  readonly rows?: 'continue' | 'separate';
  readonly saveMap?: string;
  readonly report?: string;
  readonly badEntries: 'stop' | 'skip';
  readonly missing: MissingArticles;
  readonly overwrite: boolean;
  readonly dryRun: boolean;
}

/** Maximum number of edited articles and problems that are printed. */
const MAX_PRINTED = 20;

/**
 * Imports one file and prints the outcome.
 *
 * @throws Error with the problem that ended the import
 */
export async function importOneFile(gateway: Gateway, path: string, options: FileOptions): Promise<void> {
  const { dictionary, dryRun, rows } = options;
  if (dictionary === undefined)
    throw new Error('Name the dictionary for the articles of the file with --dictionary=ID.');
  const format = await formatOf(path, options.format);
  const map = options.map === undefined ? {} : { map: await readFile(options.map, 'utf8') };
  const earlier = await earlierOptions(gateway.imports, dictionary);
  const opened = await format.open(path, {
    ...readingOptions(options),
    rows,
    storedSettings: earlier,
    ...map,
  });
  const companionFiles = opened.companionFiles ?? (await filesInFolder(await folderOf(path)));
  const source = companionFiles ? { ...opened, companionFiles } : opened;
  if (!(await isConfirmed(source, options))) {
    await source.close?.();
    return;
  }
  const started = performance.now();
  const summary = await imported(gateway, source, { path, dictionary, options });
  for (const line of summaryLines(summary, options)) console.log(line);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${summary.report.entries} entries in ${seconds} s.${dryRun ? ' Dry run: nothing was written.' : ''}`,
  );
  if (options.report !== undefined)
    await writeFile(options.report, `${JSON.stringify(summary.report, null, 2)}\n`);
  if (summary.ending !== undefined)
    throw new Error(
      dryRun
        ? summary.ending
        : `${summary.ending}\nThe entries before it are imported. Correct the file and import it again.`,
    );
}

/** Shows the interpretation of a file and asks for confirmation. @throws the error that ends the import, after closing the source */
async function isConfirmed(source: EntrySource, { map, saveMap, dryRun }: FileOptions): Promise<boolean> {
  try {
    const isGuessed = source.isGuessed === true;
    for (const line of map === undefined ? (source.preview ?? []) : []) console.log(line);
    if (saveMap !== undefined) await writeFile(saveMap, `${source.map ?? source.guess ?? '{}'}\n`);
    return !isGuessed || dryRun || (await isAccepted());
  } catch (error) {
    await source.close?.();
    throw error;
  }
}

/** Returns the folder of the recordings and pictures of a file. */
async function folderOf(path: string): Promise<string> {
  return (await stat(path)).isDirectory() ? path : dirname(path);
}

interface ImportedFile {
  readonly path: string;
  readonly dictionary: string;
  readonly options: FileOptions;
}

/** @throws Failure INVALID_INPUT for an invalid line or marker */
function readingOptions(options: FileOptions) {
  const { encoding, headword, languages, sheet, headingRow, recordMarker } = options;
  return {
    encoding,
    headword,
    languages,
    sheet,
    headingRow: headingRowFrom(headingRow === undefined ? undefined : Number(headingRow)),
    recordMarker: recordMarkerFrom(recordMarker),
  };
}

/** Imports a file, or determines what would happen, and shows the progress. After an interruption, whole batches are stored. */
async function imported(
  gateway: Gateway,
  source: EntrySource,
  { path, dictionary, options }: ImportedFile,
): Promise<FileSummary> {
  const { dryRun, overwrite, missing } = options;
  const reading = readingOptions(options);
  const progress = progressOn(process.stderr, 'entries');
  progress.begin(basename(path), source.size);
  const rules = { overwrite, skipBadEntries: options.badEntries === 'skip', missing };
  const dictionaryId = dictionaryIdFrom(dictionary);
  const signal = endSignal();
  try {
    if (dryRun)
      return await importFile(gateway.imports, source, {
        ...rules,
        dictionaryId,
        name: basename(path),
        headword: reading.headword,
        dryRun,
        progress: progress.advance,
      });
    const record = await gateway.importHistory.begin({
      dictionaryId,
      file: basename(path),
      by: userInfo().username,
      bytes: source.size,
      format: source.format,
      options: { ...rules, ...reading, map: source.map },
      state: 'storing',
    });
    const watch = { progress: progress.advance, signal };
    return await storeRecorded(gateway, source, { record, watch });
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new Error(
      `${messageOf(signal.reason)} Complete batches are stored; import the file again to continue.`,
      {
        cause: error,
      },
    );
  } finally {
    progress.end();
  }
}

/** On a terminal, a guess requires confirmation. */
async function isAccepted(): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return true;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question('Import the file? [y/N] ');
  terminal.close();
  return /^[yjo]/iu.test(answer.trim());
}

function summaryLines(
  { dictionaryId, isNew, languages, articles, nameless, merged, edited, missing, report }: FileSummary,
  options: FileOptions,
): readonly string[] {
  const { added, updated, unchanged } = articles;
  return [
    `${dictionaryId}: ${added} added, ${updated} changed, ${unchanged} unchanged, ${edited.length} edited here` +
      (missing.count > 0 ? `, ${missing.count} missing` : '') +
      `${isNew ? '; the dictionary is new' : ''}.`,
    ...(languages ? [languagesLine(languages)] : []),
    ...(edited.length > 0
      ? [
          `  Edited on this server since their import and kept (--overwrite replaces them): ${listedIds(edited)}`,
        ]
      : []),
    ...(missing.count > 0 ? [`  ${missingLine(missing, options)}: ${listedIds(missing.named)}`] : []),
    ...(nameless > 0 ? [`  No headword was found in ${nameless} of them.`] : []),
    ...(merged > 0
      ? [
          `  ${merged} of them were imported from another format and keep the data that this file cannot hold. Cells that would be kept for export only are not stored for them.`,
        ]
      : []),
    ...lossLines(report),
    ...report.problems
      .slice(0, MAX_PRINTED)
      .map(({ line, column, entry, message }) =>
        entry === 0
          ? `  Line ${line}, column ${column}: ${message}`
          : `  Entry ${entry}, line ${line}, column ${column}: ${message}`,
      ),
    ...(report.problems.length > MAX_PRINTED
      ? [`  and ${report.problems.length - MAX_PRINTED} other problems.`]
      : []),
    ...(added + updated + missing.hidden + (report.media?.stored ?? 0) === 0 ? ['Nothing changed.'] : []),
  ];
}

function languagesLine({ language, targetLanguages }: NonNullable<FileSummary['languages']>): string {
  if (language === null)
    return '  The language of the headwords is unknown. Set it with --headword=TAG, on the Profile page of the desk or with updateDictionary, so that search applies its rules.';
  const targets = targetLanguages.length === 0 ? '' : `, with translations in ${targetLanguages.join(', ')}`;
  return `  Language of the headwords: ${language}${targets}.`;
}

function listedIds(publicIds: readonly string[]): string {
  return publicIds.slice(0, MAX_PRINTED).join(', ') + (publicIds.length > MAX_PRINTED ? ', ...' : '');
}

function missingLine({ hidden }: FileSummary['missing'], { missing, dryRun }: FileOptions): string {
  if (missing === 'keep') return 'Missing in the file and kept (--missing=hide disables them)';
  return dryRun
    ? 'Missing in the file; the import will disable them'
    : `Missing in the file; the import disabled ${hidden} of them`;
}
