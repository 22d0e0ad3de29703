import { randomBytes, randomUUID } from 'node:crypto';
import { nfc } from '../shared/text';
import { USER_NUMBERS } from '../storage/counters';
import type { Storage } from '../storage/storage';
import { hashPassword } from './password';

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
  constructor(private readonly storage: Pick<Storage, 'accounts' | 'counters'>) {}

  /** Makes the accounts that are given and not there yet. The password of an account that is there stays as it is. */
  async ensure({ admin, platform }: GivenAccounts): Promise<void> {
    if (admin && !(await this.storage.accounts.hasUser(nameKeyOf(admin.username))))
      await this.createAdmin(admin);
    if (platform && !(await this.storage.accounts.hasPlatform())) await this.createPlatform(platform);
  }

  /** Makes up what is missing, with random passwords. Returns only what it made: it is shown once and kept nowhere. */
  async makeUp(): Promise<GivenAccounts> {
    const made: GivenAccounts = {
      admin: (await this.storage.accounts.hasAdmin())
        ? undefined
        : { username: 'admin', password: randomPassword() },
      platform: (await this.storage.accounts.hasPlatform())
        ? undefined
        : { name: 'griot', email: 'griot@localhost', password: randomPassword() },
    };
    return {
      admin: made.admin && (await this.createAdmin(made.admin)) ? made.admin : undefined,
      platform: made.platform && (await this.createPlatform(made.platform)) ? made.platform : undefined,
    };
  }

  private async createAdmin({ username, password }: AdminAccount): Promise<boolean> {
    return this.storage.accounts.insertUser({
      nameKey: nameKeyOf(username),
      name: nfc(username),
      passwordHash: await hashPassword(password),
      number: await this.storage.counters.take(USER_NUMBERS),
      role: 'admin',
      createdAt: new Date(),
    });
  }

  private async createPlatform({ name, email, password }: PlatformAccount): Promise<boolean> {
    return this.storage.accounts.insertApplication({
      nameKey: nameKeyOf(name),
      name: nfc(name),
      email: nfc(email),
      emailKey: nameKeyOf(email),
      passwordHash: await hashPassword(password),
      publicId: randomUUID(),
      isPlatform: true,
      createdAt: new Date(),
    });
  }
}

/** Names and emails are unique without regard to case. Source: interface decisions, sections 4 and 5. */
function nameKeyOf(name: string): string {
  return nfc(name).toLowerCase();
}

/** 144 random bits, in letters that no shell or URL changes. */
function randomPassword(): string {
  return randomBytes(18).toString('base64url');
}
