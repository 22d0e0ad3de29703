import { type OwnQuota, applicationUsage, dictionaryUsage } from '../../domain/usage/usage';
import type { Models } from '../models';
import type { Transact } from '../mongo/transaction';
import type { Usages } from './usages';

/** Gives single applications and dictionaries quotas of their own. */
export class QuotaRepository {
  constructor(
    private readonly models: Pick<Models, 'applications' | 'dictionaries'>,
    private readonly transact: Transact,
    private readonly usages: Usages,
  ) {}

  /** `false` when there is no such application. */
  setOfApplication(publicId: string, quota: OwnQuota): Promise<boolean> {
    return this.transact(async (session) => {
      const { applications } = this.models;
      const isThere = await applications.findOne({ publicId }, { _id: 1 }).session(session).lean();
      if (isThere) await this.usages.limit(applicationUsage(publicId), quota, session);
      return isThere !== null;
    });
  }

  /** `false` when there is no such dictionary. */
  setOfDictionary(dictionaryId: string, quota: OwnQuota): Promise<boolean> {
    return this.transact(async (session) => {
      const { dictionaries } = this.models;
      const isThere = await dictionaries.findOne({ dictionaryId }, { _id: 1 }).session(session).lean();
      if (isThere) await this.usages.limit(dictionaryUsage(dictionaryId), quota, session);
      return isThere !== null;
    });
  }
}
