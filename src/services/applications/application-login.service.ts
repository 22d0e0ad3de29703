import { nameKeyOf } from '../../domain/account/account-names';
import { withNetwork } from '../../domain/account/known-networks';
import type { ApplicationRecord } from '../../domain/chatbot/application';
import { Failure } from '../../shared/failure';
import type { Storage } from '../../storage/storage';
import { lockedOut, wrongPassword } from './new-application';
import { applicationAccount, networkMark } from '../accounts/login-limits';
import type { Credentials, LoginRules } from '../accounts/login.service';
import { isPassword } from '../accounts/password';
import type { SessionService } from '../accounts/session.service';

export interface ApplicationLogin {
  readonly token: string;
  readonly application: ApplicationRecord;
  /** Lifetime of the token in seconds. */
  readonly expiresIn: number;
  readonly expiresAt: Date;
}

type Attempt =
  | ({ readonly isDisabled: false } & ApplicationLogin)
  | { readonly isDisabled: true; readonly application: ApplicationRecord }
  | undefined;

/** Logs applications in and out. */
export class ApplicationLoginService {
  constructor(
    private readonly storage: Pick<Storage, 'applications'>,
    private readonly sessions: SessionService,
    private readonly rules: LoginRules & { readonly tokenHours: number },
  ) {}

  /**
   * @param credentials name or email, and password
   * @throws Failure UNAUTHENTICATED when there is no such application, PASSWORD_WRONG, APPLICATION_DISABLED
   * @throws Failure RATE_LIMITED after too many attempts
   */
  logIn(credentials: Credentials): Promise<ApplicationLogin> {
    const { watch } = this.rules;
    return watch ? watch(() => this.tryLogIn(credentials)) : this.tryLogIn(credentials);
  }

  private async tryLogIn({ username, password, address }: Credentials): Promise<ApplicationLogin> {
    const key = nameKeyOf(username);
    const application = await this.storage.applications.findByKey(key);
    const account = application ? applicationAccount(application.publicId) : `no application:${key}`;
    const refusals: Failure[] = [];
    const networks = application?.knownNetworks;
    const login = await this.rules.limits.guard({ address, account, known: networks }, async () => {
      const isRight = await isPassword(application?.passwordHash, password);
      if (isRight && application) return this.open(application, address);
      refusals.push(application ? wrongPassword(application) : wrongCredentials());
      return undefined;
    });
    if (!login) throw refusals[0] ?? wrongCredentials();
    if (login.isDisabled) throw lockedOut(login.application);
    return login;
  }

  /**
   * Ends the session of a token.
   *
   * @param tokens the token, once or several times: all must be equal
   * @returns the application that was logged out; `undefined` if no application has this identifier
   * @throws Failure TOKEN_INVALID, TOKEN_REVOKED, APPLICATION_MISMATCH, in this order of checks
   */
  async logOut(publicId: string, tokens: readonly string[]): Promise<ApplicationRecord | undefined> {
    const [token] = tokens;
    const isUnambiguous = token !== undefined && tokens.every((other) => other === token);
    const inspected = isUnambiguous
      ? await this.sessions.inspect(token, ['chatbot'])
      : { state: 'invalid' as const };
    if (inspected.state === 'invalid')
      throw new Failure('TOKEN_INVALID', 'Invalid or expired application token');
    if (inspected.state === 'revoked') throw alreadyOut();
    const [application] = await this.storage.applications.findMany([publicId]);
    if (!application) return undefined;
    if (application.publicId !== inspected.viewer.accountId)
      throw new Failure('APPLICATION_MISMATCH', 'Application can not logout now, incorrect application');
    if (!(await this.sessions.end(inspected.viewer.sessionId))) throw alreadyOut();
    return application;
  }

  /**
   * Opens a session. The password was correct, so the attempt does not count as a failure even if the application is
   * disabled.
   */
  private async open(application: ApplicationRecord, address: string): Promise<Attempt> {
    if (application.isDisabled) return { isDisabled: true, application };
    const { publicId, name, isPlatform, knownNetworks = [] } = application;
    const expiresIn = this.rules.tokenHours * 3600;
    const { token, record } = this.sessions.prepare({
      kind: 'application',
      accountId: publicId,
      name,
      lifetime: expiresIn,
      role: isPlatform ? 'platform' : 'application',
    });
    const networks = withNetwork(knownNetworks, networkMark(applicationAccount(publicId), address));
    if (!(await this.storage.applications.openSession(application, record, networks))) return undefined;
    const { expiresAt } = record;
    return { isDisabled: false, token, application, expiresIn, expiresAt };
  }
}

function wrongCredentials(): Failure {
  return new Failure('UNAUTHENTICATED', 'Could not verify your identity');
}

function alreadyOut(): Failure {
  return new Failure('TOKEN_REVOKED', 'Application can not logout again, already logout');
}
