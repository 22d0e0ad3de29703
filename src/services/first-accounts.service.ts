import { nameKeyOf } from '../domain/account/account-names';
import { nfc } from '../shared/text';
import type { Storage } from '../storage/storage';
import { newApplication } from './new-application';
import { hashPassword } from './password';
import { randomPassword } from './random-password';
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

/** Accounts that a first start was told to make. */
export interface GivenAccounts {
  readonly admin?: AdminAccount | undefined;
  readonly platform?: PlatformAccount | undefined;
}

/** Makes the first admin and the platform's own application, without which nobody could make any other account. */
export class FirstAccountsService {
  constructor(
    private readonly storage: Pick<Storage, 'users' | 'applications'>,
    private readonly users: UserService,
  ) {}

  /** Makes the accounts that are given and not there yet. The password of an account that is there stays as it is. */
  async ensure({ admin, platform }: GivenAccounts): Promise<void> {
    if (admin && !(await this.storage.users.findByKey(nameKeyOf(admin.username))))
      await this.createAdmin(admin);
    if (platform && !(await this.storage.applications.hasPlatform())) await this.createPlatform(platform);
  }

  /** Makes up what is missing, with random passwords. Returns only what it made: it is shown once and kept nowhere. */
  async makeUp(): Promise<GivenAccounts> {
    const made: GivenAccounts = {
      admin: (await this.storage.users.hasAdmin())
        ? undefined
        : { username: 'admin', password: randomPassword() },
      platform: (await this.storage.applications.hasPlatform())
        ? undefined
        : // A domain that never has mail (RFC 2606).
          { name: 'griot', email: 'griot@griot.invalid', password: randomPassword() },
    };
    return {
      admin: made.admin && (await this.createAdmin(made.admin)) ? made.admin : undefined,
      platform: made.platform && (await this.createPlatform(made.platform)) ? made.platform : undefined,
    };
  }

  /** `false` when another process made it at the same moment. */
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
