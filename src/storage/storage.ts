import type { Connection } from 'mongoose';
import type { Quotas } from '../domain/usage/usage';
import { searchKeysOf } from '../domain/article/derive-article';
import { keysVersionOf, SEARCH_KEYS_VERSION } from '../domain/search/search-keys';
import { AlphabeticalList } from './lists/alphabetical-list';
import { UpdatedList } from './lists/updated-list';
import { ArticleListReader } from './lists/article-list-reader';
import { ArticleRepository, RevisionRepository } from './articles/article-repository';
import { ChangeRepository } from './articles/change-repository';
import { ArticleStore } from './articles/article-store';
import { MissedSearchRepository } from './search/missed-search-repository';
import { IndexedArticleSearch } from './search/article-search';
import { ApplicationImportRepository } from './applications/application-import-repository';
import { ApplicationRepository } from './applications/application-repository';
import { AttemptCounter, type AttemptLimit } from './accounts/attempt-limits';
import { AuditRepository } from './accounts/audit-repository';
import { CallerCheck, SessionRepository } from './accounts/session-repository';
import { CredentialRepository } from './accounts/credential-repository';
import { ClaimRepository, markerOf } from './accounts/claim-repository';
import { CommentRepository } from './comments/comment-repository';
import { type ConnectionWitness, connect, type DatabaseAddress } from './mongo/connection';
import { Counters } from './dictionaries/counters';
import { DeliveryRepository } from './applications/delivery-repository';
import { DictionaryFiles } from './dictionaries/dictionary-files';
import { DictionaryRemoval, DictionaryRepository } from './dictionaries/dictionary-repository';
import { ImportRepository } from './dictionaries/import-repository';
import { guarded } from './mongo/database-error';
import { GroupCommit } from './mongo/group-commit';
import { LiveStates } from './mongo/live-states';
import { migrate, usableFormat } from './migrations/migrate';
import { KNOWN_FORMAT, MIGRATIONS } from './migrations/migrations';
import { needsReindex, reindex, type ReindexSummary, type ReindexWitness } from './migrations/reindex';
import { type Models, modelsOf } from './models';
import { OnceRepository } from './mongo/once-repository';
import { OfflineRepository } from './dictionaries/offline-repository';
import { MediaRepository } from './articles/media-repository';
import { ProposalRepository } from './articles/proposal-repository';
import { QuotaRepository, Usages } from './applications/usages';
import { ResourceRepository } from './applications/resource-repository';
import { ResourceWriter } from './applications/resource-writer';
import { addressFor, type Patience, REQUEST_PATIENCE } from './mongo/patience';
import { type Transact, transactionsOf, TransactionQueue } from './mongo/transaction';
import { UploadRepository } from './dictionaries/upload-repository';
import { UserRepository } from './accounts/user-repository';
import { OpinionRepository } from './comments/opinion-repository';
import { VoteRepository } from './comments/vote-repository';

const KEY_RULES = { version: SEARCH_KEYS_VERSION, versionOf: keysVersionOf, keysOf: searchKeysOf };

const STALE_KEYS =
  'Articles may have search keys of other rules, by which some searches miss them: `npm run reindex` makes the keys anew ' +
  'while gateways serve.';

/** All that is stored, by aggregate. */
export interface Storage {
  readonly articles: ArticleRepository;
  readonly changes: ChangeRepository;
  readonly liveStates: LiveStates;
  readonly offline: OfflineRepository;
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
  readonly reindex: (witness: ReindexWitness) => Promise<ReindexSummary>;
  /** The queued transactions. */
  readonly queue: Pick<TransactionQueue, 'isMoving'>;
  /** Whether, as far as known, no server of the database accepts writes. */
  readonly isAway: () => boolean;
  /** Resolves when the database answers and its format is one that this gateway may use. */
  readonly probe: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Callbacks of the storage. */
export interface StorageWitness extends ConnectionWitness {
  /** Receives a sentence for each migration, and for a change stream that ends. */
  readonly report: (sentence: string) => void;
}

export interface StorageOptions extends StorageWitness {
  /** Defaults to the limits of a request. */
  readonly patience?: Patience | undefined;
  readonly quotas: Quotas;
}

/**
 * Connects, migrates the data and creates the repositories.
 *
 * @throws Error with a sentence for the operator when the database is away, standalone or of a newer format
 */
export async function openStorage(
  address: DatabaseAddress,
  { report, quotas, patience = REQUEST_PATIENCE, ...witness }: StorageOptions,
): Promise<Storage> {
  const presence = { isAway: false };
  const connection = await connect(addressFor(address, patience), watchedBy(witness, presence));
  const models = modelsOf(connection);
  await upToDate(connection, models, report);
  const queue = new TransactionQueue();
  const check = new CallerCheck(models);
  const markWritten = markerOf(models);
  const transact = transactionsOf(connection, { queue, patience, check, markWritten });
  const groups = new GroupCommit(transact, { models, check, markWritten });
  const usages = new Usages(models, quotas);
  const changes = guarded(new ChangeRepository(models));
  return {
    articles: guarded(new ArticleRepository(models, new ArticleStore(models, usages), groups)),
    changes,
    ...listsOf(models, changes),
    liveStates: new LiveStates(models, connection, report),
    ...transfersOf(models, transact),
    dictionaries: guarded(new DictionaryRepository(models, transact)),
    dictionaryRemoval: guarded(new DictionaryRemoval(models, transact, usages)),
    revisions: guarded(new RevisionRepository(models)),
    audit: guarded(new AuditRepository(models)),
    counters: guarded(new Counters(models)),
    users: guarded(new UserRepository(models, transact)),
    credentials: guarded(new CredentialRepository(models, transact)),
    ...opinionsOf(models, transact, { usages, groups }),
    ...applicationsOf(models, transact, { usages, groups }),
    sessions: guarded(new SessionRepository(models)),
    quotas: guarded(new QuotaRepository(models, transact, usages)),
    usages: guarded(usages),
    attempts: (name, limit) => guarded(new AttemptCounter(connection, name, limit)),
    claims: guarded(new ClaimRepository(models)),
    once: guarded(new OnceRepository(models)),
    reindex: (witness) => reindex({ models, rules: KEY_RULES, witness }),
    queue,
    isAway: () => presence.isAway,
    probe: async () => {
      await usableFormat(models, KNOWN_FORMAT);
    },
    close: () => connection.destroy(),
  };
}

/** What people say of articles. */
function opinionsOf(
  models: Models,
  transact: Transact,
  { usages, groups }: { readonly usages: Usages; readonly groups: GroupCommit },
) {
  return {
    proposals: guarded(new ProposalRepository(models, transact)),
    media: guarded(new MediaRepository(models, transact, usages)),
    comments: guarded(new CommentRepository(models, transact, { usages, groups })),
    votes: guarded(new VoteRepository(models, groups)),
    opinions: guarded(new OpinionRepository(models, transact)),
  };
}

/** Applications and what they own. */
function applicationsOf(
  models: Models,
  transact: Transact,
  { usages, groups }: { readonly usages: Usages; readonly groups: GroupCommit },
) {
  return {
    applications: guarded(new ApplicationRepository(models, transact, usages)),
    applicationImport: guarded(new ApplicationImportRepository(models, transact, usages)),
    resources: guarded(new ResourceRepository(models)),
    resourceWriter: guarded(new ResourceWriter(models, transact, { usages, groups })),
    deliveries: guarded(new DeliveryRepository(models)),
  };
}

/** What brings dictionaries in and out. */
function transfersOf(models: Models, transact: Transact) {
  return {
    dictionaryFiles: guarded(new DictionaryFiles(models, transact)),
    imports: guarded(new ImportRepository(models)),
    uploads: guarded(new UploadRepository(models, transact)),
    offline: guarded(new OfflineRepository(models, transact)),
  };
}

/** What lists and finds articles. */
function listsOf(models: Models, changes: ChangeRepository) {
  return {
    articleLists: guarded(new ArticleListReader(models, changes)),
    alphabeticalList: guarded(new AlphabeticalList(models)),
    updatedList: guarded(new UpdatedList(models)),
    articleSearch: guarded(new IndexedArticleSearch(models)),
    missedSearches: guarded(new MissedSearchRepository(models)),
  };
}

/** Brings the data up to date, or closes the connection. */
async function upToDate(
  connection: Connection,
  models: Models,
  report: StorageWitness['report'],
): Promise<void> {
  try {
    await migrate({ models, migrations: MIGRATIONS, report });
    if (await needsReindex(models, KEY_RULES.version)) report(STALE_KEYS);
  } catch (error) {
    await connection.destroy();
    throw error;
  }
}

/** Keeps in mind whether the database is away. */
function watchedBy(witness: ConnectionWitness, presence: { isAway: boolean }): ConnectionWitness {
  return {
    ...witness,
    onChange: (isAway, reason) => {
      presence.isAway = isAway;
      witness.onChange?.(isAway, reason);
    },
  };
}
