import type { Json } from '../../shared/json';

/** Data by which an import recognises later edits: an edit has another revision. */
export interface ImportMark {
  /** Digest of the imported values. */
  readonly hash: string;
  /** The revision that the import made. */
  readonly revision: number;
}

/** An article as an import brings it. */
export interface ImportedArticle {
  readonly number: number;
  readonly publicId?: string | undefined;
  readonly radical?: string | undefined;
  readonly source: Json;
  /** Whether the article is disabled; as it is, or enabled if it is new, where the file does not say. */
  readonly isDisabled?: boolean | undefined;
  readonly likeCount?: number | undefined;
  readonly unlikeCount?: number | undefined;
}

/** An article of a file that numbers none: an article of the same public identifier is the same. */
export type UnnumberedArticle = Omit<ImportedArticle, 'number'> & { readonly publicId: string };

/** The outcome for an imported object. `edited` means that it was changed here since its import and is not overwritten. */
export type ImportOutcome = 'added' | 'updated' | 'unchanged' | 'edited';

/** The outcome for one article, or why the database cannot take it. */
export type ImportResult =
  | {
      readonly outcome: ImportOutcome;
      /** No headword was found in what is stored now. */
      readonly isNameless?: boolean;
    }
  | { readonly refused: string };
