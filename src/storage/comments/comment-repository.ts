import { type ClientSession, trusted } from 'mongoose';
import { type CommentRecord, voteTarget } from '../../domain/comment/comment';
import type { Bounded } from '../../shared/paging';
import type { RangeQuery } from '../lists/keyed-list';
import { grouped } from '../../shared/grouped';
import { articleDocuments, type Models } from '../models';
import type { GroupCommit, WriteOutcome } from '../mongo/group-commit';
import { countNarrowed, type NarrowedList, readNarrowed } from '../lists/narrowed-list';
import type { Transact } from '../mongo/transaction';
import { commentUsage } from '../../domain/usage/usage';
import type { Usages } from '../applications/usages';

/** Which comments a list holds. */
export interface CommentScope {
  readonly dictionaryId?: string | undefined;
  /** Number of an article of the dictionary. */
  readonly number?: number | undefined;
  /** Number of their author. */
  readonly userNumber?: number | undefined;
  /** `true` selects comments that everyone sees, `false` those that only admins and editors see; both if absent. */
  readonly isShown?: boolean | undefined;
}

/** Comments on articles. */
export class CommentRepository {
  private readonly add: (write: NewComment) => Promise<boolean>;

  constructor(
    private readonly models: Pick<Models, 'comments' | 'articles' | 'votes'>,
    private readonly transact: Transact,
    private readonly rules: { readonly usages: Usages; readonly groups: GroupCommit },
  ) {
    this.add = rules.groups.writerOf<NewComment, boolean>({
      store: (comments, { session }) => this.insertAll(comments, session),
    });
  }

  read(scope: CommentScope, query: RangeQuery): Promise<Bounded<CommentRecord>> {
    return readNarrowed(this.models.comments, commentList(scope), query);
  }

  /** The number of comments; `null` if counting would examine too many entries. */
  total(scope: CommentScope): Promise<number | null> {
    return countNarrowed(this.models.comments, commentList(scope));
  }

  async find(publicId: string): Promise<CommentRecord | undefined> {
    const comment = await this.models.comments.findOne({ publicId }, { _id: 0 }).lean<CommentRecord>();
    return comment ?? undefined;
  }

  /**
   * Stores a new comment; `false` if the article does not exist or the writer may not see it.
   *
   * @throws Failure QUOTA_EXCEEDED
   */
  insert(comment: CommentRecord, writer: Pick<NewComment, 'seesHidden'>): Promise<boolean> {
    return this.add({ comment, ...writer });
  }

  private async insertAll(
    inputs: readonly NewComment[],
    session: ClientSession,
  ): Promise<readonly WriteOutcome<boolean>[]> {
    const hidden = await this.articlesOf(inputs, session);
    const additions = inputs.flatMap((newComment) => {
      const isDisabled = hidden.get(articleName(newComment.comment));
      if (isDisabled === undefined || (isDisabled && !newComment.seesHidden)) return [];
      const { dictionaryId, userNumber } = newComment.comment;
      const scope = commentUsage(dictionaryId, userNumber);
      return [
        {
          scope,
          usage: { objects: 1, bytes: 0 },
          newComment,
          isShown: !isDisabled && !newComment.comment.isDisabled,
        },
      ];
    });
    const refusals = await this.rules.usages.take(additions, session);
    const stored = additions.filter((addition) => !refusals.has(addition));
    await this.insertStored(
      stored.map(({ newComment, isShown }) => ({ ...newComment.comment, isShown })),
      session,
    );
    const outcomes = new Map<NewComment, WriteOutcome<boolean>>(
      additions.map((addition) => [
        addition.newComment,
        refusals.get(addition) ?? { result: true, isStored: true },
      ]),
    );
    return inputs.map((newComment) => outcomes.get(newComment) ?? { result: false, isStored: false });
  }

  /** The existing articles of comments, and whether they are disabled. */
  private async articlesOf(inputs: readonly NewComment[], session: ClientSession) {
    const hidden = new Map<string, boolean>();
    for (const [dictionaryId, group] of grouped(inputs, ({ comment }) => comment.dictionaryId)) {
      const numbers = group.map(({ comment }) => comment.number);
      const projection = { _id: 0, dictionaryId: 1, number: 1, isDisabled: 1 };
      const articles = articleDocuments(this.models).find(
        { dictionaryId, number: { $in: numbers } },
        { projection, session },
      );
      for (const article of await articles.toArray()) hidden.set(articleName(article), article.isDisabled);
    }
    return hidden;
  }

  private async insertStored(comments: readonly CommentRecord[], session: ClientSession): Promise<void> {
    if (comments.length === 0) return;
    // This write conflicts with a concurrent one that deletes or hides the article.
    await articleDocuments(this.models).bulkWrite(
      [...grouped(comments, articleName).values()].flatMap(([first]) => {
        if (!first) return [];
        const { dictionaryId, number, sentAt } = first;
        return [
          { updateOne: { filter: { dictionaryId, number }, update: { $set: { commentedAt: sentAt } } } },
        ];
      }),
      { session, ordered: false },
    );
    await this.models.comments.insertMany(comments, { session, lean: true });
  }

  /** Changes a comment; `undefined` if it no longer exists. Whether it is shown also depends on its article. */
  update(
    publicId: string,
    change: Partial<Pick<CommentRecord, 'text' | 'updatedAt' | 'isDisabled'>>,
  ): Promise<CommentRecord | undefined> {
    return this.transact(async (session) => {
      const { comments, articles } = this.models;
      const comment = await comments.findOne({ publicId }).session(session).lean<CommentRecord>();
      if (!comment) return undefined;
      const { dictionaryId, number } = comment;
      // This write conflicts with a concurrent one that shows or hides the article.
      const article = await articles
        .findOneAndUpdate({ dictionaryId, number }, { $set: { commentedAt: new Date() } }, { session })
        .lean<{ readonly isDisabled: boolean }>();
      const isDisabled = change.isDisabled ?? comment.isDisabled;
      const changed = await comments
        .findOneAndUpdate(
          { publicId },
          { $set: { ...change, isShown: !isDisabled && article?.isDisabled === false } },
          { session, returnDocument: 'after' },
        )
        .lean<CommentRecord>();
      return changed ?? undefined;
    });
  }

  /** Removes a comment with its votes; `false` if it no longer exists. */
  remove(comment: CommentRecord): Promise<boolean> {
    const { dictionaryId, number, publicId } = comment;
    return this.transact(async (session) => {
      const { deletedCount } = await this.models.comments.deleteOne({ publicId }, { session });
      const target = voteTarget(publicId);
      await this.models.votes.deleteMany({ dictionaryId, number, target }).session(session);
      if (deletedCount === 1) await this.count(comment, -1, session);
      return deletedCount === 1;
    });
  }

  private count(
    { dictionaryId, userNumber }: CommentRecord,
    objects: number,
    session: ClientSession,
  ): Promise<void> {
    return this.rules.usages.count(commentUsage(dictionaryId, userNumber), { objects, bytes: 0 }, session);
  }
}

/** A comment to be stored. */
interface NewComment {
  readonly comment: CommentRecord;
  readonly seesHidden: boolean;
}

function articleName({ dictionaryId, number }: Pick<CommentRecord, 'dictionaryId' | 'number'>): string {
  return `${dictionaryId} ${number}`;
}

/**
 * The list of a filter. It uses the index of the article, otherwise of the user, otherwise of the dictionary, otherwise
 * of all comments.
 */
function commentList({ dictionaryId, number, userNumber, isShown }: CommentScope): NarrowedList {
  const shown = { isShown: isShown ?? trusted({ $in: [true, false] }) };
  const subject = {
    ...(dictionaryId === undefined ? {} : { dictionaryId }),
    ...(number === undefined ? {} : { number }),
  };
  if (userNumber === undefined) return { key: 'place', leads: [{ ...subject, ...shown }] };
  if (number !== undefined)
    return { key: 'place', leads: [{ ...subject, ...shown }], conditions: { userNumber } };
  const conditions = dictionaryId === undefined ? undefined : subject;
  return { key: 'place', leads: [{ userNumber, ...shown }], conditions };
}
