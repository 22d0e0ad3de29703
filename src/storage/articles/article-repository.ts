import { trusted, type ClientSession } from 'mongoose';
import type { ArticleRecord } from '../../domain/article/article-record';
import { revisionOf, revisionSortKey } from '../../domain/article/revision-of';
import { articleSize, type Usage, dictionaryUsage } from '../../domain/usage/usage';
import { keysVersionOf } from '../../domain/search/search-keys';
import type { ProfiledDictionary } from '../../domain/search/search-profile';
import { Failure } from '../../shared/failure';
import { faultOf } from '../../shared/faults';
import { type ArticleDocument, documentOf, type Projection, recordOf } from './article-document';
import { ArticlePointReads, type NamedArticle } from './article-point-reads';
import { isDuplicateKey } from '../mongo/database-error';
import { removeBelow } from '../applications/remove-resources';
import { ALL_DICTIONARIES } from '../lists/list-segment';
import { articleDocuments, type Models } from '../models';
import { SegmentWriter } from './segment-writer';
import { Vocabulary } from '../search/vocabulary';
import type { Transact } from '../mongo/transaction';
import type { Usages } from '../applications/usages';
import type { RevisionRecord } from '../../domain/article/article-revision';
import { countKeyed, type RangeQuery, readKeyed } from '../lists/keyed-list';

export type ArticleNames =
  { readonly numbers: readonly number[] } | { readonly publicIds: readonly string[] };

/**
 * An article to store, to replace (as read in `before`), or to delete. The replaced revision is stored, and votes
 * that were added in between remain.
 */
export interface ArticleChange {
  readonly before?: ArticleRecord | undefined;
  readonly after?: ArticleRecord | undefined;
}

type Current = Pick<ArticleRecord, 'number' | 'revision' | 'likeCount' | 'unlikeCount'>;

type WrittenModels = Pick<
  Models,
  'articles' | 'dictionaries' | 'segments' | 'revisions' | 'comments' | 'votes' | 'translationWords'
>;

/**
 * Number of conflicts that a write may lose before it locks its segments; otherwise a large write would lose against
 * small ones forever.
 */
const MOST_LOST = 2;

/** Article documents. Writes update totals and page offsets in the same transaction. */
export class ArticleRepository {
  private readonly segments: SegmentWriter;
  private readonly pointReads: ArticlePointReads;
  private readonly vocabulary: Vocabulary;

  constructor(
    private readonly models: WrittenModels,
    private readonly transact: Transact,
    private readonly usages: Usages,
  ) {
    this.segments = new SegmentWriter(models);
    this.pointReads = new ArticlePointReads(models);
    this.vocabulary = new Vocabulary(models);
  }

  /** One article; see `ArticlePointReads` for its cost. */
  findOne(asked: NamedArticle): Promise<ArticleRecord | undefined> {
    return this.pointReads.read(asked);
  }

  /** Articles of one dictionary by number or by public identifier; missing ones are omitted. */
  async findMany(dictionaryId: string, names: ArticleNames, fields?: Projection): Promise<ArticleRecord[]> {
    const among =
      'numbers' in names ? { number: { $in: names.numbers } } : { publicId: { $in: names.publicIds } };
    const found = await articleDocuments(this.models)
      .find({ dictionaryId, ...among }, { projection: { _id: 0, ...fields } })
      .toArray();
    return found.map(recordOf);
  }

  /** Whole articles of a dictionary behind a number, in the order of their numbers. */
  async findBehind(dictionaryId: string, number: number, limit: number): Promise<ArticleRecord[]> {
    const found = await articleDocuments(this.models)
      .find({ dictionaryId, number: { $gt: number } }, { projection: { _id: 0 } })
      .sort({ number: 1 })
      .limit(limit)
      .toArray();
    return found.map(recordOf);
  }

  /**
   * Stores changes of one dictionary: all of them or none. Omits a change whose article has another revision by now,
   * or whose search keys are of another profile than the dictionary's current one.
   *
   * @returns the numbers of the stored articles
   * @throws Failure DICTIONARY_NOT_FOUND; QUOTA_EXCEEDED; CONFLICT when an identifier belongs to another article
   */
  async store(dictionaryId: string, changes: readonly ArticleChange[]): Promise<number[]> {
    await this.vocabulary.add(changes.flatMap(({ after }) => after?.keys.broad ?? []));
    try {
      return await this.storeOnce(dictionaryId, changes);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      // Another process has created some of them in between, which the second attempt will see.
      return this.storeOnce(dictionaryId, changes).catch(refuseTaken);
    }
  }

  private storeOnce(dictionaryId: string, changes: readonly ArticleChange[]): Promise<number[]> {
    const scopes = [dictionaryId, ALL_DICTIONARIES];
    let attempts = 0;
    return this.transact(async (session) => {
      if (++attempts > MOST_LOST) await this.segments.hold(scopes, session);
      const keys = keysVersionOf(await this.dictionary(dictionaryId, session));
      const current = await this.currentOf(dictionaryId, changes, session);
      const valid = changes
        .filter(({ after }) => after === undefined || after.rules.keys === keys)
        .filter((change) => current.get(numberOf(change))?.revision === change.before?.revision)
        .map((change) => withVotes(change, current.get(numberOf(change))));
      if (valid.length === 0) return [];
      await articleDocuments(this.models).bulkWrite(
        valid.map((change) => writeOf(dictionaryId, change)),
        { session, ordered: true },
      );
      await this.keepRevisions(valid, session);
      await this.showComments(dictionaryId, valid, session);
      for (const scope of scopes) await this.segments.count(scope, valid, session);
      const { usages } = this;
      const below = await removeBelow(this.models, dictionaryId, {
        numbers: deletedOf(valid),
        usages,
        session,
      });
      await usages.count(dictionaryUsage(dictionaryId), usageOf(valid, below), session);
      return valid.map(numberOf);
    });
  }

  /** Within the transaction, so that no article is written to a dictionary that is deleted at the same moment. */
  private async dictionary(dictionaryId: string, session: ClientSession): Promise<ProfiledDictionary> {
    const found = await this.models.dictionaries
      .findOne({ dictionaryId }, { _id: 0, dictionaryId: 1, searchProfileRevision: 1 })
      .session(session)
      .lean<ProfiledDictionary>();
    if (!found) throw new Failure('DICTIONARY_NOT_FOUND', 'There is no such dictionary');
    return found;
  }

  private async keepRevisions(changes: readonly ArticleChange[], session: ClientSession): Promise<void> {
    const replaced = changes.flatMap(({ before, after }) => (before && after ? [revisionOf(before)] : []));
    if (replaced.length > 0) await this.models.revisions.insertMany(replaced, { session, lean: true });
  }

  /** Comments on a disabled article are hidden. */
  private async showComments(
    dictionaryId: string,
    changes: readonly ArticleChange[],
    session: ClientSession,
  ): Promise<void> {
    for (const { before, after } of changes) {
      if (!before || !after || before.isDisabled === after.isDisabled) continue;
      const comments = {
        dictionaryId,
        number: after.number,
        ...(after.isDisabled ? {} : { isDisabled: false }),
      };
      await this.models.comments.updateMany(comments, { $set: { isShown: !after.isDisabled } }, { session });
    }
  }

  private async currentOf(dictionaryId: string, changes: readonly ArticleChange[], session: ClientSession) {
    const fields = { _id: 0, number: 1, revision: 1, likeCount: 1, unlikeCount: 1 };
    const found = await this.models.articles
      .find({ dictionaryId, number: trusted({ $in: changes.map(numberOf) }) }, fields)
      .session(session)
      .lean<Current[]>();
    return new Map(found.map((one) => [one.number, one]));
  }
}

function refuseTaken(error: unknown): never {
  if (isDuplicateKey(error))
    throw faultOf('CONFLICT', 'publicId', 'publicId already belongs to another article');
  throw error;
}

function numberOf({ before, after }: ArticleChange): number {
  return (after ?? before)?.number ?? NaN;
}

function deletedOf(changes: readonly ArticleChange[]): number[] {
  return changes.filter(({ after }) => after === undefined).map(numberOf);
}

/**
 * What changes add to the usage. The earlier revision of a replaced article remains: it is not an article, but its
 * bytes count.
 */
function usageOf(changes: readonly ArticleChange[], removed: Usage): Usage {
  let [objects, bytes] = [0, -removed.bytes];
  for (const { before, after } of changes) {
    objects += (after ? 1 : 0) - (before ? 1 : 0);
    if (after) bytes += articleSize(after);
    else if (before) bytes -= articleSize(before);
  }
  return { objects, bytes };
}

function withVotes({ before, after }: ArticleChange, current: Current | undefined): ArticleChange {
  if (!after || !current) return { before, after };
  const { likeCount, unlikeCount } = current;
  return { before, after: { ...after, likeCount, unlikeCount } };
}

function writeOf(dictionaryId: string, { before, after }: ArticleChange) {
  const filter = { dictionaryId, number: numberOf({ before, after }) };
  if (!after) return { deleteOne: { filter } };
  const document: ArticleDocument = documentOf(after);
  return before ? { replaceOne: { filter, replacement: document } } : { insertOne: { document } };
}

/** The fields of a revision in a list: all except the free JSON. */
const LISTED = {
  _id: 0,
  dictionaryId: 1,
  number: 1,
  revision: 1,
  at: 1,
  by: 1,
  parts: 1,
  radical: 1,
  isDisabled: 1,
} as const;

/** Names one article. */
export interface ArticleNumber {
  readonly dictionaryId: string;
  readonly number: number;
}

/** Earlier revisions of articles. They are written with the change that replaces them, and never changed. */
export class RevisionRepository {
  constructor(private readonly models: Pick<Models, 'revisions'>) {}

  read({ dictionaryId, number }: ArticleNumber, query: RangeQuery): Promise<RevisionRecord[]> {
    const filter = { dictionaryId, number };
    return readKeyed(this.models.revisions, { key: 'place', filter, fields: LISTED }, query);
  }

  /** Counts index entries up to a maximum; `null` beyond it. */
  total({ dictionaryId, number }: ArticleNumber): Promise<number | null> {
    return countKeyed(this.models.revisions, { dictionaryId, number });
  }

  async find({ dictionaryId, number }: ArticleNumber, revision: number): Promise<RevisionRecord | undefined> {
    const found = await this.models.revisions
      .findOne({ dictionaryId, number, place: revisionSortKey(revision) }, { _id: 0 })
      .lean<RevisionRecord>();
    return found ?? undefined;
  }
}
