import DataLoader from 'dataloader';
import type { User } from '../domain/account/user';
import type { ArticleRecord } from '../domain/article/article-record';
import type { Comment } from '../domain/comment/comment';
import type { CommentService } from '../services/comment.service';
import type { ApplicationRecord } from '../domain/chatbot/application';
import type { OwnedObject } from '../domain/chatbot/owned-record';
import type { Dictionary } from '../domain/dictionary/dictionary';
import type { ArticleService, ArticleWish } from '../services/article.service';
import type { ApplicationService } from '../services/application.service';
import type { ListWish, OwnedListService } from '../services/owned-list.service';
import type { DictionaryService } from '../services/dictionary.service';
import type { DictionaryStatistics } from '../services/dictionary-statistics';
import { Failure } from '../shared/failure';
import type { Page } from '../shared/paging';
import type { AccountViewer, Viewer } from '../shared/viewer';
import { isOwner } from '../services/reach';
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
  /** Tells whoever waits for the request that it will take its time. */
  readonly takesLong?: () => void;
  /** Applications whose password came with this very request. */
  readonly proven: Set<string>;
  readonly articles: Loader<ArticleWish, ArticleRecord | undefined>;
  readonly dictionaries: Loader<string, Dictionary | undefined>;
  readonly users: Loader<number, User | undefined>;
  readonly comments: Loader<string, Comment | undefined>;
  /** By public identifier. */
  readonly applications: Loader<string, ApplicationRecord | undefined>;
  /** By what `wishFor` says. */
  readonly owned: Loader<string, OwnedObject | undefined>;
  readonly ownedLists: Loader<ListWish, Page<OwnedObject>>;
  /** By identifier of the dictionary. */
  readonly statistics: Loader<string, DictionaryStatistics>;
}

export type ContextOrigin = Pick<Context, 'viewer' | 'mostItems' | 'address' | 'requestId' | 'takesLong'>;

interface Services {
  readonly articles: ArticleService;
  readonly dictionaries: DictionaryService;
  readonly users: UserService;
  readonly comments: CommentService;
  readonly applications: ApplicationService;
  readonly owned: OwnedListService;
}

export function contextOf(origin: ContextOrigin, services: Services): Context {
  const { articles, dictionaries, users, comments, applications, owned } = services;
  const { viewer } = origin;
  return {
    ...origin,
    proven: new Set(),
    // Storage itself reads together what is asked for at once.
    articles: { load: (wish) => articles.get(viewer, wish) },
    dictionaries: lazily((ids) => dictionaries.getMany(ids)),
    comments: { load: (id) => comments.visible(viewer, id) },
    users: lazily((numbers) => users.getMany(viewer, numbers)),
    applications: lazily((ids) => applications.getMany(viewer, ids)),
    owned: lazily((wishes) => owned.getMany(viewer, wishes)),
    ownedLists: lazily((wishes) => owned.pages(wishes)),
    statistics: lazily((ids) => articles.statistics(viewer, ids)),
  };
}

/** A loader that is made when it is first used: most requests use none. */
function lazily<Key, Value>(read: (keys: readonly Key[]) => Promise<(Value | Error)[]>): Loader<Key, Value> {
  let loader: DataLoader<Key, Value> | undefined;
  return { load: (key) => (loader ??= new DataLoader(read)).load(key) };
}

/** The viewer of a field whose row in the table of access lets only accounts in. */
export function viewerWithAccount({ viewer }: Pick<Context, 'viewer'>): AccountViewer {
  if (viewer.role === 'anonymous') throw new Failure('UNAUTHENTICATED', 'A valid token is needed');
  return viewer;
}

/** Whether secrets of an application may go into the answer: to itself, by its token or its password. */
export function seesSecrets(
  { viewer, proven }: Pick<Context, 'viewer' | 'proven'>,
  publicId: string,
): boolean {
  return isOwner(viewer, publicId) || proven.has(publicId);
}
