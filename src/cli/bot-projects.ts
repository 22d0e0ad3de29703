import { writeFile } from 'node:fs/promises';
import { nameKeyOf } from '../domain/account/account-names';
import type { ApplicationRecord } from '../domain/chatbot/application';
import { resourceTypeNamed } from '../domain/chatbot/resource/resource-types';
import { canonicalTag } from '../domain/dictionary/dictionary-languages';
import { botFormatNamed, readProject } from '../formats/bots/bot-formats';
import { writeProject } from '../formats/bots/write-project';
import { lossLines, type LossReport } from '../formats/files/loss-report';
import { streamFile } from '../rest/adapter/streamed-object';
import { fieldExport } from '../rest/routes/exports';
import type { Gateway } from '../server/compose';
import { storedField } from '../server/file-writers';
import { nfc } from '../shared/text';
import { runInWork, Work } from '../shared/work';
import { exportDocuments } from './command';

/** @throws Error if no application has this name, email or public identifier */
async function applicationNamed(gateway: Gateway, name: string): Promise<ApplicationRecord> {
  const application = await findApplication(gateway, name);
  if (!application) throw new Error(`There is no application ${name}.`);
  return application;
}

/** Returns the application with this name, email or public identifier. */
export async function findApplication(
  { storage: { applications } }: Gateway,
  name: string,
): Promise<ApplicationRecord | undefined> {
  return (await applications.findByKey(nameKeyOf(name))) ?? (await applications.findMany([name]))[0];
}

interface ProjectOptions {
  readonly format: string;
  readonly application: string | undefined;
  readonly field: string | undefined;
  readonly report: string | undefined;
}

interface ImportedProject extends ProjectOptions {
  readonly language: string | undefined;
  readonly dryRun: boolean;
  readonly overwrite: boolean;
}

/** Imports a project of another program as a field of an application, and prints the outcome. */
export async function importBotProject(
  gateway: Gateway,
  path: string,
  project: ImportedProject,
): Promise<void> {
  const { format, dryRun, overwrite } = project;
  if (project.application === undefined)
    throw new Error('Name the application of the bot with --application=NAME.');
  const application = await applicationNamed(gateway, project.application);
  const tag = project.language === undefined ? undefined : canonicalTag(project.language);
  if (project.language !== undefined && tag === undefined)
    throw new Error(`--language=${project.language} is not a language tag (BCP 47).`);
  const { name, lists, report } = await readProject(path, format, tag);
  const field = project.field ?? name ?? format;
  const object = { fields: { name: field, active: true }, lists };
  const done = await gateway.applicationImports.importField(application.name, object, { dryRun, overwrite });
  if (!done) throw new Error(`There is no application ${application.name}.`);
  const remark =
    done.outcome === 'edited' ? ', differs from the file and was kept (--overwrite replaces it)' : '';
  console.log(`field ${field} of ${application.name}: ${done.outcome}${remark}, ${done.objects} objects.`);
  for (const line of lossLines(report)) console.log(line);
  if (project.report !== undefined) await writeReport(project.report, report);
  if (dryRun) console.log('Dry run: nothing was written.');
  else if (done.outcome === 'unchanged' || done.outcome === 'edited') console.log('Nothing changed.');
}

async function writeReport(file: string, report: LossReport): Promise<void> {
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
}

/** An exported project, with sentences about the data that the format cannot express. Read them after writing the project. */
interface ExportedProject {
  readonly content: AsyncIterable<string | Uint8Array>;
  readonly lossLines: () => readonly string[];
}

const FIELD_TYPE = resourceTypeNamed('Field');

/** Writes a field of an application from the same documents as the export route. */
export async function exportBotProject(gateway: Gateway, project: ProjectOptions): Promise<ExportedProject> {
  const { format } = project;
  if (project.application === undefined || project.field === undefined)
    throw new Error(
      'Name the application and the field of the bot with --application=NAME and --field=NAME.',
    );
  const application = await applicationNamed(gateway, project.application);
  const number = await fieldNumber(gateway, application.publicId, project.field);
  let report: LossReport | undefined;
  const writer = {
    contentType: botFormatNamed(format).mediaType,
    write: async function* (
      _field: Readonly<Record<string, unknown>>,
      lists: Parameters<typeof storedField>[0],
    ) {
      const written = writeProject(await storedField(lists), format, project.field);
      report = written.report;
      if (project.report !== undefined) await writeReport(project.report, report);
      yield* written.content;
    },
  };
  const work = new Work();
  const variables = { application_id: application.publicId, field_id: number, bot_format: format };
  const { parts } = await runInWork(work, () =>
    streamFile(exportDocuments(gateway, fieldExport), variables, {
      writer,
      present: ({ body }) => ({ status: 200, headers: {}, body }),
    }),
  );
  return {
    content: inWork(work, parts as AsyncIterable<string | Uint8Array>),
    lossLines: () => (report === undefined ? [] : lossLines(report)),
  };
}

/** Runs an iterator within a work, which ends with the iteration. */
async function* inWork<Piece>(work: Work, pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  const iterator = pieces[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await runInWork(work, () => iterator.next());
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    work.end();
  }
}

async function fieldNumber({ storage }: Gateway, owner: string, name: string): Promise<number> {
  const query = { owner, filter: { name: nfc(name) }, order: 'ASC', limit: 1 } as const;
  const { items: fields } = await storage.resources.read(FIELD_TYPE, query);
  const number = fields[0]?.number ?? (/^\d+$/u.test(name) ? Number(name) : undefined);
  if (number === undefined) throw new Error(`The application has no field ${name}.`);
  return number;
}
