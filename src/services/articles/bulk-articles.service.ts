import { setImmediate as otherRequests } from 'node:timers/promises';
import type { ArticleRecord } from '../../domain/article/article-record';
import type { ProfiledDictionary } from '../../domain/search/search-profile';
import { Failure } from '../../shared/failure';
import { invalid } from '../../shared/faults';
import type { AccountViewer } from '../../shared/viewer';
import { articleNumbers } from '../../storage/dictionaries/counters';
import type { Storage } from '../../storage/storage';
import { nfc } from '../../shared/text';
import { type ArticleInput, newArticle, nextRadical, nextRevision } from './article-drafts';
import { type ArticlePlan, ArticleWriter } from './article-writer';
import type { DictionaryService } from '../dictionaries/dictionary.service';

/**
 * Maximum number of articles of one operation, and of one transaction. Writing them takes less than fifty milliseconds
 * of the main thread.
 */
const MAX_ARTICLES = 250;

/** Number of articles that are read without yielding to other requests; each may have the maximum length. */
const ARTICLES_WITHOUT_PAUSE = 10;

/** An article to write: it replaces the one with its number or public identifier, or is new. */
export interface ArticleUpsert extends ArticleInput {
  readonly number?: number | undefined;
}

/** The result for one item: the stored article, or why it was refused. */
export type UpsertResult =
  | { readonly outcome: 'added' | 'updated' | 'unchanged'; readonly article: ArticleRecord }
  | { readonly outcome: 'refused'; readonly failure: Failure };

type Named = ArticleUpsert & { readonly publicId: string | undefined };

type Draft = ArticlePlan<UpsertResult>;

/** Writes many articles; each item is independent of the others. */
export class BulkArticles {
  private readonly writer: ArticleWriter;

  constructor(
    private readonly storage: Pick<Storage, 'articles' | 'counters'>,
    private readonly dictionaries: DictionaryService,
  ) {
    this.writer = new ArticleWriter(storage);
  }

  /**
   * @param items articles, or the reason why one could not be read
   * @returns a result for each item, in order
   * @throws Failure INVALID_INPUT when there are too many; DICTIONARY_NOT_FOUND
   */
  async upsert(
    viewer: AccountViewer,
    idOrNumber: string,
    items: readonly (ArticleUpsert | Failure)[],
  ): Promise<UpsertResult[]> {
    if (items.length > MAX_ARTICLES)
      throw invalid('items', `items must hold at most ${MAX_ARTICLES} articles`);
    // The items name no revision, so after a conflict with other writes they apply to the new one.
    const results = await this.writer.write<(typeof items)[number], UpsertResult>(items, {
      plan: async (remaining) => this.draft(viewer, await this.dictionaries.existing(idOrNumber), remaining),
      refused: (failure) => ({ outcome: 'refused', failure }),
    });
    return results.map((result) => result ?? changedMeanwhile());
  }

  private async draft(
    { name: by }: AccountViewer,
    dictionary: ProfiledDictionary,
    items: readonly (ArticleUpsert | Failure)[],
  ): Promise<Draft[]> {
    const { dictionaryId } = dictionary;
    const identified = items.map((item) =>
      item instanceof Failure ? item : { ...item, publicId: idIn(item) },
    );
    const readable = identified.filter((item): item is Named => !(item instanceof Failure));
    const existing = await this.named(dictionaryId, readable);
    const amount = readable.filter(
      ({ number, publicId }) => number === undefined && !existing.has(publicId),
    ).length;
    let next = amount === 0 ? 0 : await this.storage.counters.take(articleNumbers(dictionaryId), amount);
    const numbers = new Set<number>();
    const draft = (item: Named | Failure) =>
      drafted(() => {
        if (item instanceof Failure) throw item;
        const before = existing.get(item.number ?? item.publicId);
        if (item.number !== undefined && before && (item.publicId ?? before.publicId) !== before.publicId)
          throw invalid('publicId', `Article ${item.number} has a different publicId`);
        if (!before && item.number !== undefined)
          throw new Failure('NOT_FOUND', `There is no article ${item.number}`);
        const number = before?.number ?? next++;
        if (numbers.has(number))
          throw new Failure('INVALID_INPUT', `items contains article ${number} more than once`);
        numbers.add(number);
        return before
          ? updateOf(
              before,
              nextRevision(before, { ...item, radical: nextRadical(before, item), dictionary, by }),
            )
          : addedDraft(newArticle({ ...item, dictionary, number, by }));
      });
    const drafts: Draft[] = [];
    for (const [index, item] of identified.entries()) {
      if (index % ARTICLES_WITHOUT_PAUSE === 0) await otherRequests();
      drafts.push(draft(item));
    }
    return drafts;
  }

  /** The articles that items name, by number and by public identifier. */
  private async named(dictionaryId: string, items: readonly ArticleUpsert[]) {
    const numbers = items.flatMap(({ number }) => number ?? []);
    const publicIds = items.flatMap(({ number, publicId }) => (number === undefined ? (publicId ?? []) : []));
    const articles = [
      ...(await this.storage.articles.findMany(dictionaryId, { numbers })),
      ...(await this.storage.articles.findMany(dictionaryId, { publicIds })),
    ];
    return new Map<unknown, ArticleRecord>(
      articles.flatMap((article) => [
        [article.number, article],
        [article.publicId, article],
      ]),
    );
  }
}

function drafted(make: () => Draft): Draft {
  try {
    return make();
  } catch (error) {
    if (error instanceof Failure) return { result: { outcome: 'refused', failure: error } };
    throw error;
  }
}

function addedDraft(after: ArticleRecord): Draft {
  return { result: { outcome: 'added', article: after }, change: { after } };
}

function updateOf(before: ArticleRecord, after: ArticleRecord | undefined): Draft {
  if (!after) return { result: { outcome: 'unchanged', article: before } };
  return { result: { outcome: 'updated', article: after }, change: { before, after } };
}

/** The result for an item whose article other writes changed in every attempt. */
function changedMeanwhile(): UpsertResult {
  const message = 'The article has changed since it was read; read it again';
  return { outcome: 'refused', failure: new Failure('REVISION_MISMATCH', message) };
}

/** The public identifier of an item; `undefined` if it is empty. */
function idIn({ publicId }: ArticleUpsert): string | undefined {
  return publicId === undefined || publicId === '' ? undefined : nfc(publicId);
}
