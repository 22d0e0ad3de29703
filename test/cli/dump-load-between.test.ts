import { join } from 'node:path';
import { runCommand } from '../support/command';
import { databaseOn, embeddedDatabase } from '../support/database';
import { documentsIn, type Env, newPath } from '../support/dumps';
import { call } from '../support/http';
import { startServer } from '../support/server-process';

const SAMPLE = join(__dirname, '..', '..', 'samples', 'yor_eng_fra_griot');
const PATHS = [
  '/lexicon/articles?entries&limit=100',
  '/lexicon/articles/yor_eng_fra_griot?trads=fr&page=3&limit=7',
];

/** A server beside the embedded database: the one that all tests run on, or that of the differential test. */
const server = [process.env['MONGODB_URI'], process.env['DIFFERENTIAL_URI']].find(Boolean);

if (server === undefined)
  process.stderr.write('Dumps between databases are not tested: set MONGODB_URI or DIFFERENTIAL_URI.\n');

async function copied(from: Env, to: Env): Promise<string> {
  const file = newPath();
  const dump = await runCommand('dump', [file], from);
  const load = await runCommand('load', [file], to);
  expect([dump.code, load.code, dump.stderr + load.stderr]).toEqual([0, 0, expect.any(String)]);
  return file;
}

async function responses(env: Env): Promise<string[]> {
  const gateway = await startServer({ MODE: 'production', ...env });
  const found = await Promise.all(PATHS.map((path) => call(gateway.url + path)));
  await gateway.stop();
  return found.map(({ text }) => text);
}

(server === undefined ? test.skip : test)(
  'data go from the embedded database to the server and back, and are the same everywhere',
  async () => {
    const databases = [embeddedDatabase(), databaseOn(server ?? ''), embeddedDatabase()] as const;
    const [first, between, last] = databases;
    await runCommand('import', [SAMPLE], first.env);

    const there = await copied(first.env, between.env);
    const back = await copied(between.env, last.env);

    const expected = await responses(first.env);
    expect(await documentsIn(back)).toEqual(await documentsIn(there));
    expect(await responses(between.env)).toEqual(expected);
    expect(await responses(last.env)).toEqual(expected);
    expect(expected[0]).toContain('adìẹ');
    await Promise.all(databases.map((database) => database.drop()));
  },
);
