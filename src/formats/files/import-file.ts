import { type DictionaryDescription, dictionaryIdFrom } from '../../domain/dictionary/dictionary';
import { readArticle } from '../../domain/reading/read-article';
import type { ImportOutcome, MissingArticles, UnnumberedArticle } from '../../domain/imports/import-record';
import type { ImportService } from '../../services/imports/import.service';
import type { ImportRules } from '../../services/imports/import-plan';
import type { MissingSummary } from '../../services/imports/missing-articles';
import { Failure, messageOf } from '../../shared/failure';
import { freeJsonText, type Json, MAX_JSON_BYTES } from '../../shared/json';
import { isFullBatch } from './batch-size';
import type { EntrySource, FileEntry } from './entry-source';
import { EntryCounts, type LossReport, type ReportedProblem, reportedProblem } from './loss-report';
import { NumbersByName } from './numbers-by-name';
import { PackageMedia, type ImportedEntry } from './package-media';
import { encodingFiles } from './decode';
import { FileProblem } from './position';
import { newDescription } from './stated-facts';

/** Maximum number of entries of a file. The data that distinguishes their names is held in memory. */
const MAX_ENTRIES = 2_000_000;

/** Maximum number of problems in a report. */
const MAX_PROBLEMS = 1000;

export interface FileImport extends ImportRules {
  readonly dictionaryId: string;
  /** File name, for reports and as the name of a new dictionary. */
  readonly name: string;
  /** Name of the user who imports. */
  readonly by?: string;
  /** The given language tag of the headwords, if any. A new dictionary has this language. */
  readonly headword?: string | undefined;
  /** Whether to continue after a refused entry; otherwise the first one ends the import. */
  readonly skipBadEntries: boolean;
  /** Treatment of imported articles that the file lacks; by default they remain as they are. */
  readonly missing?: MissingArticles;
  readonly progress?: (end: number, articles: number) => void;
  /** Called before each batch is stored. An error that it throws ends the import after the previous batch. */
  readonly proceeds?: (end: number, entries: number) => Promise<void>;
}

export interface FileSummary {
  readonly dictionaryId: string;
  readonly isNew: boolean;
  /** The languages of a new dictionary: the given ones, otherwise those that the file states. */
  readonly languages?: Pick<DictionaryDescription, 'language' | 'targetLanguages'>;
  readonly articles: Readonly<Record<ImportOutcome, number>>;
  /** Number of new or changed articles without a headword. */
  readonly nameless: number;
  /** Number of changed articles that were imported from another format and keep what this file cannot hold. */
  readonly merged: number;
  /** Public identifiers of articles that were edited since their import and were not changed. */
  readonly edited: readonly string[];
  /** Articles of earlier imports that the file lacks; none unless the file was read to its end without refused entries. */
  readonly missing: MissingSummary;
  /** The problem that ended the import before the end of the file. */
  readonly ending?: string;
  readonly report: LossReport;
}

/**
 * Imports a file entry by entry. Each batch is stored completely or not at all, so an interrupted import can be repeated.
 *
 * @throws Failure when nothing could be imported
 */
export async function importFile(
  service: ImportService,
  source: EntrySource,
  options: FileImport,
): Promise<FileSummary> {
  const run = new Run(service, source, { ...options, dictionaryId: dictionaryIdFrom(options.dictionaryId) });
  return run.toEnd().finally(() => source.close?.());
}

/** An article that was read, and its position in the file. */
type ReadArticle = UnnumberedArticle & Omit<ImportedEntry, 'number'>;

class Run {
  private readonly counts = new EntryCounts();
  private readonly outcomes: Record<ImportOutcome, number> = {
    added: 0,
    updated: 0,
    unchanged: 0,
    edited: 0,
  };
  private readonly edited: string[] = [];
  private readonly problems: ReportedProblem[] = [];
  private entries = 0;
  private refused = 0;
  private nameless = 0;
  private merged = 0;
  private isNew = false;
  private description: DictionaryDescription | undefined;
  private hasBegun = false;
  private end = 0;
  /** Numbers of the articles of the file. */
  private readonly seen = new NumbersByName();
  private readonly media: PackageMedia | undefined;

  constructor(
    private readonly service: ImportService,
    private readonly source: EntrySource,
    private readonly options: FileImport,
  ) {
    const { dictionaryId, dryRun, by = 'import' } = options;
    if (source.companionFiles)
      this.media = new PackageMedia(source.companionFiles, service.media, {
        dictionaryId,
        dryRun,
        by,
        tell: (problem, entry) => {
          this.tell(problem, entry);
        },
        proceeds: async () => options.proceeds?.(this.end, this.entries),
      });
  }

  async toEnd(): Promise<FileSummary> {
    let ending: string | undefined;
    let previous = Promise.resolve();
    try {
      for await (const batch of this.batches()) {
        await previous;
        // The next batch is read while the database stores the current one.
        previous = this.store(batch);
        previous.catch(() => undefined);
      }
    } catch (error) {
      if (!(error instanceof FileProblem)) {
        // Waits until the current batch is stored.
        await previous.catch(() => undefined);
        throw error;
      }
      ending = error.message;
      this.tell(error, this.entries);
    }
    await previous;
    if (ending !== undefined && !this.hasBegun) throw new Failure('INVALID_INPUT', ending);
    if (ending === undefined) await this.begin();
    if (ending === undefined && !this.options.dryRun)
      await this.service.storeFiles(this.options.dictionaryId, [
        ...this.source.files(),
        ...encodingFiles(this.source.encoding),
      ]);
    return this.summary(ending, await this.missing(ending));
  }

  /** A refused entry may contain any article. After one, no article is known to be missing. */
  private async missing(ending: string | undefined): Promise<MissingSummary> {
    if (ending !== undefined || this.refused > 0) return NONE_MISSING;
    const { dictionaryId, missing = 'keep' } = this.options;
    const hasArticle = (number: number) => this.seen.has(String(number));
    return this.service.missing({ dictionaryId, hasArticle, missing, rules: this.options });
  }

  private async *batches(): AsyncGenerator<ReadArticle[]> {
    let batch: ReadArticle[] = [];
    let stored = 0;
    try {
      for await (const entry of this.source.entries(this.counts)) {
        this.entries += 1;
        if (this.entries > MAX_ENTRIES)
          throw new FileProblem('OVER_LIMIT', entry.start, `the file has more than ${MAX_ENTRIES} entries`);
        const article = this.checked(entry);
        if (article) batch.push(article);
        this.end = entry.end;
        this.options.progress?.(entry.end, this.entries);
        if (!isFullBatch(batch.length, entry.end - stored)) continue;
        yield batch;
        batch = [];
        stored = entry.end;
      }
    } catch (error) {
      // Entries before the problem are stored; the import ends after them.
      if (error instanceof FileProblem && batch.length > 0) yield batch;
      throw error;
    }
    if (batch.length > 0) yield batch;
  }

  /** @throws FileProblem at a refused entry, unless refused entries are skipped */
  private checked(entry: FileEntry): ReadArticle | undefined {
    const { source, publicId, isDisabled, lists, state, problem, warnings = [], start, index } = entry;
    for (const warning of warnings) this.tell(warning, index);
    const fault = problem ?? (source === undefined ? undefined : unstorable(source, start));
    if (fault) {
      this.counts.refuse(fault.code === 'OVER_LIMIT' ? 'OVER_LIMIT' : 'REFUSED_ENTRY');
      this.refused += 1;
      if (!this.options.skipBadEntries) throw fault;
      this.tell(fault, index);
      return undefined;
    }
    this.counts.accept();
    if (source === undefined || publicId === undefined) return undefined;
    return { publicId, source, isDisabled, lists, ...state, start, index };
  }

  private async store(batch: readonly ReadArticle[]): Promise<void> {
    await this.begin();
    const { dictionaryId } = this.options;
    await this.options.proceeds?.(this.end, this.entries);
    const items = await this.service.numberArticles(dictionaryId, batch, this.options);
    const results = await this.service.importArticles(dictionaryId, items, this.options);
    for (const { number } of items) this.seen.set(String(number), 1);
    for (const [index, result] of results.entries()) {
      const publicId = batch[index]?.publicId ?? '';
      if ('refused' in result) throw new Failure('CONFLICT', result.refused);
      this.outcomes[result.outcome] += 1;
      if (result.isNameless) this.nameless += 1;
      if (result.keepsEntry) this.merged += 1;
      if (result.outcome === 'edited') this.edited.push(publicId);
    }
    await this.media?.store(
      batch.flatMap(({ source, start, index }, at) => {
        const [item, result] = [items[at], results[at]];
        // Articles edited on this server are not changed.
        const isOther = !item || !result || 'refused' in result || result.outcome === 'edited';
        return isOther ? [] : [{ number: item.number, source, start, index }];
      }),
    );
  }

  /** Creates the dictionary together with the first articles, so that a file without articles creates none. */
  private async begin(): Promise<void> {
    if (this.hasBegun) return;
    this.hasBegun = true;
    const { dictionaryId, name, headword } = this.options;
    this.isNew = !(await this.service.hasDictionary(dictionaryId));
    if (!this.isNew) return;
    const stated = this.source.stated?.() ?? {};
    const language = headword ?? stated.language;
    this.description = newDescription(dictionaryId, name, { ...stated, language });
    await this.service.importDictionary(this.description, this.options);
  }

  private tell(problem: FileProblem, entry: number): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push(reportedProblem(problem, entry));
  }

  private summary(ending: string | undefined, missing: MissingSummary): FileSummary {
    const { outcomes: articles, edited, nameless, merged, isNew, entries, refused, problems } = this;
    const { format, encoding, sha256 } = this.source;
    const { dictionaryId, name } = this.options;
    // If the file was not read to its end, the warnings about the whole file are incomplete.
    const ofFile = (this.source.warnings?.() ?? []).map((warning) => reportedProblem(warning, 0));
    const stored = Object.values(articles).reduce((sum, count) => sum + count, 0);
    const report: LossReport = {
      file: name,
      sha256,
      format,
      version: this.source.version() ?? null,
      encoding,
      entries,
      stored,
      refused,
      rows: this.counts.rows(),
      problems: [...ofFile, ...problems].slice(0, MAX_PROBLEMS),
      ...(this.media && { media: this.media.counts }),
    };
    return {
      dictionaryId,
      isNew,
      ...(this.description && { languages: this.description }),
      articles,
      nameless,
      merged,
      edited,
      missing,
      ...(ending === undefined ? {} : { ending }),
      report,
    };
  }
}

const NONE_MISSING: MissingSummary = { count: 0, named: [], hidden: 0 };

function unstorable(source: Json, start: FileEntry['start']): FileProblem | undefined {
  try {
    freeJsonText(source);
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const isLarge = error.kind === 'tooLarge';
    return new FileProblem('OVER_LIMIT', start, isLarge ? largeArticle(source) : messageOf(error));
  }
}

/** Names the headword, because a file may have thousands of entries. */
function largeArticle(source: Json): string {
  const { headword } = readArticle(source).entry;
  const bytes = Buffer.byteLength(JSON.stringify(source));
  return (
    `${headword ? `"${headword.slice(0, 60)}": ` : ''}the article and its entry in the file have ${bytes} bytes together; ` +
    `at most ${MAX_JSON_BYTES} are allowed. Skip bad entries to import the others`
  );
}
