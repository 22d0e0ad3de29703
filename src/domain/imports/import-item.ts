import type { Json } from '../../shared/json';

/** Identifies the state that an import stored. An article with another revision has been edited since. */
export interface ImportMark {
  /** Digest of the imported values. */
  readonly hash: string;
  /** The revision that the import created. */
  readonly revision: number;
  /** Identifier of the import; absent in older records. */
  readonly by?: string;
  /** The revision that the import replaced; 0 if it added the article. */
  readonly before?: number;
  /** Whether the import disabled the article because its file lacks it. */
  readonly isMissing?: boolean;
  /** Identifier of the import that this revision undid. */
  readonly undid?: string;
  /** Time of the last import that added a recording or picture to the article. */
  readonly mediaAt?: Date;
}

/** An article in an imported file. */
export interface ImportedArticle {
  readonly number: number;
  readonly publicId?: string | undefined;
  readonly radical?: string | undefined;
  readonly source: Json;
  /** The source as stored text, if the reader of the file has made it already: see `freeJsonText`. */
  readonly text?: string | undefined;
  /** The typed lists that the file format can hold; all if absent. An existing article keeps its other lists. */
  readonly lists?: ReadonlySet<string> | undefined;
  /** Whether the article is disabled. If absent, an existing article stays as it is and a new one is enabled. */
  readonly isDisabled?: boolean | undefined;
  readonly likeCount?: number | undefined;
  readonly unlikeCount?: number | undefined;
  /** Versions of the article by users, as text. */
  readonly userVersions?: string | undefined;
}

/** An article in a file without numbers. It updates the stored article with the same public identifier. */
export type UnnumberedArticle = Omit<ImportedArticle, 'number'> & {
  readonly publicId: string;
  readonly number?: number | undefined;
};

/** The outcome for an imported object. `edited` means that it was changed here since its import and is not overwritten. */
export type ImportOutcome = 'added' | 'updated' | 'unchanged' | 'edited';

/** The outcome for one article, or the reason why the database refuses it. */
export type ImportResult =
  | {
      readonly outcome: ImportOutcome;
      /** Whether the stored article has no headword. */
      readonly isNameless?: boolean;
      /** Whether the article was imported from another format and keeps the entry of that format. */
      readonly keepsEntry?: boolean;
    }
  | { readonly refused: string };
