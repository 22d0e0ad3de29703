import type { AuditRecord } from '../domain/audit/audit-entry';
import { MOST_COUNTED } from '../shared/paging';
import { type KeyedReading, readKeyed } from './keyed-reading';
import type { Models } from './models';

/** The log of who did what. It only grows. */
export class AuditRepository {
  constructor(private readonly models: Pick<Models, 'audit'>) {}

  async append(entry: AuditRecord): Promise<void> {
    await this.models.audit.create([entry]);
  }

  /** Counts up to the number where counting ends; `null` beyond. */
  async total(): Promise<number | null> {
    const counted = await this.models.audit.countDocuments({}, { limit: MOST_COUNTED + 1 });
    return counted > MOST_COUNTED ? null : counted;
  }

  read(reading: KeyedReading): Promise<AuditRecord[]> {
    return readKeyed(this.models.audit, { key: 'place' }, reading);
  }
}
