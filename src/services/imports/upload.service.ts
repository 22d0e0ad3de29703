import { randomUUID } from 'node:crypto';
import type { UploadRecord } from '../../domain/imports/import-record';
import { Failure } from '../../shared/failure';
import { lengthOf, nfc } from '../../shared/text';
import { type AccountViewer, hasDictionaryRole } from '../../shared/viewer';
import type { Storage } from '../../storage/storage';

/** Maximum size of an uploaded file, in bytes. */
export const MAX_UPLOAD_BYTES = 1024 ** 3;

/**
 * Maximum size of a recording or picture, in bytes: that of a desk form, with room for its fields. Users who may not import can upload
 * nothing else.
 */
export const MAX_MEDIA_BYTES = 15 * 1024 * 1024;

/** Maximum number of uploads per account, and maximum total announced size per account and over all accounts. */
const BOUNDS = { maxUploads: 5, maxBytesPerAccount: 2 * 1024 ** 3, maxBytes: 4 * 1024 ** 3 };

/** Size of a stored part, in bytes. Each part is a document. */
const PART_BYTES = 1024 * 1024;

/** Time for which an upload is stored after its start, in milliseconds. */
const KEPT_MS = 24 * 3_600_000;

/** Time for which the file of an import is stored, in milliseconds. The import may be waiting for approval. */
const KEPT_FOR_IMPORT_MS = 7 * KEPT_MS;

/** Maximum length of a file name, in code points. */
const MAX_FILE_NAME_LENGTH = 200;

/** An upload, for those who may use it. */
export type Upload = UploadRecord;

/** Announces an upload. */
export interface NewUpload {
  readonly file: string;
  readonly length: number;
  readonly sha256?: string | undefined;
}

/** Receives files in parts, for imports and articles. Only the uploading account sees a file. */
export class UploadService {
  constructor(private readonly storage: Pick<Storage, 'uploads'>) {}

  /** @throws Failure INVALID_INPUT, TOO_LARGE; QUOTA_EXCEEDED when too many uploads are kept */
  async begin(viewer: AccountViewer, { file, length, sha256 }: NewUpload): Promise<UploadRecord> {
    const largest = hasDictionaryRole('owner', viewer) ? MAX_UPLOAD_BYTES : MAX_MEDIA_BYTES;
    if (length > largest) throw new Failure('TOO_LARGE', `A file may have at most ${largest} bytes`);
    if (sha256 !== undefined && !/^[0-9a-f]{64}$/iu.test(sha256))
      throw new Failure('INVALID_INPUT', 'sha256 in Upload-Metadata must have 64 hexadecimal digits');
    const upload: UploadRecord = {
      uploadId: randomUUID(),
      accountId: viewer.accountId,
      file: fileNameFrom(file),
      length,
      offset: 0,
      ...(sha256 === undefined ? {} : { sha256: sha256.toLowerCase() }),
      expiresAt: new Date(Date.now() + KEPT_MS),
    };
    if (await this.storage.uploads.insert(upload, BOUNDS)) return upload;
    throw new Failure(
      'QUOTA_EXCEEDED',
      `At most ${BOUNDS.maxUploads} uploads of an account with ${BOUNDS.maxBytesPerAccount} bytes, and ${BOUNDS.maxBytes} bytes of all accounts, are kept at once; delete one or wait until it expires`,
    );
  }

  /** @throws Failure NOT_FOUND if it does not exist, belongs to another account or has expired */
  async get({ accountId }: Pick<AccountViewer, 'accountId'>, uploadId: string): Promise<UploadRecord> {
    const upload = await this.storage.uploads.find(uploadId);
    if (upload?.accountId !== accountId) throw new Failure('NOT_FOUND', 'There is no such upload');
    return upload;
  }

  /**
   * Appends bytes to an upload.
   *
   * @returns the upload with its new offset
   * @throws Failure CONFLICT when another request has appended bytes since
   */
  async append(upload: UploadRecord, bytes: Buffer): Promise<UploadRecord> {
    if (await this.storage.uploads.append(upload, bytes))
      return { ...upload, offset: upload.offset + bytes.length };
    throw new Failure('CONFLICT', 'Another request appended to this upload; read its offset again');
  }

  /** Stores a complete file, and returns the identifier of its upload. @throws Failure as `begin` */
  async receive(viewer: AccountViewer, file: string, bytes: Buffer): Promise<string> {
    let upload = await this.begin(viewer, { file, length: bytes.length });
    for (let at = 0; at < bytes.length; at += PART_BYTES)
      upload = await this.append(upload, bytes.subarray(at, at + PART_BYTES));
    return upload.uploadId;
  }

  /** Extends the life of the file until its import ends. */
  keep(uploadId: string): Promise<void> {
    return this.storage.uploads.setExpiry(uploadId, new Date(Date.now() + KEPT_FOR_IMPORT_MS));
  }

  /** Reads the whole file. @throws Failure NOT_FOUND when it has expired */
  async read(
    uploadId: string,
  ): Promise<{ readonly upload: UploadRecord; readonly bytes: AsyncIterable<Buffer> }> {
    const upload = await this.storage.uploads.find(uploadId);
    if (!upload) throw new Failure('NOT_FOUND', 'The uploaded file has expired');
    return { upload, bytes: this.storage.uploads.parts(uploadId) };
  }

  remove(uploadId: string): Promise<void> {
    return this.storage.uploads.remove(uploadId);
  }
}

/** @throws Failure INVALID_INPUT for an empty name or a name with a path */
function fileNameFrom(input: string): string {
  const name = nfc(input);
  if (
    name === '' ||
    lengthOf(name) > MAX_FILE_NAME_LENGTH ||
    /[/\\\p{C}]/u.test(name) ||
    name.startsWith('.')
  )
    throw new Failure(
      'INVALID_INPUT',
      `filename in Upload-Metadata must be a name of 1 to ${MAX_FILE_NAME_LENGTH} characters without a path`,
    );
  return name;
}
