import type { Quota, Usage } from '../domain/usage';
import type { Storage } from '../storage/storage';

/** Says how much is stored, and how much may be. Who may know it is decided before. */
export class UsageService {
  constructor(private readonly storage: Pick<Storage, 'usages'>) {}

  /** @param scopes as `usage-scopes` names them; the answers are in their order */
  find(scopes: readonly string[]): Promise<(Usage & Quota)[]> {
    return this.storage.usages.find(scopes);
  }
}
