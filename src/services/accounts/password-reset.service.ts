import { randomBytes } from 'node:crypto';
import { passwordFrom } from '../../domain/account/account-names';
import {
  mayResetPasswordOf,
  type PasswordReset,
  type PasswordResetLink,
} from '../../domain/account/password-reset';
import type { User, UserRecord } from '../../domain/account/user';
import { Failure } from '../../shared/failure';
import { allChecked, inMember, invalid } from '../../shared/faults';
import { RESET_PATH } from '../../shared/http';
import type { AccountViewer } from '../../shared/viewer';
import type { Storage } from '../../storage/storage';
import type { AddressLimit } from './login-limits';
import type { LoginService } from './login.service';
import { hashPassword } from './password';
import { type UserService, userNotFound } from './user.service';
import { secretHash } from './token-codec';

const TOKEN_HOURS = 24;

/** Number of the user, and a secret. */
const RESET_TOKEN = /^(\d{1,15})-([\w-]{43})$/;

/** The use of a link. */
export interface PasswordByLink {
  readonly token: string;
  readonly newPassword: string;
  /** Network address of the client. */
  readonly address: string;
}

/** Limits on how often links are used and created. */
export interface ResetRules {
  readonly byAddress: AddressLimit;
  readonly byAccount: AddressLimit;
}

/** Issues and accepts links by which people who have lost their password set a new one. */
export class PasswordResetService {
  constructor(
    private readonly storage: Pick<Storage, 'credentials'>,
    private readonly accounts: { readonly users: UserService; readonly logins: LoginService },
    private readonly limits: ResetRules,
  ) {}

  /**
   * Creates a link. It replaces an earlier one of the same user.
   *
   * @param viewer an admin, an owner of the user's dictionaries, or an operator
   * @throws Failure FORBIDDEN, NOT_FOUND, RATE_LIMITED; CONFLICT when the user is disabled
   */
  async create(viewer: AccountViewer, nameOrNumber: string): Promise<PasswordResetLink> {
    const isOperator = viewer.role === 'operator';
    if (!isOperator) await this.limits.byAccount.take(`user:${viewer.accountId}`);
    const user = await this.accounts.users.find(nameOrNumber);
    const by = isOperator ? null : Number(viewer.accountId);
    const creator = await this.storage.credentials.creatorOf({ by });
    const isAllowed = (target: UserRecord, from: UserRecord | null) =>
      isOperator || (from !== null && mayResetPasswordOf(target, from));
    // Only admins learn whether a user exists.
    if (!user && (isOperator || viewer.role === 'admin')) throw userNotFound();
    if (!user || !isAllowed(user, creator)) throw mayNotReset(viewer);
    if (user.isDisabled) throw new Failure('CONFLICT', 'The user is disabled: enable the user first');
    const secret = randomBytes(32).toString('base64url');
    const createdAt = new Date();
    const expiresAt = new Date(createdAt.getTime() + TOKEN_HOURS * 3_600_000);
    const reset = { hash: secretHash(secret), by, createdAt, expiresAt };
    if (!(await this.storage.credentials.setReset(user.number, reset, isAllowed))) throw mayNotReset(viewer);
    const token = `${user.number}-${secret}`;
    return { token, path: `${RESET_PATH}/${token}`, expiresAt, user };
  }

  /** The data of a link that its holder may see; `undefined` if it is no longer valid. @throws Failure RATE_LIMITED */
  async find(token: string, address: string): Promise<PasswordReset | undefined> {
    const target = await this.target(token, address);
    return target && { username: target.user.username, expiresAt: target.expiresAt };
  }

  /**
   * Sets a password by a link, which ends all sessions and API keys of the user, and clears the failed logins.
   *
   * @throws Failure INVALID_INPUT for a link or a password that cannot be used; RATE_LIMITED
   */
  async use({ token, newPassword, address }: PasswordByLink): Promise<User> {
    const target = await this.target(token, address);
    const [{ hash, user: owner }, password] = allChecked(
      () => target ?? thrown(unusable()),
      () => inMember('newPassword', () => passwordFrom(newPassword)),
    );
    const passwordHash = await hashPassword(password);
    const { number } = owner;
    const user = await this.storage.credentials.useReset({ number, hash, passwordHash }, isUsable);
    if (!user) throw unusable();
    await this.accounts.logins.clearLimits(user);
    return user;
  }

  private async target(token: string, address: string) {
    await this.limits.byAddress.take(address);
    const [, number = '', secret = ''] = RESET_TOKEN.exec(token) ?? [];
    const user = number === '' ? undefined : await this.storage.credentials.ownerOf(Number(number));
    const reset = user?.passwordReset;
    const hash = secretHash(secret);
    if (!user || reset?.hash !== hash) return undefined;
    const creator = await this.storage.credentials.creatorOf(reset);
    if (!isUsable(user, creator)) return undefined;
    // Only failed attempts count.
    await this.limits.byAddress.giveBack(address);
    return { user, hash, expiresAt: reset.expiresAt };
  }
}

/** Whether a link is still valid: its creator may still make one, and the user is not disabled. */
function isUsable(user: UserRecord, creator: UserRecord | null): boolean {
  const { passwordReset, isDisabled } = user;
  if (!passwordReset || isDisabled || passwordReset.expiresAt <= new Date()) return false;
  return passwordReset.by === null || (creator !== null && mayResetPasswordOf(user, creator));
}

function thrown(failure: Failure): never {
  throw failure;
}

function mayNotReset({ role }: AccountViewer): Failure {
  return new Failure(
    'FORBIDDEN',
    role === 'admin'
      ? 'Admins change their own password with their current one'
      : 'Only admins can create this link, or an owner of all dictionaries of a user who has agreed to it',
  );
}

function unusable(): Failure {
  return invalid(
    'token',
    'This link cannot be used: it was used before, has expired, or was replaced by a newer one',
  );
}
