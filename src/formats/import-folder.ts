import type { ImportOutcome, ImportResult } from '../domain/import-item';
import type { ImportRules, ImportService } from '../services/import.service';
import { type DictionaryFolder, type FolderLine, linesOf, openDictionaryFolder } from './dictionary-folder';

/** Articles of one transaction: large enough to share its cost, small enough to lose little time when it is repeated. */
const BATCH = 500;

/** A line that was not imported. */
export interface BadLine {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}

export interface ImportWish extends ImportRules {
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
  readonly wish: ImportWish;
  readonly witness: ImportWitness;
}

export interface ImportSummary {
  readonly dictionaryId: string;
  readonly metadata: ImportOutcome;
  readonly articles: Readonly<Record<ImportOutcome, number>>;
  /** Numbers of the articles that were edited since and left alone. */
  readonly edited: readonly number[];
  readonly badLines: number;
}

/** A bad line ended the import. What was stored before it stays; the same import can be run again. */
class BadLineError extends Error {
  constructor({ file, line, reason }: BadLine) {
    super(`${file}, line ${line}: ${reason}`);
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
  mode: ImportMode,
): Promise<ImportSummary> {
  const folder = await openDictionaryFolder(path);
  mode.witness.begins(folder);
  const { dictionaryId } = folder.metadata;
  const report = new Report(folder, await service.importDictionary(folder.metadata, mode.wish), mode);
  for await (const batch of batchesOf(linesOf(folder))) {
    for (const { line, problem } of batch) if (problem !== undefined) report.reject(line, problem);
    const good = batch.flatMap(({ line, article }) => (article ? [{ line, article }] : []));
    const articles = good.map(({ article }) => article);
    const results = await service.importArticles(dictionaryId, articles, mode.wish);
    for (const [i, { line, article }] of good.entries()) report.take(line, article.number, results[i]);
    mode.witness.proceeds(batch.at(-1)?.bytes ?? 0, report.articles());
  }
  return report.summary();
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

  constructor(
    private readonly folder: DictionaryFolder,
    private readonly metadata: ImportOutcome,
    private readonly mode: ImportMode,
  ) {}

  /** @throws BadLineError unless bad lines are skipped */
  reject(line: number, reason: string): void {
    const bad = { file: this.folder.articlesFile, line, reason };
    if (!this.mode.wish.skipBadLines) throw new BadLineError(bad);
    this.badLines += 1;
    this.mode.witness.rejects(bad);
  }

  take(line: number, number: number, result: ImportResult | undefined): void {
    if (!result) throw new Error(`line ${line} got no result`);
    if ('refused' in result) {
      this.reject(line, result.refused);
      return;
    }
    this.counts[result.outcome] += 1;
    if (result.outcome === 'edited') this.edited.push(number);
  }

  articles(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }

  summary(): ImportSummary {
    const { counts, edited, badLines, metadata } = this;
    return { dictionaryId: this.folder.metadata.dictionaryId, metadata, articles: counts, edited, badLines };
  }
}
