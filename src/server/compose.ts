import type { Services } from '../graphql/services';
import { ApplicationImportService } from '../services/imports/application-import.service';
import { ApplicationListService } from '../services/applications/application-list.service';
import { ArticleHistoryService } from '../services/articles/article-history.service';
import { ArticleWrites } from '../services/articles/article-writes.service';
import { AlphabetService } from '../services/articles/alphabet.service';
import { ArticleService } from '../services/articles/article.service';
import { MediaService } from '../services/articles/media.service';
import { ProposalService } from '../services/articles/proposal.service';
import { AuditService } from '../services/audit/audit.service';
import { BulkArticles } from '../services/articles/bulk-articles.service';
import { CommentService } from '../services/comments/comment.service';
import { DictionaryWrites } from '../services/dictionaries/dictionary-writes.service';
import { DictionaryService } from '../services/dictionaries/dictionary.service';
import { ExportService } from '../services/exports/export.service';
import { ChangesService } from '../services/exports/changes.service';
import { OfflineService } from '../services/exports/offline.service';
import { ImportHistory } from '../services/imports/import-history.service';
import { ImportJobs } from '../services/imports/import-jobs.service';
import { UploadService } from '../services/imports/upload.service';
import { ImportUndoing } from '../services/imports/undo-import';
import { ImportService } from '../services/imports/import.service';
import { AddressLimit } from '../services/accounts/login-limits';
import { MemberService } from '../services/dictionaries/member.service';
import { LiveService } from '../services/live/live.service';
import { RequestLimits, WorkBudgets } from '../services/limits/request-limits';
import { RetryService } from '../services/limits/retry.service';
import { MissedSearches } from '../services/search/missed-searches';
import { SearchService } from '../services/search/search.service';
import type { SessionService } from '../services/accounts/session.service';
import { UsageService } from '../services/applications/usage.service';
import { OpinionTransfer } from '../services/comments/opinion-transfer.service';
import { VoteService } from '../services/comments/vote.service';
import type { TimeLimits } from '../storage/mongo/transaction';
import { openStorage, type Storage, type StorageCallbacks } from '../storage/storage';
import type { Config } from '../config/load-config';
import { quotasOf, type QuotaSettings } from '../config/limit-variables';
import { type Database, openDatabase } from './database';
import type { Logger } from '../observability/logger';
import type { Metrics } from '../observability/metrics';
import { accountServicesOf, botServicesOf } from './services';
import type { OutboxService } from '../services/webhooks/outbox.service';
import { signingSecret } from './signing-secret';

/** The services on one database. Transports and commands use them. */
export interface Gateway extends Services {
  readonly storage: Storage;
  readonly sessions: SessionService;
  readonly requestLimits: RequestLimits;
  readonly budgets: WorkBudgets;
  readonly live: LiveService;
  readonly imports: ImportService;
  readonly uploads: UploadService;
  readonly opinions: OpinionTransfer;
  readonly applicationImports: ApplicationImportService;
  readonly retries: RetryService;
  readonly outbox: OutboxService;
  readonly firstAccounts: ReturnType<typeof accountServicesOf>['firstAccounts'];
  /** Resolves when the database is usable. */
  readonly probe: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export type GatewayConfig = Pick<
  Config,
  | 'mongodbUri'
  | 'dataDir'
  | 'mode'
  | 'rateLimits'
  | 'jwtSecret'
  | 'jwtSecretPrevious'
  | 'appTokenHours'
  | 'missedSearches'
  | 'webhooksToPrivateAddresses'
> &
  QuotaSettings;

export interface GatewayOptions {
  /** A database that is already being opened. Defaults to the configured one. */
  readonly database?: Promise<Database> | undefined;
  /** Counts database commands and logins; absent if metrics are off. */
  readonly metrics?: Metrics | undefined;
  /** Maximum waiting time for a busy database. Defaults to that of a request. */
  readonly timeLimits?: TimeLimits | undefined;
}

/**
 * Opens the database and creates the services on it.
 *
 * @throws Error with a sentence for the operator when the database cannot be used
 */
export async function openGateway(
  config: GatewayConfig,
  logger: Logger,
  { database = openDatabase(config, logger), ...options }: GatewayOptions = {},
): Promise<Gateway> {
  return gatewayOver(await database, { config, logger, ...options });
}

interface GatewayParts extends Omit<GatewayOptions, 'database'> {
  readonly config: GatewayConfig;
  readonly logger: Logger;
}

/**
 * Creates the services on a database. Closing them closes the database, and so does a failure to create them.
 *
 * @throws Error with a sentence for the operator when the database cannot be used
 */
export async function gatewayOver(
  database: Database,
  { config, logger, metrics, timeLimits }: GatewayParts,
): Promise<Gateway> {
  try {
    const storage = await openStorage(database.address, {
      timeLimits,
      quotas: quotasOf(config),
      ...storageCallbacksOf(logger, metrics),
    });
    const services = servicesOf(storage, config, metrics);
    return {
      ...services,
      storage,
      probe: async () => {
        await database.probe?.();
        await storage.probe();
      },
      close: async () => {
        await services.live.close();
        await services.audit.settle();
        await services.missedSearches.settle();
        await services.offlineCopies.settle();
        await storage.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

function storageCallbacksOf(logger: Logger, metrics: Metrics | undefined): StorageCallbacks {
  return {
    report: (sentence) => {
      logger.info(sentence);
    },
    onCommand: metrics?.command.bind(metrics),
    onChange: (isAway, reason) => {
      if (isAway) logger.error({ reason }, 'The database is unavailable');
      else logger.warn('The database is available again');
    },
  };
}

function servicesOf(
  storage: Storage,
  config: GatewayConfig,
  metrics: Metrics | undefined,
): Omit<Gateway, 'storage' | 'probe' | 'close'> {
  const dictionaries = new DictionaryService(storage);
  const articles = new ArticleService(storage, dictionaries);
  const missedSearches = new MissedSearches(storage, config.missedSearches);
  const rules = { isOn: config.rateLimits, sparesLoopback: config.mode === 'development' };
  return {
    dictionaries,
    articles,
    ...opinionsOf(storage, {
      articles,
      dictionaries,
      suggestions: new AddressLimit(storage, rules, 'suggestion-address'),
    }),
    ...accountServicesOf(storage, { config, metrics, rules, dictionaries }),
    requestLimits: new RequestLimits(storage, rules),
    ...dictionaryServicesOf(storage, dictionaries),
    search: new SearchService(storage, dictionaries, missedSearches),
    missedSearches,
    audit: new AuditService(storage),
    ...filesOf(storage, dictionaries, articles),
    applicationImports: new ApplicationImportService(storage),
    applicationLists: new ApplicationListService(storage),
    ...botServicesOf(storage, { rules, missedSearches, toPrivate: config.webhooksToPrivateAddresses }),
    usages: new UsageService(storage, dictionaries),
    retries: new RetryService(storage, () => signingSecret(config)),
  };
}

interface OpinionParts {
  readonly articles: ArticleService;
  readonly dictionaries: DictionaryService;
  readonly suggestions: AddressLimit;
}

/** Creates the services for comments and votes. */
function opinionsOf(storage: Storage, { articles, dictionaries, suggestions }: OpinionParts) {
  const comments = new CommentService(storage, articles, dictionaries);
  return {
    comments,
    votes: new VoteService(storage, articles, comments),
    opinions: new OpinionTransfer(storage),
    proposals: new ProposalService(storage, articles, dictionaries, suggestions),
  };
}

/** Creates the services that read and write files of dictionaries and report their changes. */
function filesOf(storage: Storage, dictionaries: DictionaryService, articles: ArticleService) {
  const changes = new ChangesService(storage);
  const importHistory = new ImportHistory(storage, dictionaries);
  const uploads = new UploadService(storage);
  return {
    exports: new ExportService(storage, dictionaries, changes),
    changes,
    live: new LiveService(storage, dictionaries, { articles, changes }),
    offlineCopies: new OfflineService(storage, dictionaries),
    imports: new ImportService(storage),
    uploads,
    media: new MediaService(storage, articles, uploads),
    importHistory,
    importUndoing: new ImportUndoing(storage, importHistory),
    importJobs: new ImportJobs(storage, importHistory, uploads, dictionaries),
  };
}

/** Creates the services that write and list dictionaries and their articles. */
function dictionaryServicesOf(storage: Storage, dictionaries: DictionaryService) {
  return {
    alphabets: new AlphabetService(storage, dictionaries),
    articleWrites: new ArticleWrites(storage, dictionaries),
    articleHistory: new ArticleHistoryService(storage, dictionaries),
    bulkArticles: new BulkArticles(storage, dictionaries),
    dictionaryWrites: new DictionaryWrites(storage, dictionaries),
    members: new MemberService(storage, dictionaries),
  };
}
