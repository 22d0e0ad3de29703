import { randomUUID } from 'node:crypto';
import type { User } from '../domain/account/user';
import type { AuditEntry } from '../domain/audit/audit-entry';
import type { ApplicationRecord } from '../domain/chatbot/application';
import { cursorOf, type Page, sizeOf, type Window } from '../shared/paging';
import { cut } from '../shared/text';
import type { Viewer } from '../shared/viewer';
import type { Storage } from '../storage/storage';
import { pageOf, stretchOf } from './window';

/** Version of the order of entries, by time and identifier; cursors of another version are refused. */
const ORDER_VERSION = 1;

/** Longest text that names what was changed, in code points. */
const LONGEST_TARGET = 500;

/** The same where nothing was changed: what does not exist can have a name of any length. */
const LONGEST_REFUSED_TARGET = 100;

/** What was done or tried. */
export interface AuditedAction {
  readonly action: string;
  readonly target: string | null;
  /** `done`, or the code of the failure. */
  readonly outcome: string;
  readonly requestId: string;
}

/** Who did it, as the log says it. */
export type Actor = Pick<AuditEntry, 'role' | 'accountId' | 'name'>;

export function actorOf(viewer: Viewer): Actor {
  if (viewer.role === 'anonymous') return { role: viewer.role, accountId: null, name: null };
  const { role, accountId, name } = viewer;
  return { role, accountId, name };
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
  return cursorOf(placeOf(entry), ORDER_VERSION);
}

/** The log of who changed what. */
export class AuditService {
  constructor(private readonly storage: Pick<Storage, 'audit'>) {}

  async append(actor: Actor, { target, ...action }: AuditedAction): Promise<void> {
    const names = { entryId: randomUUID(), at: new Date() };
    const place = placeOf(names);
    const longest = action.outcome === 'done' ? LONGEST_TARGET : LONGEST_REFUSED_TARGET;
    await this.storage.audit.append({
      ...{ ...names, ...actor, ...action, place },
      target: target && cut(target, longest),
    });
  }

  /** One page of the log, ordered by time. */
  async list(window: Window, mostItems: number): Promise<Page<AuditEntry>> {
    const size = sizeOf(window, mostItems);
    const stretch = stretchOf(window, ORDER_VERSION);
    const skip = ((window.page ?? 1) - 1) * size;
    const found = await this.storage.audit.read({ ...stretch, skip, limit: size + 1 });
    return pageOf({ window, size, found, total: () => this.storage.audit.total() });
  }
}

function placeOf({ at, entryId }: Pick<AuditEntry, 'at' | 'entryId'>): string {
  return `${at.toISOString()}\u0001${entryId}`;
}
