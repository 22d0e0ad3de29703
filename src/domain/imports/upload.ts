/** A file that is uploaded in parts, for an import. */
export interface UploadRecord {
  readonly uploadId: string;
  /** The account that uploads it, and alone may use it. */
  readonly accountId: string;
  /** Name of the file, without a path. */
  readonly file: string;
  /** Announced size in bytes. */
  readonly length: number;
  /** How much of it is there. */
  readonly offset: number;
  /** Announced SHA-256 of the whole file in hexadecimal digits. */
  readonly sha256?: string;
  /** When it is removed. */
  readonly expiresAt: Date;
}
