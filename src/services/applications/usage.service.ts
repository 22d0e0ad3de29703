import type { ApplicationRecord } from '../../domain/chatbot/application';
import type { Dictionary } from '../../domain/dictionary/dictionary';
import type { OwnQuota, Quota, Usage } from '../../domain/usage/usage';
import { Failure } from '../../shared/failure';
import type { Storage } from '../../storage/storage';
import type { DictionaryService } from '../dictionaries/dictionary.service';

const MIB = 1024 * 1024;

/** The largest part of a quota, as of those that are configured. */
const LARGEST = 1_000_000_000;

/** The most that one application or dictionary may store; what is `null` is as configured. */
export interface GivenQuota {
  readonly maxObjects: number | null;
  readonly maxMiB: number | null;
}

/** Says how much is stored, and how much may be. Who may know it, and who may change it, is decided before. */
export class UsageService {
  constructor(
    private readonly storage: Pick<Storage, 'applications' | 'usages' | 'quotas'>,
    private readonly dictionaries: DictionaryService,
  ) {}

  /** @param scopes as `usage-scopes` names them; the answers are in their order */
  find(scopes: readonly string[]): Promise<(Usage & Quota)[]> {
    return this.storage.usages.find(scopes);
  }

  /** Gives an application a quota of its own. What it has stored stays. @throws Failure NOT_FOUND, INVALID_INPUT */
  async limitApplication(publicId: string, given: GivenQuota): Promise<ApplicationRecord> {
    const isThere = await this.storage.quotas.setOfApplication(publicId, quotaFrom(given));
    const [application] = isThere ? await this.storage.applications.findMany([publicId]) : [];
    if (!application) throw new Failure('NOT_FOUND', 'There is no such application');
    return application;
  }

  /** The same for a dictionary. @throws Failure DICTIONARY_NOT_FOUND, INVALID_INPUT */
  async limitDictionary(name: string, given: GivenQuota): Promise<Dictionary> {
    const quota = quotaFrom(given);
    const dictionary = await this.dictionaries.existing(name);
    if (await this.storage.quotas.setOfDictionary(dictionary.dictionaryId, quota)) return dictionary;
    throw new Failure('DICTIONARY_NOT_FOUND', 'There is no such dictionary');
  }
}

function quotaFrom({ maxObjects, maxMiB }: GivenQuota): OwnQuota {
  for (const [name, limit] of Object.entries({ maxObjects, maxMiB }))
    if (limit !== null && !(Number.isInteger(limit) && limit >= 1 && limit <= LARGEST))
      throw new Failure('INVALID_INPUT', `${name} must be an integer from 1 to ${LARGEST}`);
  return { maxObjects, maxBytes: maxMiB === null ? null : maxMiB * MIB };
}
