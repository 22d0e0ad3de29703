import type { Connection } from 'mongoose';
import type { Quotas } from '../domain/usage/usage';
import { searchKeysOf } from '../domain/article/derive-article';
import { keysVersionOf, SEARCH_KEYS_VERSION } from '../domain/search/search-keys';
import { AlphabeticalList } from './lists/alphabetical-list';
import { UpdatedList } from './lists/updated-list';
import { ArticleListReader } from './lists/article-list-reader';
import { ArticleRepository, RevisionRepository } from './articles/article-repository';
import { ChangeRepository } from './articles/change-repository';
import { ReadCache } from './mongo/shared-reads';
import { ArticleStore } from './articles/article-store';
import { MissedSearchRepository } from './search/missed-search-repository';
import { IndexedArticleSearch } from './search/article-search';
import { ApplicationImportRepository } from './applications/application-import-repository';
import { ApplicationRepository } from './applications/application-repository';
import { AttemptCounter, type AttemptLimit } from './accounts/attempt-limits';
import { AuditRepository } from './accounts/audit-repository';
import { CallerCheck, SessionRepository } from './accounts/session-repository';
import { CredentialRepository } from './accounts/credential-repository';
import { ClaimRepository, claimMarkerOf } from './accounts/claim-repository';
import { CommentRepository } from './comments/comment-repository';
import { type ConnectionCallbacks, connect, type DatabaseAddress } from './mongo/connection';
import { Counters } from './dictionaries/counters';
import { DeliveryRepository } from './applications/delivery-repository';
import { DictionaryFiles } from './dictionaries/dictionary-files';
import { DictionaryRemoval, DictionaryRepository } from './dictionaries/dictionary-repository';
import { ImportRepository } from './dictionaries/import-repository';
import { translatingErrors } from './mongo/database-error';
import { GroupCommit } from './mongo/group-commit';
import { LiveStates } from './mongo/live-states';
import { migrate, usableFormat } from './migrations/migrate';
import { KNOWN_FORMAT, MIGRATIONS } from './migrations/migrations';
import {
  needsReindex,
  reindex,
  reindexRequested,
  type ReindexSummary,
  type ReindexCallbacks,
} from './migrations/reindex';
import { type Models, modelsOf } from './models';
import { OnceRepository } from './mongo/once-repository';
import { OfflineRepository } from './dictionaries/offline-repository';
import { MediaRepository } from './articles/media-repository';
import { ProposalRepository } from './articles/proposal-repository';
import { QuotaRepository, Usages } from './applications/usages';
import { ResourceRepository } from './applications/resource-repository';
import { ResourceWriter } from './applications/resource-writer';
import {
  type Transact,
  transactionsOf,
  TransactionQueue,
  addressFor,
  type TimeLimits,
  REQUEST_TIME_LIMITS,
} from './mongo/transaction';
import { UploadRepository } from './dictionaries/upload-repository';
import { UserRepository } from './accounts/user-repository';
import { OpinionRepository } from './comments/opinion-repository';
import { VoteRepository } from './comments/vote-repository';

const KEY_RULES = { version: SEARCH_KEYS_VERSION, versionOf: keysVersionOf, keysOf: searchKeysOf };

const STALE_KEYS =
  'Articles may have search keys of other rules, by which some searches miss them: `npm run reindex` rebuilds the keys ' +
  'while gateways serve.';

/** The repositories, by aggregate. */
export interface Storage {
  readonly articles: ArticleRepository;
  readonly changes: ChangeRepository;
  readonly liveStates: LiveStates;
  readonly offline: OfflineRepository;
  readonly readCache: ReadCache;
  readonly articleLists: ArticleListReader;
  readonly alphabeticalList: AlphabeticalList;
  readonly updatedList: UpdatedList;
  readonly missedSearches: MissedSearchRepository;
  readonly articleSearch: IndexedArticleSearch;
  readonly dictionaries: DictionaryRepository;
  readonly dictionaryFiles: DictionaryFiles;
  readonly dictionaryRemoval: DictionaryRemoval;
  readonly imports: ImportRepository;
  readonly uploads: UploadRepository;
  readonly revisions: RevisionRepository;
  readonly comments: CommentRepository;
  readonly proposals: ProposalRepository;
  readonly media: MediaRepository;
  readonly votes: VoteRepository;
  readonly opinions: OpinionRepository;
  readonly audit: AuditRepository;
  readonly counters: Counters;
  readonly users: UserRepository;
  readonly credentials: CredentialRepository;
  readonly applications: ApplicationRepository;
  readonly applicationImport: ApplicationImportRepository;
  readonly resources: ResourceRepository;
  readonly resourceWriter: ResourceWriter;
  readonly deliveries: DeliveryRepository;
  readonly sessions: SessionRepository;
  readonly quotas: QuotaRepository;
  readonly usages: Pick<Usages, 'find' | 'changesOf'>;
  /** A count of attempts of one kind, shared by all processes. */
  readonly attempts: (name: string, limit: AttemptLimit) => AttemptCounter;
  readonly claims: ClaimRepository;
  readonly once: OnceRepository;
  /** Rebuilds search keys of another version: see `reindex`. */
  readonly reindex: (callbacks: ReindexCallbacks) => Promise<ReindexSummary>;
  /** Rebuilds search keys of dictionaries whose language or profile changed: see `reindexRequested`. */
  readonly reindexRequested: (signal: AbortSignal) => Promise<void>;
  /** The queued transactions. */
  readonly queue: Pick<TransactionQueue, 'isMoving'>;
  /** Whether the database is known to have no server that accepts writes. */
  readonly isAway: () => boolean;
  /** Resolves when the database answers and its format is one that this gateway may use. */
  readonly probe: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Callbacks of the storage. */
export interface StorageCallbacks extends ConnectionCallbacks {
  /** Receives a sentence for each migration, and for a change stream that ends. */
  readonly report: (sentence: string) => void;
}

export interface StorageOptions extends StorageCallbacks {
  /** Defaults to the limits of a request. */
  readonly timeLimits?: TimeLimits | undefined;
  readonly quotas: Quotas;
}

/**
 * Connects, migrates the data and creates the repositories.
 *
 * @throws Error with a sentence for the operator when the database is away, standalone or of a newer format
 */
export async function openStorage(
  address: DatabaseAddress,
  { report, quotas, timeLimits = REQUEST_TIME_LIMITS, ...callbacks }: StorageOptions,
): Promise<Storage> {
  const presence = { isAway: false };
  const connection = await connect(addressFor(address, timeLimits), watchedBy(callbacks, presence));
  const models = modelsOf(connection);
  await upToDate(connection, models, report);
  const queue = new TransactionQueue();
  const check = new CallerCheck(models);
  const markWritten = claimMarkerOf(models);
  const transact = transactionsOf(connection, { queue, timeLimits, check, markWritten });
  const groups = new GroupCommit(transact, { models, check, markWritten });
  const usages = new Usages(models, quotas);
  const changes = translatingErrors(new ChangeRepository(models));
  return {
    articles: translatingErrors(new ArticleRepository(models, new ArticleStore(models, usages), groups)),
    changes,
    ...articleReaders(models, changes),
    liveStates: new LiveStates(models, connection, report),
    ...transfersOf(models, transact),
    dictionaries: translatingErrors(new DictionaryRepository(models, transact)),
    dictionaryRemoval: translatingErrors(new DictionaryRemoval(models, transact, usages)),
    revisions: translatingErrors(new RevisionRepository(models)),
    audit: translatingErrors(new AuditRepository(models)),
    counters: translatingErrors(new Counters(models)),
    users: translatingErrors(new UserRepository(models, transact)),
    credentials: translatingErrors(new CredentialRepository(models, transact)),
    ...contributionsOf(models, transact, { usages, groups }),
    ...applicationsOf(models, transact, { usages, groups }),
    sessions: translatingErrors(new SessionRepository(models)),
    quotas: translatingErrors(new QuotaRepository(models, transact, usages)),
    usages: translatingErrors(usages),
    attempts: (name, limit) => translatingErrors(new AttemptCounter(connection, name, limit)),
    claims: translatingErrors(new ClaimRepository(models)),
    once: translatingErrors(new OnceRepository(models)),
    ...reindexingOf(models),
    queue,
    isAway: () => presence.isAway,
    probe: async () => {
      await usableFormat(models, KNOWN_FORMAT);
    },
    close: () => connection.destroy(),
  };
}

function reindexingOf(models: Models): Pick<Storage, 'reindex' | 'reindexRequested'> {
  const rules = KEY_RULES;
  return {
    reindex: (callbacks) => reindex({ models, rules, callbacks }),
    reindexRequested: (signal) => reindexRequested({ models, rules }, signal),
  };
}

/** Repositories of what users contribute: proposals, media, comments and votes. */
function contributionsOf(
  models: Models,
  transact: Transact,
  { usages, groups }: { readonly usages: Usages; readonly groups: GroupCommit },
) {
  return {
    proposals: translatingErrors(new ProposalRepository(models, transact)),
    media: translatingErrors(new MediaRepository(models, transact, usages)),
    comments: translatingErrors(new CommentRepository(models, transact, { usages, groups })),
    votes: translatingErrors(new VoteRepository(models, groups)),
    opinions: translatingErrors(new OpinionRepository(models, transact)),
  };
}

/** Applications and what they own. */
function applicationsOf(
  models: Models,
  transact: Transact,
  { usages, groups }: { readonly usages: Usages; readonly groups: GroupCommit },
) {
  return {
    applications: translatingErrors(new ApplicationRepository(models, transact, usages)),
    applicationImport: translatingErrors(new ApplicationImportRepository(models, transact, usages)),
    resources: translatingErrors(new ResourceRepository(models)),
    resourceWriter: translatingErrors(new ResourceWriter(models, transact, { usages, groups })),
    deliveries: translatingErrors(new DeliveryRepository(models)),
  };
}

/** The storage of imports and exports. */
function transfersOf(models: Models, transact: Transact) {
  return {
    dictionaryFiles: translatingErrors(new DictionaryFiles(models, transact)),
    imports: translatingErrors(new ImportRepository(models)),
    uploads: translatingErrors(new UploadRepository(models, transact)),
    offline: translatingErrors(new OfflineRepository(models, transact)),
  };
}

/** The storage that lists and searches articles. */
function articleReaders(models: Models, changes: ChangeRepository) {
  const readCache = new ReadCache(changes);
  return {
    readCache,
    articleLists: translatingErrors(new ArticleListReader(models, readCache)),
    alphabeticalList: translatingErrors(new AlphabeticalList(models)),
    updatedList: translatingErrors(new UpdatedList(models)),
    articleSearch: translatingErrors(new IndexedArticleSearch(models)),
    missedSearches: translatingErrors(new MissedSearchRepository(models)),
  };
}

/** Brings the data up to date, or closes the connection. */
async function upToDate(
  connection: Connection,
  models: Models,
  report: StorageCallbacks['report'],
): Promise<void> {
  try {
    await migrate({ models, migrations: MIGRATIONS, report });
    if (await needsReindex(models, KEY_RULES.version)) report(STALE_KEYS);
  } catch (error) {
    await connection.destroy();
    throw error;
  }
}

/** Callbacks that also record whether the database is unavailable. */
function watchedBy(callbacks: ConnectionCallbacks, presence: { isAway: boolean }): ConnectionCallbacks {
  return {
    ...callbacks,
    onChange: (isAway, reason) => {
      presence.isAway = isAway;
      callbacks.onChange?.(isAway, reason);
    },
  };
}
