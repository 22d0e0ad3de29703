import { Schema } from 'mongoose';
import { User } from '../domain/account/user';
import { documentSchema, internalSchema, partSchema } from './mongo/document-schema';
import { Media } from '../domain/article/media';
import { Proposal } from '../domain/article/proposal';
import { DictionaryImport } from '../domain/imports/import-record';

export function importSchema(): Schema {
  const findings = { report: String, preview: [String], map: String };
  const articles = { editedArticles: [String], missingArticles: [String] };
  const lease = { owner: String, until: Number };
  const fields = {
    place: String,
    options: Schema.Types.Mixed,
    uploadId: String,
    accountId: String,
    ...lease,
  };
  return documentSchema(DictionaryImport, { ...findings, ...articles, ...fields })
    .index({ dictionaryId: 1, place: 1 }, { unique: true })
    .index({ importId: 1 })
    .index({ state: 1, until: 1 });
}

export function importStepSchema(): Schema {
  const step = { dictionaryId: String, importId: String, step: Number, changes: Schema.Types.Mixed };
  return internalSchema(step).index({ dictionaryId: 1, importId: 1, step: 1 }, { unique: true });
}

export function uploadSchema(): Schema {
  const upload = { uploadId: String, accountId: String, file: String, sha256: String, expiresAt: Date };
  return internalSchema({ ...upload, length: Number, offset: Number })
    .index({ uploadId: 1 }, { unique: true })
    .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
}

export function uploadPartSchema(): Schema {
  return internalSchema({ uploadId: String, at: Number, bytes: Buffer, expiresAt: Date })
    .index({ uploadId: 1, at: 1 }, { unique: true })
    .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
}

export function counterSchema(): Schema {
  return internalSchema({
    _id: String,
    value: Number,
    seq: Number,
    touched: Number,
    changedAt: Number,
    forgotten: Number,
  });
}

export function removalSchema(): Schema {
  const removal = { dictionaryId: String, number: Number, publicId: String, seq: Number, at: Date };
  return internalSchema(removal)
    .index({ dictionaryId: 1, number: 1 }, { unique: true })
    .index({ dictionaryId: 1, seq: 1 });
}

const offlineFile = { sha256: String, bytes: Number, articles: Number, from: Number, to: Number };

export function offlineBaseSchema(): Schema {
  const base = { dictionaryId: String, generation: String, seq: Number, articles: Number, at: Date };
  return internalSchema({ ...base, files: [partSchema(offlineFile)] }).index(
    { dictionaryId: 1, generation: 1, seq: 1 },
    { unique: true },
  );
}

export function offlineSegmentSchema(): Schema {
  const content = { seq: Number, br: Buffer, gzip: Buffer };
  return internalSchema({ dictionaryId: String, ...offlineFile, ...content }).index(
    { dictionaryId: 1, sha256: 1 },
    { unique: true },
  );
}

export function proposalSchema(): Schema {
  return documentSchema(Proposal, { place: String, source: String, text: String, isByMember: Boolean })
    .index({ proposalId: 1 })
    .index({ dictionaryId: 1, number: 1, state: 1, place: 1 })
    .index({ dictionaryId: 1, state: 1, place: 1 })
    .index({ userNumber: 1, state: 1, place: 1 });
}

export function mediaSchema(): Schema {
  return documentSchema(Media)
    .index({ dictionaryId: 1, number: 1, name: 1 }, { unique: true })
    .index({ dictionaryId: 1, sha256: 1 })
    .index({ mediaId: 1 });
}

export function mediaFileSchema(): Schema {
  const file = { dictionaryId: String, sha256: String, bytes: Number, references: Number };
  return internalSchema(file).index({ dictionaryId: 1, sha256: 1 }, { unique: true });
}

export function mediaChunkSchema(): Schema {
  const chunk = { dictionaryId: String, sha256: String, at: Number, content: Buffer };
  return internalSchema(chunk).index({ dictionaryId: 1, sha256: 1, at: 1 }, { unique: true });
}

const knownNetwork = partSchema({ mark: String, seenAt: Date });
const refresh = partSchema({ hash: String, before: String, rotatedAt: Date });
const passwordReset = partSchema({ hash: String, by: Number, createdAt: Date, expiresAt: Date });
const apiKey = partSchema({
  prefix: String,
  hash: String,
  name: String,
  scopes: [String],
  dictionaryIds: { type: [String], default: undefined },
  createdAt: Date,
  expiresAt: Date,
});
const membership = partSchema({ dictionaryId: String, role: String });

/** The common form of similar names, and the fields that logins use. */
export const loginFields = {
  skeleton: String,
  passwordHash: String,
  lastLoginAt: Date,
  knownNetworks: [knownNetwork],
};

export function userSchema(): Schema {
  return documentSchema(User, {
    nameKey: String,
    memberships: [membership],
    memberOf: [String],
    ownersMayResetPassword: Boolean,
    passwordReset,
    apiKeys: { type: [apiKey], default: undefined },
    keyUses: Schema.Types.Mixed,
    ...loginFields,
  })
    .index({ nameKey: 1 }, { unique: true })
    .index({ number: 1 }, { unique: true })
    .index({ skeleton: 1 })
    .index({ memberOf: 1, nameKey: 1 })
    .index({ role: 1, isDisabled: 1, nameKey: 1 })
    .index({ role: 1, nameKey: 1 })
    .index({ isDisabled: 1, nameKey: 1 });
}

export function sessionSchema(): Schema {
  const account = { kind: String, accountId: String, name: String, role: String };
  const times = { createdAt: Date, expiresAt: Date };
  return internalSchema({ _id: String, ...account, memberships: [membership], refresh, ...times })
    .index({ kind: 1, accountId: 1 })
    .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
}

/** The rate-limiting library determines its fields. */
export function attemptSchema(): Schema {
  return internalSchema({ key: String, points: Number, expire: Date })
    .index({ key: 1 }, { unique: true })
    .index({ expire: -1 }, { expireAfterSeconds: 0 });
}
