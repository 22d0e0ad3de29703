import { randomUUID } from 'node:crypto';
import { commentSortKey, type Comment, type CommentRecord } from '../../domain/comment/comment';
import { Failure } from '../../shared/failure';
import { checkedMembers, inMember, invalid } from '../../shared/faults';
import { cursorOf, type Page, type PageRequest } from '../../shared/paging';
import { lengthOf, nfc } from '../../shared/text';
import {
  type AccountViewer,
  refuseOutside,
  seesHidden,
  type Viewer,
  assertSeesHidden,
} from '../../shared/viewer';
import type { CommentScope } from '../../storage/comments/comment-repository';
import type { Storage } from '../../storage/storage';
import { type ArticleAddress, type ArticleService, articleNotFound } from '../articles/article.service';
import type { DictionaryService } from '../dictionaries/dictionary.service';
import { type KeyedPageSource, readPageOf, unfilteredSource } from '../list-page';

/** Name and version of the order of comments, by time and identifier; cursors of another one are refused. */
const COMMENT_ORDER = 'comments 1';

/** The comments of an article that does not exist. */
const NO_COMMENTS = { read: () => Promise.resolve([]), total: () => Promise.resolve(0) };

/** Maximum length of a comment, in code points. */
const MAX_COMMENT_LENGTH = 5000;
const MAX_AVATAR_LENGTH = 500;

/** The dictionary and article of a comment. */
export interface CommentSubject {
  readonly dictionaryId?: string | null | undefined;
  /** Number or public identifier of an article of the dictionary. */
  readonly articleId?: string | null | undefined;
}

/** Filter of comments: all given conditions must hold. */
export interface CommentFilter extends CommentSubject {
  /** Number of their author; only the author, admins and editors may use it. */
  readonly userId?: string | null | undefined;
  /** Only admins and editors may use it. */
  readonly isShown?: boolean | null | undefined;
}

/** A comment, and where it must be; anywhere by default. */
export interface CommentTarget extends CommentSubject {
  readonly publicId: string;
}

export interface NewComment extends ArticleAddress {
  readonly text: string;
  readonly avatar?: string | null | undefined;
}

export interface CommentListing {
  readonly filter: CommentFilter;
  readonly pageRequest: PageRequest;
  readonly maxItems: number;
}

export function commentCursor(comment: Pick<Comment, 'sentAt' | 'publicId'>): string {
  return cursorOf(commentSortKey(comment), COMMENT_ORDER);
}

/**
 * Comments on articles: everyone with an account reads and writes them, authors change their own, admins and editors moderate.
 */
export class CommentService {
  constructor(
    private readonly storage: Pick<Storage, 'comments'>,
    private readonly articles: ArticleService,
    private readonly dictionaries: DictionaryService,
  ) {}

  /**
   * One page of comments, ordered by creation time.
   *
   * @throws Failure INVALID_INPUT when the page request contradicts itself, or an article is given without its dictionary
   * @throws Failure FORBIDDEN when the viewer may not use the filter
   */
  async list(
    viewer: AccountViewer,
    { filter, pageRequest, maxItems }: CommentListing,
  ): Promise<Page<Comment>> {
    const scope = await this.filteredScope(viewer, filter);
    const { comments } = this.storage;
    const list: KeyedPageSource<Comment> = scope
      ? {
          version: COMMENT_ORDER,
          read: (query) => comments.read(scope, query),
          total: () => comments.total(scope),
        }
      : unfilteredSource(COMMENT_ORDER, NO_COMMENTS);
    return readPageOf(list, pageRequest, maxItems);
  }

  /** One comment; `undefined` when it does not exist or the viewer may not see it. */
  async get(viewer: AccountViewer, publicId: string): Promise<CommentRecord | undefined> {
    const comment = await this.storage.comments.find(publicId);
    return comment && (comment.isShown || seesHidden(viewer, comment.dictionaryId)) ? comment : undefined;
  }

  /** One comment for any viewer. Only users and admins see comments. */
  async visible(viewer: Viewer, publicId: string): Promise<CommentRecord | undefined> {
    return viewer.role === 'user' || viewer.role === 'admin' ? this.get(viewer, publicId) : undefined;
  }

  /** @throws Failure NOT_FOUND without such an article, INVALID_INPUT */
  async create(
    viewer: AccountViewer,
    { dictionaryId, id, text, avatar = null }: NewComment,
  ): Promise<Comment> {
    const article = await this.articles.get(viewer, {
      dictionaryId,
      id,
      fields: { dictionaryId: 1, number: 1, isDisabled: 1 },
    });
    if (!article) throw articleNotFound();
    refuseOutside(viewer, article.dictionaryId);
    const now = new Date();
    const names = { publicId: randomUUID(), dictionaryId: article.dictionaryId, number: article.number };
    const comment: CommentRecord = {
      ...names,
      userNumber: Number(viewer.accountId),
      username: viewer.name,
      ...checkedMembers({ avatar: () => avatarFrom(avatar), text: () => commentTextFrom(text) }),
      isDisabled: false,
      isShown: true,
      likeCount: 0,
      unlikeCount: 0,
      sentAt: now,
      updatedAt: now,
      place: commentSortKey({ sentAt: now, publicId: names.publicId }),
    };
    const writer = { seesHidden: seesHidden(viewer, comment.dictionaryId) };
    if (await this.storage.comments.insert(comment, writer)) return comment;
    throw articleNotFound();
  }

  /** Changes the text of the viewer's comment. @throws Failure NOT_FOUND, FORBIDDEN, INVALID_INPUT */
  async update(viewer: AccountViewer, target: CommentTarget, text: string): Promise<Comment> {
    const comment = await this.existing(viewer, target);
    if (!isWrittenBy(viewer, comment))
      throw new Failure('FORBIDDEN', 'Only the author of a comment can change its text');
    const checked = inMember('text', () => commentTextFrom(text));
    return this.changed(comment.publicId, { text: checked, updatedAt: new Date() });
  }

  /**
   * Disables a comment, so that only admins and editors see it, or enables it. Only admins and editors may do so.
   *
   * @throws Failure NOT_FOUND
   */
  async setDisabled(
    viewer: AccountViewer,
    publicId: string,
    { isDisabled }: { readonly isDisabled: boolean },
  ): Promise<Comment> {
    await this.existing(viewer, { publicId });
    return this.changed(publicId, { isDisabled });
  }

  /** Deletes the viewer's comment, or for admins and editors any. @throws Failure NOT_FOUND, FORBIDDEN */
  async remove(viewer: AccountViewer, target: CommentTarget): Promise<Comment> {
    const comment = await this.existing(viewer, target);
    if (!mayDelete(viewer, comment))
      throw new Failure('FORBIDDEN', 'Only admins, editors and the author of a comment can delete it');
    if (await this.storage.comments.remove(comment)) return comment;
    throw new Failure('NOT_FOUND', 'There is no such comment');
  }

  private async changed(...change: Parameters<Storage['comments']['update']>): Promise<Comment> {
    const comment = await this.storage.comments.update(...change);
    if (!comment) throw new Failure('NOT_FOUND', 'There is no such comment');
    return comment;
  }

  private async existing(viewer: AccountViewer, target: CommentTarget): Promise<CommentRecord> {
    const { publicId, dictionaryId, articleId } = target;
    const comment = await this.get(viewer, publicId);
    const scope = comment && (await this.scopeOf(viewer, { dictionaryId, articleId }));
    const matches =
      scope &&
      (scope.dictionaryId ?? comment.dictionaryId) === comment.dictionaryId &&
      (scope.number ?? comment.number) === comment.number;
    if (!matches) throw new Failure('NOT_FOUND', 'There is no such comment');
    refuseOutside(viewer, comment.dictionaryId);
    return comment;
  }

  /** `undefined` if nothing can match. */
  private async filteredScope(
    viewer: AccountViewer,
    { userId, isShown, ...subject }: CommentFilter,
  ): Promise<CommentScope | undefined> {
    const { dictionaryId: idOrNumber } = subject;
    const dictionaryId =
      typeof idOrNumber === 'string' ? await this.dictionaries.idOf(idOrNumber) : undefined;
    if (typeof isShown === 'boolean') assertSeesHidden(viewer, 'isShown', dictionaryId);
    if (typeof userId === 'string' && userId !== viewer.accountId)
      assertSeesHidden(viewer, 'userId', dictionaryId);
    const scope = await this.scopeOf(viewer, subject);
    if (!scope) return undefined;
    const shown = typeof isShown === 'boolean' ? { ...scope, isShown } : scope;
    if (typeof userId !== 'string') return shown;
    const userNumber = /^\d+$/.test(userId) ? Number(userId) : NaN;
    return Number.isSafeInteger(userNumber) ? { ...shown, userNumber } : undefined;
  }

  /** `undefined` when the article does not exist for the viewer: then it has no comments. */
  private async scopeOf(
    viewer: AccountViewer,
    { dictionaryId: idOrNumber, articleId }: CommentSubject,
  ): Promise<CommentScope | undefined> {
    const dictionaryId =
      typeof idOrNumber === 'string' ? await this.dictionaries.idOf(idOrNumber) : undefined;
    const hidden = seesHidden(viewer, dictionaryId) ? {} : { isShown: true };
    const isOfArticle = typeof articleId === 'string' && articleId !== '';
    if (dictionaryId === undefined) {
      if (isOfArticle) throw invalid('number', 'number requires a dictionary: dictionary or dictionaryId');
      return hidden;
    }
    if (!isOfArticle) return { dictionaryId, ...hidden };
    const fields = { dictionaryId: 1, number: 1, isDisabled: 1 } as const;
    const article = await this.articles.get(viewer, { dictionaryId, id: articleId, fields });
    return article && { dictionaryId: article.dictionaryId, number: article.number, ...hidden };
  }
}

/** Whether a viewer who sees a comment may delete it. */
export function mayDelete(
  viewer: Viewer,
  comment: Pick<Comment, 'userNumber'> & Pick<CommentRecord, 'dictionaryId'>,
): boolean {
  return seesHidden(viewer, comment.dictionaryId) || isWrittenBy(viewer, comment);
}

/** Whether the viewer is the user who wrote a comment. */
export function isWrittenBy(viewer: Viewer, { userNumber }: Pick<Comment, 'userNumber'>): boolean {
  return (viewer.role === 'user' || viewer.role === 'admin') && String(userNumber) === viewer.accountId;
}

/** @throws Failure INVALID_INPUT */
export function commentTextFrom(input: string): string {
  const text = nfc(input).trim();
  if (text === '' || lengthOf(text) > MAX_COMMENT_LENGTH)
    throw invalid([], `a comment must have 1 to ${MAX_COMMENT_LENGTH} characters`);
  return text;
}

/**
 * Validates the URL of a picture. Browsers load it, so only http and https are allowed.
 *
 * @throws Failure INVALID_INPUT
 */
export function avatarFrom(input: string | null): string | null {
  if (input === null || input === '') return null;
  // The normalised form contains nothing else.
  const { protocol, href } = URL.canParse(input) ? new URL(input) : { protocol: '', href: '' };
  if (!/^https?:$/.test(protocol) || href.length > MAX_AVATAR_LENGTH)
    throw invalid([], `avatar must be an http or https URL of at most ${MAX_AVATAR_LENGTH} characters`);
  return href;
}
