import type { ImportedArticle } from '../../domain/imports/import-record';
import type { Json } from '../../shared/json';
import type { PathCounts } from './loss-report';
import type { FileProblem, Position } from './position';
import type { PackagedFiles } from './packaged-files';
import type { StatedFacts } from './stated-facts';

/** An entry of a file, or the reason why it was refused. */
export interface FileEntry {
  /** Position in the file, from 1. */
  readonly index: number;
  readonly start: Position;
  /** Offset of its end in the file, in bytes or characters, for the progress. */
  readonly end: number;
  readonly publicId?: string;
  readonly source?: Json;
  readonly isDisabled?: boolean | undefined;
  readonly lists?: ImportedArticle['lists'];
  /** Article fields that only formats of this server store. */
  readonly state?: Pick<ImportedArticle, 'radical' | 'likeCount' | 'unlikeCount' | 'userVersions'> & {
    readonly number?: number;
  };
  readonly problem?: FileProblem;
  /** Warnings about the entry. It is imported in spite of them. */
  readonly warnings?: readonly FileProblem[];
}

/** An open file of one format. */
export interface EntrySource {
  readonly format: string;
  readonly encoding: string;
  readonly size: number;
  readonly sha256: string;
  /** Lines that describe the guessed settings. They are shown before anything is stored. */
  readonly preview?: readonly string[];
  /** Whether the settings were guessed and a person has to accept them. */
  readonly isGuessed?: boolean;
  /** The guessed settings as JSON text, which can be saved and changed. */
  readonly map?: string;
  /** A map that may be used for the next import. This import has used given settings instead of guesses. */
  readonly guess?: string;
  /** @throws FileProblem if the rest of the file cannot be read */
  readonly entries: (counts: PathCounts) => AsyncGenerator<FileEntry>;
  /** Returns the content of the file outside its entries; call it after reading these. */
  readonly files: () => readonly { readonly name: string; readonly text: string }[];
  /** Returns warnings about the whole file; call it after reading its entries. */
  readonly warnings?: () => readonly FileProblem[];
  readonly version: () => string | undefined;
  /** Returns the facts that the file states about its dictionary; call it after the first entries are read. */
  readonly stated?: () => StatedFacts;
  /** The other files of the same folder or package. Those of a package exist until the source is closed. */
  readonly companionFiles?: PackagedFiles;
  /** Removes the unpacked files. */
  readonly close?: () => Promise<void>;
}

/** Options for reading a file. `formats.ts` lists the formats. */
export interface ReadOptions {
  readonly encoding?: string | undefined;
  readonly headword?: string | undefined;
  /** Language tags by the letters of markers, or the language of the translations: `e:en,n:fr`, `target:fr`. See `namedLanguages`. */
  readonly languages?: string | undefined;
  /** Meanings of columns or markers, as JSON text. */
  readonly map?: string | undefined;
  /** Name of the sheet of a workbook. */
  readonly sheet?: string | undefined;
  /** Line of the headings of a table, from 1. */
  readonly headingRow?: number | undefined;
  /** The marker of SFM that begins records, unless a map names one. */
  readonly recordMarker?: string | undefined;
  /** Meaning of a table row without a headword; a map can also specify it. */
  readonly rows?: 'continue' | 'separate' | undefined;
  /** Settings of earlier imports of the dictionary by their stored names. The other options take precedence. */
  readonly storedSettings?: ReadonlyMap<string, string> | undefined;
}

/** Parses the option `e:en,n:fr` or `target:fr`. Returns language tags in lower case, by the names before the colons. */
export function namedLanguages(option: string | undefined): Readonly<Record<string, string>> {
  const pairs = (option ?? '').split(',').map((pair) => pair.split(':').map((part) => part.trim()));
  return Object.fromEntries(pairs.flatMap(([name, tag]) => (name && tag ? [[name, tag.toLowerCase()]] : [])));
}
