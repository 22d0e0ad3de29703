import type { Json } from '../../shared/json';

/** What an import remembers of its own writing, to tell it from a later edit: the edit has another revision. */
export interface ImportMark {
  /** Digest of what was imported. */
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
}

/** What became of an imported thing: `edited` was changed here since its import and is left as it is. */
export type ImportOutcome = 'added' | 'updated' | 'unchanged' | 'edited';

/** The outcome for one article, or why the database cannot take it. */
export type ImportResult =
  | {
      readonly outcome: ImportOutcome;
      /** No headword was found in what is stored now. */
      readonly isNameless?: boolean;
    }
  | { readonly refused: string };
