import { ArticleService } from '../services/article.service';
import { DictionaryService } from '../services/dictionary.service';
import { FirstAccountsService } from '../services/first-accounts.service';
import { ImportService } from '../services/import.service';
import { SearchService } from '../services/search.service';
import { openStorage, type Storage } from '../storage/storage';
import type { Config } from './config/load-config';
import { openDatabase } from './database';
import type { Logger } from './logger';

/** The services over one database: all that the faces and the commands work with. */
export interface Gateway {
  readonly storage: Storage;
  readonly articles: ArticleService;
  readonly dictionaries: DictionaryService;
  readonly search: SearchService;
  readonly imports: ImportService;
  readonly firstAccounts: FirstAccountsService;
  readonly close: () => Promise<void>;
}

/**
 * Opens the database and builds the services on it.
 *
 * @throws Error with a sentence for the operator when the database cannot be used
 */
export async function openGateway(
  config: Pick<Config, 'mongodbUri' | 'dataDir'>,
  logger: Logger,
): Promise<Gateway> {
  const database = await openDatabase(config, logger);
  try {
    const storage = await openStorage(database.address, (sentence) => {
      logger.info(sentence);
    });
    const dictionaries = new DictionaryService(storage);
    return {
      storage,
      dictionaries,
      articles: new ArticleService(storage, dictionaries),
      search: new SearchService(storage, dictionaries),
      imports: new ImportService(storage),
      firstAccounts: new FirstAccountsService(storage),
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
