import type { AuditRecord } from '../../domain/audit/audit-entry';
import type { Bounded } from '../lists/bounded-read';
import type { Filter, RangeQuery, KeyRange } from '../lists/keyed-list';
import type { Models } from '../models';
import { countNarrowed, type NarrowedList, readNarrowed } from '../lists/narrowed-list';

/** Filter of entries; all by default. */
export interface AuditScope {
  readonly target?: string | undefined;
  readonly accountId?: string | undefined;
  readonly action?: string | undefined;
}

/** Ordered by selectivity: few entries have the same target, many the same action. */
const LEADING = ['target', 'accountId', 'action'] as const satisfies readonly (keyof AuditScope)[];

/** The audit log. It only grows; of an entry, only the outcome can change, once. */
export class AuditRepository {
  constructor(private readonly models: Pick<Models, 'audit'>) {}

  async append(entry: AuditRecord): Promise<void> {
    await this.models.audit.create([entry]);
  }

  /** Changes the outcome of an entry. */
  async setOutcome({ place }: Pick<AuditRecord, 'place'>, outcome: string): Promise<void> {
    await this.models.audit.updateOne({ place }, { $set: { outcome } });
  }

  async find(place: string): Promise<AuditRecord | undefined> {
    const found = await this.models.audit.findOne({ place }, { _id: 0 }).lean<AuditRecord>();
    return found ?? undefined;
  }

  /** Counts up to the maximum; `null` beyond. */
  total(scope: AuditScope, range: KeyRange): Promise<number | null> {
    return countNarrowed(this.models.audit, listOf(scope), range);
  }

  read(scope: AuditScope, query: RangeQuery): Promise<Bounded<AuditRecord>> {
    return readNarrowed(this.models.audit, listOf(scope), query);
  }
}

function listOf(scope: AuditScope): NarrowedList {
  const [leading, ...others] = LEADING.filter((field) => scope[field] !== undefined);
  const valuesOf = (fields: readonly (keyof AuditScope)[]): Filter =>
    Object.fromEntries(fields.map((field) => [field, scope[field]]));
  return {
    key: 'place',
    leads: [leading === undefined ? {} : valuesOf([leading])],
    asked: others.length === 0 ? undefined : valuesOf(others),
  };
}
