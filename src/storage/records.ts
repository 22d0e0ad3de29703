import type { ImportedChange } from '../domain/imports/import-record';
import type { Membership, Role } from '../shared/viewer';

/** The last assigned number (of articles, dictionaries, users), or a total. */
export interface CounterRecord {
  readonly _id: string;
  readonly value: number;
  /** For a dictionary: the sequence number of the last change of its articles. */
  readonly seq?: number;
  /** Number of changes of its lists without a change of an article: votes, search keys, repairs. */
  readonly touched?: number;
  /** When its lists last changed, in whole seconds since 1970. Each change has a different time. */
  readonly changedAt?: number;
  /** The sequence number of the last removal that is no longer stored. */
  readonly forgotten?: number;
}

/** Records that readers of a dictionary no longer see an article, because it was deleted or disabled. */
export interface RemovalRecord {
  readonly dictionaryId: string;
  readonly number: number;
  readonly publicId: string;
  readonly seq: number;
  readonly at: Date;
}

/** A part of a file of a dictionary: the text of an imported file outside its entries. */
export interface DictionaryFileRecord {
  readonly dictionaryId: string;
  readonly name: string;
  /** Position among the parts of the file, from 0. */
  readonly part: number;
  readonly text: string;
}

/** The articles that one batch of an import changes. */
export interface ImportStepRecord {
  readonly dictionaryId: string;
  readonly importId: string;
  /** Position among the steps of the import, from 1. */
  readonly step: number;
  readonly changes: readonly ImportedChange[];
}

/** A part of an uploaded file. */
export interface UploadPartRecord {
  readonly uploadId: string;
  /** Its offset in the file, in bytes. */
  readonly at: number;
  readonly bytes: Buffer;
  readonly expiresAt: Date;
}

/** A text for which searches in a dictionary found nothing. */
export interface MissedSearchRecord {
  /** Dictionary and text. */
  readonly _id: string;
  readonly dictionaryId: string;
  readonly text: string;
  readonly count: number;
  /** The day of the last search, without its time. */
  readonly day: Date;
}

/** A word of the vocabulary of translations. */
export interface TranslationWordRecord {
  /** The word, folded. */
  readonly _id: string;
  /** In UTF-16 units; words of earlier versions have none. */
  readonly length?: number;
}

/** The stored usage of an application, a dictionary or an author of comments. */
export interface UsageRecord {
  /** A scope, as the functions of `domain/usage/usage.ts` name it. */
  readonly _id: string;
  readonly objects: number;
  readonly bytes: number;
  /** Number of changes, by which a measurement detects concurrent writes. */
  readonly changes: number;
  /** Whether the application was registered without an account. */
  readonly isOpen?: boolean;
  /** A quota that overrides the configured one. */
  readonly maxObjects?: number | null;
  readonly maxBytes?: number | null;
}

/** Records about the database itself: its format, the migration lock, one-time work. */
export interface SystemRecord {
  readonly _id: string;
  readonly version?: number;
  readonly oldestGateway?: number;
  readonly owner?: string;
  readonly until?: number;
  /** The process that takes the lock next, and until when it is waited for. */
  readonly next?: string;
  readonly nextUntil?: number;
  readonly progress?: unknown;
  readonly doneAt?: Date;
  /** A value generated once for this database, such as a key. */
  readonly text?: string;
  /** Number of requests to rebuild search keys. */
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
  /** A copy of the roles of the user in dictionaries, which changes with them. */
  readonly memberships?: readonly Membership[];
  readonly createdAt: Date;
  /** The database removes the session some time after this. */
  readonly expiresAt: Date;
  /** The refresh token; absent if the login requested none. */
  readonly refresh?: RefreshRecord;
}

/** Hashes of refresh tokens. Each token is valid for one renewal. */
export interface RefreshRecord {
  readonly hash: string;
  /** Hash of the previous token, and the time when it was used. */
  readonly before?: string;
  readonly rotatedAt: Date;
}

/** The record of a request with an idempotency key. */
export interface ClaimRecord {
  readonly _id: string;
  /** Digest of the request. The same key with another request is an error. */
  readonly request: string;
  readonly owner: string;
  readonly until: Date;
  /** Whether the request has written, set in the transaction of the write. */
  readonly isWritten: boolean;
  /** The response, encrypted by the service. */
  readonly answer?: string;
  readonly expiresAt: Date;
}
