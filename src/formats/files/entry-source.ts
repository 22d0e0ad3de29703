import type { ImportedArticle } from '../../domain/imports/import-item';
import type { Json } from '../../shared/json';
import type { PathCounts } from './loss-report';
import type { FileProblem, Position } from './position';
import type { PackagedFiles } from './packaged-files';

/** One entry of a file, or why it was refused. */
export interface FileEntry {
  /** Position in the file, from 1. */
  readonly index: number;
  readonly start: Position;
  /** Bytes or characters of the file up to its end, for showing progress. */
  readonly end: number;
  readonly publicId?: string;
  readonly source?: Json;
  readonly isDisabled?: boolean | undefined;
  /** What a file of articles of this server says of one besides. */
  readonly state?: Pick<ImportedArticle, 'radical' | 'likeCount' | 'unlikeCount' | 'userVersions'> & {
    readonly number?: number;
  };
  readonly problem?: FileProblem;
  /** What to tell that does not refuse the entry. */
  readonly warnings?: readonly FileProblem[];
}

/** A file of one format, being read. */
export interface EntrySource {
  readonly format: string;
  readonly encoding: string;
  readonly size: number;
  readonly sha256: string;
  /** How the file is read, where nobody said it, for people to see before anything is stored. */
  readonly preview?: readonly string[];
  /** Whether that was guessed: somebody has to accept it. */
  readonly isGuessed?: boolean;
  /** The same for a program, to be written down and changed. */
  readonly map?: string;
  /** A map that may be used for the next import, where nothing was guessed for this one. */
  readonly guess?: string;
  /** @throws FileProblem where the rest of the file cannot be read */
  readonly entries: (counts: PathCounts) => AsyncGenerator<FileEntry>;
  /** What the file says beside its entries, once they are read. */
  readonly files: () => readonly { readonly name: string; readonly text: string }[];
  /** What to tell of the file as a whole, once its entries are read. */
  readonly warnings?: () => readonly FileProblem[];
  readonly version: () => string | undefined;
  /** The files that stand beside it, in a package for as long as the source is open. */
  readonly beside?: PackagedFiles;
  /** Removes what was unpacked for reading. */
  readonly close?: () => Promise<void>;
}

/** How a format is read; a table of them is in `formats.ts`. */
export interface ReadOptions {
  readonly encoding?: string | undefined;
  readonly headword?: string | undefined;
  /** Language tags of the letters of markers: `e:en,n:fr`. */
  readonly languages?: string | undefined;
  /** What columns or markers mean, as JSON text. */
  readonly map?: string | undefined;
  /** The name of the sheet of a workbook. */
  readonly sheet?: string | undefined;
  /** What a row of a table without a headword is; a map may say it too. */
  readonly rows?: 'continue' | 'separate' | undefined;
  /** How earlier files of the dictionary were read, by the names under which they are kept; what is given here comes first. */
  readonly kept?: ReadonlyMap<string, string> | undefined;
}
