import { randomUUID } from 'node:crypto';
import type { User } from '../../domain/account/user';
import type { AuditEntry, AuditOutcome, AuditRecord } from '../../domain/audit/audit-entry';
import type { ApplicationRecord } from '../../domain/chatbot/application';
import { cursorOf, type Page, type PageRequest } from '../../shared/paging';
import { cut } from '../../shared/text';
import type { Viewer } from '../../shared/viewer';
import { currentWork, runDetached } from '../../shared/work';
import { PendingEntry } from '../../storage/accounts/audit-repository';
import type { Storage } from '../../storage/storage';
import { type KeyedPageSource, readPageOf, filterText } from '../list-page';
import { timeKey } from '../../domain/values/sort-keys';

/** Name and version of the order of entries, by time and identifier; cursors of another one are refused. */
const AUDIT_ORDER = 'audit log 1';

/** Maximum length of the text that names the target, in code points. */
const MAX_TARGET_LENGTH = 500;

/** Maximum length of the target of a refused operation, in code points: the given name can have any length. */
const MAX_REFUSED_TARGET_LENGTH = 100;

/** Outcomes other than error codes. */
const OUTCOMES_WITHOUT_ERROR: ReadonlySet<string> = new Set(['started', 'done']);

/** Delay of an entry that response times must not reveal, in milliseconds. */
const DELAYED_ENTRY_MS = 200;

/** Filter of entries: all given conditions must hold. */
export interface AuditFilter {
  readonly accountId?: string | null | undefined;
  readonly action?: string | null | undefined;
  readonly target?: string | null | undefined;
  /** Contained in the name, the target or the action, ignoring case. */
  readonly text?: string | null | undefined;
  readonly createdAfter?: Date | null | undefined;
  readonly createdBefore?: Date | null | undefined;
}

export interface AuditListing {
  readonly filter: AuditFilter;
  readonly pageRequest: PageRequest;
  readonly maxItems: number;
}

/** The operation that was executed or attempted. */
export interface AuditedAction {
  readonly action: string;
  readonly target: string | null;
  /**
   * `done`, the error code of the failure, or for an operation that continues after its first response `started` and
   * `aborted`.
   */
  readonly outcome: AuditOutcome;
  readonly requestId: string;
}

/** The caller, as the log records it. */
export type Actor = Pick<AuditEntry, 'role' | 'accountId' | 'name'>;

export function actorOf(viewer: Viewer): Actor {
  if (viewer.role === 'anonymous') return { role: viewer.role, accountId: null, name: null };
  const { role, accountId, name } = viewer;
  return { role, accountId: role === 'operator' ? null : accountId, name };
}

export function userActor({ role, number, username }: Pick<User, 'role' | 'number' | 'username'>): Actor {
  return { role, accountId: String(number), name: username };
}

export function applicationActor({
  isPlatform,
  publicId,
  name,
}: Pick<ApplicationRecord, 'isPlatform' | 'publicId' | 'name'>): Actor {
  return { role: isPlatform ? 'platform' : 'application', accountId: publicId, name };
}

export function auditCursor(entry: Pick<AuditEntry, 'at' | 'entryId'>): string {
  return cursorOf(timeKey(entry.at, entry.entryId), AUDIT_ORDER);
}

/** The audit log. */
export class AuditService {
  private readonly waiting: (() => Promise<void>)[] = [];
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<unknown> = Promise.resolve();

  constructor(private readonly storage: Pick<Storage, 'audit'>) {}

  /**
   * Writes an entry, even if the client has disconnected. The response of a successful operation waits for it, even
   * beyond the deadline.
   */
  append(actor: Actor, action: AuditedAction): Promise<void> {
    return this.write(auditRecordOf(actor, action));
  }

  /**
   * Runs an operation and writes its entry: in the transaction of the operation, if that can store the entry too,
   * otherwise after it.
   */
  async recorded<Result>(
    actor: Actor,
    action: Omit<AuditedAction, 'outcome'>,
    operation: { readonly run: () => Promise<Result>; readonly report: (error: unknown) => void },
  ): Promise<Result> {
    const entry = new PendingEntry(() => auditRecordOf(actor, { ...action, outcome: 'done' }));
    const result = await this.storage.audit.runWithEntry(entry, operation.run);
    if (!entry.isStored) await this.write(entry.make()).catch(operation.report);
    return result;
  }

  /**
   * Writes the entry of an operation that continues after the server has begun to respond. Its outcome is `started`
   * until the operation ends, and remains so if the server is killed.
   *
   * @returns stores the outcome
   */
  async begin(
    actor: Actor,
    action: Omit<AuditedAction, 'outcome'>,
  ): Promise<(outcome: AuditOutcome) => Promise<void>> {
    const record = auditRecordOf(actor, { ...action, outcome: 'started' });
    await this.write(record);
    return (outcome) => {
      const stored = runDetached(() => this.storage.audit.setOutcome(record, outcome));
      this.writing = Promise.all([this.writing, stored.catch(() => undefined)]);
      return stored;
    };
  }

  private write(record: AuditRecord): Promise<void> {
    const write = () => runDetached(() => this.storage.audit.append(record));
    const work = OUTCOMES_WITHOUT_ERROR.has(record.outcome) ? currentWork() : undefined;
    return work?.store(write) ?? write();
  }

  /**
   * Writes an entry with a delay, so that the response time does not reveal whether there is one.
   *
   * @param report called with the error if it could not be written
   */
  appendLater(actor: Actor, action: AuditedAction, report: (error: unknown) => void): void {
    const record = auditRecordOf(actor, action);
    this.waiting.push(() => runDetached(() => this.storage.audit.append(record)).catch(report));
    this.timer ??= setTimeout(() => void this.settle(), DELAYED_ENTRY_MS);
  }

  /** Writes waiting entries; resolves when all are written. */
  async settle(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const writes = this.waiting.splice(0).map((write) => write());
    this.writing = Promise.all([this.writing, ...writes]).then(() => undefined);
    await this.writing;
  }

  /** One entry by its sort key; `undefined` if there is none, or the viewer is not an admin. */
  async visible(viewer: Viewer, sortKey: string): Promise<AuditRecord | undefined> {
    if (viewer.role !== 'admin') return undefined;
    await this.settle();
    return this.storage.audit.find(sortKey);
  }

  /** One page of the log, ordered by time. */
  async list({ filter, pageRequest, maxItems }: AuditListing): Promise<Page<AuditRecord>> {
    await this.settle();
    const { accountId, action, target, text, createdAfter, createdBefore } = filter;
    const scope = {
      accountId: accountId ?? undefined,
      action: action ?? undefined,
      target: target ?? undefined,
      text: filterText(text),
    };
    // The position of an entry begins with its time.
    const range = {
      from: createdAfter ? new Date(createdAfter.getTime() + 1).toISOString() : undefined,
      before: createdBefore?.toISOString(),
    };
    const { audit } = this.storage;
    const list: KeyedPageSource<AuditRecord> = {
      version: AUDIT_ORDER,
      range,
      read: (query) => audit.read(scope, query),
      total: () => audit.total(scope, range),
    };
    return readPageOf(list, pageRequest, maxItems);
  }
}

function auditRecordOf(actor: Actor, { target, ...action }: AuditedAction): AuditRecord {
  const names = { entryId: randomUUID(), at: new Date() };
  const longest = OUTCOMES_WITHOUT_ERROR.has(action.outcome) ? MAX_TARGET_LENGTH : MAX_REFUSED_TARGET_LENGTH;
  const sortKey = timeKey(names.at, names.entryId);
  return { ...names, ...actor, ...action, place: sortKey, target: target && cut(target, longest) };
}
