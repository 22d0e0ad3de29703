import { createHash } from 'node:crypto';
import { applicationNameFrom, nameKeyOf, passwordFrom, emailFrom } from '../../domain/account/account-names';
import {
  Application,
  type ApplicationContent,
  type ImportedApplication,
  type ImportedObject,
} from '../../domain/chatbot/application';
import { storedFields } from '../../domain/chatbot/resource/stored-fields';
import { connectorsWith } from '../../domain/chatbot/connectors';
import { resourceTypeNamed } from '../../domain/chatbot/resource/resource-types';
import { listStateOf, type RecordsByType } from '../../domain/chatbot/resource/resource-record';
import type { ImportOutcome } from '../../domain/imports/import-item';
import { Failure } from '../../shared/failure';
import { nfc } from '../../shared/text';
import type { Storage } from '../../storage/storage';
import type { ImportRules } from './import-plan';
import { importedRecords, recordsOf } from './imported-records';
import {
  applicationContent,
  type ContentStart,
  newApplication,
  platformDisabled,
} from '../applications/new-application';
import { hashPassword } from '../accounts/password';

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
  async importApplication(given: ImportedApplication, rules: ImportRules): Promise<ApplicationImport> {
    const digest = importDigest(given);
    const name = applicationNameFrom(given.name);
    const email = emailFrom(given.email);
    const known = await this.storage.applications.findByName(nameKeyOf(name));
    const outcome = applicationOutcome(known, digest, rules);
    if (known?.isPlatform && given.isDisabled && outcome === 'updated') throw platformDisabled();
    const start = { name, email, imported: digest, ...(known ? { publicId: known.publicId } : {}) };
    const application = applicationIn(given, start);
    const { records, lists } = importedRecords('Application', application.publicId, given.lists);
    const objects = numberOfObjects(records);
    if (rules.dryRun || outcome === 'unchanged' || outcome === 'edited') return { outcome, objects };
    const stored = await this.store({ ...application, lists }, records, known ? undefined : given.password);
    if (stored === 'taken')
      throw new Failure('CONFLICT', `The name or email of ${name} already belongs to another application`);
    // The application was deleted with all its resources since it was read, so the file creates a new one.
    return stored === 'gone' ? this.importApplication(given, rules) : { outcome, objects };
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
    given: ImportedObject,
    rules: ImportRules,
  ): Promise<ApplicationImport | undefined> {
    const application = await this.storage.applications.findByName(nameKeyOf(applicationName));
    if (!application) return undefined;
    const { publicId } = application;
    const number =
      given.number ??
      (await this.numberOfField(publicId, given)) ??
      listStateOf(application, FIELD_TYPE.list).last + 1;
    const [known] = await this.storage.resources.find(FIELD_TYPE, [`${publicId}/${number}`]);
    const records = recordsOf(FIELD_TYPE, publicId, { ...given, number });
    const [field] = records.get(FIELD_TYPE) ?? [];
    const outcome = applicationOutcome(known, field?.imported, rules);
    const objects = numberOfObjects(records);
    if (rules.dryRun || outcome === 'unchanged' || outcome === 'edited') return { outcome, objects };
    const replaced = known?.key;
    const isStored = await this.storage.applicationImport.addField(publicId, { number, records, replaced });
    return isStored ? { outcome, objects } : undefined;
  }

  private async numberOfField(
    owner: string,
    { fields: { name } }: ImportedObject,
  ): Promise<number | undefined> {
    if (typeof name !== 'string') return undefined;
    const query = { owner, filter: { name: nfc(name) }, order: 'ASC', limit: 1 } as const;
    const { found } = await this.storage.resources.read(FIELD_TYPE, query);
    return found[0]?.number;
  }
}

/** Returns the stored form of an application, without its lists. @throws Failure INVALID_INPUT */
function applicationIn(given: ImportedApplication, start: ContentStart): ApplicationContent {
  const { isDisabled, isCompilationDisabled, likeCount, unlikeCount, lastUpdate } = given;
  return applicationContent({
    ...storedFields(Application, given.fields),
    ...start,
    isDisabled,
    isCompilationDisabled,
    likeCount,
    unlikeCount,
    ...(lastUpdate === undefined ? {} : { lastUpdate }),
    connectors: JSON.stringify(connectorsWith({}, given.connectors)),
  });
}

function numberOfObjects(records: RecordsByType): number {
  return [...records.values()].reduce((sum, list) => sum + list.length, 0);
}

function applicationOutcome(
  known: { readonly imported?: string | undefined } | undefined,
  digest: string | undefined,
  { overwrite }: ImportRules,
): ImportOutcome {
  if (!known) return 'added';
  if (known.imported === digest) return 'unchanged';
  return overwrite ? 'updated' : 'edited';
}

/** The digest of an imported application. It does not include the password, so that changing it in the file has no effect. */
function importDigest(given: ImportedApplication): string {
  const said = JSON.stringify({ ...given, password: undefined });
  return createHash('sha256').update(said).digest('hex');
}
