import DataLoader from 'dataloader';
import type { User } from '../domain/account/user';
import type { ArticleRecord } from '../domain/article/article-record';
import type { Comment } from '../domain/comment/comment';
import type { Dictionary } from '../domain/dictionary/dictionary';
import type { ArticleService, ArticleWish } from '../services/article.service';
import type { CommentService } from '../services/comment.service';
import type { DictionaryService } from '../services/dictionary.service';
import type { DictionaryStatistics } from '../services/dictionary-statistics';
import { Failure } from '../shared/failure';
import type { AccountViewer, Viewer } from '../shared/viewer';
import type { UserService } from '../services/user.service';

/** Loads one object by what names it. */
export interface Loader<Key, Value> {
  readonly load: (key: Key) => Promise<Value>;
}

/** What a request brings to every resolver. Its loaders never outlive it, and see what its viewer may see. */
export interface Context {
  readonly viewer: Viewer;
  /** The largest page that this face may ask for. */
  readonly mostItems: number;
  /** Network address of the client. */
  readonly address: string;
  readonly requestId: string;
  readonly articles: Loader<ArticleWish, ArticleRecord | undefined>;
  readonly dictionaries: Loader<string, Dictionary | undefined>;
  readonly users: Loader<number, User | undefined>;
  readonly comments: Loader<string, Comment | undefined>;
  /** By identifier of the dictionary. */
  readonly statistics: Loader<string, DictionaryStatistics>;
}

export type ContextOrigin = Pick<Context, 'viewer' | 'mostItems' | 'address' | 'requestId'>;

interface Services {
  readonly articles: ArticleService;
  readonly dictionaries: DictionaryService;
  readonly users: UserService;
  readonly comments: CommentService;
}

export function contextOf(origin: ContextOrigin, services: Services): Context {
  const { articles, dictionaries, users, comments } = services;
  const { viewer } = origin;
  return {
    ...origin,
    // Storage itself reads together what is asked for at once.
    articles: { load: (wish) => articles.get(viewer, wish) },
    dictionaries: lazily((ids) => dictionaries.getMany(ids)),
    comments: { load: (id) => comments.visible(viewer, id) },
    users: lazily((numbers) => users.getMany(viewer, numbers)),
    statistics: lazily((ids) => articles.statistics(viewer, ids)),
  };
}

/** A loader that is made when it is first used: most requests use none. */
function lazily<Key, Value>(read: (keys: readonly Key[]) => Promise<Value[]>): Loader<Key, Value> {
  let loader: DataLoader<Key, Value> | undefined;
  return { load: (key) => (loader ??= new DataLoader(read)).load(key) };
}

/** The viewer of a field whose row in the table of access lets only accounts in. */
export function viewerWithAccount({ viewer }: Pick<Context, 'viewer'>): AccountViewer {
  if (viewer.role === 'anonymous') throw new Failure('UNAUTHENTICATED', 'A valid token is needed');
  return viewer;
}
