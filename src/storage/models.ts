import { type Connection, type Model, type mongo, Schema } from 'mongoose';
import { Application, type ApplicationRecord } from '../domain/chatbot/application';
import { RESOURCE_TYPES, type ResourceCollection } from '../domain/chatbot/resource/resource-types';
import type { ResourceRecord } from '../domain/chatbot/resource/resource-record';
import type { UserRecord } from '../domain/account/user';
import { Article, ArticleRevision, type RevisionRecord } from '../domain/article/article';
import { AuditEntry, type AuditRecord } from '../domain/audit/audit-entry';
import { Comment, type CommentRecord } from '../domain/comment/comment';
import { Dictionary, type DictionaryRecord } from '../domain/dictionary/dictionary';
import type { ImportRecord, UploadRecord } from '../domain/imports/import-record';
import {
  importSchema,
  importStepSchema,
  uploadPartSchema,
  uploadSchema,
  counterSchema,
  offlineBaseSchema,
  offlineSegmentSchema,
  removalSchema,
  proposalSchema,
  mediaSchema,
  mediaFileSchema,
  mediaChunkSchema,
  attemptSchema,
  loginFields,
  sessionSchema,
  userSchema,
} from './collection-schemas';
import type { OfflineBase, OfflineSegment } from '../domain/dictionary/offline-base';
import type { ArticleDocument } from './articles/article-document';
import { documentSchema, internalSchema, partSchema, sharedSchema } from './mongo/document-schema';
import type { ListSegment } from './lists/list-segment';
import type { Media, MediaChunkRecord, MediaFileRecord } from '../domain/article/media';
import type { ProposalRecord } from '../domain/article/proposal';
import { ATTEMPTS_COLLECTION } from './accounts/attempt-limits';
import { resourceSchema, listsSchema, deliverySchema, senderSchema } from './applications/resource-schema';
import type { Delivery, Sender } from '../domain/chatbot/channels/delivery';
import type {
  ClaimRecord,
  CounterRecord,
  SessionRecord,
  SystemRecord,
  DictionaryFileRecord,
  ImportStepRecord,
  RemovalRecord,
  UploadPartRecord,
  MissedSearchRecord,
  TranslationWordRecord,
  UsageRecord,
} from './records';

const mark = {
  hash: String,
  revision: Number,
  by: String,
  before: Number,
  isMissing: Boolean,
  undid: String,
  mediaAt: Date,
};
const imported = partSchema(mark);
const lastChange = partSchema({ by: String, proposedBy: String, parts: [String] });

/**
 * All collections with their indexes. Every unique index begins with the field by which its collection is sharded
 * (`dictionaryId`; `scope`, which is a dictionary or all), so that a shard can enforce it alone; accounts and counters
 * are few and stay unsharded.
 */
export function modelsOf(connection: Connection) {
  const model = <T>(name: string, collection: string, schemaOf: () => Schema): Model<T> =>
    connection.model(name, sharedSchema(name, schemaOf), collection) as unknown as Model<T>;
  return {
    articles: model<ArticleDocument>('Article', 'articles', articleSchema),
    dictionaries: model<DictionaryRecord>('Dictionary', 'dictionaries', dictionarySchema),
    dictionaryFiles: model<DictionaryFileRecord>('DictionaryFile', 'dictionaryFiles', dictionaryFileSchema),
    segments: model<ListSegment>('ListSegment', 'listSegments', segmentSchema),
    counters: model<CounterRecord>('Counter', 'counters', counterSchema),
    removals: model<RemovalRecord>('Removal', 'removals', removalSchema),
    offlineBases: model<OfflineBase>('OfflineBase', 'offlineBases', offlineBaseSchema),
    offlineSegments: model<OfflineSegment>('OfflineSegment', 'offlineSegments', offlineSegmentSchema),
    usages: model<UsageRecord>('Usage', 'usages', usageSchema),
    system: model<SystemRecord>('System', 'system', systemSchema),
    users: model<UserRecord>('User', 'users', userSchema),
    applications: model<ApplicationRecord>('Application', 'applications', applicationSchema),
    revisions: model<RevisionRecord>('Revision', 'revisions', revisionSchema),
    comments: model<CommentRecord>('Comment', 'comments', commentSchema),
    proposals: model<ProposalRecord>('Proposal', 'proposals', proposalSchema),
    media: model<Media>('Media', 'media', mediaSchema),
    mediaFiles: model<MediaFileRecord>('MediaFile', 'mediaFiles', mediaFileSchema),
    mediaChunks: model<MediaChunkRecord>('MediaChunk', 'mediaChunks', mediaChunkSchema),
    votes: model<unknown>('Vote', 'votes', voteSchema),
    audit: model<AuditRecord>('AuditEntry', 'audit', auditSchema),
    sessions: model<SessionRecord>('Session', 'sessions', sessionSchema),
    claims: model<ClaimRecord>('Claim', 'claims', claimSchema),
    deliveries: model<Delivery>('Delivery', 'deliveries', deliverySchema),
    senders: model<Sender>('Sender', 'senders', senderSchema),
    attempts: model<unknown>('Attempt', ATTEMPTS_COLLECTION, attemptSchema),
    translationWords: model<TranslationWordRecord>('TranslationWord', 'translationWords', wordSchema),
    missedSearches: model<MissedSearchRecord>('MissedSearch', 'missedSearches', missedSearchSchema),
    imports: model<ImportRecord>('DictionaryImport', 'imports', importSchema),
    uploads: model<UploadRecord>('Upload', 'uploads', uploadSchema),
    uploadParts: model<UploadPartRecord>('UploadPart', 'uploadParts', uploadPartSchema),
    importSteps: model<ImportStepRecord>('ImportStep', 'importSteps', importStepSchema),
    ...(Object.fromEntries(
      RESOURCE_TYPES.map((type) => [
        type.collection,
        model<ResourceRecord>(type.name, type.collection, () => resourceSchema(type)),
      ]),
    ) as Record<ResourceCollection, Model<ResourceRecord>>),
  };
}

export type Models = ReturnType<typeof modelsOf>;

function articleSchema(): Schema {
  const keys = partSchema({
    precise: [String],
    broad: [String],
    byLanguage: [String],
    content: [String],
    place: String,
    alphabet: String,
  });
  const importedVotes = partSchema({ likeCount: Number, unlikeCount: Number });
  const rules = partSchema({ reading: Number, sort: Number, keys: Number });
  const hidden = {
    source: String,
    original: String,
    keys,
    sortKey: String,
    lists: [String],
    rules,
    imported,
    seq: Number,
  };
  return (
    documentSchema(Article, {
      ...hidden,
      lastChange,
      importedVotes,
      userVersions: String,
      commentedAt: Date,
      proposedText: String,
    })
      .index({ dictionaryId: 1, number: 1 }, { unique: true })
      .index({ dictionaryId: 1, publicId: 1 }, { unique: true })
      .index({ dictionaryId: 1, lists: 1, isDisabled: 1, sortKey: 1 })
      .index({ lists: 1, isDisabled: 1, sortKey: 1 })
      // One index for one dictionary and for all, without `place`, because few articles share one of these keys.
      .index({ 'keys.precise': 1, isDisabled: 1, dictionaryId: 1 })
      .index({ dictionaryId: 1, 'keys.broad': 1, isDisabled: 1, 'keys.place': 1 })
      .index({ 'keys.broad': 1, isDisabled: 1, 'keys.place': 1 })
      // Also without `place`: there are many of these keys, and their hits are ordered by words.
      .index({ 'keys.content': 1, isDisabled: 1, dictionaryId: 1 })
      .index({ dictionaryId: 1, isDisabled: 1, 'keys.alphabet': 1 })
      .index({ dictionaryId: 1, isDisabled: 1, seq: 1 })
      .index({ dictionaryId: 1, updatedAt: 1 })
  );
}

function dictionarySchema(): Schema {
  return documentSchema(Dictionary, { imported, searchProfileRevision: Number, acceptsSuggestions: Boolean })
    .index({ dictionaryId: 1 }, { unique: true })
    .index({ number: 1 });
}

function dictionaryFileSchema(): Schema {
  return internalSchema({ dictionaryId: String, name: String, part: Number, text: String }).index(
    { dictionaryId: 1, name: 1, part: 1 },
    { unique: true },
  );
}

function wordSchema(): Schema {
  return internalSchema({ _id: String, length: Number });
}

function missedSearchSchema(): Schema {
  const search = { _id: String, dictionaryId: String, text: String, count: Number, day: Date };
  return internalSchema(search).index({ dictionaryId: 1, count: 1, day: 1 });
}

function segmentSchema(): Schema {
  return internalSchema({ scope: String, from: String, counts: Schema.Types.Mixed }).index(
    { scope: 1, from: 1 },
    { unique: true },
  );
}

function usageSchema(): Schema {
  const quota = { maxObjects: Number, maxBytes: Number };
  const counts = { objects: Number, bytes: Number, changes: Number };
  return internalSchema({ _id: String, ...counts, ...quota, isOpen: Boolean });
}

function systemSchema(): Schema {
  const lock = { owner: String, until: Number, next: String, nextUntil: Number };
  const format = { version: Number, oldestGateway: Number };
  return internalSchema({
    _id: String,
    ...format,
    ...lock,
    doneAt: Date,
    text: String,
    requests: Number,
    progress: Schema.Types.Mixed,
  });
}

function applicationSchema(): Schema {
  const login = { nameKey: String, emailKey: String, ...loginFields };
  const more = { isPlatform: Boolean, connectors: String, grams: [String], imported: String, bytes: Number };
  return documentSchema(Application, { ...login, ...more, lists: listsSchema('Application') })
    .index({ nameKey: 1 }, { unique: true })
    .index({ emailKey: 1 }, { unique: true })
    .index({ publicId: 1 }, { unique: true })
    .index({ skeleton: 1 })
    .index({ grams: 1 })
    .index({ isDisabled: 1, nameKey: 1 });
}

function revisionSchema(): Schema {
  return documentSchema(ArticleRevision, {
    dictionaryId: String,
    number: Number,
    place: String,
    source: String,
    bytes: Number,
  }).index({ dictionaryId: 1, number: 1, place: 1 }, { unique: true });
}

function commentSchema(): Schema {
  return (
    documentSchema(Comment, { place: String })
      .index({ publicId: 1 })
      // This index precedes that of dictionaries: of two indexes with equal bounds, the embedded database reads the
      // first.
      .index({ userNumber: 1, isShown: 1, place: 1 })
      .index({ dictionaryId: 1, number: 1, isShown: 1, place: 1 })
      .index({ dictionaryId: 1, isShown: 1, place: 1 })
      .index({ isShown: 1, place: 1 })
  );
}

function voteSchema(): Schema {
  const key = { dictionaryId: String, number: Number, target: String, userNumber: Number };
  return internalSchema({ ...key, vote: String }).index(
    { dictionaryId: 1, number: 1, target: 1, userNumber: 1 },
    { unique: true },
  );
}

function auditSchema(): Schema {
  // These indexes are in the order in which the filters of the log use them.
  return documentSchema(AuditEntry, { entryId: String, place: String })
    .index({ target: 1, place: 1 })
    .index({ accountId: 1, place: 1 })
    .index({ action: 1, place: 1 })
    .index({ place: 1 });
}

function claimSchema(): Schema {
  const claim = { request: String, owner: String, until: Date, isWritten: Boolean, answer: String };
  return internalSchema({ _id: String, ...claim, expiresAt: Date }).index(
    { expiresAt: 1 },
    { expireAfterSeconds: 0 },
  );
}

/**
 * The driver's collection of articles, without mongoose's casting, for frequent reads and writes. One function derives
 * whole documents, and the gateway builds every filter, so casting their fields again would have no use.
 */
export function articleDocuments({ articles }: Pick<Models, 'articles'>): mongo.Collection<ArticleDocument> {
  return articles.collection as unknown as mongo.Collection<ArticleDocument>;
}

/**
 * The driver's collection of a model, with the types of its records and without mongoose's casting, for filters and
 * updates that the gateway builds.
 */
export function nativeCollection<Record extends object>(model: Model<Record>): mongo.Collection<Record> {
  return model.collection as unknown as mongo.Collection<Record>;
}
