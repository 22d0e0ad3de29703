import { dictionaryIdFrom } from '../../domain/dictionary/dictionary';
import {
  type ImportOptions,
  type ImportRecord,
  type ImportState,
  MissingArticles,
} from '../../domain/imports/import-record';
import { Failure } from '../../shared/failure';
import { checkedMembers, inMember, invalid } from '../../shared/faults';
import { type AccountViewer, roleAmong } from '../../shared/viewer';
import type { Storage } from '../../storage/storage';
import type { DictionaryService } from '../dictionaries/dictionary.service';
import type { ImportHistory } from './import-history.service';
import type { UploadService } from './upload.service';

/** Maximum number of imports of uploaded files that are waiting or running, over all accounts. */
const MAX_OPEN = 20;

/** Maximum length of a column map and of any other option, in characters. */
const MAX_MAP_LENGTH = 100_000;
const MAX_OPTION_LENGTH = 200;

/** Options that determine how a file is read. */
const READING_OPTIONS = ['format', 'encoding', 'headword', 'languages', 'sheet', 'map'] as const;

/** Options that decide what the columns or markers of a file are. */
const TABLE_OPTIONS = ['sheet', 'headingRow', 'recordMarker'] as const;

/** States in which a process works on an import. */
const RUNNABLE: readonly ImportState[] = ['checking', 'storing'];

/** Options of an import that a client gives. Null and omitted members are the same. */
export interface RequestedImportOptions {
  readonly format?: string | null | undefined;
  readonly encoding?: string | null | undefined;
  readonly headword?: string | null | undefined;
  readonly languages?: string | null | undefined;
  readonly sheet?: string | null | undefined;
  readonly headingRow?: number | null | undefined;
  readonly recordMarker?: string | null | undefined;
  readonly map?: string | null | undefined;
  readonly overwrite?: boolean | null | undefined;
  readonly skipBadEntries?: boolean | null | undefined;
  readonly missing?: MissingArticles | null | undefined;
}

/** Imports of uploaded files. A file is read first, and stored after a person has accepted the findings. */
export class ImportJobs {
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly storage: Pick<Storage, 'imports' | 'users'>,
    private readonly history: ImportHistory,
    private readonly uploads: UploadService,
    private readonly dictionaries: DictionaryService,
  ) {}

  /**
   * Creates an import and starts to read an uploaded file. Nothing is stored yet.
   *
   * @throws Failure NOT_FOUND, INVALID_INPUT; CONFLICT when the upload is incomplete or too many imports are open
   */
  async create(
    viewer: AccountViewer,
    uploadId: string,
    dictionary: string,
    requested: RequestedImportOptions,
  ): Promise<ImportRecord> {
    // The dictionary may also be given by its number, as for the permission check before.
    const named = await this.dictionaries.idOf(dictionary);
    const dictionaryId = inMember('dictionary', () => dictionaryIdFrom(named));
    const options = optionsFrom(requested);
    const upload = await this.uploads.get(viewer, uploadId);
    if (upload.offset < upload.length)
      throw new Failure('CONFLICT', `Only ${upload.offset} of ${upload.length} bytes are uploaded`);
    const open = await this.storage.imports.inStates([...RUNNABLE, 'waiting'], MAX_OPEN);
    if (open.length >= MAX_OPEN)
      throw new Failure('CONFLICT', `At most ${MAX_OPEN} imports are open at once; accept or cancel one`);
    if (open.some((dictionaryImport) => dictionaryImport.uploadId === uploadId))
      throw new Failure('CONFLICT', 'The file of this upload is already being imported');
    await this.uploads.keep(uploadId);
    const { file, length: bytes } = upload;
    const newImport = {
      dictionaryId,
      file,
      bytes,
      options,
      uploadId,
      by: viewer.name,
      accountId: viewer.accountId,
      state: 'checking',
    } as const;
    const record = await this.history.begin(newImport);
    this.wake();
    return record;
  }

  /**
   * Accepts a file that was read, so that its articles are stored.
   *
   * @param requested replaces options; with another map, encoding or format the file is read again first
   * @throws Failure NOT_FOUND; CONFLICT when the import is not waiting
   */
  async accept(
    { accountId }: AccountViewer,
    importId: string,
    requested: RequestedImportOptions,
  ): Promise<ImportRecord> {
    const { options, uploadId, map } = await this.existing(importId);
    const changed = Object.fromEntries(
      Object.entries(optionsFrom(requested)).filter(([name]) => isPresent(requested, name)),
    );
    // Another sheet has other columns, so the map does not apply to it.
    const isOtherTable = TABLE_OPTIONS.some((name) => name in changed && changed[name] !== options[name]);
    const isReadAgain = [...TABLE_OPTIONS, ...READING_OPTIONS].some((name) => name in changed);
    if (uploadId !== undefined) await this.uploads.keep(uploadId);
    const accepted = await this.storage.imports.update(
      importId,
      {
        // The import stores what its preview showed, even if a later version of the server would guess otherwise.
        options: { ...options, ...(map !== undefined && !isOtherTable && { map }), ...changed },
        state: isReadAgain ? 'checking' : 'storing',
        accountId,
      },
      { states: ['waiting'] },
    );
    if (!accepted) throw new Failure('CONFLICT', 'The import does not wait to be accepted');
    this.wake();
    return accepted;
  }

  /** Ends an import. The stored articles remain until the import is undone. @throws Failure NOT_FOUND, CONFLICT */
  async cancel(importId: string): Promise<ImportRecord> {
    const { uploadId, owner } = await this.existing(importId);
    const change = { state: 'cancelled', owner: null, until: null } as const;
    const states: readonly ImportState[] = [...RUNNABLE, 'waiting'];
    const condition = typeof owner === 'string' ? { states, owner } : { states };
    const cancelled = await this.storage.imports.update(importId, change, condition);
    if (!cancelled) throw new Failure('CONFLICT', 'The import is over, or has just changed; read it again');
    if (uploadId !== undefined) await this.uploads.remove(uploadId);
    return cancelled;
  }

  /**
   * Checked before each batch: an import continues only while its account may import into the dictionary.
   *
   * @throws Failure FORBIDDEN
   */
  async assertPermitted({ accountId, dictionaryId }: ImportRecord): Promise<void> {
    // Imports that began in earlier versions have no account.
    if (accountId === undefined) return;
    const user = await this.storage.users.findByNumber(Number(accountId));
    const role = user?.role === 'admin' ? 'owner' : roleAmong(user?.memberships, dictionaryId);
    if (user?.isDisabled === false && role === 'owner') return;
    throw new Failure(
      'FORBIDDEN',
      'The account that began or accepted the import may not import into this dictionary any more',
    );
  }

  /** Claims the oldest import that no process owns; `undefined` if there is none. */
  async next(): Promise<ImportRecord | undefined> {
    for (const { importId, uploadId, state } of await this.storage.imports.inStates(RUNNABLE, 2 * MAX_OPEN)) {
      const claimed = uploadId === undefined ? undefined : await this.history.claim(importId, [state]);
      if (claimed) return claimed;
    }
    return undefined;
  }

  /** Registers a function to call when an import may be ready to run. */
  onWork(listener: () => void): void {
    this.listeners.push(listener);
  }

  private wake(): void {
    for (const listener of this.listeners) listener();
  }

  private async existing(importId: string): Promise<ImportRecord> {
    const record = await this.history.get(importId);
    if (record.uploadId === undefined)
      throw new Failure(
        'CONFLICT',
        'The import was begun by a command on the server, which alone can end it',
      );
    return record;
  }
}

function optionFrom(name: string, text: string | undefined, maxLength: number): string | undefined {
  if (text !== undefined && text.length > maxLength)
    throw invalid([], `${name} must have at most ${maxLength} characters`);
  return text;
}

function isPresent(requested: RequestedImportOptions, name: string): boolean {
  const value = requested[name as keyof RequestedImportOptions];
  return value !== undefined && value !== null;
}

/** @throws Failure INVALID_INPUT if it is not the number of a line */
export function headingRowFrom(line: number | undefined): number | undefined {
  if (line !== undefined && !(Number.isInteger(line) && line > 0))
    throw invalid([], 'headingRow must be the number of a line, from 1');
  return line;
}

/**
 * @param text a marker as in the file, with or without its backslash
 * @throws Failure INVALID_INPUT if it is not one marker
 */
export function recordMarkerFrom(text: string | undefined): string | undefined {
  const marker = optionFrom('recordMarker', text, MAX_OPTION_LENGTH)?.trim().replace(/^\\/u, '');
  if (marker !== undefined && !/^[^\s\\]+$/u.test(marker))
    throw invalid([], 'recordMarker must be one marker, such as lx');
  return marker;
}

function optionsFrom(requested: RequestedImportOptions): ImportOptions {
  const { overwrite, skipBadEntries, missing } = requested;
  const checks = READING_OPTIONS.map((name) => {
    const maxLength = name === 'map' ? MAX_MAP_LENGTH : MAX_OPTION_LENGTH;
    return [name, () => optionFrom(name, requested[name] ?? undefined, maxLength)] as const;
  });
  const read = checkedMembers<Record<string, () => string | number | undefined>>({
    ...Object.fromEntries(checks),
    headingRow: () => headingRowFrom(requested.headingRow ?? undefined),
    recordMarker: () => recordMarkerFrom(requested.recordMarker ?? undefined),
  });
  return {
    ...Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)),
    overwrite: overwrite ?? false,
    skipBadEntries: skipBadEntries ?? false,
    missing: missing ?? MissingArticles.KEEP,
  };
}
