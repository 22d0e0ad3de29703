import type { ImportOutcome, ImportResult, MissingArticles } from '../../domain/imports/import-record';
import type { MissingSummary } from '../../services/imports/missing-articles';
import type { ImportService } from '../../services/imports/import.service';
import type { ImportRules } from '../../services/imports/import-plan';
import { isFullBatch } from '../files/batch-size';
import { NumbersByName } from '../files/numbers-by-name';
import {
  type DictionaryFolder,
  type FolderLine,
  highestNumberIn,
  folderLines,
  openDictionaryFolder,
} from './dictionary-folder';

/** A line that was not imported. */
export interface BadLine {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}

export interface ImportRequest extends ImportRules {
  /** Whether to continue after an invalid line; otherwise the first one ends the import. */
  readonly skipBadLines: boolean;
  /** Treatment of imported articles that the folder lacks; by default they remain as they are. */
  readonly missing?: MissingArticles;
  /** Called before each batch is stored. An error that it throws ends the import after the previous batch. */
  readonly proceeds?: (bytes: number, lines: number) => Promise<void>;
}

/** Callbacks of a running import. */
export interface ImportCallbacks {
  readonly begins: (folder: DictionaryFolder) => void;
  readonly proceeds: (bytes: number, articles: number) => void;
  readonly rejects: (bad: BadLine) => void;
}

export interface ImportMode {
  /** By default, edited articles are not changed, and the first invalid line ends the import. */
  readonly request: ImportRequest;
  /** By default, there are no callbacks. */
  readonly callbacks: ImportCallbacks;
}

const USUAL: ImportMode = {
  request: { overwrite: false, dryRun: false, skipBadLines: false },
  callbacks: { begins: () => undefined, proceeds: () => undefined, rejects: () => undefined },
};

export interface ImportSummary {
  readonly dictionaryId: string;
  readonly metadata: ImportOutcome;
  readonly articles: Readonly<Record<ImportOutcome, number>>;
  /** Numbers of articles that were edited since their import and were not changed. */
  readonly edited: readonly number[];
  readonly badLines: number;
  /** Number of new or changed articles without a headword. */
  readonly nameless: number;
  /** Articles of earlier imports that the folder lacks; none if there were invalid lines. */
  readonly missing: MissingSummary;
}

/** An invalid line ended the import. The articles before it remain stored, and the import can be repeated. */
class BadLineError extends Error {
  constructor({ file, line, reason }: BadLine, imported = 0) {
    const before =
      imported === 0
        ? ''
        : `\nThe ${imported} articles before it are imported; import again once it is mended.`;
    super(`${file}, line ${line}: ${reason}${before}`);
  }
}

/**
 * Imports a folder, batch by batch. Each batch is stored completely or not at all, so an import that was killed can be repeated.
 *
 * @throws BadLineError at an invalid line, unless invalid lines are skipped
 * @throws Failure when the folder or its metadata cannot be read
 */
export async function importFolder(
  service: ImportService,
  path: string,
  options: Partial<ImportMode> = {},
): Promise<ImportSummary> {
  const mode = { ...USUAL, ...options };
  const folder = await openDictionaryFolder(path);
  mode.callbacks.begins(folder);
  if (!mode.request.skipBadLines) await refuseBadBeginning(folder);
  if (!mode.request.dryRun)
    await service.reserveNumbers(folder.metadata.dictionaryId, await highestNumberIn(folder));
  const report = new Report(folder, await service.importDictionary(folder.metadata, mode.request), mode);
  // The next batch is read and derived while the database stores the current one.
  let previous = Promise.resolve();
  for await (const batch of batchesOf(folderLines(folder))) {
    await mode.request.proceeds?.(batch.at(-1)?.bytes ?? 0, batch.at(-1)?.line ?? 0);
    const current = storeBatch(service, { folder, batch, mode });
    // The next round awaits the promise. Until then, its rejection must not count as unhandled.
    current.catch(() => undefined);
    await previous;
    previous = current.then((results) => {
      report.take(batch, results);
    });
    previous.catch(() => undefined);
    if (endOf(batch, mode.request) < batch.length) break;
  }
  await previous;
  return report.summary(await report.missing(service));
}

/** Checks the first line before a dictionary is created, so that a file without articles creates none. @throws BadLineError */
async function refuseBadBeginning(folder: DictionaryFolder): Promise<void> {
  for await (const { line, problem } of folderLines(folder)) {
    if (problem !== undefined) throw new BadLineError({ file: folder.articlesFile, line, reason: problem });
    return;
  }
}

interface BatchToStore {
  readonly folder: DictionaryFolder;
  readonly batch: readonly FolderLine[];
  readonly mode: ImportMode;
}

/** Stores the articles of a batch, up to the invalid line that ends the import. */
function storeBatch(service: ImportService, { folder, batch, mode }: BatchToStore): Promise<ImportResult[]> {
  const end = endOf(batch, mode.request);
  const articles = batch.slice(0, end).flatMap(({ article }) => article ?? []);
  return service.importArticles(folder.metadata.dictionaryId, articles, mode.request);
}

/** Returns the number of lines of a batch to import: all, or those before the first invalid one. */
function endOf(batch: readonly FolderLine[], { skipBadLines }: ImportRequest): number {
  const bad = batch.findIndex(({ problem }) => problem !== undefined);
  return skipBadLines || bad === -1 ? batch.length : bad;
}

async function* batchesOf(lines: AsyncIterable<FolderLine>): AsyncGenerator<FolderLine[]> {
  let batch: FolderLine[] = [];
  let stored = 0;
  for await (const line of lines) {
    batch.push(line);
    if (!isFullBatch(batch.length, line.bytes - stored)) continue;
    yield batch;
    batch = [];
    stored = line.bytes;
  }
  if (batch.length > 0) yield batch;
}

/** Adds up the outcomes of the lines of a folder. */
class Report {
  private readonly counts: Record<ImportOutcome, number> = { added: 0, updated: 0, unchanged: 0, edited: 0 };
  private readonly edited: number[] = [];
  private badLines = 0;
  private nameless = 0;
  /** Numbers of the articles of the folder. */
  private readonly seen = new NumbersByName();

  constructor(
    private readonly folder: DictionaryFolder,
    private readonly metadata: ImportOutcome,
    private readonly mode: ImportMode,
  ) {}

  /**
   * Counts a batch. `results` has the outcomes of its articles, in order.
   *
   * @throws BadLineError at the first invalid line, unless invalid lines are skipped
   */
  take(batch: readonly FolderLine[], results: readonly ImportResult[]): void {
    let next = 0;
    for (const { line, article, problem } of batch) {
      if (article === undefined) this.reject(line, problem ?? 'the line cannot be read');
      else this.count(line, article.number, results[next++]);
    }
    this.mode.callbacks.proceeds(batch.at(-1)?.bytes ?? 0, this.articles());
  }

  private count(lineNumber: number, number: number, result: ImportResult | undefined): void {
    if (!result) throw new Error(`line ${lineNumber} got no result`);
    if ('refused' in result) {
      this.reject(lineNumber, result.refused);
      return;
    }
    this.counts[result.outcome] += 1;
    this.seen.set(String(number), 1);
    if (result.isNameless === true) this.nameless += 1;
    if (result.outcome === 'edited') this.edited.push(number);
  }

  private reject(lineNumber: number, reason: string): void {
    const bad = { file: this.folder.articlesFile, line: lineNumber, reason };
    if (!this.mode.request.skipBadLines)
      throw new BadLineError(bad, this.mode.request.dryRun ? 0 : this.articles());
    this.badLines += 1;
    this.mode.callbacks.rejects(bad);
  }

  private articles(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }

  /** An invalid line may contain any article. After one, no article is known to be missing. */
  async missing(service: ImportService): Promise<MissingSummary> {
    const { request } = this.mode;
    if (this.badLines > 0) return { count: 0, named: [], hidden: 0 };
    const { dictionaryId } = this.folder.metadata;
    return service.missing({
      dictionaryId,
      hasArticle: (number) => this.seen.has(String(number)),
      missing: request.missing ?? 'keep',
      rules: request,
    });
  }

  summary(missing: MissingSummary): ImportSummary {
    const { counts: articles, edited, badLines, nameless, metadata } = this;
    const { dictionaryId } = this.folder.metadata;
    return { dictionaryId, metadata, articles, edited, badLines, nameless, missing };
  }
}
