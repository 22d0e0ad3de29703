import type { ImportedArticle } from '../../domain/imports/import-item';
import type { Json } from '../../shared/json';
import type { PathCounts } from './loss-report';
import type { FileProblem, Position } from './position';
import type { PackagedFiles } from './packaged-files';
import type { StatedFacts } from './stated-facts';

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
  readonly lists?: ImportedArticle['lists'];
  /** Fields of an article that only the formats of this server store. */
  readonly state?: Pick<ImportedArticle, 'radical' | 'likeCount' | 'unlikeCount' | 'userVersions'> & {
    readonly number?: number;
  };
  readonly problem?: FileProblem;
  /** Warnings about the entry, which is imported nevertheless. */
  readonly warnings?: readonly FileProblem[];
}

/** A file of one format, being read. */
export interface EntrySource {
  readonly format: string;
  readonly encoding: string;
  readonly size: number;
  readonly sha256: string;
  /** Lines that describe the guessed settings, shown to people before anything is stored. */
  readonly preview?: readonly string[];
  /** Whether that was guessed: somebody has to accept it. */
  readonly isGuessed?: boolean;
  /** The same for a program, to be written down and changed. */
  readonly map?: string;
  /** A map that may be used for the next import, where nothing was guessed for this one. */
  readonly guess?: string;
  /** @throws FileProblem where the rest of the file cannot be read */
  readonly entries: (counts: PathCounts) => AsyncGenerator<FileEntry>;
  /** Returns the content of the file outside its entries; call it after reading these. */
  readonly files: () => readonly { readonly name: string; readonly text: string }[];
  /** Returns warnings about the whole file; call it after reading its entries. */
  readonly warnings?: () => readonly FileProblem[];
  readonly version: () => string | undefined;
  /** Returns what the file states of its dictionary; call it after the first entries are read. */
  readonly stated?: () => StatedFacts;
  /** The files that stand beside it, in a package for as long as the source is open. */
  readonly beside?: PackagedFiles;
  /** Removes the unpacked files. */
  readonly close?: () => Promise<void>;
}

/** Options for reading a file. `formats.ts` lists the formats. */
export interface ReadOptions {
  readonly encoding?: string | undefined;
  readonly headword?: string | undefined;
  /** Language tags by the letters of markers, or that of the translations: `e:en,n:fr`, `target:fr`. See `namedLanguages`. */
  readonly languages?: string | undefined;
  /** Meanings of columns or markers, as JSON text. */
  readonly map?: string | undefined;
  /** The name of the sheet of a workbook. */
  readonly sheet?: string | undefined;
  /** Meaning of a table row without a headword; a map can also specify it. */
  readonly rows?: 'continue' | 'separate' | undefined;
  /** Settings of earlier imports of the dictionary, by the names under which they are stored. The other options take precedence. */
  readonly kept?: ReadonlyMap<string, string> | undefined;
}

/** Language tags, in lower case, by what they are the languages of: the option `e:en,n:fr` or `target:fr`. */
export function namedLanguages(option: string | undefined): Readonly<Record<string, string>> {
  const pairs = (option ?? '').split(',').map((pair) => pair.split(':').map((part) => part.trim()));
  return Object.fromEntries(pairs.flatMap(([name, tag]) => (name && tag ? [[name, tag.toLowerCase()]] : [])));
}
