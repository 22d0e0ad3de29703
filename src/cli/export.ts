import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { buildGatewaySchema } from '../graphql/schema';
import { contextOf } from '../graphql/context';
import { readWhole, type WholeParts } from '../rest/adapter/whole-object';
import { graphqlExecutor, operationRunner, loadOperations } from '../rest/document/operations';
import { applicationExport } from '../rest/routes/exports';
import { routeOf } from '../rest/table/route';
import type { Gateway } from '../server/compose';
import { PROJECT_FOLDER } from '../server/project-folder';
import { messageOf } from '../shared/failure';
import { MAX_REST_PAGE_SIZE } from '../shared/paging';
import { operatorNamed } from '../shared/viewer';
import { runInWork, Work } from '../shared/work';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { nameKeyOf } from '../domain/account/account-names';
import { Command, Option } from 'commander';
import { FORMAT_NAMES, formatNamed } from '../formats/formats';
import { openForCommand } from './command';
import { endSignal } from './transfer';

export const exportCommand = new Command('export')
  .summary('write a dictionary as a file, or an application as one JSON document')
  .description(
    'With --format, writes a dictionary in a format of other programs. Otherwise writes an application with everything that it owns as one JSON document. Secrets (values of connectors, tokens of conversations) are replaced, their names kept; the password is left out.',
  )
  .argument('<NAME>', 'identifier of the dictionary; name, email or public identifier of the application')
  .addOption(new Option('--format <FORMAT>', 'format of the dictionary').choices(FORMAT_NAMES))
  .option(
    '--out <FILE>',
    'write to a new file instead of standard output; that of an application is readable by its owner alone',
  )
  .action(exportOne);

interface ExportOptions {
  readonly out?: string;
  readonly format?: string;
}

async function exportOne(name: string, { out, format }: ExportOptions): Promise<void> {
  const gateway = await openForCommand();
  try {
    if (format !== undefined) {
      await exportDictionary(gateway, name, { format, out }).catch(endQuietly);
      return;
    }
    const { applications } = gateway.storage;
    const application =
      (await applications.findByKey(nameKeyOf(name))) ?? (await applications.findMany([name]))[0];
    if (!application) throw new Error(`There is no application ${name}.`);
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

/** The text that the export route sends, from the same documents. */
async function exportText(gateway: Gateway, publicId: string): Promise<AsyncIterable<string>> {
  const schema = buildGatewaySchema(gateway, {
    isMetadataPublic: false,
    isRegistrationOpen: false,
    report: (error) => {
      console.error(`The audit log could not be written: ${messageOf(error)}`);
    },
  });
  const route = routeOf(
    applicationExport,
    loadOperations(schema, join(PROJECT_FOLDER, 'schema', 'operations')),
  );
  const runOperation = operationRunner(graphqlExecutor(schema));
  const origin = {
    viewer: operatorNamed(userInfo().username),
    requestId: randomUUID(),
    address: '',
    mostItems: MAX_REST_PAGE_SIZE,
  };
  const runApart: WholeParts['runApart'] = (operation, variables) =>
    runOperation(operation, variables, contextOf(origin, gateway));
  const run: WholeParts['run'] = (variables) => runApart(route.operation, variables);
  const { parts } = await readWhole({ route, run, runApart }, { application_id: publicId });
  return parts;
}

/** A closed pipe is not reported; the exit code shows that the document is incomplete. */
function endQuietly(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  process.exitCode = 1;
}

interface DictionaryExport {
  readonly format: string;
  readonly out?: string | undefined;
}

/** Writes a dictionary as a file; files that belong to it are written beside it where it has a name. */
async function exportDictionary(
  gateway: Gateway,
  dictionaryId: string,
  { format, out }: DictionaryExport,
): Promise<void> {
  const { write, beside } = formatNamed(format);
  const dictionary = await gateway.exports.open(dictionaryId);
  if (out !== undefined)
    for (const [name, text] of beside?.(dictionary) ?? []) {
      const file = join(dirname(out), name);
      const known = await readFile(file, 'utf8').catch(() => undefined);
      if (known !== text) await writeTo(file, [text]);
    }
  await writeTo(out, write(dictionary));
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
