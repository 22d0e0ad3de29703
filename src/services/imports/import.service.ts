import { setImmediate as otherRequests } from 'node:timers/promises';
import { isSameAsStored } from '../../domain/article/article-record';
import type { DictionaryDescription } from '../../domain/dictionary/dictionary';
import type {
  ImportedArticle,
  ImportOutcome,
  ImportResult,
  UnnumberedArticle,
} from '../../domain/imports/import-record';
import type { ProfiledDictionary } from '../../domain/search/search-profile';
import type { Projection } from '../../storage/articles/article-document';
import { articleNumbers, DICTIONARY_NUMBERS } from '../../storage/dictionaries/counters';
import type { DictionaryFile } from '../../storage/dictionaries/dictionary-files';
import type { Storage } from '../../storage/storage';
import { type ArticlePlan, ArticleWriter } from '../articles/article-writer';
import { ImportedMedia } from './imported-media';
import {
  changeFrom,
  hashOf,
  type ImportRules,
  importOutcome,
  type ImportPlan,
  importPlanFor,
} from './import-plan';
import { mergedPlan } from './merged-article';
import { findMissing, type MissingSummary, type MissingArticlesQuery } from './missing-articles';

/** The fields of an existing article that planning needs. */
const PLANNED_FIELDS: Projection = {
  dictionaryId: 1,
  number: 1,
  publicId: 1,
  sortKey: 1,
  lists: 1,
  isDisabled: 1,
  likeCount: 1,
  unlikeCount: 1,
  revision: 1,
  imported: 1,
  importedVotes: 1,
  userVersions: 1,
  createdAt: 1,
};

const IDENTIFIER_FIELDS: Projection = { number: 1, publicId: 1 };

type ImportStorage = Pick<Storage, 'articles' | 'dictionaries' | 'dictionaryFiles' | 'counters' | 'media'>;

/** Imports dictionaries. Importing the same input again changes nothing. */
export class ImportService {
  /** Stores the recordings and pictures of imported articles. */
  readonly media: ImportedMedia;
  private readonly writer: ArticleWriter;

  constructor(private readonly storage: ImportStorage) {
    this.media = new ImportedMedia(storage);
    this.writer = new ArticleWriter(storage);
  }

  /** Creates a dictionary, or updates its metadata. */
  async importDictionary(description: DictionaryDescription, rules: ImportRules): Promise<ImportOutcome> {
    const hash = hashOf(description);
    const [existing] = await this.storage.dictionaries.findMany([description.dictionaryId]);
    const outcome = importOutcome(existing, hash, rules);
    if (rules.dryRun || outcome === 'unchanged' || outcome === 'edited') return outcome;
    const now = new Date();
    const revision = (existing?.revision ?? 0) + 1;
    const written = { ...description, revision, updatedAt: now, imported: { hash, revision } };
    if (existing) {
      const isReplaced = await this.storage.dictionaries.replace(existing, {
        ...written,
        number: existing.number,
        createdAt: existing.createdAt,
      });
      return isReplaced ? outcome : 'edited';
    }
    const number = await this.storage.counters.take(DICTIONARY_NUMBERS);
    const isInserted = await this.storage.dictionaries.insert({ ...written, number, createdAt: now });
    // Another import has created the dictionary since; the next attempt reports its outcome.
    return isInserted ? outcome : this.importDictionary(description, rules);
  }

  /** Reserves all numbers up to this one for an import, so that articles created during the import get others. */
  async reserveNumbers(dictionaryId: string, highest: number): Promise<void> {
    await this.storage.counters.reserve(articleNumbers(dictionaryId), highest);
  }

  /**
   * Stores articles of one dictionary in one transaction, without refused ones. Their numbers are already reserved.
   *
   * @param items with distinct numbers and public identifiers
   * @returns a result for each item, in order
   */
  async importArticles(
    dictionaryId: string,
    items: readonly ImportedArticle[],
    rules: ImportRules,
  ): Promise<ImportResult[]> {
    const results = await this.writer.write(items, {
      plan: (remaining) => this.planAll(dictionaryId, remaining, rules),
    });
    // Editors or other imports have changed these articles between planning and storing in every attempt.
    return results.map((result) => result ?? { outcome: 'edited' });
  }

  /**
   * Assigns numbers to articles of a file without numbers. Stored articles keep their numbers; others get new ones.
   *
   * @param items with distinct public identifiers
   */
  async numberArticles(
    dictionaryId: string,
    items: readonly UnnumberedArticle[],
    { dryRun }: Pick<ImportRules, 'dryRun'>,
  ): Promise<ImportedArticle[]> {
    const highest = Math.max(0, ...items.map(({ number = 0 }) => number));
    if (highest > 0 && !dryRun) await this.reserveNumbers(dictionaryId, highest);
    const unnumbered = items.filter(({ number }) => number === undefined);
    const publicIds = unnumbered.map(({ publicId }) => publicId);
    const numbers = await this.numbersOf(dictionaryId, publicIds);
    const added = unnumbered.length - numbers.size;
    // A dry run uses negative numbers, which no article has, instead of reserving some.
    let next =
      added === 0 || dryRun
        ? -items.length
        : await this.storage.counters.take(articleNumbers(dictionaryId), added);
    return items.map((item) => ({ ...item, number: item.number ?? numbers.get(item.publicId) ?? next++ }));
  }

  /** Whether a dictionary with this identifier exists. */
  async hasDictionary(dictionaryId: string): Promise<boolean> {
    return (await this.storage.dictionaries.findMany([dictionaryId])).length > 0;
  }

  /** Stores the text of a file outside its entries. Text of an earlier file remains if the format has no such text. */
  async storeFiles(dictionaryId: string, files: readonly DictionaryFile[]): Promise<void> {
    if (files.length > 0) await this.storage.dictionaryFiles.replace(dictionaryId, files);
  }

  /** Returns the texts with these names that earlier imports stored; empty if the dictionary does not exist. */
  storedFiles(dictionaryId: string, names: readonly string[]): Promise<readonly DictionaryFile[]> {
    return this.storage.dictionaryFiles.read(dictionaryId, names);
  }

  /** Finds the articles that a file lacks, and disables them if the rules demand it. */
  missing(question: MissingArticlesQuery): Promise<MissingSummary> {
    return findMissing(this.storage, question);
  }

  private async planAll(
    dictionaryId: string,
    items: readonly ImportedArticle[],
    rules: ImportRules,
  ): Promise<ArticlePlan<ImportResult>[]> {
    const numbers = items.map(({ number }) => number);
    const articles = await this.storage.articles.findMany(dictionaryId, { numbers }, PLANNED_FIELDS);
    const recordByNumber = new Map(articles.map((record) => [record.number, record]));
    // The dictionary may not exist in a dry run.
    const [dictionary = { dictionaryId }] = await this.storage.dictionaries.findMany([dictionaryId]);
    const planned = items.map((item) =>
      importPlanFor(dictionary, item, { before: recordByNumber.get(item.number), rules }),
    );
    const plans = await this.withReplacedArticles(
      dictionary,
      items,
      await this.refuseTakenIdentifiers(dictionaryId, planned),
    );
    if (rules.dryRun) return plans.map(({ result }) => ({ result }));
    const changes = plans.flatMap(({ change }) => (change ? [changeFrom(change)] : []));
    if (changes.length > 0) await rules.record?.note(changes);
    return plans;
  }

  /** Reads the complete articles that are replaced: their revisions are stored, and data that the file cannot hold remains. */
  private async withReplacedArticles(
    dictionary: ProfiledDictionary,
    items: readonly ImportedArticle[],
    plans: readonly ImportPlan[],
  ): Promise<ImportPlan[]> {
    const numbers = plans.flatMap(({ change }) => (change?.before ? [change.before.number] : []));
    if (numbers.length === 0) return [...plans];
    const articles = await this.storage.articles.findMany(dictionary.dictionaryId, { numbers });
    const articleOf = new Map(articles.map((record) => [record.number, record]));
    const replaced: ImportPlan[] = [];
    for (const [at, plan] of plans.entries()) {
      const [item, before] = [items[at], plan.change?.before && articleOf.get(plan.change.before.number)];
      // The article has changed since planning, so its plan fails when it is stored.
      if (!item || !plan.change || !before || before.revision !== plan.change.before?.revision) {
        replaced.push(plan);
        continue;
      }
      const merged = mergedPlan(dictionary, item, { ...plan, change: { ...plan.change, before } });
      const isSame = merged.change && isSameAsStored(before, merged.change.after);
      replaced.push(isSame ? { result: { outcome: 'unchanged' } } : merged);
      // Merging the largest articles takes a third of a second, so other requests run in between.
      if (merged.result !== plan.result) await otherRequests();
    }
    return replaced;
  }

  /** Returns the numbers of articles by public identifier. */
  private async numbersOf(dictionaryId: string, publicIds: readonly string[]): Promise<Map<string, number>> {
    const articles = await this.storage.articles.findMany(dictionaryId, { publicIds }, IDENTIFIER_FIELDS);
    return new Map(articles.map(({ publicId, number }) => [publicId, number]));
  }

  /** Refuses changes whose public identifier belongs to another article. */
  private async refuseTakenIdentifiers(
    dictionaryId: string,
    plans: readonly ImportPlan[],
  ): Promise<ImportPlan[]> {
    const publicIds = plans.flatMap(({ change }) => change?.after.publicId ?? []);
    const holder = await this.numbersOf(dictionaryId, publicIds);
    return plans.map((plan) => {
      const number = plan.change && holder.get(plan.change.after.publicId);
      if (number === undefined || number === plan.change?.after.number) return plan;
      return {
        result: {
          refused: `public_id ${plan.change?.after.publicId ?? ''} already belongs to article ${number}`,
        },
      };
    });
  }
}
