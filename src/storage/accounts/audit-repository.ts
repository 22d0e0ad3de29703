import { AsyncLocalStorage } from 'node:async_hooks';
import type { ClientSession } from 'mongoose';
import type { AuditRecord } from '../../domain/audit/audit-entry';
import type { Bounded } from '../../shared/paging';
import type { Filter, RangeQuery, KeyRange } from '../lists/keyed-list';
import type { Models } from '../models';
import { containing, countNarrowed, type NarrowedList, readNarrowed } from '../lists/narrowed-list';

/** Filter of entries; all by default. */
export interface AuditScope {
  readonly target?: string | undefined;
  readonly accountId?: string | undefined;
  readonly action?: string | undefined;
  /** Contained in the name, the target or the action, ignoring case. */
  readonly text?: string | undefined;
}

/** Filter fields in the order of their selectivity: few entries have the same target, many have the same action. */
const FIELDS_BY_SELECTIVITY = [
  'target',
  'accountId',
  'action',
] as const satisfies readonly (keyof AuditScope)[];

/**
 * The entry of a running operation. If the operation is one write of a group, the transaction of the group stores the
 * entry too, which saves a flush to disk.
 */
export class PendingEntry {
  private isTaken = false;
  private stored = false;

  constructor(readonly make: () => AuditRecord) {}

  /** Whether a transaction has stored it. */
  get isStored(): boolean {
    return this.stored;
  }

  /**
   * The entry, for the first write of the operation; `undefined` while that write runs, and after the entry was stored.
   */
  take(): this | undefined {
    if (this.isTaken) return undefined;
    this.isTaken = true;
    return this;
  }

  /** Records that the write that took the entry has ended. */
  settle(isStored: boolean): void {
    this.stored = isStored;
    this.isTaken = isStored;
  }
}

const operations = new AsyncLocalStorage<PendingEntry>();

/** The entry of the operation for which the calling code runs. */
export function pendingEntry(): PendingEntry | undefined {
  return operations.getStore();
}

/** Stores entries in the transaction of the writes that they record. */
export async function storeEntries(
  { audit }: Pick<Models, 'audit'>,
  entries: readonly PendingEntry[],
  session: ClientSession,
): Promise<void> {
  const records = entries.map(({ make }) => make());
  if (records.length > 0) await audit.collection.insertMany(records, { session });
}

/** The audit log. It only grows; of an entry, only the outcome can change, once. */
export class AuditRepository {
  constructor(private readonly models: Pick<Models, 'audit'>) {}

  /** Runs an operation with an entry that its write may store. */
  async runWithEntry<Result>(entry: PendingEntry, operation: () => Promise<Result>): Promise<Result> {
    return operations.run(entry, operation);
  }

  async append(entry: AuditRecord): Promise<void> {
    await this.models.audit.create([entry]);
  }

  /** Changes the outcome of an entry. */
  async setOutcome({ place }: Pick<AuditRecord, 'place'>, outcome: string): Promise<void> {
    await this.models.audit.updateOne({ place }, { $set: { outcome } });
  }

  async find(sortKey: string): Promise<AuditRecord | undefined> {
    const record = await this.models.audit.findOne({ place: sortKey }, { _id: 0 }).lean<AuditRecord>();
    return record ?? undefined;
  }

  /** The number of entries; `null` if it exceeds the maximum that is counted. */
  total(scope: AuditScope, range: KeyRange): Promise<number | null> {
    return countNarrowed(this.models.audit, auditList(scope), range);
  }

  read(scope: AuditScope, query: RangeQuery): Promise<Bounded<AuditRecord>> {
    return readNarrowed(this.models.audit, auditList(scope), query);
  }
}

function auditList(scope: AuditScope): NarrowedList {
  const [leading, ...others] = FIELDS_BY_SELECTIVITY.filter((field) => scope[field] !== undefined);
  const valuesOf = (fields: readonly (keyof AuditScope)[]): Filter =>
    Object.fromEntries(fields.map((field) => [field, scope[field]]));
  const narrowed = [
    ...(others.length === 0 ? [] : [valuesOf(others)]),
    ...(scope.text === undefined ? [] : [containing(['name', 'target', 'action'], scope.text)]),
  ];
  return {
    key: 'place',
    leads: [leading === undefined ? {} : valuesOf([leading])],
    conditions: narrowed.length === 0 ? undefined : narrowed.reduce((all, filter) => ({ ...all, ...filter })),
  };
}
