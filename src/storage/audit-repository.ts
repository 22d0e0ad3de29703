import type { AuditRecord } from '../domain/audit/audit-entry';
import { countKeyed, type KeyedReading, readKeyed } from './keyed-reading';
import type { Models } from './models';

/** The log of who did what. It only grows. */
export class AuditRepository {
  constructor(private readonly models: Pick<Models, 'audit'>) {}

  async append(entry: AuditRecord): Promise<void> {
    await this.models.audit.create([entry]);
  }

  /** Counts up to the number where counting ends; `null` beyond. */
  total(): Promise<number | null> {
    return countKeyed(this.models.audit, {});
  }

  read(reading: KeyedReading): Promise<AuditRecord[]> {
    return readKeyed(this.models.audit, { key: 'place' }, reading);
  }
}
