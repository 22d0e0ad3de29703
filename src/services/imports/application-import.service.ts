import { createHash } from 'node:crypto';
import { applicationNameFrom, emailFrom, nameKeyOf, passwordFrom } from '../../domain/account/account-names';
import {
  Application,
  type ApplicationContent,
  type ImportedApplication,
  type ImportedObject,
} from '../../domain/chatbot/application';
import { connectorsWith } from '../../domain/chatbot/connectors';
import {
  resourceRecord,
  checkedResourceSize,
  isResourceNumber,
  type ListState,
  listStateOf,
  type RecordsByType,
  type ResourceKey,
  type ResourceRecord,
} from '../../domain/chatbot/resource/resource-record';
import {
  type ResourceType,
  resourceTypeNamed,
  resourceTypesIn,
} from '../../domain/chatbot/resource/resource-types';
import { storedFields } from '../../domain/chatbot/resource/stored-fields';
import type { ImportOutcome } from '../../domain/imports/import-record';
import { MAX_NUMBER } from '../../domain/values/bounds';
import { Failure } from '../../shared/failure';
import { nfc } from '../../shared/text';
import type { Storage } from '../../storage/storage';
import { hashPassword } from '../accounts/password';
import {
  applicationContent,
  type ContentStart,
  newApplication,
  platformDisabled,
} from '../applications/new-application';
import type { ImportRules } from './import-plan';

/** The documents of imported objects, and the states of their lists. */
interface ImportedRecords {
  readonly records: RecordsByType;
  readonly lists: Readonly<Record<string, ListState>>;
}

/**
 * Returns the documents of all lists of an object, at any depth. Objects keep their numbers and identifiers.
 *
 * @throws Failure INVALID_INPUT when two objects of a list have the same name, or a number or field is invalid
 */
function importedRecords(
  ownerKind: string,
  owner: ResourceKey,
  imported: ImportedObject['lists'],
): ImportedRecords {
  const all = new Map<ResourceType, ResourceRecord[]>();
  const lists: Record<string, ListState> = {};
  for (const type of resourceTypesIn(ownerKind)) {
    let last = 0;
    const objects = imported[type.list] ?? [];
    for (const object of objects) {
      const number = type.isNumbered ? (object.number ?? last + 1) : last + 1;
      last = Math.max(last, number);
      for (const [inner, records] of recordsOf(type, owner, { ...object, number })) {
        const together = all.get(inner) ?? [];
        for (const record of records) together.push(record);
        all.set(inner, together);
      }
    }
    if (objects.length > 0) lists[type.list] = { count: objects.length, last };
  }
  for (const [type, records] of all) refuseTwins(type, records);
  return { records: all, lists };
}

/** Returns the document of an object, and those of its lists. @throws Failure as `importedRecords` */
function recordsOf(
  type: ResourceType,
  owner: ResourceKey,
  object: ImportedObject & { readonly number: number },
): RecordsByType {
  const { number, publicId, lastUpdate, fields } = object;
  refuseOddNumber(type, number);
  const record = resourceRecord(
    type,
    { owner, number, publicId },
    {
      ...storedFields(type.domainClass, fields),
      ...(lastUpdate === undefined ? {} : { lastUpdate }),
      imported: createHash('sha256').update(JSON.stringify(object)).digest('hex'),
    },
  );
  checkedResourceSize(type.domainClass, record);
  const inner = importedRecords(type.name, record._id, object.lists);
  return new Map([[type, [{ ...record, lists: inner.lists }]], ...inner.records]);
}

function refuseOddNumber({ list }: ResourceType, number: number): void {
  if (isResourceNumber(number)) return;
  throw new Failure(
    'INVALID_INPUT',
    `public_id ${number} in ${list} must be an integer from 1 to ${MAX_NUMBER}`,
  );
}

function refuseTwins(type: ResourceType, records: readonly ResourceRecord[]): void {
  const seen = new Set<ResourceKey>();
  for (const { _id, number, publicId } of records) {
    if (seen.has(_id))
      throw new Failure(
        'INVALID_INPUT',
        `public_id ${publicId ?? number} occurs more than once in ${type.list}`,
      );
    seen.add(_id);
  }
}

/** The outcome for an imported application or field. */
export interface ApplicationImport {
  readonly outcome: ImportOutcome;
  /** Number of objects in the file that belong to it. */
  readonly objects: number;
}

const FIELD_TYPE = resourceTypeNamed('Field');

/** Imports applications and fields, each in one transaction. Importing the same input again changes nothing. */
export class ApplicationImportService {
  constructor(private readonly storage: Pick<Storage, 'applications' | 'applicationImport' | 'resources'>) {}

  /**
   * Creates an application with everything it owns. An existing one of this name is kept, unless `overwrite` replaces
   * it with the content of the file and keeps its password.
   *
   * @throws Failure INVALID_INPUT, EMAIL_INVALID, CONFLICT
   * @throws Failure PLATFORM_KEPT when the file would disable the platform's own application
   */
  async importApplication(imported: ImportedApplication, rules: ImportRules): Promise<ApplicationImport> {
    const digest = importDigest(imported);
    const name = applicationNameFrom(imported.name);
    const email = emailFrom(imported.email);
    const existing = await this.storage.applications.findByName(nameKeyOf(name));
    const outcome = applicationOutcome(existing, digest, rules);
    if (existing?.isPlatform && imported.isDisabled && outcome === 'updated') throw platformDisabled();
    const start = { name, email, imported: digest, ...(existing ? { publicId: existing.publicId } : {}) };
    const application = applicationIn(imported, start);
    const { records, lists } = importedRecords('Application', application.publicId, imported.lists);
    const objects = numberOfObjects(records);
    if (rules.dryRun || outcome === 'unchanged' || outcome === 'edited') return { outcome, objects };
    const stored = await this.store(
      { ...application, lists },
      records,
      existing ? undefined : imported.password,
    );
    if (stored === 'taken')
      throw new Failure('CONFLICT', `The name or email of ${name} already belongs to another application`);
    // The application was deleted with all its resources since it was read, so the file creates a new one.
    return stored === 'gone' ? this.importApplication(imported, rules) : { outcome, objects };
  }

  /** @param password for a new application; an existing one keeps its own */
  private async store(
    application: ApplicationContent,
    records: RecordsByType,
    password: string | undefined,
  ): Promise<'stored' | 'taken' | 'gone'> {
    const { applicationImport } = this.storage;
    if (password === undefined) return applicationImport.replace(application, records);
    const passwordHash = await hashPassword(passwordFrom(password));
    const added = newApplication({ ...application, passwordHash, isPlatform: false });
    return (await applicationImport.add(added, records)) ? 'stored' : 'taken';
  }

  /**
   * Adds a field to an application. An existing field with its number is kept, unless `overwrite` replaces it with everything in its
   * lists. A field without a number updates the field with its name.
   *
   * @returns `undefined` when the application does not exist
   * @throws Failure INVALID_INPUT
   */
  async importField(
    applicationName: string,
    imported: ImportedObject,
    rules: ImportRules,
  ): Promise<ApplicationImport | undefined> {
    const application = await this.storage.applications.findByName(nameKeyOf(applicationName));
    if (!application) return undefined;
    const { publicId } = application;
    const number =
      imported.number ??
      (await this.numberOfField(publicId, imported)) ??
      listStateOf(application, FIELD_TYPE.list).last + 1;
    const [existingField] = await this.storage.resources.find(FIELD_TYPE, [`${publicId}/${number}`]);
    const records = recordsOf(FIELD_TYPE, publicId, { ...imported, number });
    const [field] = records.get(FIELD_TYPE) ?? [];
    const outcome = applicationOutcome(existingField, field?.imported, rules);
    const objects = numberOfObjects(records);
    if (rules.dryRun || outcome === 'unchanged' || outcome === 'edited') return { outcome, objects };
    const replaced = existingField?.key;
    const isStored = await this.storage.applicationImport.addField(publicId, { number, records, replaced });
    return isStored ? { outcome, objects } : undefined;
  }

  private async numberOfField(
    owner: string,
    { fields: { name } }: ImportedObject,
  ): Promise<number | undefined> {
    if (typeof name !== 'string') return undefined;
    const query = { owner, filter: { name: nfc(name) }, order: 'ASC', limit: 1 } as const;
    const { items: fields } = await this.storage.resources.read(FIELD_TYPE, query);
    return fields[0]?.number;
  }
}

/** Returns the stored form of an application, without its lists. @throws Failure INVALID_INPUT */
function applicationIn(imported: ImportedApplication, start: ContentStart): ApplicationContent {
  const { isDisabled, isCompilationDisabled, likeCount, unlikeCount, lastUpdate } = imported;
  return applicationContent({
    ...storedFields(Application, imported.fields),
    ...start,
    isDisabled,
    isCompilationDisabled,
    likeCount,
    unlikeCount,
    ...(lastUpdate === undefined ? {} : { lastUpdate }),
    connectors: JSON.stringify(connectorsWith({}, imported.connectors)),
  });
}

function numberOfObjects(records: RecordsByType): number {
  return [...records.values()].reduce((sum, list) => sum + list.length, 0);
}

function applicationOutcome(
  existing: { readonly imported?: string | undefined } | undefined,
  digest: string | undefined,
  { overwrite }: ImportRules,
): ImportOutcome {
  if (!existing) return 'added';
  if (existing.imported === digest) return 'unchanged';
  return overwrite ? 'updated' : 'edited';
}

/** The digest of an imported application. It does not include the password, so that changing it in the file has no effect. */
function importDigest(imported: ImportedApplication): string {
  const json = JSON.stringify({ ...imported, password: undefined });
  return createHash('sha256').update(json).digest('hex');
}
