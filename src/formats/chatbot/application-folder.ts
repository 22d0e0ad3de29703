import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportedApplication, ImportedObject } from '../../domain/chatbot/application';
import type { ImportOutcome } from '../../domain/imports/import-item';
import type { ApplicationImportService } from '../../services/imports/application-import.service';
import type { ImportRules } from '../../services/imports/import-plan';
import { Failure } from '../../shared/failure';
import { isJsonList, type Json } from '../../shared/json';
import { applicationFrom, fieldFrom } from './read-application';

const APPLICATIONS_FILE = 'applications.json';
const FIELD_FILE = /^field_.+\.json$/;

export interface ChatbotRules extends ImportRules {
  /** Name of the application that receives fields which belong to no application of the folder. */
  readonly application?: string | undefined;
  /** Password of new applications, instead of the one in the file. */
  readonly password?: string | undefined;
}

/** The result of importing one application or one field. */
export interface ChatbotImport {
  readonly title: string;
  readonly outcome: ImportOutcome;
  readonly objects: number;
}

/** Whether a folder contains applications or fields instead of a dictionary. */
export async function holdsApplications(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((): string[] => []);
  return (
    names.some((name) => name === APPLICATIONS_FILE || FIELD_FILE.test(name)) &&
    !names.includes('metadata.json')
  );
}

/**
 * Imports `applications.json` and each `field_*.json` of a folder. A field is added to the application of the folder that has a field
 * with its number and name, otherwise to the application that the rules name.
 *
 * @throws Failure with a sentence that names the file and the problem
 */
export async function* importApplications(
  service: ApplicationImportService,
  folder: string,
  rules: ChatbotRules,
): AsyncGenerator<ChatbotImport> {
  const names = (await readdir(folder)).sort();
  const applications = names.includes(APPLICATIONS_FILE)
    ? await applicationsIn(join(folder, APPLICATIONS_FILE))
    : [];
  for (const application of applications) {
    const { password = application.password } = rules;
    const done = await service.importApplication({ ...application, password }, rules);
    yield { title: `application ${application.name}`, ...done };
  }
  for (const name of names.filter((one) => FIELD_FILE.test(one))) {
    const field = fieldFrom(await jsonIn(join(folder, name)), name);
    const owner = applications.find((one) => hasField(one, field))?.name ?? rules.application;
    if (owner === undefined)
      throw new Failure('INVALID_INPUT', `${name}: name its application with --application`);
    const done = await importField(service, { owner, field, rules });
    if (!done) throw new Failure('INVALID_INPUT', `${name}: there is no application ${owner}`);
    yield { title: `field ${String(field.fields['name'])} of ${owner}`, ...done };
  }
}

/** A dry run stores no applications, so a field of an application of the folder has no stored owner. */
async function importField(
  service: ApplicationImportService,
  { owner, field, rules }: { owner: string; field: ImportedObject; rules: ChatbotRules },
): Promise<Omit<ChatbotImport, 'title'> | undefined> {
  const done = await service.importField(owner, field, rules);
  return done ?? (rules.dryRun ? { outcome: 'added', objects: 0 } : undefined);
}

function hasField({ lists }: ImportedApplication, field: ImportedObject): boolean {
  return (lists['fields'] ?? []).some(
    ({ number, fields }) => number === field.number && fields['name'] === field.fields['name'],
  );
}

async function applicationsIn(file: string): Promise<ImportedApplication[]> {
  const value = await jsonIn(file);
  const list = isJsonList(value) ? value : [value];
  return list.map((one, index) => applicationFrom(one, `${APPLICATIONS_FILE}[${index}]`));
}

async function jsonIn(file: string): Promise<Json> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Json;
  } catch (error) {
    throw new Failure(
      'INVALID_INPUT',
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
