import { applicationNameFrom, passwordFrom, emailFrom } from '../../domain/account/account-names';
import { Application, type ApplicationRecord, applicationNameKeys } from '../../domain/chatbot/application';
import { type FieldValues, storedFields } from '../../domain/chatbot/resource/stored-fields';
import { webhookCheck } from '../../domain/chatbot/channels/webhook-settings';
import { type ConnectorSettings, connectorsWith } from '../../domain/chatbot/connectors';
import { Failure } from '../../shared/failure';
import { allChecked, checkedMembers, inMember, invalid } from '../../shared/faults';
import type { JsonObject } from '../../shared/json';
import type { AccountViewer, Viewer } from '../../shared/viewer';
import type { ApplicationChange } from '../../storage/applications/application-repository';
import type { Storage } from '../../storage/storage';
import {
  lockedOut,
  platformDisabled,
  wrongPassword,
  type ApplicationDetails,
  newApplication,
} from './new-application';
import { applicationAccount, type LoginLimits, type AddressLimit } from '../accounts/login-limits';
import { hashPassword, isPassword } from '../accounts/password';
import { requestedApplication, isOwner, hasAccessTo } from './tenant-scope';

export interface ApplicationInput extends Partial<ApplicationDetails> {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly password?: string | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly isCompilationDisabled?: boolean | undefined;
  readonly connectors?: FieldValues | undefined;
}

export type NewApplication = ApplicationInput & {
  readonly name: string;
  readonly email: string;
  readonly password: string;
};

export interface ApplicationEdit extends ApplicationInput {
  readonly oldPassword?: string | undefined;
}

/**
 * Reads and writes applications as accounts. The access table decides who may call what; this service decides which
 * applications a viewer sees.
 */
export class ApplicationService {
  private readonly checkConnector: (settings: JsonObject) => void;

  /** @param rules `toPrivate`: whether webhooks may go to private addresses, also without encryption */
  constructor(
    private readonly storage: Pick<Storage, 'applications'>,
    private readonly limits: { readonly logins: LoginLimits; readonly registrations: AddressLimit },
    rules: { readonly toPrivate: boolean },
  ) {
    this.checkConnector = webhookCheck(rules.toPrivate);
  }

  /** One application; defaults to the viewer's own. `undefined` if it does not exist for the viewer. */
  async get(viewer: AccountViewer, publicId?: string): Promise<ApplicationRecord | undefined> {
    const [application] = await this.getMany(viewer, [requestedApplication(viewer, publicId)]);
    return application;
  }

  /** Applications in the given order; `undefined` for those that do not exist for the viewer. */
  async getMany(viewer: Viewer, publicIds: readonly string[]): Promise<(ApplicationRecord | undefined)[]> {
    const visibleIds = publicIds.filter((id) => hasAccessTo(viewer, id));
    const applications = visibleIds.length === 0 ? [] : await this.storage.applications.findMany(visibleIds);
    const byId = new Map(applications.map((application) => [application.publicId, application]));
    return publicIds.map((id) => byId.get(id));
  }

  /**
   * Creates an application. The email is checked first.
   *
   * @throws Failure EMAIL_INVALID, INVALID_INPUT, TOO_LARGE, CONFLICT, RATE_LIMITED
   */
  async create(viewer: Viewer, input: NewApplication, address: string): Promise<ApplicationRecord> {
    const [{ email, name, password }, fields] = allChecked(
      () =>
        checkedMembers({
          email: () => emailFrom(input.email),
          name: () => applicationNameFrom(input.name),
          password: () => passwordFrom(input.password),
        }),
      () => this.otherFieldsOf(input, {}),
    );
    const isOpen = viewer.role !== 'platform' && viewer.role !== 'admin';
    if (isOpen) await this.limits.registrations.take(address);
    const passwordHash = await hashPassword(password);
    const application = newApplication({ name, email, passwordHash, isPlatform: false, ...fields });
    if (await this.storage.applications.insert(application, { isOpen })) return application;
    throw nameTaken();
  }

  /**
   * Updates an application; defaults to the viewer's own. A new password ends its other sessions, disabling ends all.
   *
   * @throws Failure NOT_FOUND, EMAIL_INVALID, INVALID_INPUT, CONFLICT, PASSWORD_WRONG, RATE_LIMITED
   * @throws Failure PLATFORM_KEPT when it would disable the platform's own application
   */
  async update(
    viewer: AccountViewer,
    { publicId, edit, address }: { publicId: string | undefined; edit: ApplicationEdit; address: string },
  ): Promise<ApplicationRecord> {
    const application = await this.get(viewer, publicId);
    if (!application) throw applicationNotFound();
    const { email, name } = this.checkedEdit(application, edit);
    const passwordHash = await this.newHash(application, edit, address);
    const changeOf = (before: ApplicationRecord): ApplicationChange => {
      if (viewer.role === 'application' && before.isDisabled) throw lockedOut();
      if (passwordHash !== undefined && before.passwordHash !== application.passwordHash)
        throw wrongPassword();
      const names = { name: name ?? before.name, email: email ?? before.email };
      return {
        ...this.otherFieldsOf(edit, JSON.parse(before.connectors) as ConnectorSettings),
        ...names,
        ...applicationNameKeys(names),
        lastUpdate: new Date().toISOString(),
        ...(passwordHash === undefined ? {} : { passwordHash }),
      };
    };
    const ended = passwordHash === undefined ? undefined : { except: viewer.sessionId };
    const changed = await this.storage.applications.update(
      application.publicId,
      changeOf,
      edit.isDisabled === true ? {} : ended,
    );
    if (changed === 'taken') throw nameTaken();
    if (!changed) throw applicationNotFound();
    return changed;
  }

  /**
   * Deletes an application with everything it owns; defaults to the viewer's own.
   *
   * @throws Failure NOT_FOUND
   * @throws Failure PLATFORM_KEPT for the platform's own application
   */
  async remove(viewer: AccountViewer, publicId?: string): Promise<ApplicationRecord> {
    const application = await this.get(viewer, publicId);
    if (!application) throw applicationNotFound();
    if (application.isPlatform)
      throw new Failure('PLATFORM_KEPT', 'The application of the platform itself cannot be deleted');
    if (!(await this.storage.applications.remove(application.publicId))) throw applicationNotFound();
    return application;
  }

  /**
   * Sets a new password for an application without the old one, for passwords that were lost or leaked. Ends all its
   * sessions and clears its failed logins.
   *
   * @param viewer the platform or an admin; none for an operator
   * @throws Failure NOT_FOUND, INVALID_INPUT
   * @throws Failure FORBIDDEN for the application itself: a stolen token must not be enough to take over the account
   */
  async resetPassword(
    viewer: AccountViewer | undefined,
    publicId: string,
    password: string,
  ): Promise<ApplicationRecord> {
    const checked = inMember('password', () => passwordFrom(password));
    if (viewer && isOwner(viewer, publicId))
      throw new Failure(
        'FORBIDDEN',
        'An application changes its own password with updateApplication and its current password',
      );
    const [application] = await this.storage.applications.findMany([publicId]);
    if (!application) throw applicationNotFound();
    const change = { passwordHash: await hashPassword(checked), lastUpdate: new Date().toISOString() };
    const changed = await this.storage.applications.update(publicId, () => change, {});
    if (!changed || changed === 'taken') throw applicationNotFound();
    await this.limits.logins.clear(applicationAccount(publicId));
    return changed;
  }

  /** The hash of a new password. The old one is verified first, because the holder of a token may not be the owner. */
  private async newHash(
    { publicId, passwordHash, knownNetworks: networks }: ApplicationRecord,
    { password, oldPassword }: ApplicationEdit,
    address: string,
  ): Promise<string | undefined> {
    if (password === undefined) return undefined;
    const checked = passwordFrom(password);
    if (oldPassword === undefined)
      throw invalid('oldPassword', 'A new password requires the current one in oldPassword');
    const isRight = await this.limits.logins.guard(
      { address, account: applicationAccount(publicId), known: networks },
      async () => (await isPassword(passwordHash, oldPassword)) || undefined,
    );
    if (!isRight) throw wrongPassword();
    return hashPassword(checked);
  }

  /** Checks a whole change, before anything is read or hashed for it. */
  private checkedEdit({ isPlatform }: ApplicationRecord, edit: ApplicationEdit) {
    const checkedIfPresent = <Value>(value: Value | undefined, check: (value: Value) => string) =>
      value === undefined ? undefined : check(value);
    const [names] = allChecked(
      () =>
        checkedMembers({
          email: () => checkedIfPresent(edit.email, emailFrom),
          name: () => checkedIfPresent(edit.name, applicationNameFrom),
          isDisabled: () => {
            if (isPlatform && edit.isDisabled === true) throw platformDisabled();
          },
        }),
      () => this.otherFieldsOf(edit, {}),
      () => inMember('password', () => checkedIfPresent(edit.password, passwordFrom)),
    );
    return names;
  }

  private otherFieldsOf(input: ApplicationInput, settings: Partial<ConnectorSettings>): ApplicationChange {
    const { isDisabled, isCompilationDisabled, connectors } = input;
    const [fields, all] = allChecked(
      () => storedFields(Application, { ...input }),
      () =>
        inMember('connectors', () => connectors && connectorsWith(settings, connectors, this.checkConnector)),
    );
    return {
      ...fields,
      ...(isDisabled === undefined ? {} : { isDisabled }),
      ...(isCompilationDisabled === undefined ? {} : { isCompilationDisabled }),
      ...(all === undefined ? {} : { connectors: JSON.stringify(all) }),
    };
  }
}

function nameTaken(): Failure {
  return new Failure('CONFLICT', 'name or email already used by another application');
}

function applicationNotFound(): Failure {
  return new Failure('NOT_FOUND', 'There is no such application');
}
