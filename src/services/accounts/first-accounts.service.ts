import { nameKeyOf } from '../../domain/account/account-names';
import { Failure } from '../../shared/failure';
import { nfc } from '../../shared/text';
import type { Storage } from '../../storage/storage';
import { newApplication } from '../applications/new-application';
import { hashPassword, isPassword, randomPassword } from './password';
import type { UserService } from './user.service';

export interface AdminAccount {
  readonly username: string;
  readonly password: string;
}

export interface PlatformAccount {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** Accounts that the configuration defines for first start. */
export interface ConfiguredAccounts {
  readonly admin?: AdminAccount | undefined;
  readonly platform?: PlatformAccount | undefined;
}

/** Creates the first admin and the platform's own application, without which nobody could create other accounts. */
export class FirstAccountsService {
  constructor(
    private readonly storage: Pick<Storage, 'users' | 'applications'>,
    private readonly users: UserService,
  ) {}

  /**
   * Creates the configured accounts that do not exist yet. The password of an existing account does not change.
   *
   * @returns a sentence for each existing account with another password
   * @throws Failure CONFLICT when an account cannot be created because of its name
   */
  async ensure({ admin, platform }: ConfiguredAccounts): Promise<readonly string[]> {
    return [
      ...(admin ? await this.ensureAdmin(admin) : []),
      ...(platform ? await this.ensurePlatform(platform) : []),
    ];
  }

  private async ensureAdmin(admin: AdminAccount): Promise<readonly string[]> {
    const find = () => this.storage.users.findByKey(nameKeyOf(admin.username));
    // Another process may create it at the same moment.
    const existing = (await find()) ?? ((await this.createAdmin(admin)) ? undefined : await find());
    if (existing) return differing('ADMIN_PASSWORD', existing, { password: admin.password, reset: 'reset' });
    if (await find()) return [];
    throw new Failure(
      'CONFLICT',
      'ADMIN_USERNAME looks the same as the name of another user; choose a different name.',
    );
  }

  private async ensurePlatform(platform: PlatformAccount): Promise<readonly string[]> {
    const find = () => this.storage.applications.findPlatform();
    const existing = (await find()) ?? ((await this.createPlatform(platform)) ? undefined : await find());
    if (existing)
      return differing('PLATFORM_PASSWORD', existing, {
        password: platform.password,
        reset: 'reset-application',
      });
    if (await find()) return [];
    throw new Failure(
      'CONFLICT',
      'PLATFORM_NAME or PLATFORM_EMAIL belongs to another application or looks the same as its name; choose a different value.',
    );
  }

  /**
   * Generates the missing accounts with random passwords. Returns only what it generated: it is shown once and stored
   * nowhere.
   */
  async generate(): Promise<ConfiguredAccounts> {
    const made: ConfiguredAccounts = {
      admin: (await this.storage.users.hasAdmin())
        ? undefined
        : { username: 'admin', password: randomPassword() },
      platform: (await this.storage.applications.findPlatform())
        ? undefined
        : // A domain that never has mail (RFC 2606).
          { name: 'griot', email: 'griot@griot.invalid', password: randomPassword() },
    };
    return {
      admin: made.admin && (await this.createAdmin(made.admin)) ? made.admin : undefined,
      platform: made.platform && (await this.createPlatform(made.platform)) ? made.platform : undefined,
    };
  }

  /** Creates the admin; `false` if another process created it concurrently. */
  private async createAdmin(account: AdminAccount): Promise<boolean> {
    return (await this.users.tryCreate({ ...account, role: 'admin' })) !== undefined;
  }

  private async createPlatform({ name, email, password }: PlatformAccount): Promise<boolean> {
    const passwordHash = await hashPassword(password);
    return this.storage.applications.insert(
      newApplication({ name: nfc(name), email: nfc(email), passwordHash, isPlatform: true }),
    );
  }
}

/**
 * The password in the environment counts only on first start, because the password of the account may have changed
 * since.
 */
async function differing(
  variable: string,
  { passwordHash }: { readonly passwordHash: string },
  { password, reset }: { readonly password: string; readonly reset: string },
): Promise<readonly string[]> {
  if (await isPassword(passwordHash, password)) return [];
  return [
    `${variable} is not the password of its account and has no effect: the server reads it only when it creates the account. ` +
      `\`npm run admin -- ${reset} NAME\` sets a new password.`,
  ];
}
