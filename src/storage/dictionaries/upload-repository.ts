import { type mongo, trusted } from 'mongoose';
import type { UploadRecord } from '../../domain/imports/import-record';
import type { Models } from '../models';
import type { Transact } from '../mongo/transaction';
import type { UploadPartRecord } from '../records';

/** Files that are uploaded in parts. The database removes them after a time, with their parts. */
export class UploadRepository {
  constructor(
    private readonly models: Pick<Models, 'uploads' | 'uploadParts' | 'counters'>,
    private readonly transact: Transact,
  ) {}

  /**
   * Stores a new upload, unless there would be too many then.
   *
   * @returns `false` when its account has too many, or all together announce too much
   */
  insert(upload: UploadRecord, { maxUploads, maxBytesPerAccount, maxBytes }: UploadBounds): Promise<boolean> {
    return this.transact(async (session) => {
      // Concurrent new uploads conflict here, so that both are counted.
      await this.models.counters.updateOne(
        { _id: 'beginnings:uploads' },
        { $inc: { value: 1 } },
        { session, upsert: true },
      );
      const all = await this.models.uploads
        .find({ expiresAt: trusted({ $gt: new Date() }) }, { _id: 0, accountId: 1, length: 1 })
        .session(session)
        .lean<Pick<UploadRecord, 'accountId' | 'length'>[]>();
      const ownUploads = all.filter(({ accountId }) => accountId === upload.accountId);
      const bytesWith = (uploads: typeof all) =>
        uploads.reduce((sum, { length }) => sum + length, upload.length);
      if (
        ownUploads.length >= maxUploads ||
        bytesWith(ownUploads) > maxBytesPerAccount ||
        bytesWith(all) > maxBytes
      )
        return false;
      await this.models.uploads.create([upload], { session });
      return true;
    });
  }

  async find(uploadId: string): Promise<UploadRecord | undefined> {
    const upload = await this.models.uploads
      .findOne({ uploadId, expiresAt: trusted({ $gt: new Date() }) }, { _id: 0 })
      .lean<UploadRecord>();
    return upload ?? undefined;
  }

  /** Appends bytes; `false` if the length of the upload has changed, or it was deleted. */
  append({ uploadId, offset, expiresAt }: UploadRecord, bytes: Buffer): Promise<boolean> {
    return this.transact(async (session) => {
      const { matchedCount } = await this.models.uploads.updateOne(
        { uploadId, offset },
        { $set: { offset: offset + bytes.length } },
        { session },
      );
      if (matchedCount === 0) return false;
      await this.models.uploadParts.create([{ uploadId, at: offset, bytes, expiresAt }], { session });
      return true;
    });
  }

  /** The bytes of an upload, part by part. */
  async *parts(uploadId: string): AsyncGenerator<Buffer> {
    let next = 0;
    for (;;) {
      const part = await this.models.uploadParts
        .findOne({ uploadId, at: next }, { _id: 0, bytes: 1 })
        .lean<Pick<UploadPartRecord, 'bytes'>>();
      if (!part) return;
      // With `lean`, the bytes have the driver's binary type.
      const bytes = Buffer.from((part.bytes as unknown as mongo.Binary).value());
      yield bytes;
      next += bytes.length;
    }
  }

  /** Extends the lifetime of an upload. */
  async setExpiry(uploadId: string, expiresAt: Date): Promise<void> {
    await this.models.uploads.updateOne({ uploadId }, { $set: { expiresAt } });
    await this.models.uploadParts.updateMany({ uploadId }, { $set: { expiresAt } });
  }

  async remove(uploadId: string): Promise<void> {
    await this.models.uploads.deleteOne({ uploadId });
    await this.models.uploadParts.deleteMany({ uploadId });
  }
}

/** Bounds on uploads that are kept at once. */
export interface UploadBounds {
  /** Maximum number of uploads of one account. */
  readonly maxUploads: number;
  readonly maxBytesPerAccount: number;
  /** Maximum size of the uploads of all accounts, in bytes. */
  readonly maxBytes: number;
}
