import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ImportedApplication, type ImportedObject, Application } from '../../domain/chatbot/application';
import type { ImportOutcome } from '../../domain/imports/import-record';
import type { ApplicationImportService } from '../../services/imports/application-import.service';
import type { ImportRules } from '../../services/imports/import-plan';
import { Failure } from '../../shared/failure';
import { isJsonList, type Json, isJsonObject, type JsonObject } from '../../shared/json';
import type { FieldValues } from '../../domain/chatbot/resource/stored-fields';
import { type DomainClass, resourceFieldsOf } from '../../domain/chatbot/resource/resource-fields';
import { resourceTypesIn, resourceTypeNamed } from '../../domain/chatbot/resource/resource-types';

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
  for (const name of names.filter((file) => FIELD_FILE.test(file))) {
    const field = fieldFrom(await jsonIn(join(folder, name)), name);
    const owner = applications.find((application) => hasField(application, field))?.name ?? rules.application;
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
  return list.map((item, index) => applicationFrom(item, `${APPLICATIONS_FILE}[${index}]`));
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

/**
 * Reads an application in its documented form.
 *
 * @throws Failure INVALID_INPUT with the position of the invalid value
 */
export function applicationFrom(value: Json, path: string): ImportedApplication {
  const object = objectIn(value, path);
  const { connectors = {} } = object;
  const named = Object.entries(objectIn(connectors, `${path}.connectors`));
  return {
    ...importedFrom(object, { type: Application, name: 'Application', path }),
    name: requiredText(object, 'name', path),
    email: requiredText(object, 'email', path),
    password: requiredText(object, 'password', path),
    isDisabled: object[wireName('isDisabled')] === true,
    isCompilationDisabled: object[wireName('isCompilationDisabled')] === true,
    likeCount: countIn(object, wireName('likeCount'), path),
    unlikeCount: countIn(object, wireName('unlikeCount'), path),
    connectors: Object.fromEntries(named.map(([name, settings]) => [connectorName(name), settings])),
  };
}

/** Reads a field in its documented form. @throws Failure as `applicationFrom` */
function fieldFrom(value: Json, path: string): ImportedObject {
  return importedFrom(objectIn(value, path), {
    type: resourceTypeNamed('Field').domainClass,
    name: 'Field',
    path,
  });
}

interface ImportedForm {
  readonly type: DomainClass;
  readonly name: string;
  readonly path: string;
}

function importedFrom(object: JsonObject, { type, name, path }: ImportedForm): ImportedObject {
  const { [wireName('publicId')]: id, [wireName('lastUpdate')]: lastUpdate } = object;
  const lists = resourceTypesIn(name).map((type) => {
    const wire = wireName(type.list);
    const items = object[wire] ?? [];
    if (!isJsonList(items)) throw invalidApplication(`${path}.${wire} must be a list`);
    const read = items.map((item, index) => {
      const at = `${path}.${wire}[${index}]`;
      return importedFrom(objectIn(item, at), { type: type.domainClass, name: type.name, path: at });
    });
    return [type.list, read] as const;
  });
  return {
    number: typeof id === 'number' ? id : undefined,
    publicId: typeof id === 'string' ? id : undefined,
    lastUpdate: typeof lastUpdate === 'string' ? lastUpdate : undefined,
    fields: documentedFields(type, object),
    lists: Object.fromEntries(lists),
  };
}

/** Reads the fields of a class, or of a part of an object, by their documented names. */
function documentedFields(type: DomainClass, object: JsonObject): FieldValues {
  const fields = resourceFieldsOf(type).flatMap((field): (readonly [string, unknown])[] => {
    const value = object[wireName(field.name)];
    if (value === undefined) return [];
    if (!field.type || !isJsonObject(value)) return [[field.name, value]];
    return [
      [
        field.name,
        { ...documentedFields(field.type, value), lastUpdate: value[wireName('lastUpdate')] ?? null },
      ],
    ];
  });
  return Object.fromEntries(fields);
}

function objectIn(value: Json | undefined, path: string): JsonObject {
  if (value === undefined || !isJsonObject(value)) throw invalidApplication(`${path} must be an object`);
  return value;
}

function requiredText(object: JsonObject, name: string, path: string): string {
  const value = object[name];
  if (typeof value !== 'string' || value === '') throw invalidApplication(`${path}.${name} must be a text`);
  return value;
}

function countIn(object: JsonObject, name: string, path: string): number {
  const value = object[name] ?? 0;
  if (!Number.isSafeInteger(value)) throw invalidApplication(`${path}.${name} must be an integer`);
  return Number(value);
}

function invalidApplication(message: string): Failure {
  return new Failure('INVALID_INPUT', message);
}

/** Names that the interface spells irregularly. */
const SPELLED: Readonly<Record<string, string>> = {
  company: 'compagny',
  compilers: 'fields_compiler',
  corpora: 'corpus',
  isActive: 'active',
  isCompilationDisabled: 'disable_compilation',
  isDisabled: 'disable_application',
  likeCount: 'like',
  number: 'public_id',
  unlikeCount: 'unlike',
};

/** Returns the documented name of a field of an application or resource. */
export function wireName(field: string): string {
  return SPELLED[field] ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Names of connectors in files of earlier versions. */
const OLDER_CONNECTORS: Readonly<Record<string, string>> = {
  voiceAssistantSkills: 'voiceAssistant',
  enterpriseBotFramework: 'botFramework',
  telephonySms: 'telephony',
};

function connectorName(wire: string): string {
  const name = wire.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return OLDER_CONNECTORS[name] ?? name;
}
