import { inMember } from '../../shared/faults';
import { Failure, type FailureReason } from '../../shared/failure';
import { type Actor, userActor } from '../audit/audit.service';
import { nameKeyOf, passwordFrom } from '../../domain/account/account-names';
import { withNetwork } from '../../domain/account/known-networks';
import type { User, UserRecord } from '../../domain/account/user';
import type { AccountViewer } from '../../shared/viewer';
import type { Storage } from '../../storage/storage';
import { type LoginLimits, networkMark, userAccount } from './login-limits';
import { hashPassword, isPassword } from './password';
import type { RefreshToken, SessionService } from './session.service';

/** A refused login with the account that was tried, for the audit log only. */
export class LoginFailure extends Failure {
  constructor(
    reason: FailureReason,
    message: string,
    readonly tried: Actor,
  ) {
    super(reason, message);
  }
}

/** Source: interface text, section 8. */
const TOKEN_MINUTES = 30;
const TOKEN_SECONDS = TOKEN_MINUTES * 60;

export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Network address of the client. */
  readonly address: string;
  /** Whether to return a refresh token, too. */
  readonly isRefreshable?: boolean;
}

export interface PasswordChange {
  readonly oldPassword: string;
  readonly newPassword: string;
  /** Network address of the client. */
  readonly address: string;
}

/** A token and its user. */
export interface Login {
  readonly token: string;
  readonly user: User;
  /** Lifetime of the token in seconds. */
  readonly expiresIn: number;
  readonly expiresAt: Date;
  readonly refresh?: RefreshToken | undefined;
}

/** Runs a login and reports its outcome to the code that counts logins. */
export type WatchLogin = <Result>(logIn: () => Promise<Result>) => Promise<Result>;

/** The limits of logins, and the function that counts them; none if absent. */
export interface LoginRules {
  readonly limits: LoginLimits;
  readonly watch?: WatchLogin | undefined;
}

/** Logs users in and out. */
export class LoginService {
  constructor(
    private readonly storage: Pick<Storage, 'users'>,
    private readonly sessions: SessionService,
    private readonly rules: LoginRules,
  ) {}

  /**
   * @throws Failure LOGIN_REFUSED when the user is unknown or disabled or the password wrong, without distinguishing
   *   these
   * @throws Failure RATE_LIMITED after too many attempts
   */
  logIn(credentials: Credentials): Promise<Login> {
    const { watch } = this.rules;
    return watch ? watch(() => this.tryLogIn(credentials)) : this.tryLogIn(credentials);
  }

  /**
   * Renews a token of a user.
   *
   * @throws Failure UNAUTHENTICATED when the refresh token is unknown, has expired, or was used before, which ends its session
   */
  async refresh(refreshToken: string): Promise<Login> {
    const renewed = await this.sessions.renew(refreshToken, TOKEN_SECONDS);
    const refused = ['UNAUTHENTICATED', 'The refresh token is not valid; log in again'] as const;
    if (renewed.state === 'invalid') throw new Failure(...refused);
    if (renewed.state === 'reused') {
      const { role, accountId, name } = renewed.session;
      throw new LoginFailure(...refused, { role, accountId, name });
    }
    const user = await this.storage.users.findByNumber(Number(renewed.record.accountId));
    if (!user || user.isDisabled) throw new Failure(...refused);
    const { token, expiresAt, refresh } = renewed;
    return { token, user, expiresIn: secondsUntil(expiresAt), expiresAt, refresh };
  }

  private async tryLogIn({ username, password, address, isRefreshable }: Credentials): Promise<Login> {
    const nameKey = nameKeyOf(username);
    const user = await this.storage.users.findByKey(nameKey);
    const attempt = { address, account: userAccount(nameKey), known: user?.knownNetworks };
    const login = await this.rules.limits.guard(attempt, async () => {
      const isRight = await isPassword(user?.passwordHash, password);
      return isRight && user && !user.isDisabled ? this.open(user, address, { isRefreshable }) : undefined;
    });
    if (login) return login;
    const refused = ['LOGIN_REFUSED', 'Forbidden'] as const;
    throw user ? new LoginFailure(...refused, userActor(user)) : new Failure(...refused);
  }

  /** Clears the failed logins of a user, so that the correct password is accepted again; only for operators. */
  async clearLimits({ username }: Pick<User, 'username'>): Promise<void> {
    await this.rules.limits.clear(userAccount(nameKeyOf(username)));
  }

  /** Ends the session of the viewer's token, or all sessions of the account. Returns the number of ended sessions. */
  async logOut(viewer: AccountViewer, { everywhere }: { readonly everywhere: boolean }): Promise<number> {
    if (!everywhere) return Number(await this.sessions.end(viewer.sessionId));
    const kind = viewer.role === 'user' || viewer.role === 'admin' ? 'user' : 'application';
    return this.sessions.endAll({ kind, accountId: viewer.accountId });
  }

  /**
   * Changes the viewer's password and ends all other sessions.
   *
   * @throws Failure LOGIN_REFUSED when the old password is wrong
   * @throws Failure RATE_LIMITED after too many attempts
   */
  async changePassword(
    viewer: AccountViewer,
    { oldPassword, newPassword, address }: PasswordChange,
  ): Promise<User> {
    const password = inMember('newPassword', () => passwordFrom(newPassword));
    const user = await this.storage.users.findByNumber(Number(viewer.accountId));
    const account = userAccount(nameKeyOf(viewer.name));
    const changed = await this.rules.limits.guard(
      { address, account, known: user?.knownNetworks },
      async () => {
        if (!(await isPassword(user?.passwordHash, oldPassword)) || !user) return undefined;
        const change = { passwordHash: await hashPassword(password) };
        const { number, passwordHash } = user;
        return this.storage.users.update({ number, passwordHash }, change, {
          ends: { except: viewer.sessionId },
        });
      },
    );
    if (!changed) throw new Failure('LOGIN_REFUSED', 'oldPassword is wrong');
    return changed;
  }

  private async open(
    user: UserRecord,
    address: string,
    { isRefreshable = false }: { readonly isRefreshable?: boolean | undefined } = {},
  ): Promise<Login | undefined> {
    const { number, username, role, nameKey, knownNetworks = [] } = user;
    const owner = { kind: 'user', accountId: String(number), name: username, role, isRefreshable } as const;
    const opened = this.sessions.prepare({ ...owner, lifetime: TOKEN_SECONDS });
    const { token, expiresAt, refresh, record } = opened;
    const networks = withNetwork(knownNetworks, networkMark(userAccount(nameKey), address));
    if (!(await this.storage.users.openSession(user, record, networks))) return undefined;
    return { token, user, expiresIn: TOKEN_SECONDS, expiresAt, refresh };
  }
}

function secondsUntil(time: Date): number {
  return Math.round((time.getTime() - Date.now()) / 1000);
}
