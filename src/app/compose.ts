import { ArticleService } from '../services/article.service';
import { DictionaryService } from '../services/dictionary.service';
import { FirstAccountsService } from '../services/first-accounts.service';
import { ImportService } from '../services/import.service';
import { LoginLimits } from '../services/login-limits';
import { LoginService } from '../services/login.service';
import { SearchService } from '../services/search.service';
import { SessionService } from '../services/session.service';
import { TokenCodec, type TokenSecrets } from '../services/token-codec';
import { UserService } from '../services/user.service';
import { openStorage, type Storage } from '../storage/storage';
import type { Config } from './config/load-config';
import { openDatabase } from './database';
import type { Logger } from './logger';
import { signingSecret } from './signing-secret';

/** The services over one database: all that the faces and the commands work with. */
export interface Gateway {
  readonly storage: Storage;
  readonly articles: ArticleService;
  readonly dictionaries: DictionaryService;
  readonly search: SearchService;
  readonly users: UserService;
  readonly sessions: SessionService;
  readonly logins: LoginService;
  readonly imports: ImportService;
  readonly firstAccounts: FirstAccountsService;
  readonly close: () => Promise<void>;
}

export type GatewayConfig = Pick<
  Config,
  'mongodbUri' | 'dataDir' | 'mode' | 'rateLimits' | 'jwtSecret' | 'jwtSecretPrevious'
>;

/**
 * Opens the database and builds the services on it.
 *
 * @throws Error with a sentence for the operator when the database cannot be used
 */
export async function openGateway(config: GatewayConfig, logger: Logger): Promise<Gateway> {
  const database = await openDatabase(config, logger);
  try {
    const storage = await openStorage(database.address, (sentence) => {
      logger.info(sentence);
    });
    const dictionaries = new DictionaryService(storage);
    const users = new UserService(storage);
    const sessions = new SessionService(storage, new TokenCodec(() => secretsOf(config)));
    const limits = new LoginLimits(storage, {
      isOn: config.rateLimits,
      sparesLoopback: config.mode === 'development',
    });
    return {
      storage,
      dictionaries,
      users,
      sessions,
      logins: new LoginService(storage, sessions, limits),
      articles: new ArticleService(storage, dictionaries),
      search: new SearchService(storage, dictionaries),
      imports: new ImportService(storage),
      firstAccounts: new FirstAccountsService(storage, users),
      close: async () => {
        await storage.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

function secretsOf(config: GatewayConfig): TokenSecrets {
  return { current: signingSecret(config), previous: config.jwtSecretPrevious };
}
