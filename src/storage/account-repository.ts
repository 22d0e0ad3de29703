import { isDuplicateKey } from './database-error';
import type { Models } from './models';
import type { ApplicationRecord, UserRecord } from './records';

/** Users and applications, as far as logging in is concerned. */
export class AccountRepository {
  constructor(private readonly models: Pick<Models, 'users' | 'applications'>) {}

  async hasUser(nameKey: string): Promise<boolean> {
    return (await this.models.users.findOne({ nameKey }, { _id: 1 }).lean()) !== null;
  }

  async hasAdmin(): Promise<boolean> {
    return (await this.models.users.findOne({ role: 'admin' }, { _id: 1 }).lean()) !== null;
  }

  async hasPlatform(): Promise<boolean> {
    return (await this.models.applications.findOne({ isPlatform: true }, { _id: 1 }).lean()) !== null;
  }

  /** `false` when the name is taken. */
  insertUser(user: UserRecord): Promise<boolean> {
    return wasStored(this.models.users.create([user]));
  }

  /** `false` when the name or the email is taken. */
  insertApplication(application: ApplicationRecord): Promise<boolean> {
    return wasStored(this.models.applications.create([application]));
  }
}

async function wasStored(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
