import { type ImportCallbacks, type ImportSummary, importFolder } from '../formats/dictionary/import-folder';
import { existsSync } from 'node:fs';
import { Command, Option } from 'commander';
import { basename } from 'node:path';
import { userInfo } from 'node:os';
import { openDictionaryFolder } from '../formats/dictionary/dictionary-folder';
import { openForCommand, endSignal, progressOn } from './command';
import type { Gateway } from '../server/compose';
import { holdsApplications, importApplications } from '../formats/chatbot/application-folder';
import { messageOf } from '../shared/failure';
import { type FileOptions, importOneFile } from './import-files';
import { BOT_FORMATS } from '../formats/bots/bot-formats';
import { FORMAT_NAMES, holdsFiles } from '../formats/formats';
import { holdsOpinions, importOpinions, OPINION_FORMATS } from './opinions';
import { importBotProject } from './bot-projects';
import { stat } from 'node:fs/promises';

interface ImportOptions extends FileOptions {
  readonly badLines: 'stop' | 'skip';
  /** Name of the application to which imported fields belong. */
  readonly application?: string;
  readonly field?: string;
  readonly language?: string;
}

const FORMATS = [...FORMAT_NAMES, ...BOT_FORMATS, ...OPINION_FORMATS];

export const importCommand = new Command('import')
  .summary('load dictionaries and chatbot applications')
  .description(
    'Loads dictionaries and chatbot applications. A file contains a dictionary in a format of another program. A folder contains metadata.json and articles.jsonl, or applications.json and files field_NAME.json. Importing the same data again changes nothing.',
  )
  .argument('<PATH...>', 'files and folders to load')
  .option('--dictionary <ID>', 'put the articles of a file into this dictionary')
  .option('--dry-run', 'report what the import would do, without writing anything', false)
  .option('--overwrite', 'replace articles that were edited on this server since their import', false)
  .addOption(
    new Option('--bad-lines <MODE>', 'stop at the first bad line, or skip bad lines and list them')
      .choices(['stop', 'skip'])
      .default('stop'),
  )
  .addOption(
    new Option(
      '--bad-entries <MODE>',
      'stop at the first bad entry of a file, or skip bad entries and list them',
    )
      .choices(['stop', 'skip'])
      .default('stop'),
  )
  .addOption(
    new Option(
      '--missing <MODE>',
      'keep articles of earlier imports that are missing in the file, or disable them until a later file has them again',
    )
      .choices(['keep', 'hide'])
      .default('keep'),
  )
  .addOption(
    new Option('--format <FORMAT>', 'format of a file that is not recognised, or of a bot').choices(FORMATS),
  )
  .option('--encoding <NAME>', 'encoding of a file that is not UTF-8 and does not state its encoding')
  .option('--headword <TAG>', 'language tag of the headwords of a file')
  .option('--languages <LIST>', 'languages of the letters of Toolbox markers, such as e:en,n:fr,r:ha')
  .option('--sheet <NAME>', 'only sheet of a workbook to read; by default all with the same headings')
  .option('--heading-row <LINE>', 'line of the headings of a table, from 1, if they are not found')
  .option('--record-marker <MARKER>', 'marker that begins the records of a Toolbox file, if it is not found')
  .option(
    '--map <FILE>',
    'meaning of the columns of a table or of Toolbox markers, as JSON: see docs/import.md',
  )
  .addOption(
    new Option(
      '--rows <MODE>',
      'whether a table row without a headword continues the article above as another sense, or is a separate article',
    ).choices(['continue', 'separate']),
  )
  .option('--save-map <FILE>', 'write the assumed meaning of columns and unknown markers')
  .option('--report <FILE>', 'write a JSON report on the result for each path of a file')
  .option(
    '--application <NAME>',
    'application that receives the fields, if no application of the folder has them',
  )
  .option('--field <NAME>', 'field that receives a bot of another program')
  .option('--language <TAG>', 'language of a bot of another program that does not state it')
  .action(importAll);

/** Shows the progress of an import and the lines that cannot be read. */
function importProgress(stream: NodeJS.WriteStream): ImportCallbacks {
  const progress = progressOn(stream, 'articles');
  let total = 0;
  return {
    begins: ({ metadata, articlesBytes }) => {
      total = articlesBytes;
      progress.begin(metadata.dictionaryId, total);
    },
    proceeds: (bytes, articles) => {
      progress.advance(bytes, articles);
      if (bytes >= total - 1) progress.end();
    },
    rejects: ({ file, line, reason }) => {
      progress.print(`${file}, line ${line}: ${reason}`);
    },
  };
}

/** Maximum number of edited articles that are printed. */
const MAX_PRINTED = 20;

export interface ImportRun {
  readonly seconds: number;
  readonly dryRun: boolean;
}

/** Returns the summary of an import as lines of text. */
function summaryLines(summaries: readonly ImportSummary[], { seconds, dryRun }: ImportRun): string[] {
  const total = summaries.reduce((sum, { articles }) => sum + totalOf(articles), 0);
  const rate = Math.round(total / Math.max(seconds, 0.001));
  return [
    ...summaries.flatMap(dictionaryLines),
    `${total} articles in ${seconds.toFixed(1)} s, ${rate} a second.${dryRun ? ' Dry run: nothing was written.' : ''}`,
    ...(summaries.every(isUnchanged) && summaries.length > 0 ? ['Nothing changed.'] : []),
  ];
}

function dictionaryLines(summary: ImportSummary): string[] {
  const { dictionaryId, metadata, articles, edited, badLines, nameless, missing } = summary;
  const { added, updated, unchanged } = articles;
  const names = edited.slice(0, MAX_PRINTED).join(', ') + (edited.length > MAX_PRINTED ? ', ...' : '');
  return [
    `${dictionaryId}: ${added} added, ${updated} updated, ${unchanged} unchanged, ` +
      `${edited.length} edited here, ${badLines} bad lines; metadata ${metadata}.`,
    ...(edited.length > 0
      ? [`  Edited on this server since their import and kept (--overwrite replaces them): ${names}`]
      : []),
    ...(missing.count > 0
      ? [`  Missing in the folder: ${missing.count}; the import disabled ${missing.hidden} of them.`]
      : []),
    ...(nameless > 0
      ? [
          `  No headword was found in ${nameless} of them; docs/import.md describes the content of an article.`,
        ]
      : []),
    ...(metadata === 'edited'
      ? ['  The metadata were edited on this server since their import and kept.']
      : []),
  ];
}

function isUnchanged({ metadata, articles }: ImportSummary): boolean {
  return articles.added === 0 && articles.updated === 0 && metadata !== 'added' && metadata !== 'updated';
}

function totalOf(articles: ImportSummary['articles']): number {
  return Object.values(articles).reduce((sum, count) => sum + count, 0);
}

/** Imports dictionaries and applications from folders. */
async function importAll(folders: readonly string[], options: ImportOptions): Promise<void> {
  const gateway = await openForCommand();
  const started = performance.now();
  const summaries: ImportSummary[] = [];
  try {
    for (const path of folders)
      await naming(path, async () => {
        const { format = '', application, field, language, report, dryRun, overwrite } = options;
        const bot = { format, application, field, language, report, dryRun, overwrite };
        if (BOT_FORMATS.includes(format)) await importBotProject(gateway, path, bot);
        else if ((await isFile(path)) && (await holdsOpinions(path, options.format)))
          await importOpinions(gateway, path, options);
        else if ((await isFile(path)) || (await holdsFiles(path)))
          await importOneFile(gateway, path, options);
        else if (await holdsApplications(path)) await importChatbots(gateway, path, options);
        else summaries.push(await importOneFolder(gateway, path, options));
      });
  } finally {
    const lines = summaryLines(summaries, {
      seconds: (performance.now() - started) / 1000,
      dryRun: options.dryRun,
    });
    if (summaries.length > 0) for (const line of lines) console.log(line);
    await gateway.close();
  }
}

/** Imports a folder and records the import. After an interruption, whole batches are stored. */
async function importOneFolder(
  gateway: Gateway,
  path: string,
  { missing, ...options }: ImportOptions,
): Promise<ImportSummary> {
  const { importHistory } = gateway;
  const { overwrite, dryRun, badLines } = options;
  const request = { overwrite, dryRun, skipBadLines: badLines === 'skip', missing };
  const callbacks = importProgress(process.stderr);
  const { metadata, articlesBytes } = await openDictionaryFolder(path);
  if (dryRun) return importFolder(gateway.imports, path, { request, callbacks });
  const signal = endSignal();
  const record = await importHistory.begin({
    dictionaryId: metadata.dictionaryId,
    file: basename(path),
    by: userInfo().username,
    bytes: articlesBytes,
    format: 'folder',
    options: { overwrite, skipBadEntries: request.skipBadLines, missing },
    state: 'storing',
  });
  const { importId } = record;
  try {
    const summary = await importFolder(gateway.imports, path, {
      callbacks,
      request: {
        ...request,
        record: { importId, note: (changes) => importHistory.note(record, changes) },
        proceeds: async (bytesRead, entries) => {
          signal.throwIfAborted();
          await importHistory.recordProgress(importId, 'storing', { bytesRead, entries });
        },
      },
    });
    await importHistory.finish(importId, { from: 'storing', to: 'done' }, resultsOfFolder(summary));
    return summary;
  } catch (error) {
    const to = signal.aborted ? 'cancelled' : 'failed';
    await importHistory.finish(importId, { from: 'storing', to }, { problem: messageOf(error) });
    if (!signal.aborted) throw error;
    throw new Error(`${messageOf(error)} Complete batches are stored; import the folder again to continue.`, {
      cause: error,
    });
  }
}

function resultsOfFolder({ articles, badLines, metadata, edited, missing }: ImportSummary) {
  return {
    articles,
    refused: badLines,
    edited: edited.map(String),
    missing: missing.count,
    missingArticles: missing.named,
    isNewDictionary: metadata === 'added',
  };
}

/** Whether a path is not a folder. A path that cannot be read counts as a file, for which the import reports the reason. */
async function isFile(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  return stats?.isFile() === true;
}

/** If there are several folders, an error names its folder. */
async function naming(path: string, work: () => Promise<void>): Promise<void> {
  try {
    if (!existsSync(path)) throw new Error('there is no such file or folder');
    await work();
  } catch (error) {
    throw new Error(`${path}: ${messageOf(error)}`, { cause: error });
  }
}

async function importChatbots(gateway: Gateway, path: string, options: ImportOptions): Promise<void> {
  let isChanged = false;
  for await (const { title, outcome, objects } of importApplications(
    gateway.applicationImports,
    path,
    options,
  )) {
    isChanged ||= outcome === 'added' || outcome === 'updated';
    const remark =
      outcome === 'edited' ? ', differs from the file and was kept (--overwrite replaces it)' : '';
    console.log(`${title}: ${outcome}${remark}, ${objects} objects.`);
  }
  if (options.dryRun) console.log('Dry run: nothing was written.');
  else if (!isChanged) console.log('Nothing changed.');
}
