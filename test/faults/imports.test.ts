import { gatewayOver, type Gateway } from '../../src/server/compose';
import { loadConfig } from '../../src/config/load-config';
import { openDatabase } from '../../src/server/database';
import { createLogger } from '../../src/observability/logger';
import { importFolder } from '../../src/formats/dictionary/import-folder';
import { COMMAND_TIME_LIMITS } from '../../src/storage/mongo/transaction';
import { nounLine } from '../support/articles';
import { resultOf, startCommand } from '../support/command';
import {
  type DatabaseProxy,
  proxyBefore,
} from '../../packages/embedded-database/test/support/database-proxy';
import { testDatabase, type TestDatabase } from '../support/database';
import { dictionaryFolder } from '../support/dictionary-files';

/** Delay of every response of the database, in milliseconds, as on a busy machine. */
const DELAY_MS = Number(process.env['IMPORT_DELAY_MS'] ?? 20);
const ARTICLES = 24;
const IMPORTS = [1, 2, 3, 4];

let database: TestDatabase;

beforeEach(() => {
  database = testDatabase();
});
afterEach(() => database.drop());

function folder(id: string): string {
  return dictionaryFolder(
    id,
    Array.from({ length: ARTICLES }, (_, i) => nounLine(id, i + 1, `word${String(i)}`)),
  );
}

test('four imports that start together on an empty folder all complete', async () => {
  const ended = await Promise.all(
    IMPORTS.map((n) => resultOf(startCommand('import', [folder(`qa${String(n)}_fr`)], database.env))),
  );

  expect(ended.filter(({ code }) => code !== 0)).toEqual([]);
});

test('four imports over a slow connection to the database all complete', async () => {
  const config = loadConfig({ LOG_LEVEL: 'silent', ...database.env });
  const logger = createLogger(config);
  const base = await openDatabase(config, logger);
  const proxies: DatabaseProxy[] = [];
  const gateways: Gateway[] = [];
  while (proxies.length < IMPORTS.length) {
    const proxy = await proxyBefore(base.address.uri);
    proxies.push(proxy);
    const address = { ...base.address, uri: proxy.uri };
    const opened = { address, close: () => proxy.close() };
    gateways.push(
      await gatewayOver(opened, {
        config,
        logger,
        timeLimits: COMMAND_TIME_LIMITS,
      }),
    );
    proxy.set({ kind: 'slow', ms: DELAY_MS });
  }

  const ended = await Promise.allSettled(
    gateways.map(({ imports }, i) => importFolder(imports, folder(`qb${String(i)}_fr`))),
  );
  for (const proxy of proxies) proxy.set({ kind: 'fair' });
  for (const gateway of gateways) await gateway.close();
  await base.close();

  const added = ended.map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value.articles.added : (outcome.reason as unknown),
  );
  expect(added).toEqual(IMPORTS.map(() => ARTICLES));
});
