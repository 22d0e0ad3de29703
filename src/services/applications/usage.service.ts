import type { ApplicationRecord } from '../../domain/chatbot/application';
import type { Dictionary } from '../../domain/dictionary/dictionary';
import type { OwnQuota, Quota, Usage } from '../../domain/usage/usage';
import { Failure } from '../../shared/failure';
import { checkedMembers, invalid } from '../../shared/faults';
import type { Storage } from '../../storage/storage';
import { type DictionaryService, dictionaryNotFound } from '../dictionaries/dictionary.service';

const MIB = 1024 * 1024;

/** The largest value of a quota, as for configured ones. */
const MAX_QUOTA = 1_000_000_000;

/** The quota of one application or dictionary; `null` means the configured value. */
export interface QuotaSetting {
  readonly maxObjects: number | null;
  readonly maxMiB: number | null;
}

/** Returns usage and quotas. The access table decides who may read and change them. */
export class UsageService {
  constructor(
    private readonly storage: Pick<Storage, 'applications' | 'usages' | 'quotas'>,
    private readonly dictionaries: DictionaryService,
  ) {}

  /** @param scopes as the functions of `domain/usage/usage.ts` name them; the results are in the same order */
  find(scopes: readonly string[]): Promise<(Usage & Quota)[]> {
    return this.storage.usages.find(scopes);
  }

  /** Sets the quota of an application. Stored objects are kept. @throws Failure NOT_FOUND, INVALID_INPUT */
  async limitApplication(publicId: string, setting: QuotaSetting): Promise<ApplicationRecord> {
    const exists = await this.storage.quotas.setOfApplication(publicId, quotaFrom(setting));
    const [application] = exists ? await this.storage.applications.findMany([publicId]) : [];
    if (!application) throw new Failure('NOT_FOUND', 'There is no such application');
    return application;
  }

  /**
   * Sets the quota of a dictionary.
   *
   * @throws Failure DICTIONARY_NOT_FOUND, INVALID_INPUT
   */
  async limitDictionary(
    name: string,
    { ofMedia, ...setting }: QuotaSetting & { readonly ofMedia: boolean },
  ): Promise<Dictionary> {
    const quota = quotaFrom(setting);
    const dictionary = await this.dictionaries.existing(name);
    const { dictionaryId } = dictionary;
    if (await this.storage.quotas.setOfDictionary(dictionaryId, { quota, ofMedia })) return dictionary;
    throw dictionaryNotFound();
  }
}

function quotaFrom({ maxObjects, maxMiB }: QuotaSetting): OwnQuota {
  const check = (name: string, limit: number | null) => () => {
    if (limit !== null && !(Number.isInteger(limit) && limit >= 1 && limit <= MAX_QUOTA))
      throw invalid([], `${name} must be an integer from 1 to ${MAX_QUOTA}`);
  };
  checkedMembers({ maxObjects: check('maxObjects', maxObjects), maxMiB: check('maxMiB', maxMiB) });
  return { maxObjects, maxBytes: maxMiB === null ? null : maxMiB * MIB };
}
