import { type ClientSession, mongo } from 'mongoose';
import { revisionOf } from '../../domain/article/article-record';
import { dictionaryUsage } from '../../domain/usage/usage';
import { Failure } from '../../shared/failure';
import { grouped } from '../../shared/grouped';
import { removeBelow } from '../applications/remove-resources';
import type { Usages } from '../applications/usages';
import { ALL_DICTIONARIES } from '../lists/list-segment';
import { articleDocuments, type Models } from '../models';
import type { Group, GroupedWrite, WriteOutcome } from '../mongo/group-commit';
import { Vocabulary } from '../search/vocabulary';
import { type ArticleDocument, documentOf } from './article-document';
import {
  usageAddition,
  type ArticleChange,
  type ArticleWrite,
  broadKeysOf,
  type CurrentArticle,
  type NumberedPlan,
  numberedPlan,
  numberOf,
  storableWrite,
  plansIn,
  type DictionaryState,
  type StoredArticles,
  type StoredChange,
} from './article-plan';
import { DictionaryCache, type WrittenDictionaries } from './dictionary-cache';
import { acceptProposals, unreviewed } from './proposal-repository';
import { type ListChange, SegmentWriter } from './segment-writer';
import { SequenceWriter } from './sequence-writer';

type WrittenModels = Pick<
  Models,
  | 'articles'
  | 'dictionaries'
  | 'counters'
  | 'removals'
  | 'segments'
  | 'revisions'
  | 'comments'
  | 'proposals'
  | 'votes'
  | 'media'
  | 'mediaFiles'
  | 'mediaChunks'
  | 'translationWords'
>;

/**
 * Number of conflicts after which a write locks its segments. Processes take turns after fewer conflicts, but an older gateway
 * beside this one takes none, and its small writes could delay a large one forever.
 */
const MAX_CONFLICTS = 4;

/**
 * Stores the article writes of a group in one transaction. The number of commands does not grow with the number of
 * writes.
 */
export class ArticleStore implements GroupedWrite<ArticleWrite, StoredArticles> {
  private readonly segments: SegmentWriter;
  private readonly dictionaries: DictionaryCache;
  private readonly sequence: SequenceWriter;
  private readonly vocabulary: Vocabulary;

  constructor(
    private readonly models: WrittenModels,
    private readonly usages: Usages,
  ) {
    this.segments = new SegmentWriter(models);
    this.dictionaries = new DictionaryCache(models);
    this.sequence = new SequenceWriter(models, this.dictionaries);
    this.vocabulary = new Vocabulary(models);
  }

  sizeOf({ changes, additions }: ArticleWrite): number {
    return changes.length + additions.length;
  }

  async store(
    writes: readonly ArticleWrite[],
    group: Group,
  ): Promise<readonly WriteOutcome<StoredArticles>[]> {
    // Words are stored before and outside the transaction, because frequent words would make transactions conflict.
    const words = this.vocabulary.add(writes.flatMap(broadKeysOf));
    words.catch(() => undefined);
    // The steps run one after the other, because no command may run in a transaction that has failed.
    const outcomes = await this.storeArticles(writes, group);
    await words;
    return outcomes;
  }

  private async storeArticles(
    writes: readonly ArticleWrite[],
    { session, attempt }: Group,
  ): Promise<readonly WriteOutcome<StoredArticles>[]> {
    const ids = writes.map(({ dictionaryId }) => dictionaryId);
    if (attempt > MAX_CONFLICTS) await this.segments.lock([...new Set(ids), ALL_DICTIONARIES], session);
    const dictionaries = await this.dictionaries.dictionariesOf(writes, session);
    const states = await this.statesOf(writes, dictionaries, session);
    const open = await unreviewed(this.models, writes, session);
    const plans = writes.map(
      (write) => open.get(write) ?? storableWrite(write, states.get(write.dictionaryId)),
    );
    const counted = plans.flatMap((plan) => (plan instanceof Failure ? [] : usageAddition(plan)));
    const refusals = await this.usages.take(counted, session);
    const refused = new Map([...refusals].map(([{ plan }, failure]) => [plan, failure]));
    const allowed = plans.map((plan) => (plan instanceof Failure ? plan : (refused.get(plan) ?? plan)));
    const numbers = await this.sequence.take(plansIn(allowed), dictionaries, session);
    const stored = allowed.map((plan) => (plan instanceof Failure ? plan : numberedPlan(plan, numbers)));
    await this.write(plansIn(stored), session);
    await acceptProposals(this.models, writes, stored, session);
    return stored.map((plan) =>
      plan instanceof Failure ? plan : { result: plan.changes, isStored: plan.changes.length > 0 },
    );
  }

  /**
   * Reads what the database has of the articles of some writes, within the transaction. Nothing is written to a dictionary that is
   * deleted concurrently, because its counters change then.
   */
  private async statesOf(
    writes: readonly ArticleWrite[],
    dictionaries: WrittenDictionaries,
    session: ClientSession,
  ): Promise<ReadonlyMap<string, DictionaryState>> {
    const byDictionary = grouped(writes, ({ dictionaryId }) => dictionaryId);
    const states = new Map<string, DictionaryState>();
    for (const [dictionaryId, { keysVersion }] of dictionaries) {
      const dictionaryWrites = byDictionary.get(dictionaryId) ?? [];
      const numbers = dictionaryWrites.flatMap(({ changes }) => changes.map(numberOf));
      const publicIds = dictionaryWrites.flatMap(({ additions }) =>
        additions.flatMap(({ draft, isNamed }) => (isNamed ? draft.publicId : [])),
      );
      const current = await this.read({ dictionaryId, number: { $in: numbers } }, session);
      const taken = await this.read({ dictionaryId, publicId: { $in: publicIds } }, session);
      states.set(dictionaryId, {
        keysVersion,
        current: new Map(current.map((article) => [article.number, article])),
        takenIds: new Set(taken.map(({ publicId }) => publicId)),
      });
    }
    return states;
  }

  /** Reads articles by name. Without names, it sends no command. */
  private async read(
    filter: mongo.Filter<ArticleDocument> & NamesArticles,
    session: ClientSession,
  ): Promise<readonly CurrentArticle[]> {
    if ([filter.number, filter.publicId].every((names) => (names?.$in ?? []).length === 0)) return [];
    const fields = {
      _id: 0,
      number: 1,
      publicId: 1,
      revision: 1,
      likeCount: 1,
      unlikeCount: 1,
      proposedText: 1,
    };
    return articleDocuments(this.models)
      .find<CurrentArticle>(filter, { projection: fields, session })
      .toArray();
  }

  private async write(plans: readonly NumberedPlan[], session: ClientSession): Promise<void> {
    const operations = plans.flatMap(({ dictionaryId, changes }) =>
      changes.map((change) => bulkOperationOf(dictionaryId, change)),
    );
    if (operations.length === 0) return;
    // Each change is of a different article.
    await articleDocuments(this.models).bulkWrite(operations, { session, ordered: false });
    const all = plans.flatMap(({ changes }) => changes);
    await this.storeRevisions(all, session);
    const changed = new Map<string, readonly StoredChange[]>();
    for (const [dictionaryId, ones] of grouped(plans, (plan) => plan.dictionaryId)) {
      const changes = ones.flatMap((plan) => plan.changes);
      changed.set(dictionaryId, changes);
      await this.showComments(dictionaryId, changes, session);
      await this.removeWithArticles(dictionaryId, changes, session);
    }
    await this.sequence.noteRemovals(changed, session);
    await this.segments.count(
      new Map<string, readonly ListChange[]>([[ALL_DICTIONARIES, all], ...changed]),
      session,
    );
  }

  private async storeRevisions(changes: readonly ArticleChange[], session: ClientSession): Promise<void> {
    const replaced = changes.flatMap(({ before, after }) => (before && after ? [revisionOf(before)] : []));
    if (replaced.length > 0) await this.models.revisions.insertMany(replaced, { session, lean: true });
  }

  /** Shows or hides the comments on articles that were enabled or disabled. */
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

  private async removeWithArticles(
    dictionaryId: string,
    changes: readonly ArticleChange[],
    session: ClientSession,
  ): Promise<void> {
    const { models, usages } = this;
    const numbers = changes.filter(({ after }) => after === undefined).map(numberOf);
    const { bytes } = await removeBelow(models, dictionaryId, { numbers, usages, session });
    await usages.count(dictionaryUsage(dictionaryId), { objects: 0, bytes: -bytes }, session);
  }
}

interface NamesArticles {
  readonly number?: { readonly $in: readonly number[] };
  readonly publicId?: { readonly $in: readonly string[] };
}

function bulkOperationOf(dictionaryId: string, { before, after }: ArticleChange) {
  const filter = { dictionaryId, number: numberOf({ before, after }) };
  if (!after) return { deleteOne: { filter } };
  const document: ArticleDocument = documentOf(after);
  if (before) return { replaceOne: { filter, replacement: document } };
  // `_id` comes first, which the driver does not ensure. The embedded database then stores the document without
  // rewriting it.
  return { insertOne: { document: { _id: new mongo.ObjectId(), ...document } } };
}
