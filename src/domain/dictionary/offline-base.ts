/** A file of an offline base: articles of a range of numbers, each a line of JSON. */
export interface OfflineFile {
  /** SHA-256 of the uncompressed file, in hexadecimal. */
  readonly sha256: string;
  /** Size of the file compressed by brotli, in bytes. */
  readonly bytes: number;
  readonly articles: number;
  /** The first and the last number that an article of the file can have. */
  readonly from: number;
  readonly to: number;
}

/** The files that hold all visible articles of a dictionary, as of one place in the sequence of its changes. */
export interface OfflineBase {
  readonly dictionaryId: string;
  /** Names the history that places in the sequence belong to: another one after a restored backup or for a re-created dictionary. */
  readonly generation: string;
  readonly seq: number;
  readonly articles: number;
  /** In the order of the numbers. */
  readonly files: readonly OfflineFile[];
  readonly at: Date;
}

/** A stored file of an offline base, compressed. */
export interface OfflineSegment extends OfflineFile {
  readonly dictionaryId: string;
  /** The place in the sequence at which its articles were read. */
  readonly seq: number;
  readonly br: Buffer;
  readonly gzip: Buffer;
}
