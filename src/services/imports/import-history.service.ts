import { randomUUID } from 'node:crypto';
import {
  importSortKey,
  type DictionaryImport,
  type ImportFindings,
  type ImportOptions,
  type ImportOutcome,
  type ImportRecord,
  type ImportState,
  type ImportedChange,
} from '../../domain/imports/import-record';
import { Failure } from '../../shared/failure';
import { cursorOf, type Page, type PageRequest } from '../../shared/paging';
import { cut } from '../../shared/text';
import type { Storage } from '../../storage/storage';
import type { ImportNames } from '../../storage/dictionaries/import-repository';
import type { DictionaryService } from '../dictionaries/dictionary.service';
import { readPageOf, unfilteredSource } from '../list-page';

/** Name and version of the order of imports, by time and identifier. Cursors of another version are refused. */
const IMPORT_ORDER = 'imports 1';

/** Time for which a process holds an import without reporting progress, in milliseconds. */
const LEASE_MS = 60_000;

/** Time after the lease of a command has expired until its import counts as failed, in milliseconds. A large batch can take minutes. */
const ABANDONED_AFTER_MS = 10 * 60_000;

/** Maximum number of stored imports of a dictionary, and of those that can be undone. */
const MAX_STORED_IMPORTS = 50;
const MAX_UNDOABLE = 10;

/** Maximum number of articles of each kind that a record names. */
const MAX_NAMED_ARTICLES = 1000;

/** Maximum length of a file name and of a report, in characters. */
const MAX_STORED_NAME_LENGTH = 255;
const MAX_REPORT_LENGTH = 4 * 1024 * 1024;

const NOTHING_YET = {
  entries: 0,
  added: 0,
  changed: 0,
  unchanged: 0,
  edited: 0,
  missing: 0,
  refused: 0,
} as const;

/** The data of an import at its start. */
export interface NewImport {
  readonly dictionaryId: string;
  readonly file: string;
  readonly by: string;
  readonly options: ImportOptions;
  readonly bytes?: number;
  readonly format?: string | null;
  readonly uploadId?: string;
  readonly accountId?: string;
  readonly state: Extract<ImportState, 'checking' | 'storing'>;
}

/** Progress of an import, stored in its record. */
export interface ImportProgress {
  readonly bytes?: number;
  readonly bytesRead: number;
  readonly entries: number;
}

/** The outcome of an import. */
export interface ImportResults extends ImportFindings {
  readonly format: string | null;
  readonly articles: Readonly<Record<ImportOutcome, number>>;
  readonly entries: number;
  readonly refused: number;
  readonly edited: readonly string[];
  readonly missing: number;
  readonly isNewDictionary: boolean;
  readonly problem?: string | undefined;
}

export function importCursor(record: Pick<DictionaryImport, 'startedAt' | 'importId'>): string {
  return cursorOf(importSortKey(record), IMPORT_ORDER);
}

/** Stores records of imports, so that imports can be continued, listed and undone. */
export class ImportHistory {
  /** Identifies this process among those that run imports. */
  private readonly owner = randomUUID();

  constructor(
    private readonly storage: Pick<Storage, 'imports'>,
    private readonly dictionaries: DictionaryService,
  ) {}

  /** Creates the record of an import. A command owns its import immediately; other imports wait for a process to claim them. */
  async begin(input: NewImport): Promise<ImportRecord> {
    const now = new Date();
    const { file, format = null, bytes = 0, state } = input;
    const names = { importId: randomUUID(), startedAt: now };
    const record: ImportRecord = {
      ...names,
      ...input,
      place: importSortKey(names),
      file: cut(file, MAX_STORED_NAME_LENGTH),
      format,
      problem: null,
      bytes,
      bytesRead: 0,
      ...NOTHING_YET,
      isNewDictionary: false,
      updatedAt: now,
      owner: state === 'storing' ? this.owner : null,
      until: state === 'storing' ? Date.now() + LEASE_MS : null,
    };
    await this.storage.imports.insert(record);
    await this.trim(input.dictionaryId);
    return record;
  }

  /** Claims an import that no process owns; `undefined` if another process was first. */
  claim(
    importId: string,
    states: readonly ImportState[],
    state?: ImportState,
  ): Promise<ImportRecord | undefined> {
    const lease = { owner: this.owner, until: Date.now() + LEASE_MS };
    return this.storage.imports.update(importId, { ...lease, ...(state && { state }) }, { states });
  }

  /**
   * Records the progress of an import and extends the lease of this process.
   *
   * @throws Failure CONFLICT when the import was cancelled, or another process owns it
   */
  async recordProgress(
    importId: string,
    state: ImportState,
    progress: Partial<ImportProgress>,
  ): Promise<void> {
    const change = { ...progress, until: Date.now() + LEASE_MS };
    const isUpdated = await this.storage.imports.update(importId, change, {
      states: [state],
      owner: this.owner,
    });
    if (!isUpdated)
      throw new Failure('CONFLICT', 'The import was cancelled, or another process continues it');
  }

  /** Records the state of articles before a batch of them is stored. */
  note({ dictionaryId, importId }: ImportNames, changes: readonly ImportedChange[]): Promise<void> {
    return this.storage.imports.note({ dictionaryId, importId }, changes);
  }

  /** Records the results of an import, and ends the lease of this process. `undefined` if another process owns it. */
  async finish(
    importId: string,
    { from, to }: { readonly from: ImportState; readonly to: ImportState },
    results: Partial<ImportResults> & Partial<Pick<ImportRecord, 'bytesRead'>> = {},
  ): Promise<ImportRecord | undefined> {
    const change = { ...recordedResult(results), state: to, owner: null, until: null };
    return this.storage.imports.update(importId, change, { states: [from], owner: this.owner });
  }

  /** Returns an import; `undefined` if there is none. */
  async find(importId: string): Promise<ImportRecord | undefined> {
    return (await this.storage.imports.find(importId)) ?? undefined;
  }

  /** Returns an import. @throws Failure NOT_FOUND */
  async get(importId: string): Promise<ImportRecord> {
    const record = await this.find(importId);
    if (!record) throw new Failure('NOT_FOUND', 'There is no such import');
    return withEnd(record);
  }

  /** Returns a page of the imports of a dictionary, ordered by time. */
  async list(name: string, pageRequest: PageRequest, maxItems: number): Promise<Page<DictionaryImport>> {
    const dictionaryId = await this.dictionaries.idOf(name);
    const { imports } = this.storage;
    const whole = unfilteredSource<DictionaryImport>(IMPORT_ORDER, {
      read: async (query) => (await imports.read(dictionaryId, query)).map(withEnd),
      total: () => imports.total(dictionaryId),
    });
    return readPageOf(whole, pageRequest, maxItems);
  }

  /** Removes the oldest records of a dictionary, and the undo data of all but the latest imports. */
  private async trim(dictionaryId: string): Promise<void> {
    const { imports } = this.storage;
    const records = await imports.read(dictionaryId, { order: 'DESC', limit: 2 * MAX_STORED_IMPORTS });
    const settled = records
      .map(withEnd)
      .filter(({ state }) => !['storing', 'checking', 'undoing'].includes(state));
    for (const { importId } of settled.slice(MAX_UNDOABLE))
      await imports.removeSteps({ dictionaryId, importId });
    for (const { importId } of settled.slice(MAX_STORED_IMPORTS))
      await imports.remove({ dictionaryId, importId });
  }
}

/** Returns an import, as failed if its command was killed: nothing continues such an import. Imports of uploaded files are continued. */
function withEnd(record: ImportRecord): ImportRecord {
  const { uploadId, state, until } = record;
  const isHeld = uploadId === undefined && state === 'storing' && typeof until === 'number';
  if (!isHeld || until + ABANDONED_AFTER_MS > Date.now()) return record;
  const problem =
    'The command was ended before the import was complete. The articles that it had stored are there; import the file again to store the others, or undo the import';
  return { ...record, state: 'failed', problem };
}

function recordedResult({
  articles,
  edited,
  missing,
  missingArticles,
  problem,
  report,
  ...others
}: Partial<ImportResults>): Partial<ImportRecord> {
  return {
    ...others,
    ...(articles && {
      added: articles.added,
      changed: articles.updated,
      unchanged: articles.unchanged,
      edited: articles.edited,
    }),
    ...(edited && { editedArticles: edited.slice(0, MAX_NAMED_ARTICLES) }),
    ...(missingArticles && { missingArticles: missingArticles.slice(0, MAX_NAMED_ARTICLES) }),
    ...(missing === undefined ? {} : { missing }),
    problem: problem ?? null,
    ...(report === undefined || report.length > MAX_REPORT_LENGTH ? {} : { report }),
  };
}
