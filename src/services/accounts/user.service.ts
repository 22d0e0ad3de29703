import { nameKeyOf, passwordFrom, usernameFrom, skeletonOf } from '../../domain/account/account-names';
import type { User, UserDetails, UserRecord, UserRole } from '../../domain/account/user';
import { Failure } from '../../shared/failure';
import { allChecked, checkedMembers, inputFailure, inMember, invalid } from '../../shared/faults';
import { cursorOf, type Page, type PageRequest } from '../../shared/paging';
import { lengthOf, nfc } from '../../shared/text';
import type { AccountViewer, Viewer } from '../../shared/viewer';
import { USER_NUMBERS } from '../../storage/dictionaries/counters';
import type { Storage } from '../../storage/storage';
import type { UserChange } from '../../storage/accounts/user-repository';
import { type KeyedPageSource, readPageOf, filterText } from '../list-page';
import { hashPassword, randomPassword } from './password';

/** Name and version of the order of users, by name without regard to case; cursors of another one are refused. */
const USER_ORDER = 'users 1';

/** Longest text of a profile, in code points. */
const MAX_PROFILE_TEXT_LENGTH = 1000;

export interface NewUser extends Partial<UserDetails> {
  readonly username: string;
  readonly password: string;
  readonly role?: UserRole | undefined;
  readonly ownersMayResetPassword?: boolean | undefined;
}

export interface UserEdit extends Partial<UserDetails> {
  readonly role?: UserRole | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly ownersMayResetPassword?: boolean | undefined;
}

/** Filter of users: all given conditions must hold. */
export interface UserFilter {
  readonly role?: UserRole | null | undefined;
  readonly isDisabled?: boolean | null | undefined;
  /** Prefix of the username, without regard to case. */
  readonly usernamePrefix?: string | null | undefined;
  /** Contained in the username, the name or the address, ignoring case. */
  readonly text?: string | null | undefined;
}

export interface UserListing {
  readonly filter: UserFilter;
  readonly pageRequest: PageRequest;
  readonly maxItems: number;
}

/** The last code point. A prefix followed by it sorts after every name with the prefix. */
const LAST_CODE = '\u{10FFFF}';

export function userCursor({ username }: Pick<User, 'username'>): string {
  return cursorOf(nameKeyOf(username), USER_ORDER);
}

/** Reads and writes the accounts of people. The access table decides who may call what; this service decides which accounts a viewer sees. */
export class UserService {
  constructor(private readonly storage: Pick<Storage, 'users' | 'counters'>) {}

  /**
   * @param by the admin who creates the user; none in commands
   * @throws Failure INVALID_INPUT that names the field
   * @throws Failure CONFLICT when the name is taken or looks the same as an existing one
   * @throws Failure FORBIDDEN when the caller is no longer an admin
   */
  async create(user: NewUser, by?: AccountViewer): Promise<User> {
    const created = await this.tryCreate(user, by);
    if (!created)
      throw inputFailure('CONFLICT', 'username', 'username is taken or looks the same as an existing one');
    return created;
  }

  /** `undefined` when the name is taken or looks the same as an existing one. */
  async tryCreate(
    { username, password, role = 'user', ownersMayResetPassword = false, ...details }: NewUser,
    by?: AccountViewer,
  ): Promise<User | undefined> {
    const [name, checked, plain] = allChecked(
      () => inMember('username', () => usernameFrom(username)),
      () => detailsFrom(details),
      () => inMember('password', () => passwordFrom(password)),
    );
    // The unique index decides. The earlier check avoids hashing the password if the name is known to be taken.
    if (await this.storage.users.findByKey(nameKeyOf(name))) return undefined;
    const passwordHash = await hashPassword(plain);
    const now = new Date();
    const user: UserRecord = {
      number: await this.storage.counters.take(USER_NUMBERS),
      username: name,
      nameKey: nameKeyOf(name),
      skeleton: skeletonOf(name),
      passwordHash,
      role,
      isDisabled: false,
      name: null,
      address: null,
      foreignLanguage: null,
      nativeLanguage: null,
      ...checked,
      ...(ownersMayResetPassword && { ownersMayResetPassword }),
      createdAt: now,
      updatedAt: now,
    };
    return (await this.storage.users.insert(user, by && Number(by.accountId))) ? user : undefined;
  }

  /**
   * One user by number or name.
   *
   * @throws Failure FORBIDDEN when the viewer is another user and not an admin, whether the user exists or not
   */
  async get(viewer: AccountViewer, nameOrNumber: string): Promise<User | undefined> {
    const user = await this.find(nameOrNumber);
    if (viewer.role === 'admin' || isSelf(viewer, user)) return user;
    throw new Failure('FORBIDDEN', 'Users may read only their own account');
  }

  /** Users by number, in the given order; `undefined` for users that do not exist or that the viewer may not see. */
  async getMany(viewer: Viewer, numbers: readonly number[]): Promise<(User | undefined)[]> {
    const visibleNumbers = numbers.filter((number) => viewer.role === 'admin' || isSelf(viewer, { number }));
    const users = await this.storage.users.findMany(visibleNumbers);
    return numbers.map((number) => users.find((user) => user.number === number));
  }

  /** One page of users, ordered by name. */
  async list({ filter, pageRequest, maxItems }: UserListing): Promise<Page<User>> {
    const { role, isDisabled, usernamePrefix, text } = filter;
    const scope = {
      ...(typeof role === 'string' && { role }),
      ...(typeof isDisabled === 'boolean' && { isDisabled }),
    };
    const containing = filterText(text);
    const prefix = nameKeyOf(usernamePrefix ?? '');
    const range = prefix === '' ? {} : { from: prefix, before: prefix + LAST_CODE };
    const isUnfiltered = prefix === '' && containing === undefined && Object.keys(scope).length === 0;
    const { users } = this.storage;
    const list: KeyedPageSource<User> = {
      version: USER_ORDER,
      range,
      read: (query) => users.read({ ...scope, containing }, query),
      total: () => (isUnfiltered ? users.total() : users.count({ ...scope, containing }, range)),
    };
    return readPageOf(list, pageRequest, maxItems);
  }

  /**
   * Updates a user: users themselves, admins anyone. Disabling a user or changing the role ends all sessions of the
   * user.
   *
   * @throws Failure FORBIDDEN, NOT_FOUND, INVALID_INPUT
   */
  async update(viewer: AccountViewer, nameOrNumber: string, edit: UserEdit): Promise<User> {
    const user = await this.get(viewer, nameOrNumber);
    if (!user) throw userNotFound();
    const { role, isDisabled, ownersMayResetPassword, ...details } = edit;
    const consent = ownersMayResetPassword === undefined ? {} : { ownersMayResetPassword };
    // Only the given fields are stored, because another admin may change the others concurrently.
    const power = {
      ...(role !== undefined && role !== user.role && { role }),
      ...(isDisabled !== undefined && isDisabled !== user.isDisabled && { isDisabled }),
    };
    const changesPower = Object.keys(power).length > 0;
    if (changesPower && (viewer.role !== 'admin' || isSelf(viewer, user)))
      throw new Failure('FORBIDDEN', 'Only another admin can change a role or disable a user');
    const options = changesPower ? { by: Number(viewer.accountId), ends: {} } : {};
    return this.changed(user, { ...detailsFrom(details), ...consent, ...power }, options);
  }

  /** Sets a password without the old one, enables the user and ends all sessions and API keys; only for operators. */
  async resetPassword(nameOrNumber: string, password: string): Promise<User> {
    const user = await this.existing(nameOrNumber);
    const passwordHash = await hashPassword(passwordFrom(password));
    return this.changed(user, { passwordHash, isDisabled: false, apiKeys: [] }, { ends: {} });
  }

  /** Disables a user and ends all sessions; only for operators. */
  async disable(nameOrNumber: string): Promise<User> {
    return this.changed(await this.existing(nameOrNumber), { isDisabled: true }, { ends: {} });
  }

  /** Enables a disabled user; only for operators. */
  async enable(nameOrNumber: string): Promise<User> {
    return this.changed(await this.existing(nameOrNumber), { isDisabled: false }, { ends: {} });
  }

  /**
   * Removes a person from the database permanently: a disabled number and comments without a name remain. Only for
   * operators. Revisions and the audit log keep the name, because they record who changed what.
   *
   * @throws Failure NOT_FOUND
   */
  async erase(nameOrNumber: string): Promise<User> {
    const user = await this.find(nameOrNumber);
    const username = erasedName(user?.number);
    const passwordHash = await hashPassword(randomPassword());
    const nobody = { username, nameKey: username, skeleton: skeletonOf(username), passwordHash };
    const erased = user && (await this.storage.users.erase(user.number, nobody));
    if (!erased) throw new Failure('NOT_FOUND', `There is no user ${nameOrNumber}`);
    return erased;
  }

  /**
   * Deletes a user. Users can delete themselves and admins anyone else, so that one admin always remains. Comments remain without
   * the name.
   *
   * @throws Failure FORBIDDEN, NOT_FOUND
   */
  async remove(viewer: AccountViewer, nameOrNumber: string): Promise<User> {
    const user = await this.get(viewer, nameOrNumber);
    if (!user) throw userNotFound();
    const isByAdmin = viewer.role === 'admin';
    if (isByAdmin && isSelf(viewer, user))
      throw new Failure('FORBIDDEN', 'Only another admin can delete an admin');
    const by = isByAdmin ? Number(viewer.accountId) : undefined;
    const leaves = { username: erasedName(user.number), by };
    if (await this.storage.users.remove(user.number, leaves)) return user;
    throw userNotFound();
  }

  private async changed(
    { number }: Pick<User, 'number'>,
    change: UserChange,
    options: Parameters<Storage['users']['update']>[2],
  ): Promise<User> {
    const user = await this.storage.users.update({ number }, change, options);
    if (!user) throw userNotFound();
    return user;
  }

  private async existing(nameOrNumber: string): Promise<UserRecord> {
    const user = await this.find(nameOrNumber);
    if (!user) throw new Failure('NOT_FOUND', `There is no user ${nameOrNumber}`);
    return user;
  }

  /** See `findUser`. */
  find(nameOrNumber: string): Promise<UserRecord | undefined> {
    return findUser(this.storage, nameOrNumber);
  }
}

/** Finds a user by number or name. No username consists only of digits. */
export async function findUser(
  { users }: Pick<Storage, 'users'>,
  nameOrNumber: string,
): Promise<UserRecord | undefined> {
  if (!/^\d+$/.test(nameOrNumber)) return users.findByKey(nameKeyOf(nameOrNumber));
  const number = Number(nameOrNumber);
  return Number.isSafeInteger(number) ? users.findByNumber(number) : undefined;
}

/** The error for a user who does not exist. */
export function userNotFound(): Failure {
  return new Failure('NOT_FOUND', 'There is no such user');
}

/** The name on comments of a deleted user. */
function erasedName(number: number | undefined): string {
  return `erased-${number ?? ''}`;
}

function isSelf(viewer: Viewer, user: Pick<User, 'number'> | undefined): boolean {
  const isUser = viewer.role === 'user' || viewer.role === 'admin';
  return isUser && user !== undefined && String(user.number) === viewer.accountId;
}

/** The details that users give about themselves, checked. @throws Failure INVALID_INPUT */
export function detailsFrom(details: Partial<UserDetails>): Partial<UserDetails> {
  const checks = Object.entries(details).map(
    ([field, text]) => [field, () => detailFrom(field, text)] as const,
  );
  return checkedMembers(Object.fromEntries(checks));
}

function detailFrom(field: string, text: string | null): string | null {
  if (lengthOf(text ?? '') > MAX_PROFILE_TEXT_LENGTH)
    throw invalid([], `${field} must have at most ${MAX_PROFILE_TEXT_LENGTH} characters`);
  return text && nfc(text);
}
