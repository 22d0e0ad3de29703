import type { Json } from '../../shared/json';

/** Data by which an import recognises later edits: an edit has another revision. */
export interface ImportMark {
  /** Digest of the imported values. */
  readonly hash: string;
  /** The revision that the import made. */
  readonly revision: number;
  /** The import; unknown for those before this member. */
  readonly by?: string;
  /** The revision before it; 0 for an article that it added. */
  readonly before?: number;
  /** Whether it disabled the article because its file lacks it. */
  readonly isMissing?: boolean;
  /** The import that was taken back by making this revision. */
  readonly undid?: string;
  /** When an import last gave it a recording or picture. */
  readonly mediaAt?: Date;
}

/** An article as an import brings it. */
export interface ImportedArticle {
  readonly number: number;
  readonly publicId?: string | undefined;
  readonly radical?: string | undefined;
  readonly source: Json;
  /** The source as it is stored, where who read it has made the text already: see `freeJsonText`. */
  readonly text?: string | undefined;
  /** The typed lists that the file can hold, where these are not all: an article that is there keeps the others. */
  readonly lists?: ReadonlySet<string> | undefined;
  /** Whether the article is disabled; as it is, or enabled if it is new, where the file does not say. */
  readonly isDisabled?: boolean | undefined;
  readonly likeCount?: number | undefined;
  readonly unlikeCount?: number | undefined;
  /** Versions of the article by users, as text. */
  readonly userVersions?: string | undefined;
}

/** An article of a file that may number none: then an article of the same public identifier is the same. */
export type UnnumberedArticle = Omit<ImportedArticle, 'number'> & {
  readonly publicId: string;
  readonly number?: number | undefined;
};

/** The outcome for an imported object. `edited` means that it was changed here since its import and is not overwritten. */
export type ImportOutcome = 'added' | 'updated' | 'unchanged' | 'edited';

/** The outcome for one article, or why the database cannot take it. */
export type ImportResult =
  | {
      readonly outcome: ImportOutcome;
      /** No headword was found in what is stored now. */
      readonly isNameless?: boolean;
      /** The article came from another format, whose entry it keeps instead of that of the file. */
      readonly keepsEntry?: boolean;
    }
  | { readonly refused: string };
