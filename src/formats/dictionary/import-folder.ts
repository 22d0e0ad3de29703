import type { ImportOutcome, ImportResult } from '../../domain/imports/import-item';
import type { ImportRules, ImportService } from '../../services/imports/import.service';
import {
  type DictionaryFolder,
  type FolderLine,
  highestNumberIn,
  linesOf,
  openDictionaryFolder,
} from './dictionary-folder';

/**
 * Articles that one transaction stores. A transaction frees the pages that it copies, about 70 per article, and each later commit
 * checks the whole list of free pages: docs/decisions/0130 has the measurements.
 */
const BATCH = 200;

/** A line that was not imported. */
export interface BadLine {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}

export interface ImportRequest extends ImportRules {
  /** Goes on behind a bad line; otherwise the first one ends the import. */
  readonly skipBadLines: boolean;
}

/** What an import tells while it runs. */
export interface ImportWitness {
  readonly begins: (folder: DictionaryFolder) => void;
  readonly proceeds: (bytes: number, articles: number) => void;
  readonly rejects: (bad: BadLine) => void;
}

export interface ImportMode {
  /** Nothing special when absent: edits are kept, and the first bad line ends the import. */
  readonly request: ImportRequest;
  /** Nobody watches when absent. */
  readonly witness: ImportWitness;
}

const USUAL: ImportMode = {
  request: { overwrite: false, dryRun: false, skipBadLines: false },
  witness: { begins: () => undefined, proceeds: () => undefined, rejects: () => undefined },
};

export interface ImportSummary {
  readonly dictionaryId: string;
  readonly metadata: ImportOutcome;
  readonly articles: Readonly<Record<ImportOutcome, number>>;
  /** Numbers of the articles that were edited since and left alone. */
  readonly edited: readonly number[];
  readonly badLines: number;
  /** Articles that are new or changed and in which no headword was found. */
  readonly nameless: number;
}

/** A bad line ended the import. What was stored before it stays; the same import can be run again. */
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
 * Imports one folder, batch by batch; each batch is stored whole or not at all, so an import that was killed is run again.
 *
 * @throws BadLineError at a bad line, unless bad lines are skipped
 * @throws Failure when the folder or its metadata cannot be read
 */
export async function importFolder(
  service: ImportService,
  path: string,
  given: Partial<ImportMode> = {},
): Promise<ImportSummary> {
  const mode = { ...USUAL, ...given };
  const folder = await openDictionaryFolder(path);
  mode.witness.begins(folder);
  if (!mode.request.skipBadLines) await refuseBadBeginning(folder);
  if (!mode.request.dryRun)
    await service.reserveNumbers(folder.metadata.dictionaryId, await highestNumberIn(folder));
  const report = new Report(folder, await service.importDictionary(folder.metadata, mode.request), mode);
  // While the database stores one batch, the next one is read and derived.
  let previous = Promise.resolve();
  for await (const batch of batchesOf(linesOf(folder))) {
    const current = storeBatch(service, { folder, batch, mode });
    // It is looked at a round later; until then nobody else takes its failure.
    current.catch(() => undefined);
    await previous;
    previous = current.then((results) => {
      report.take(batch, results);
    });
    previous.catch(() => undefined);
    if (endOf(batch, mode.request) < batch.length) break;
  }
  await previous;
  return report.summary();
}

/** A file that is none of articles is refused before there is a dictionary for it. @throws BadLineError */
async function refuseBadBeginning(folder: DictionaryFolder): Promise<void> {
  for await (const { line, problem } of linesOf(folder)) {
    if (problem !== undefined) throw new BadLineError({ file: folder.articlesFile, line, reason: problem });
    return;
  }
}

interface BatchToStore {
  readonly folder: DictionaryFolder;
  readonly batch: readonly FolderLine[];
  readonly mode: ImportMode;
}

/** Stores the articles of a batch, up to the bad line that ends the import. */
function storeBatch(service: ImportService, { folder, batch, mode }: BatchToStore): Promise<ImportResult[]> {
  const end = endOf(batch, mode.request);
  const articles = batch.slice(0, end).flatMap(({ article }) => article ?? []);
  return service.importArticles(folder.metadata.dictionaryId, articles, mode.request);
}

/** How many lines of a batch are imported: all, or those before the first bad one. */
function endOf(batch: readonly FolderLine[], { skipBadLines }: ImportRequest): number {
  const bad = batch.findIndex(({ problem }) => problem !== undefined);
  return skipBadLines || bad === -1 ? batch.length : bad;
}

async function* batchesOf(lines: AsyncIterable<FolderLine>): AsyncGenerator<FolderLine[]> {
  let batch: FolderLine[] = [];
  for await (const line of lines) {
    batch.push(line);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Adds up what became of the lines of one folder. */
class Report {
  private readonly counts: Record<ImportOutcome, number> = { added: 0, updated: 0, unchanged: 0, edited: 0 };
  private readonly edited: number[] = [];
  private badLines = 0;
  private nameless = 0;

  constructor(
    private readonly folder: DictionaryFolder,
    private readonly metadata: ImportOutcome,
    private readonly mode: ImportMode,
  ) {}

  /**
   * Counts a batch: results for its articles, in order.
   *
   * @throws BadLineError at the first bad line, unless bad lines are skipped
   */
  take(batch: readonly FolderLine[], results: readonly ImportResult[]): void {
    let next = 0;
    for (const { line, article, problem } of batch) {
      if (article === undefined) this.reject(line, problem ?? 'the line cannot be read');
      else this.count(line, article.number, results[next++]);
    }
    this.mode.witness.proceeds(batch.at(-1)?.bytes ?? 0, this.articles());
  }

  private count(line: number, number: number, result: ImportResult | undefined): void {
    if (!result) throw new Error(`line ${line} got no result`);
    if ('refused' in result) {
      this.reject(line, result.refused);
      return;
    }
    this.counts[result.outcome] += 1;
    if (result.isNameless === true) this.nameless += 1;
    if (result.outcome === 'edited') this.edited.push(number);
  }

  private reject(line: number, reason: string): void {
    const bad = { file: this.folder.articlesFile, line, reason };
    if (!this.mode.request.skipBadLines)
      throw new BadLineError(bad, this.mode.request.dryRun ? 0 : this.articles());
    this.badLines += 1;
    this.mode.witness.rejects(bad);
  }

  private articles(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }

  summary(): ImportSummary {
    const { counts: articles, edited, badLines, nameless, metadata } = this;
    const { dictionaryId } = this.folder.metadata;
    return { dictionaryId, metadata, articles, edited, badLines, nameless };
  }
}
