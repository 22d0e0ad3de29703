import type { ArticleRecord } from '../../domain/article/article-record';
import type { Comment, Vote, VoteSubject } from '../../domain/comment/comment';
import { Failure } from '../../shared/failure';
import { fieldPaths } from '../../domain/values/field-paths';
import { type AccountViewer, refuseOutside, seesHidden, type Viewer } from '../../shared/viewer';
import type { Storage } from '../../storage/storage';
import { type ArticleKey, type ArticleService, articleNotFound } from '../articles/article.service';
import type { CommentService } from './comment.service';

/** The fields of an article that a vote on it needs. */
const NAMES = fieldPaths(['dictionaryId', 'number', 'isDisabled']);

/** Votes on articles and comments: one per user and object. */
export class VoteService {
  constructor(
    private readonly storage: Pick<Storage, 'votes'>,
    private readonly articles: ArticleService,
    private readonly comments: CommentService,
  ) {}

  /**
   * Sets the vote on an article and replaces an earlier one.
   *
   * @returns the requested fields of the article after the vote
   * @throws Failure NOT_FOUND
   */
  async onArticle(viewer: AccountViewer, key: ArticleKey, vote: Vote): Promise<ArticleRecord> {
    const article = await this.articles.get(viewer, { ...key, fields: NAMES });
    if (!article || !(await this.cast(viewer, article, vote))) throw articleNotFound();
    const voted = await this.articles.get(viewer, key);
    // It has been deleted in between.
    if (!voted) throw articleNotFound();
    return voted;
  }

  /** Sets the vote on a comment and replaces an earlier one. @throws Failure NOT_FOUND */
  async onComment(viewer: AccountViewer, publicId: string, vote: Vote): Promise<Comment> {
    const comment = await this.comments.get(viewer, publicId);
    if (!comment || !(await this.cast(viewer, { ...comment, commentId: publicId }, vote)))
      throw new Failure('NOT_FOUND', 'There is no such comment');
    return (await this.comments.get(viewer, publicId)) ?? comment;
  }

  /** The votes of the viewer on objects, in their order; `null` for each if the viewer is not a user. */
  async ofViewer(viewer: Viewer, subjects: readonly VoteSubject[]): Promise<(Vote | null)[]> {
    if (viewer.role !== 'user' && viewer.role !== 'admin') return subjects.map(() => null);
    return this.storage.votes.of(Number(viewer.accountId), subjects);
  }

  private cast(
    viewer: AccountViewer,
    { dictionaryId, number, commentId }: { dictionaryId: string; number: number; commentId?: string },
    vote: Vote,
  ): Promise<boolean> {
    refuseOutside(viewer, dictionaryId);
    const voter = { userNumber: Number(viewer.accountId), seesHidden: seesHidden(viewer, dictionaryId) };
    return this.storage.votes.cast({ dictionaryId, number, commentId, ...voter }, vote);
  }
}
