import { createHash, randomUUID } from 'node:crypto';
import type { ArticleRecord } from '../domain/article/article-record';
import { deriveArticle } from '../domain/article/derive-article';
import type { DictionaryDescription, DictionaryRecord } from '../domain/dictionary/dictionary';
import type { ImportedArticle, ImportOutcome } from '../domain/import-item';
import type { ImportMark } from '../domain/import-mark';
import { Failure } from '../shared/failure';
import { freeJsonText } from '../shared/json';
import type { Projection } from '../storage/article-document';
import type { ArticleChange } from '../storage/article-repository';
import { articleNumbers, DICTIONARY_NUMBERS } from '../storage/counters';
import type { Storage } from '../storage/storage';

export interface ImportRules {
  /** Puts the imported content in the place of what was edited here since. */
  readonly overwrite: boolean;
  /** Tells the outcomes and writes nothing. */
  readonly dryRun: boolean;
}

/** What a re-import must know of an article that is there. */
const KNOWN: Projection = {
  ...{
    dictionaryId: 1,
    number: 1,
    publicId: 1,
    sortKey: 1,
    lists: 1,
    isDisabled: 1,
    likeCount: 1,
    unlikeCount: 1,
  },
  ...{ revision: 1, imported: 1, createdAt: 1 },
};

/** Loads dictionaries from elsewhere. The same input loaded again changes nothing. */
export class ImportService {
  constructor(private readonly storage: Pick<Storage, 'articles' | 'dictionaries' | 'counters'>) {}

  /** Creates a dictionary, or brings its metadata to what the import says. */
  async importDictionary(description: DictionaryDescription, rules: ImportRules): Promise<ImportOutcome> {
    const hash = hashOf(description);
    const [existing] = await this.storage.dictionaries.findMany([description.dictionaryId]);
    const outcome = outcomeOf(existing, hash, rules);
    if (rules.dryRun || outcome === 'unchanged' || outcome === 'edited') return outcome;
    const now = new Date();
    const revision = (existing?.revision ?? 0) + 1;
    const written = { ...description, revision, updatedAt: now, imported: { hash, revision } };
    if (existing) {
      const isReplaced = await this.storage.dictionaries.replace(
        { ...written, number: existing.number, createdAt: existing.createdAt },
        existing.revision,
      );
      return isReplaced ? outcome : 'edited';
    }
    const number = await this.storage.counters.take(DICTIONARY_NUMBERS);
    await this.storage.dictionaries.insert({ ...written, number, createdAt: now });
    return outcome;
  }

  /**
   * Stores articles of one dictionary, all in one transaction.
   *
   * @param items with numbers that differ from each other
   * @returns an outcome for each item, in order
   * @throws Failure CONFLICT when a public identifier belongs to another article
   */
  async importArticles(
    dictionaryId: string,
    items: readonly ImportedArticle[],
    rules: ImportRules,
  ): Promise<ImportOutcome[]> {
    const numbers = items.map(({ number }) => number);
    const found = await this.storage.articles.findMany(dictionaryId, { numbers }, KNOWN);
    const known = new Map(found.map((record) => [record.number, record]));
    const plans = items.map((item) => planOf(dictionaryId, item, known.get(item.number), rules));
    const changes = plans.flatMap(({ change }) => change ?? []);
    await this.refuseTaken(dictionaryId, changes);
    if (rules.dryRun || changes.length === 0) return plans.map(({ outcome }) => outcome);
    await this.storage.counters.reserve(articleNumbers(dictionaryId), Math.max(...numbers));
    const stored = new Set(await this.storage.articles.store(dictionaryId, changes));
    return plans.map(({ outcome, change }) =>
      change && !stored.has(change.after.number) ? 'edited' : outcome,
    );
  }

  private async refuseTaken(dictionaryId: string, changes: readonly ArticleChange[]): Promise<void> {
    const wanted = new Map(changes.map(({ after }) => [after.publicId, after.number]));
    const holders = await this.storage.articles.findMany(
      dictionaryId,
      { publicIds: [...wanted.keys()] },
      { number: 1, publicId: 1 },
    );
    for (const { publicId, number } of holders)
      if (wanted.get(publicId) !== number)
        throw new Failure('CONFLICT', `public_id ${publicId} belongs to article ${number} already`);
  }
}

interface Plan {
  readonly outcome: ImportOutcome;
  readonly change?: ArticleChange;
}

function planOf(
  dictionaryId: string,
  item: ImportedArticle,
  before: ArticleRecord | undefined,
  rules: ImportRules,
): Plan {
  const { number, publicId, radical, source } = item;
  const text = freeJsonText(source);
  const hash = hashOf([publicId ?? null, radical ?? null, text]);
  const outcome = outcomeOf(before, hash, rules);
  if (outcome === 'unchanged' || outcome === 'edited') return { outcome };
  const now = new Date();
  const revision = (before?.revision ?? 0) + 1;
  const after: ArticleRecord = {
    ...deriveArticle({ dictionaryId, number, radical, source }),
    ...{
      dictionaryId,
      number,
      publicId: publicId ?? before?.publicId ?? randomUUID(),
      source: text,
      revision,
    },
    ...{
      isDisabled: before?.isDisabled ?? false,
      likeCount: before?.likeCount ?? 0,
      unlikeCount: before?.unlikeCount ?? 0,
    },
    ...{ createdAt: before?.createdAt ?? now, updatedAt: now, imported: { hash, revision } },
  };
  return { outcome, change: { before, after } };
}

function outcomeOf(existing: Existing | undefined, hash: string, { overwrite }: ImportRules): ImportOutcome {
  if (!existing) return 'added';
  const isEdited = existing.imported?.revision !== existing.revision;
  if (isEdited && !overwrite) return 'edited';
  return existing.imported?.hash === hash && !isEdited ? 'unchanged' : 'updated';
}

type Existing = Pick<ArticleRecord | DictionaryRecord, 'revision'> & { readonly imported?: ImportMark };

/** A digest of what was imported: 128 bits are enough to tell two versions of one article apart. */
function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
}
