import DataLoader from 'dataloader';
import type { RevisionName } from '../services/articles/article-history.service';
import type { ArticleKey } from '../services/articles/article.service';
import type { Media } from '../domain/article/media';
import type { ProposalRecord } from '../domain/article/proposal';
import type { DictionaryStatistics } from '../services/dictionaries/dictionary.service';
import type { LiveService, LiveStream } from '../services/live/live.service';
import type { ListRequest } from '../services/applications/resource-list.service';
import type { User } from '../domain/account/user';
import type { ArticleRecord } from '../domain/article/article-record';
import type { RevisionRecord } from '../domain/article/article';
import type { AuditRecord } from '../domain/audit/audit-entry';
import type { Comment, Vote, VoteSubject } from '../domain/comment/comment';
import type { ApplicationRecord } from '../domain/chatbot/application';
import type { Resource } from '../domain/chatbot/resource/resource-record';
import type { Dictionary } from '../domain/dictionary/dictionary';
import type { ImportRecord } from '../domain/imports/import-record';
import type { Quota, Usage } from '../domain/usage/usage';
import { Failure } from '../shared/failure';
import type { Page } from '../shared/paging';
import type { AccountViewer, Viewer } from '../shared/viewer';
import { currentWork, Work } from '../shared/work';
import { isOwner } from '../services/applications/tenant-scope';
import type { Services } from './services';

/** Loads one object by its key. */
export interface Loader<Key, Value> {
  readonly load: (key: Key) => Promise<Value>;
}

/** A stream of events, and the service that supplies them. */
export interface OpenStream extends LiveStream {
  readonly live: LiveService;
}

/**
 * The context of a request, which every resolver receives. Its loaders last as long as the request, and read with the
 * rights of its viewer.
 */
export interface Context {
  readonly viewer: Viewer;
  /** The largest page size: 1,000 for REST, 100 for GraphQL. */
  readonly maxItems: number;
  /** Network address of the client. */
  readonly address: string;
  readonly requestId: string;
  /** The cost of the request; it also bounds the response. */
  readonly work: Work;
  /** Results of fields, by their parent object. */
  readonly computed: WeakMap<object, Map<string, unknown>>;
  /** Announces that the request will take long, which extends its deadline. */
  readonly extendDeadline?: () => void;
  /** The stream of events that a subscription begins. */
  stream?: OpenStream;
  /** Discards what the loaders have read. */
  readonly resetLoaders: () => void;
  /** Applications whose password this request has sent. */
  readonly authenticatedApplications: Set<string>;
  readonly articles: Loader<ArticleKey, ArticleRecord | undefined>;
  readonly dictionaries: Loader<string, Dictionary | undefined>;
  readonly users: Loader<number, User | undefined>;
  readonly comments: Loader<string, Comment | undefined>;
  /** The identifier of a named dictionary, whether it exists or not. */
  readonly dictionaryIds: Loader<string, string>;
  readonly proposals: Loader<string, ProposalRecord | undefined>;
  readonly media: Loader<string, Media | undefined>;
  /** The media of an article that the viewer may see. */
  readonly mediaOfArticles: Loader<Pick<Media, 'dictionaryId' | 'number'>, readonly Media[]>;
  /** Fails if the import does not exist. */
  readonly imports: Loader<string, ImportRecord | undefined>;
  readonly revisions: Loader<RevisionName, RevisionRecord | undefined>;
  /** Audit entries by sort key. */
  readonly auditEntries: Loader<string, AuditRecord | undefined>;
  /** The votes of the viewer; null if the viewer is not a user. */
  readonly viewerVotes: Loader<VoteSubject, Vote | null>;
  /** Applications by public identifier. */
  readonly applications: Loader<string, ApplicationRecord | undefined>;
  /** Resources by the string that `listRequestFor` makes of a type and a key. */
  readonly resources: Loader<string, Resource | undefined>;
  readonly resourceLists: Loader<ListRequest, Page<Resource>>;
  /** Statistics by identifier of the dictionary. */
  readonly statistics: Loader<string, DictionaryStatistics>;
  /** Usage by scope, as the functions of `domain/usage/usage.ts` name it. */
  readonly usages: Loader<string, Usage & Quota>;
}

export type ContextOrigin = Pick<Context, 'viewer' | 'maxItems' | 'address' | 'requestId' | 'extendDeadline'>;

type LoadingServices = Pick<
  Services,
  | 'articles'
  | 'articleHistory'
  | 'dictionaries'
  | 'users'
  | 'comments'
  | 'votes'
  | 'audit'
  | 'applications'
  | 'resources'
  | 'usages'
  | 'importHistory'
  | 'proposals'
  | 'media'
>;

/** Creates the context of a request. Its loaders are created when they are first used; most requests use none. */
export function contextOf(origin: ContextOrigin, services: LoadingServices): Context {
  return new LazyContext(origin, services);
}

/** Has getters instead of members, because Apollo copies the members of each context. */
class LazyContext implements Context {
  readonly viewer: Viewer;
  readonly maxItems: number;
  readonly address: string;
  readonly requestId: string;
  readonly extendDeadline?: () => void;
  stream?: OpenStream;
  readonly authenticatedApplications = new Set<string>();
  readonly work = currentWork() ?? new Work();
  computed = new WeakMap<object, Map<string, unknown>>();
  private loaders: Record<string, unknown> = {};

  constructor(
    origin: ContextOrigin,
    private readonly services: LoadingServices,
  ) {
    this.viewer = origin.viewer;
    this.maxItems = origin.maxItems;
    this.address = origin.address;
    this.requestId = origin.requestId;
    if (origin.extendDeadline) this.extendDeadline = origin.extendDeadline;
  }

  /** Needs no DataLoader: storage batches simultaneous reads. */
  get articles(): Context['articles'] {
    const { viewer, services } = this;
    return { load: (request) => services.articles.get(viewer, request) };
  }

  get comments(): Context['comments'] {
    const { viewer, services } = this;
    return { load: (id) => services.comments.visible(viewer, id) };
  }

  get dictionaryIds(): Context['dictionaryIds'] {
    const { services } = this;
    return { load: (idOrNumber) => services.dictionaries.idOf(idOrNumber) };
  }

  get proposals(): Context['proposals'] {
    const { viewer, services } = this;
    return { load: (id) => services.proposals.find(viewer, id) };
  }

  get media(): Context['media'] {
    const { viewer, services } = this;
    return { load: (id) => services.media.visible(viewer, id) };
  }

  get mediaOfArticles(): Context['mediaOfArticles'] {
    return this.loader('mediaOfArticles', (articles) => this.services.media.ofArticles(articles));
  }

  get imports(): Context['imports'] {
    const { services } = this;
    return { load: (id) => services.importHistory.find(id) };
  }

  get revisions(): Context['revisions'] {
    const { viewer, services } = this;
    return { load: (name) => services.articleHistory.visible(viewer, name) };
  }

  get auditEntries(): Context['auditEntries'] {
    const { viewer, services } = this;
    return { load: (place) => services.audit.visible(viewer, place) };
  }

  get viewerVotes(): Context['viewerVotes'] {
    return this.loader('viewerVotes', (subjects) => this.services.votes.ofViewer(this.viewer, subjects));
  }

  get dictionaries(): Context['dictionaries'] {
    return this.loader('dictionaries', (ids) => this.services.dictionaries.getMany(ids));
  }

  get users(): Context['users'] {
    return this.loader('users', (numbers) => this.services.users.getMany(this.viewer, numbers));
  }

  get applications(): Context['applications'] {
    return this.loader('applications', (ids) => this.services.applications.getMany(this.viewer, ids));
  }

  get resources(): Context['resources'] {
    return this.loader('resources', (requests) => this.services.resources.getMany(this.viewer, requests));
  }

  get resourceLists(): Context['resourceLists'] {
    return this.loader('resourceLists', (requests) => this.services.resources.pages(requests));
  }

  get statistics(): Context['statistics'] {
    return this.loader('statistics', (ids) => this.services.articles.statistics(this.viewer, ids));
  }

  get usages(): Context['usages'] {
    return this.loader('usages', (scopes) => this.services.usages.find(scopes));
  }

  /** Empties the loaders, because a write may change what they have read. Runs before and after each mutation. */
  resetLoaders(): void {
    this.loaders = {};
    this.computed = new WeakMap();
  }

  private loader<Key, Value>(
    name: keyof Context,
    read: (keys: readonly Key[]) => Promise<(Value | Error)[]>,
  ): Loader<Key, Value> {
    return (this.loaders[name] ??= new DataLoader(read)) as Loader<Key, Value>;
  }
}

/** The viewer of a field whose access rule admits only accounts. */
export function viewerWithAccount({ viewer }: Pick<Context, 'viewer'>): AccountViewer {
  if (viewer.role === 'anonymous') throw new Failure('UNAUTHENTICATED', 'A valid access token is required');
  return viewer;
}

/**
 * Whether a response may contain the secrets of an application: only for the application itself, by its token or its
 * password.
 */
export function seesSecrets(
  { viewer, authenticatedApplications }: Pick<Context, 'viewer' | 'authenticatedApplications'>,
  publicId: string,
): boolean {
  return isOwner(viewer, publicId) || authenticatedApplications.has(publicId);
}
