import { Schema } from 'mongoose';
import { DictionaryImport } from '../../domain/imports/import-record';
import { documentSchema, internalSchema } from '../mongo/document-schema';

export function importSchema(): Schema {
  const findings = { report: String, preview: [String], map: String };
  const articles = { editedArticles: [String], missingArticles: [String] };
  const lease = { owner: String, until: Number };
  const rest = { place: String, options: Schema.Types.Mixed, uploadId: String, accountId: String, ...lease };
  return documentSchema(DictionaryImport, { ...findings, ...articles, ...rest })
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
