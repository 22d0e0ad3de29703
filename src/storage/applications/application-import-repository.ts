import type { ClientSession } from 'mongoose';
import type { ApplicationContent, ApplicationRecord } from '../../domain/chatbot/application';
import {
  listStateOf,
  type RecordsByType,
  type ResourceKey,
} from '../../domain/chatbot/resource/resource-record';
import { NO_USAGE, sumOfUsage, type Usage, usageBetween, applicationUsage } from '../../domain/usage/usage';
import { claimNames, insertApplication } from './insert-application';
import { isDuplicateKey, wasStored } from '../mongo/database-error';
import type { Models } from '../models';
import { removeField, removeResources } from './remove-resources';
import { endSessions } from '../accounts/session-repository';
import type { Transact } from '../mongo/transaction';
import type { Usages } from './usages';

/** A field with everything in its lists. */
export interface AddedField {
  readonly number: number;
  readonly records: RecordsByType;
  readonly replaced: ResourceKey | undefined;
}

/** Stores whole applications and fields in one transaction each, within the quota (Failure QUOTA_EXCEEDED). */
export class ApplicationImportRepository {
  constructor(
    private readonly models: Models,
    private readonly transact: Transact,
    private readonly usages: Usages,
  ) {}

  /** Adds an application with everything it owns. `false` when its name or email belongs to another one. */
  add(application: ApplicationRecord, records: RecordsByType): Promise<boolean> {
    const { models, usages } = this;
    return wasStored(
      this.transact(async (session) => {
        await insertApplication({ models, usages, session }, application);
        await this.insertAll(application.publicId, records, session);
      }),
    );
  }

  /**
   * Replaces the application with the same public identifier, with everything it owns. Disabling it ends its
   * sessions.
   *
   * @returns `taken` when its name or email belongs to another one, `gone` when there is none to replace; nothing is
   *   stored then
   */
  async replace(
    application: ApplicationContent,
    records: RecordsByType,
  ): Promise<'stored' | 'taken' | 'gone'> {
    const { publicId, isDisabled } = application;
    try {
      return await this.transact(async (session) => {
        const before = await this.models.applications
          .findOneAndUpdate({ publicId }, { $set: application }, { session })
          .lean<Pick<ApplicationRecord, 'skeleton' | 'bytes'>>();
        if (!before) return 'gone';
        await claimNames(this.models, { ...application, before: before.skeleton }, session);
        if (isDisabled) await endSessions(this.models, { kind: 'application', accountId: publicId }, session);
        const removed = await removeResources(this.models, publicId, session);
        const growth = { objects: 0, bytes: application.bytes - before.bytes };
        const change = sumOfUsage([growth, usageBetween(removed, NO_USAGE), usageOf(records)]);
        await this.usages.count(applicationUsage(publicId), change, session);
        await this.insertRecords(records, session);
        return 'stored';
      });
    } catch (error) {
      if (isDuplicateKey(error)) return 'taken';
      throw error;
    }
  }

  /**
   * Adds a field with everything in its lists to an application.
   *
   * @param added replaced: the field of this number that it takes the place of
   * @returns `false` when the application does not exist
   */
  addField(publicId: string, added: AddedField): Promise<boolean> {
    const { number, records, replaced } = added;
    return this.transact(async (session) => {
      const { applications } = this.models;
      const application = await applications
        .findOne({ publicId }, { lists: 1 })
        .session(session)
        .lean<ApplicationRecord>();
      if (!application) return false;
      const { count, last } = listStateOf(application, 'fields');
      const removed = replaced === undefined ? NO_USAGE : await removeField(this.models, replaced, session);
      const isNew = replaced === undefined || removed.objects === 0;
      const fields = { count: count + (isNew ? 1 : 0), last: Math.max(last, number) };
      await this.usages.count(applicationUsage(publicId), usageBetween(removed, NO_USAGE), session);
      await applications.updateOne({ publicId }, { $set: { 'lists.fields': fields } }, { session });
      await this.insertAll(publicId, records, session);
      return true;
    });
  }

  private async insertAll(publicId: string, records: RecordsByType, session: ClientSession): Promise<void> {
    await this.usages.count(applicationUsage(publicId), usageOf(records), session);
    await this.insertRecords(records, session);
  }

  private async insertRecords(records: RecordsByType, session: ClientSession): Promise<void> {
    for (const [{ collection }, list] of records)
      if (list.length > 0) await this.models[collection].insertMany(list, { session, lean: true });
  }
}

function usageOf(records: RecordsByType): Usage {
  return sumOfUsage([...records.values()].flat().map(({ bytes }) => ({ objects: 1, bytes })));
}
