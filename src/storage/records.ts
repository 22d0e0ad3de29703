import type { Role } from '../shared/viewer';

/** A number given last, which only grows (of articles, dictionaries, users), or a total, which also shrinks. */
export interface CounterRecord {
  readonly _id: string;
  readonly value: number;
}

/** What one application, dictionary or writer of comments has stored. */
export interface UsageRecord {
  /** See `usage-scopes`. */
  readonly _id: string;
  readonly objects: number;
  readonly bytes: number;
  /** How often it was counted anew, so that whoever measures it knows that nothing came between. */
  readonly changes: number;
  /** Whether the application was registered without an account. */
  readonly isOpen?: boolean;
  /** A quota of its own, in place of the configured one. */
  readonly maxObjects?: number | null;
  readonly maxBytes?: number | null;
}

/** What a database knows about itself: its format, the lock of migrations, what was done once. */
export interface SystemRecord {
  readonly _id: string;
  readonly version?: number;
  readonly oldestGateway?: number;
  readonly owner?: string;
  readonly until?: number;
  readonly progress?: unknown;
  readonly doneAt?: Date;
  /** How often search keys were asked to be made anew. */
  readonly requests?: number;
}

/** The life of one token. A token without its session is revoked. */
export interface SessionRecord {
  /** The `jti` of the token. */
  readonly _id: string;
  readonly kind: 'user' | 'application';
  /** Number of the user, or public identifier of the application. */
  readonly accountId: string;
  readonly name: string;
  readonly role: Role;
  readonly createdAt: Date;
  /** The database removes the session some time after this. */
  readonly expiresAt: Date;
}

/** What is known about a request that must not be carried out twice. */
export interface ClaimRecord {
  readonly _id: string;
  /** Digest of the request: the same key with another one is a mistake. */
  readonly request: string;
  readonly owner: string;
  readonly until: Date;
  /** Set in the transaction of the write. */
  readonly isWritten: boolean;
  /** Sealed by the service. */
  readonly answer?: string;
  readonly expiresAt: Date;
}
