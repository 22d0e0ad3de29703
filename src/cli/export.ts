import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { streamObject } from '../rest/adapter/streamed-object';
import { applicationExport } from '../rest/routes/exports';
import type { Gateway } from '../server/compose';
import { runInWork, Work } from '../shared/work';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command, Option } from 'commander';
import { ExportLosses, exportLines, MEDIA_FILES } from '../formats/export-report';
import type { ApplicationRecord } from '../domain/chatbot/application';
import type { ZipPart } from '../formats/files/zip';
import { FORMAT_NAMES, formatNamed, isReadBack } from '../formats/formats';
import type { ExportedDictionary } from '../services/exports/export.service';
import { BOT_FORMATS } from '../formats/bots/bot-formats';
import { exportBotProject, findApplication } from './bot-projects';
import { messageOf } from '../shared/failure';
import { OPINION_FORMATS, opinionLines } from './opinions';
import { endSignal, openExisting, exportDocuments } from './command';

export const exportCommand = new Command('export')
  .summary('write a dictionary or a bot as a file, or an application as one JSON document')
  .description(
    'With --format, writes a dictionary or a field of a bot in a format of other programs. Otherwise writes an application with everything that it owns as one JSON document. Secrets (values of connectors, tokens of conversations) are replaced and their names kept; the password is left out.',
  )
  .argument('[NAME]', 'identifier of the dictionary; name, email or public identifier of the application')
  .addOption(
    new Option('--format <FORMAT>', 'format of the dictionary, or of the bot').choices([
      ...FORMAT_NAMES,
      ...BOT_FORMATS,
      ...OPINION_FORMATS,
    ]),
  )
  .option('--application <NAME>', 'application of the bot, for bot formats')
  .option('--field <NAME>', 'field of the application that holds the data of the bot')
  .option('--report <FILE>', 'write a JSON report on data that the format cannot hold')
  .option(
    '--out <FILE>',
    'write to a new file instead of standard output; only its owner can read the file of an application. A FILE.zip or FOLDER/ of LIFT contains recordings and pictures',
  )
  .action((name: string | undefined, options: ExportOptions, command: Command) => {
    const isOfBot = BOT_FORMATS.includes(options.format ?? '');
    const isNamed = name ?? (isOfBot ? options.application : options.format === 'users' ? '' : undefined);
    if (isNamed === undefined) command.error("error: missing required argument 'NAME'");
    return exportOne(name ?? '', options);
  });

interface ExportOptions {
  readonly out?: string;
  readonly format?: string;
  readonly application?: string;
  readonly field?: string;
  readonly report?: string;
}

async function exportOne(name: string, options: ExportOptions): Promise<void> {
  const { out, format, application: owner, field, report } = options;
  const gateway = await openExisting();
  try {
    if (format === undefined) await exportApplication(gateway, name, out);
    else if (BOT_FORMATS.includes(format)) {
      const bot = { format, application: owner ?? name, field, report };
      const { content, lossLines } = await exportBotProject(gateway, bot);
      await writeTo(out, content, PRIVATE).catch(endQuietly);
      for (const line of lossLines()) console.error(line);
    } else if (OPINION_FORMATS.includes(format))
      await writeTo(out, opinionLines(gateway, format, name), PRIVATE).catch(endQuietly);
    else await exportDictionary(gateway, name, { format, out, report }).catch(endQuietly);
  } finally {
    await gateway.close();
  }
}

async function exportApplication(gateway: Gateway, name: string, out: string | undefined): Promise<void> {
  const application = await applicationToExport(gateway, name);
  const work = new Work();
  await runInWork(work, async () => {
    const text = await exportText(gateway, application.publicId);
    await writeTo(out, text, PRIVATE).catch(endQuietly);
  }).finally(() => {
    work.end();
  });
}

/** @throws Error if there is no such application; it says if a dictionary has the name */
async function applicationToExport(gateway: Gateway, name: string): Promise<ApplicationRecord> {
  const application = await findApplication(gateway, name);
  if (application) return application;
  const isDictionary = (await gateway.dictionaries.get(name)) !== undefined;
  const advice = isDictionary ? ` To export the dictionary ${name}, name a format with --format.` : '';
  throw new Error(`There is no application ${name}.${advice}`);
}

/** Returns the text that the export route sends. */
async function exportText(gateway: Gateway, publicId: string): Promise<AsyncIterable<string>> {
  const parts = exportDocuments(gateway, applicationExport);
  return (await streamObject(parts, { application_id: publicId })).parts;
}

/** A closed pipe is not reported. The exit code shows that the document is incomplete. */
function endQuietly(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  process.exitCode = 1;
}

interface DictionaryExport {
  readonly format: string;
  readonly out?: string | undefined;
  readonly report?: string | undefined;
}

/**
 * Writes a dictionary as a file, and reports the data that the file lacks. If the file has a name, its further files are written to the
 * same folder. LIFT has its recordings and pictures in a zip, or in a folder.
 */
async function exportDictionary(
  gateway: Gateway,
  dictionaryId: string,
  { format: formatName, out, report }: DictionaryExport,
): Promise<void> {
  const isFolder = out !== undefined && (out.endsWith('/') || (await isDirectory(out)));
  const packed = [`${formatName}.zip`].find((name) => FORMAT_NAMES.includes(name));
  const isPacked = packed !== undefined && (isFolder || out?.endsWith('.zip') === true);
  const format = isPacked ? packed : formatName;
  const dictionary = await gateway.exports.open(dictionaryId);
  const losses = isReadBack(format) ? new ExportLosses(dictionary) : undefined;
  if (!losses && report !== undefined)
    throw new Error(`Files of the format ${format} cannot be imported again, so there is no report.`);
  const exported = { ...dictionary, ...(losses && { onArticle: losses.onArticle }) };
  await writeDictionary(exported, format, { out, isFolder });
  const lossReport = losses?.report(format);
  if (!lossReport) return;
  for (const line of exportLines(lossReport)) console.error(line);
  if (packed !== undefined && !isPacked && lossReport.rows.some(({ path }) => path === MEDIA_FILES))
    console.error(`  --out FOLDER/ or --out FILE.zip writes recordings and pictures too.`);
  if (report !== undefined) await writeFile(report, `${JSON.stringify(lossReport, null, 2)}\n`);
}

interface Destination {
  readonly out: string | undefined;
  readonly isFolder: boolean;
}

async function writeDictionary(
  dictionary: ExportedDictionary,
  format: string,
  { out, isFolder }: Destination,
): Promise<void> {
  const { write, companionFiles, files } = formatNamed(format);
  if (isFolder && files && out !== undefined) {
    await writeFolder(out, files(dictionary));
    return;
  }
  if (out !== undefined)
    for (const [name, text] of companionFiles?.(dictionary) ?? [])
      await writeOnce(join(dirname(out), name), [text]);
  await writeTo(out, write(dictionary));
}

async function isDirectory(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

/** Writes the files of a package into a folder. The first file, which refers to the others, gets its name after all are written. */
async function writeFolder(out: string, parts: AsyncIterable<ZipPart>): Promise<void> {
  const signal = endSignal();
  let leading: { readonly file: string; readonly partial: string } | undefined;
  try {
    for await (const { name, content } of parts) {
      const file = join(out, name);
      await mkdir(dirname(file), { recursive: true });
      if (leading) await writeOnce(file, content, signal);
      else {
        await refuseExisting(file);
        leading = { file, partial: await partialOf(file, content, { signal }) };
      }
    }
    if (leading) await renameComplete(leading.partial, leading.file);
  } catch (error) {
    if (leading) await rm(leading.partial, { force: true });
    throw error;
  }
}

/** Writes a file unless it already has the same content. @throws Error if a file with other content exists */
async function writeOnce(file: string, pieces: Pieces, signal = endSignal()): Promise<void> {
  const partial = await partialOf(file, pieces, { signal });
  const existing = await readFile(file).catch(() => undefined);
  if (existing?.equals(await readFile(partial)) === true) await rm(partial);
  else await renameComplete(partial, file);
}

/** File mode that lets only the owner read and write. */
const PRIVATE = 0o600;

type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** Writes a new file, or to standard output. @throws Error if the file exists */
async function writeTo(out: string | undefined, pieces: Pieces, mode?: number): Promise<void> {
  if (out === undefined) {
    await pipeline(Readable.from(pieces), process.stdout);
    return;
  }
  await refuseExisting(out);
  await renameComplete(await partialOf(out, pieces, { mode }), out);
}

interface Writing {
  readonly mode?: number | undefined;
  readonly signal?: AbortSignal;
}

/** Writes a file under a temporary name until it is complete, so that an interruption leaves no incomplete file with its name. */
async function partialOf(
  file: string,
  pieces: Pieces,
  { mode = 0o666, signal = endSignal() }: Writing,
): Promise<string> {
  const partial = join(dirname(file), `.${basename(file)}.${process.pid}.part`);
  const stream = createWriteStream(partial, { flags: 'wx', mode, flush: true });
  let problem: unknown;
  stream.once('error', (error) => (problem = error));
  try {
    await pipeline(Readable.from(pieces), stream, { signal });
    return partial;
  } catch (error) {
    await rm(partial, { force: true });
    if (signal.aborted)
      throw new Error(`${messageOf(signal.reason)} ${file} was not written.`, { cause: error });
    if (error !== problem || !isOfSystem(error)) throw error;
    throw new Error(`${file} cannot be written: ${reasonIn(error)}.`, { cause: error });
  }
}

/** Whether the system refused a file. A stream also ends with the errors of what is written to it. */
function isOfSystem(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

/** Returns the message of a system error without the operation and the name of the temporary file. */
function reasonIn({ message }: NodeJS.ErrnoException): string {
  return message.replace(/, \w+(?: '.*')?$/u, '');
}

/** Renames a complete file. @throws Error if a file with the name exists */
async function renameComplete(partial: string, file: string): Promise<void> {
  try {
    await refuseExisting(file);
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function refuseExisting(file: string): Promise<void> {
  const isThere = await stat(file).then(
    () => true,
    () => false,
  );
  if (isThere) throw new Error(`EEXIST: ${file} already exists; choose another name for --out.`);
}
