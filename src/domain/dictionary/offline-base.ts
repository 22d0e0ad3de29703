/** A file of an offline base: the articles of a range of numbers, one line of JSON each. */
export interface OfflineFile {
  /** SHA-256 of the uncompressed file, in hexadecimal. */
  readonly sha256: string;
  /** Size of the file compressed by brotli, in bytes. */
  readonly bytes: number;
  readonly articles: number;
  /** The first and the last article number of the range. */
  readonly from: number;
  readonly to: number;
}

/** The files with all visible articles of a dictionary at one point of its change sequence. */
export interface OfflineBase {
  readonly dictionaryId: string;
  /** Identifies the change sequence to which `seq` belongs. It changes when a backup is restored or the dictionary is created again. */
  readonly generation: string;
  readonly seq: number;
  readonly articles: number;
  /** Ordered by article number. */
  readonly files: readonly OfflineFile[];
  readonly at: Date;
}

/** A stored file of an offline base, compressed. */
export interface OfflineSegment extends OfflineFile {
  readonly dictionaryId: string;
  /** Number of the last change that the articles of the file include. */
  readonly seq: number;
  readonly br: Buffer;
  readonly gzip: Buffer;
}
