import { wasStored } from './database-error';
import type { Models } from './models';
import type { ApplicationRecord } from './records';

/** Chatbot applications. */
export class ApplicationRepository {
  constructor(private readonly models: Pick<Models, 'applications'>) {}

  async hasPlatform(): Promise<boolean> {
    return (await this.models.applications.findOne({ isPlatform: true }, { _id: 1 }).lean()) !== null;
  }

  /** `false` when the name or the email is taken. */
  insert(application: ApplicationRecord): Promise<boolean> {
    return wasStored(this.models.applications.create([application]));
  }
}
