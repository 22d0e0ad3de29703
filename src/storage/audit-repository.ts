import type { AuditRecord } from '../domain/audit/audit-entry';
import type { Bounded } from './bounded-read';
import { countFiltered, type FilteredKeyedList, readFiltered } from './keyed-list';
import type { KeyedReading } from './keyed-reading';
import type { Models } from './models';

/** Which entries a list holds; all when nothing is said. */
export interface AuditScope {
  readonly target?: string | undefined;
  readonly accountId?: string | undefined;
  readonly action?: string | undefined;
}

/** In the order in which they lead to entries: few have the same target, many the same action. */
const LEADING = ['target', 'accountId', 'action'] as const satisfies readonly (keyof AuditScope)[];

/** The log of who did what. It only grows. */
export class AuditRepository {
  constructor(private readonly models: Pick<Models, 'audit'>) {}

  async append(entry: AuditRecord): Promise<void> {
    await this.models.audit.create([entry]);
  }

  /** Counts up to the number where counting ends; `null` beyond. */
  total(scope: AuditScope, range: Pick<KeyedReading, 'from' | 'before'>): Promise<number | null> {
    return countFiltered(this.models.audit, listOf(scope), range);
  }

  read(scope: AuditScope, reading: KeyedReading): Promise<Bounded<AuditRecord>> {
    return readFiltered(this.models.audit, listOf(scope), reading);
  }
}

function listOf(scope: AuditScope): FilteredKeyedList {
  const [leading, ...others] = LEADING.filter((field) => scope[field] !== undefined);
  const valuesOf = (fields: typeof others) =>
    Object.fromEntries(fields.map((field) => [field, scope[field]]));
  return {
    key: 'place',
    ...(leading && { filter: valuesOf([leading]) }),
    besides: others.length === 0 ? undefined : valuesOf(others),
  };
}
