import { trusted } from 'mongoose';
import type { UserRecord } from '../../domain/account/user';
import type { CommentRecord } from '../../domain/comment/comment';
import { touchLists } from '../dictionaries/counters';
import { articleDocuments, type Models } from '../models';
import type { Transact } from '../mongo/transaction';
import { type CountName, voteKeyText, type VoteRecord } from './vote-repository';

/** The comments and votes of consecutive articles of a dictionary. */
interface OpinionPage {
  readonly articles: readonly { readonly number: number; readonly publicId: string }[];
  readonly comments: readonly CommentRecord[];
  readonly votes: readonly VoteRecord[];
}

/** Number of articles, or users, of one page. */
const ITEMS_PER_PAGE = 200;

type Counts = Partial<Record<CountName, number>>;

/** Reads all comments and votes of a dictionary, and stores votes from a file. */
export class OpinionRepository {
  constructor(
    private readonly models: Pick<Models, 'comments' | 'votes' | 'articles' | 'users' | 'counters'>,
    private readonly transact: Transact,
  ) {}

  /** Reads the opinions about the articles after a number; the last page is empty. */
  async page(dictionaryId: string, behind: number): Promise<OpinionPage> {
    const articles = await articleDocuments(this.models)
      .find({ dictionaryId, number: { $gt: behind } }, { projection: { _id: 0, number: 1, publicId: 1 } })
      .sort({ number: 1 })
      .limit(ITEMS_PER_PAGE)
      .toArray();
    const filter = { dictionaryId, number: trusted({ $in: articles.map(({ number }) => number) }) };
    const [comments, votes] = await Promise.all([
      this.models.comments.find(filter, { _id: 0 }).lean<CommentRecord[]>(),
      this.models.votes.find(filter, { _id: 0 }).lean<VoteRecord[]>(),
    ]);
    return { articles, comments, votes };
  }

  /** Users after a number, in the order of their numbers. */
  users(behind: number): Promise<UserRecord[]> {
    return this.models.users
      .find({ number: trusted({ $gt: behind }) }, { _id: 0 })
      .sort({ number: 1 })
      .limit(ITEMS_PER_PAGE)
      .lean<UserRecord[]>()
      .exec();
  }

  /**
   * Stores votes on existing objects. A user who has already voted on an object keeps that vote. Anonymous counts that
   * an import of the article brought are replaced by the votes, so that nothing counts twice.
   *
   * @param records of one dictionary, of which no two are of one user on one object
   * @returns whether each is new
   */
  storeVotes(dictionaryId: string, records: readonly VoteRecord[]): Promise<readonly boolean[]> {
    return this.transact(async (session) => {
      const { votes, articles, comments } = this.models;
      const numbers = [...new Set(records.map(({ number }) => number))];
      const stored = await votes.collection
        .find<VoteRecord>({ dictionaryId, number: { $in: numbers } }, { session })
        .toArray();
      const storedKeys = new Set(stored.map(voteKeyText));
      const isNew = records.map((vote) => !storedKeys.has(voteKeyText(vote)));
      const added = records.filter((_, index) => isNew[index]);
      if (added.length === 0) return isNew;
      await votes.collection.insertMany(
        added.map((vote) => ({ ...vote })),
        { session },
      );
      const brought = await articleDocuments(this.models)
        .find(
          { dictionaryId, number: { $in: numbers } },
          { projection: { _id: 0, number: 1, importedVotes: 1 }, session },
        )
        .toArray();
      const counted = new Map(brought.map(({ number, importedVotes }) => [number, importedVotes]));
      const sums = sumsOf(added);
      const updatesOf = (objects: 'articles' | 'comments') =>
        [...sums].flatMap(([target, { number, sum }]) => {
          const isOfArticles = objects === 'articles';
          if (target.startsWith('comment:') === isOfArticles) return [];
          const name = isOfArticles ? { number } : { publicId: target.slice('comment:'.length) };
          const update = isOfArticles ? articleChange(sum, counted.get(number)) : { $inc: sum };
          return [{ updateOne: { filter: { dictionaryId, ...name }, update } }];
        });
      for (const [model, updates] of [
        [articles, updatesOf('articles')],
        [comments, updatesOf('comments')],
      ] as const)
        if (updates.length > 0) await model.collection.bulkWrite(updates, { session, ordered: false });
      await touchLists(this.models, [dictionaryId], session);
      return isNew;
    });
  }
}

/** Sums the changes of the counts of each object, by article number and target. */
function sumsOf(votes: readonly VoteRecord[]) {
  const sums = new Map<string, { readonly number: number; readonly sum: Counts }>();
  for (const { number, target, vote } of votes) {
    const key = target === 'article' ? `article ${number}` : target;
    const { sum }: { readonly sum: Counts } = sums.get(key) ?? { sum: {} };
    const name: CountName = vote === 'like' ? 'likeCount' : 'unlikeCount';
    sums.set(key, { number, sum: { ...sum, [name]: (sum[name] ?? 0) + 1 } });
  }
  return sums;
}

/**
 * The change of an article's counts. Its anonymous counts, which an import brought, decrease by the votes whose voters
 * are now known.
 */
function articleChange(sum: Counts, brought: Counts | undefined) {
  const changes: Record<string, number> = {};
  for (const name of ['likeCount', 'unlikeCount'] as const) {
    const [more = 0, without = 0] = [sum[name], brought?.[name]];
    const replaced = Math.min(more, without);
    if (replaced > 0) changes[`importedVotes.${name}`] = -replaced;
    if (more > replaced) changes[name] = more - replaced;
  }
  return { $inc: changes };
}
