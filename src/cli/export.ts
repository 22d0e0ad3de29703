import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readWhole } from '../rest/adapter/whole-object';
import { applicationExport } from '../rest/routes/exports';
import type { Gateway } from '../server/compose';
import { runInWork, Work } from '../shared/work';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command, Option } from 'commander';
import { ExportLosses, exportLines } from '../formats/export-report';
import { FORMAT_NAMES, formatNamed, isReadBack } from '../formats/formats';
import { BOT_FORMATS } from '../formats/bots/bot-formats';
import { applicationNamed, exportBotProject } from './bot-projects';
import { messageOf } from '../shared/failure';
import { OPINION_FORMATS, opinionLines } from './opinions';
import { endSignal, openForCommand, exportDocuments } from './command';

export const exportCommand = new Command('export')
  .summary('write a dictionary or a bot as a file, or an application as one JSON document')
  .description(
    'With --format, writes a dictionary or a field of a bot in a format of other programs. Otherwise writes an application with everything that it owns as one JSON document. Secrets (values of connectors, tokens of conversations) are replaced, their names kept; the password is left out.',
  )
  .argument('[NAME]', 'identifier of the dictionary; name, email or public identifier of the application')
  .addOption(
    new Option('--format <FORMAT>', 'format of the dictionary, or of the bot').choices([
      ...FORMAT_NAMES,
      ...BOT_FORMATS,
      ...OPINION_FORMATS,
    ]),
  )
  .option('--application <NAME>', 'the application of the bot, for the formats of bots')
  .option('--field <NAME>', 'the field of the application that the bot knows')
  .option('--report <FILE>', 'write what the format has no place for as JSON')
  .option(
    '--out <FILE>',
    'write to a new file instead of standard output; that of an application is readable by its owner alone',
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
  const gateway = await openForCommand();
  try {
    if (format !== undefined && BOT_FORMATS.includes(format)) {
      const { content, says } = await exportBotProject(gateway, {
        format,
        application: owner ?? name,
        field,
        report,
      });
      await writeTo(out, content, PRIVATE).catch(endQuietly);
      for (const line of says()) console.error(line);
      return;
    }
    if (format !== undefined && OPINION_FORMATS.includes(format)) {
      await writeTo(out, opinionLines(gateway, format, name), PRIVATE).catch(endQuietly);
      return;
    }
    if (format !== undefined) {
      await exportDictionary(gateway, name, { format, out, report }).catch(endQuietly);
      return;
    }
    const application = await applicationNamed(gateway, name);
    const work = new Work();
    await runInWork(work, async () => {
      const text = await exportText(gateway, application.publicId);
      await writeTo(out, text, PRIVATE).catch(endQuietly);
    }).finally(() => {
      work.end();
    });
  } finally {
    await gateway.close();
  }
}

/** The text that the export route sends. */
async function exportText(gateway: Gateway, publicId: string): Promise<AsyncIterable<string>> {
  const parts = exportDocuments(gateway, applicationExport);
  return (await readWhole(parts, { application_id: publicId })).parts;
}

/** A closed pipe is not reported; the exit code shows that the document is incomplete. */
function endQuietly(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  process.exitCode = 1;
}

interface DictionaryExport {
  readonly format: string;
  readonly out?: string | undefined;
  readonly report?: string | undefined;
}

/** Writes a dictionary as a file, and says what that lacks. Files that belong to it are written beside it where it has a name. */
async function exportDictionary(
  gateway: Gateway,
  dictionaryId: string,
  { format, out, report }: DictionaryExport,
): Promise<void> {
  const { write, beside } = formatNamed(format);
  const dictionary = await gateway.exports.open(dictionaryId);
  if (out !== undefined)
    for (const [name, text] of beside?.(dictionary) ?? []) {
      const file = join(dirname(out), name);
      const known = await readFile(file, 'utf8').catch(() => undefined);
      if (known !== text) await writeTo(file, [text]);
    }
  const losses = isReadBack(format) ? new ExportLosses(dictionary) : undefined;
  if (!losses && report !== undefined)
    throw new Error(`A file of the format ${format} is not read back, and has no report.`);
  await writeTo(out, write({ ...dictionary, ...(losses && { witness: losses.witness }) }));
  const found = losses?.report(format);
  if (!found) return;
  for (const line of exportLines(found)) console.error(line);
  if (report !== undefined) await writeFile(report, `${JSON.stringify(found, null, 2)}\n`);
}

/** Readable by its owner alone. */
const PRIVATE = 0o600;

type Pieces = Iterable<string> | AsyncIterable<string | Uint8Array>;

/**
 * Writes a new file, or to standard output. The file has another name until it is whole, so that no part of it is taken for the
 * whole after an interruption.
 *
 * @throws Error when there is such a file
 */
async function writeTo(out: string | undefined, pieces: Pieces, mode = 0o666): Promise<void> {
  if (out === undefined) {
    await pipeline(Readable.from(pieces), process.stdout);
    return;
  }
  await refuseExisting(out);
  const partial = join(dirname(out), `.${basename(out)}.${process.pid}.part`);
  const signal = endSignal();
  try {
    await pipeline(Readable.from(pieces), createWriteStream(partial, { flags: 'wx', mode, flush: true }), {
      signal,
    });
    await refuseExisting(out);
    await rename(partial, out);
  } catch (error) {
    await rm(partial, { force: true });
    throw signal.aborted ? new Error(`${messageOf(signal.reason)} ${out} was not written.`) : error;
  }
}

async function refuseExisting(file: string): Promise<void> {
  const isThere = await stat(file).then(
    () => true,
    () => false,
  );
  if (isThere) throw new Error(`EEXIST: ${file} exists already; choose another name for --out.`);
}
