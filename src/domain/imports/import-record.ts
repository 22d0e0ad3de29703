import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { Node } from '../values/node';
import { timeKey } from '../values/sort-keys';
import { dictionaryIdField, countField, largeNumberField, textField } from '../values/described-fields';
import type { Json } from '../../shared/json';

/** State of an import. */
export const ImportState = {
  CHECKING: 'checking',
  WAITING: 'waiting',
  STORING: 'storing',
  DONE: 'done',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
  UNDOING: 'undoing',
  UNDONE: 'undone',
} as const;
export type ImportState = (typeof ImportState)[keyof typeof ImportState];
registerEnumType(ImportState, {
  name: 'ImportState',
  description: 'State of an import.',
  valuesConfig: {
    CHECKING: { description: 'The server reads the file and stores nothing yet.' },
    WAITING: { description: 'The file was read; the import waits to be accepted.' },
    STORING: { description: 'The server stores the articles.' },
    DONE: { description: 'All articles of the file are stored.' },
    FAILED: { description: 'The import ended early; `problem` says why. What it stored before remains.' },
    CANCELLED: { description: 'The import was cancelled. What it stored before remains.' },
    UNDOING: { description: 'The server undoes the import.' },
    UNDONE: { description: 'The import was undone.' },
  },
});

/** Treatment of articles of earlier imports that the file lacks. */
export const MissingArticles = { KEEP: 'keep', HIDE: 'hide' } as const;
export type MissingArticles = (typeof MissingArticles)[keyof typeof MissingArticles];
registerEnumType(MissingArticles, {
  name: 'MissingArticles',
  description: 'Treatment of imported articles that a later file lacks.',
  valuesConfig: {
    KEEP: { description: 'They remain as they are.' },
    HIDE: { description: 'They are disabled. A later file that has them again enables them.' },
  },
});

/** An import of a file into a dictionary. */
@ObjectType({
  implements: Node,
  description: 'An import of a file into a dictionary.',
  simpleResolvers: true,
})
export class DictionaryImport {
  @Field(() => ID, {
    name: 'publicId',
    simple: false,
    description: 'Public identifier of the import. Pass it as `import`.',
  })
  importId!: string;

  @dictionaryIdField()
  dictionaryId!: string;

  @Field(() => String, { description: 'Name of the file.' })
  file!: string;

  @textField('Format of the file. Null until it is known.')
  format!: string | null;

  @Field(() => String, { description: 'Name of the account that imported the file, or of the operator.' })
  by!: string;

  @Field(() => ImportState, { description: 'State of the import.' })
  state!: ImportState;

  @textField('Error that ended the import, with line and column if they are known.')
  problem!: string | null;

  @largeNumberField('Size of the file in bytes, as far as it is known.')
  bytes!: number;

  @largeNumberField('Size of the part of the file that was read, in bytes.')
  bytesRead!: number;

  @countField('Number of entries that were read.')
  entries!: number;

  @countField('Number of articles that are new.')
  added!: number;

  @countField('Number of articles that changed.')
  changed!: number;

  @countField('Number of articles that did not change.')
  unchanged!: number;

  @countField('Number of articles that were edited on this server since their import and were not changed.')
  edited!: number;

  @countField('Number of articles that an earlier import created and that the file lacks.')
  missing!: number;

  @countField('Number of entries that were refused.')
  refused!: number;

  @Field(() => Boolean, { description: 'Whether the import created the dictionary.' })
  isNewDictionary!: boolean;

  @Field(() => Date, { description: 'When the import began.' })
  startedAt!: Date;

  @Field(() => Date, { description: 'When the import last made progress.' })
  updatedAt!: Date;
}

/** Options of an import. */
export interface ImportOptions {
  readonly format?: string | undefined;
  readonly encoding?: string | undefined;
  readonly headword?: string | undefined;
  readonly languages?: string | undefined;
  /** Name of a sheet of the workbook. */
  readonly sheet?: string | undefined;
  /** Line of the headings of a table, from 1. */
  readonly headingRow?: number | undefined;
  /** The marker of SFM that begins records, without the backslash. */
  readonly recordMarker?: string | undefined;
  /** Meanings of columns or markers, as JSON text. */
  readonly map?: string | undefined;
  readonly overwrite: boolean;
  readonly skipBadEntries: boolean;
  readonly missing: MissingArticles;
}

/** Findings of an import about its file, besides the counts. */
export interface ImportFindings {
  /** The loss report, as JSON. */
  readonly report?: string;
  /** Descriptions of the guessed settings of the file, for people. */
  readonly preview?: readonly string[];
  /** The guessed settings as JSON text, for programs. */
  readonly map?: string;
  /** Public identifiers of edited and of missing articles, at most a thousand of each. */
  readonly editedArticles?: readonly string[];
  readonly missingArticles?: readonly string[];
}

/** A stored import. */
export interface ImportRecord extends DictionaryImport, ImportFindings {
  /** Sort key in the list of a dictionary: the time, then the identifier. */
  readonly place: string;
  readonly options: ImportOptions;
  /** The upload with the file; absent for an import by a command. */
  readonly uploadId?: string;
  /** The user whose rights the import uses: the last one who began or accepted it. */
  readonly accountId?: string;
  /** The process that runs the import, and the end of its lease in milliseconds since 1970. */
  readonly owner?: string | null;
  readonly until?: number | null;
}

/** The state of an article before an import changed it. It is needed to undo the import. */
export interface ImportedChange {
  readonly number: number;
  /** The previous revision; 0 for a new article. */
  readonly revision: number;
  readonly mark?: ImportMark | null;
}

export function importSortKey({
  startedAt,
  importId,
}: Pick<DictionaryImport, 'startedAt' | 'importId'>): string {
  return timeKey(startedAt, importId);
}

/** A file that is uploaded in chunks for an import. */
export interface UploadRecord {
  readonly uploadId: string;
  /** The account that uploads the file. Only it may use the upload. */
  readonly accountId: string;
  /** Name of the file, without a path. */
  readonly file: string;
  /** Announced size in bytes. */
  readonly length: number;
  /** Number of bytes received. */
  readonly offset: number;
  /** Announced SHA-256 of the whole file in hexadecimal digits. */
  readonly sha256?: string;
  /** Time at which the upload is removed. */
  readonly expiresAt: Date;
}

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
