import type { Schema } from 'mongoose';
import { internalSchema, partSchema } from '../mongo/document-schema';

export function counterSchema(): Schema {
  return internalSchema({ _id: String, value: Number, seq: Number, touched: Number, forgotten: Number });
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
