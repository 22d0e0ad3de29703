import type { ClientSession } from 'mongoose';
import type { ApplicationRecord } from '../domain/chatbot/application';
import { listStateOf, type RecordsByKind } from '../domain/chatbot/owned-record';
import { claimNames } from './application-names';
import { insertApplication } from './application-repository';
import { wasStored } from './database-error';
import type { Models } from './models';
import { removeOwned } from './owned-writer';
import type { Transact } from './transaction';

/** Stores whole applications and fields, all of each or nothing. */
export class ApplicationImportRepository {
  constructor(
    private readonly models: Models,
    private readonly transact: Transact,
  ) {}

  /**
   * Stores an application with all that it owns, in the place of one of the same public identifier where there is one.
   *
   * @returns `false` when its name or email is another's
   */
  store(application: ApplicationRecord, records: RecordsByKind, isThere: boolean): Promise<boolean> {
    const { publicId } = application;
    return wasStored(
      this.transact(async (session) => {
        if (isThere) {
          await claimNames(this.models, application, session);
          await removeOwned(this.models, publicId, session);
          await this.models.applications.updateOne({ publicId }, { $set: application }, { session });
        } else {
          await insertApplication(this.models, application, session);
        }
        await this.insertAll(records, session);
      }),
    );
  }

  /** Adds a field with all that hangs on it to an application. */
  addField(
    publicId: string,
    { number, records }: { readonly number: number; readonly records: RecordsByKind },
  ): Promise<void> {
    return this.transact(async (session) => {
      const { applications } = this.models;
      const application = await applications
        .findOne({ publicId }, { lists: 1 })
        .session(session)
        .lean<ApplicationRecord>();
      if (!application) throw new Error('the application has gone');
      const { count, last } = listStateOf(application, 'fields');
      const fields = { count: count + 1, last: Math.max(last, number) };
      await applications.updateOne({ publicId }, { $set: { 'lists.fields': fields } }, { session });
      await this.insertAll(records, session);
    });
  }

  private async insertAll(records: RecordsByKind, session: ClientSession): Promise<void> {
    for (const [{ collection }, list] of records)
      if (list.length > 0) await this.models[collection].insertMany(list, { session, lean: true });
  }
}
