/** What an import remembers of its own writing, to tell it from a later edit: the edit has another revision. */
export interface ImportMark {
  /** Digest of what was imported. */
  readonly hash: string;
  /** The revision that the import made. */
  readonly revision: number;
}
