import { ArticleListReader } from '../../src/storage/lists/article-list-reader';
import { ArticleRepository } from '../../src/storage/articles/article-repository';
import { ChangeRepository } from '../../src/storage/articles/change-repository';
import { ReadCache } from '../../src/storage/mongo/shared-reads';
import { ArticleStore } from '../../src/storage/articles/article-store';
import { GroupCommit } from '../../src/storage/mongo/group-commit';
import { connect } from '../../src/storage/mongo/connection';
import { modelsOf, type Models } from '../../src/storage/models';
import { migrate } from '../../src/storage/migrations/migrate';
import { MIGRATIONS } from '../../src/storage/migrations/migrations';
import { transactionsOf } from '../../src/storage/mongo/transaction';
import { openDatabase } from '../../src/server/database';
import { createLogger } from '../../src/observability/logger';
import { UNLIMITED } from '../../src/domain/usage/usage';
import { Usages } from '../../src/storage/applications/usages';
import { runEngine, testDatabase, type TestDatabase } from './database';
import { preparedDatabase } from './prepared-database';

/** Repositories with a new database. */
export interface TestStorage {
  readonly models: Models;
  readonly articles: ArticleRepository;
  readonly lists: ArticleListReader;
  readonly close: () => Promise<void>;
}

/** Reads everything again, for tests that store articles without counting them or that count commands. */
export const WITHOUT_CACHE: Pick<ReadCache, 'of'> = {
  of: () => ({ read: (_read, work) => work() }),
};

export async function testStorage(): Promise<TestStorage> {
  const { models, close } = await modelsIn(await preparedDatabase());
  await migrate({ models, migrations: MIGRATIONS, report: () => undefined });
  const transact = transactionsOf(models.articles.db);
  return {
    models,
    articles: new ArticleRepository(
      models,
      new ArticleStore(models, new Usages(models, UNLIMITED)),
      new GroupCommit(transact, { models }),
    ),
    lists: new ArticleListReader(models, new ReadCache(new ChangeRepository(models))),
    close,
  };
}

/** Models with a new database without collections. */
export const testModels = () => modelsIn(testDatabase());

async function modelsIn(test: TestDatabase): Promise<{ models: Models; close: () => Promise<void> }> {
  const { MONGODB_URI: mongodbUri, DATA_DIR: dataDir = '' } = test.env;
  const endEngine = await runEngine(test.env);
  const database = await openDatabase({ mongodbUri, dataDir }, createLogger({ logLevel: 'silent' }));
  const connection = await connect(database.address);
  return {
    models: modelsOf(connection),
    close: async () => {
      await connection.destroy();
      await database.close();
      await endEngine();
      await test.drop();
    },
  };
}
