import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BSON } from 'mongodb';
import { nounLine, type ArticleLine } from '../support/articles';
import { runCommand, startCommand } from '../support/command';
import { runEngine, testDatabase } from '../support/database';
import { dictionaryFolder } from '../support/dictionary-files';
import { decoded, documentsIn, type Env, newPath, withModels } from '../support/dumps';
import { startGateway } from '../support/gateway';
import { call, graphql } from '../support/http';

const SAMPLE = join(__dirname, '..', '..', 'samples', 'yor_eng_fra_griot');
const BEYOND_32_BITS = 5_000_000_000;

/** Free JSON whose names and values databases and serialisers are known to trip over. */
const ODD: Readonly<Record<string, unknown>> = {
  entry: { headword: 'ọ̀dàrà' },
  $set: { 'a.b': { '': null, $: [1, [2, [3, {}]]] } },
  '10': 'ten',
  '2': 'two',
  'clé ɛ̃ 日本 😀': '\u2028 \u0001',
  numbers: [2 ** 31, -(2 ** 31) - 1, Number.MAX_SAFE_INTEGER, 1.5e300, 0.1, 1e-7],
  date: '2024-02-29T23:59:59.999Z',
  deep: JSON.parse(`${'{"d":'.repeat(20)}1${'}'.repeat(20)}`) as unknown,
  translations: [{ lang: 'x.$y', number: 1, content: 'odd' }],
};

const ODD_LINES: readonly ArticleLine[] = [
  { ...nounLine('qaa_fr_1', BEYOND_32_BITS, 'x'), article: ODD },
  ...['ab', 'bc', 'cd'].map((word, i) => nounLine('qaa_fr_1', i + 1, word)),
];

const ACCOUNTS = {
  admin: { username: 'chief', password: 'sesame sesame' },
  platform: { name: 'own', email: 'own@example.org', password: 'open open open' },
};

const REST = [
  ...['/lexicon/articles', '/lexicon/articles?entries&limit=3', '/lexicon/articles?trads=fr&page=2&limit=5'],
  ...[`/lexicon/articles/qaa_fr_1/${String(BEYOND_32_BITS)}`, '/lexicon/articles/qaa_fr_1?forms'],
  ...['/lexicon/articles/yor_eng_fra_griot?cats', '/lexicon/articles/none_1'],
];

const QUERY = `
  {
    articles(first: 100) {
      totalCount
      nodes { id number publicId headword revision createdAt updatedAt source text etag }
    }
    dictionaries(first: 10) { totalCount nodes { id number longName createdAt } }
  }
`;

let endings: (() => Promise<void>)[] = [];
/** A database that all tests read: none changes its articles or accounts. */
let original: Env;
let endOriginal: typeof endings;

beforeAll(async () => {
  original = await filled(await database());
  endOriginal = endings;
});

beforeEach(() => {
  endings = [];
});

afterEach(async () => {
  for (const end of endings) await end();
});

afterAll(async () => {
  for (const end of endOriginal) await end();
});

/** A database with an engine in this process, which all commands and gateways join. */
async function database(): Promise<Env> {
  const { env, drop } = testDatabase();
  endings.push(await runEngine(env), drop);
  return env;
}

/** A database with the sample, a dictionary of odd JSON, and accounts. */
async function filled(env: Env): Promise<Env> {
  const { code, stderr } = await runCommand('import', [SAMPLE, dictionaryFolder('qaa_fr_1', ODD_LINES)], env);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  const server = await startGateway(env);
  await server.gateway.firstAccounts.ensure(ACCOUNTS);
  await server.close();
  return env;
}

async function dump(env: Env, file = newPath()): Promise<string> {
  const { code, stderr } = await runCommand('dump', [file], env);
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('Error')]);
  return file;
}

async function load(file: string, env: Env): Promise<Env> {
  const { code, stderr, stdout } = await runCommand('load', [file], env);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  expect(stdout).toMatch(/^Loaded \d+ documents of \d+ collections from /);
  return env;
}

async function responses(env: Env): Promise<unknown> {
  const server = await startGateway(env);
  try {
    const rest = await Promise.all(REST.map((path) => call(server.url + path)));
    return {
      rest: rest.map(({ status, text, headers }, at) => {
        const [total, etag] = [headers.get('x-total-count'), headers.get('etag')];
        // A loaded database begins a history of its own, which the tags of lists name.
        return [status, text, total, /\/\d+/.test(REST[at] ?? '') ? etag : etag !== null];
      }),
      graphql: await graphql(server.url, QUERY),
    };
  } finally {
    await server.close();
  }
}

test('a loaded database has the same documents and gives the same responses over GraphQL and REST', async () => {
  const file = await dump(original);

  const copy = await load(file, await database());

  const before = await documentsIn(file);
  // Before a gateway reads it: that notes since when its lists have their tags.
  expect(await documentsIn(await dump(copy))).toEqual(before);
  const [expected, got] = [await responses(original), await responses(copy)];
  expect(before['articles']).toHaveLength(68);
  expect([before['users']?.length, before['applications']?.length]).toEqual([1, 1]);
  expect(got).toEqual(expected);
  expect(JSON.stringify(expected)).toContain('ọ̀dàrà');
  expect((got as { graphql: { errors: unknown[] } }).graphql.errors).toEqual([]);
});

test('every value keeps its type: 64-bit integers, doubles without a fraction, dates, binary data', async () => {
  const { Long, Double, Int32, Binary, ObjectId, Timestamp } = BSON;
  const odd = {
    _id: new ObjectId(),
    long: Long.fromString('9007199254740993'),
    small: Long.fromNumber(1),
    double: new Double(3),
    int: new Int32(-7),
    at: new Date('1969-07-20T20:17:40.001Z'),
    bytes: new Binary(Buffer.from([0, 255]), 4),
    stamp: new Timestamp({ t: 7, i: 9 }),
    none: null,
    'a.b': { $c: [true, 'é'] },
    list: [],
    empty: {},
  };
  await withModels(original, (models) => models.dictionaries.db.collection('others').insertOne(odd));

  const file = await dump(original);
  const copy = await load(file, await database());

  const [found] = (await documentsIn(await dump(copy)))['others']!;
  expect(decoded(found!)).toEqual(odd);
});

test('only its owner can read a dump, the command warns about its hashes, and it replaces a file only with --force', async () => {
  const file = newPath();

  const first = await runCommand('dump', [file], original);
  const { mtimeMs } = statSync(file);
  const second = await runCommand('dump', [file], original);
  const untouched = statSync(file).mtimeMs;
  const forced = await runCommand('dump', ['--force', file], original);

  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(first.stdout).toContain('password hashes');
  expect([second.code, second.stderr.trim().split('\n').at(-1)]).toEqual([
    1,
    `${file} already exists; --force replaces it.`,
  ]);
  expect(untouched).toBe(mtimeMs);
  expect(forced.code).toBe(0);
  expect(statSync(file).mtimeMs).toBeGreaterThan(mtimeMs);
  expect(readdirSync(dirname(file))).toEqual(['griot.dump']);
});

test('a dump during writes is a snapshot, or reports that the server cannot take one', async () => {
  const env = await database();
  const lines = Array.from({ length: 2000 }, (_, i) => nounLine('qbb_fr_2', i + 1, `w${String(i)}`));
  const writer = startCommand('import', [dictionaryFolder('qbb_fr_2', lines)], env);
  const ended = new Promise((resolve) => writer.once('close', resolve));
  await withModels(env, async (models) => {
    while ((await models.articles.countDocuments({})) < 200) await sleep(10);
  });

  const file = newPath();
  const { code, stderr } = await runCommand('dump', [file], env);
  await ended;
  expect([code, stderr]).toEqual([0, expect.any(String)]);

  const { articles = [], listSegments = [] } = await documentsIn(file);
  const counted = listSegments
    .map((segment) => decoded(segment) as { scope: string; counts: { shown: { article?: unknown } } })
    .filter(({ scope }) => scope === '*')
    .reduce((sum, { counts }) => sum + Number(counts.shown.article ?? 0), 0);
  const isOneMoment = !stderr.includes('has no snapshots');
  if ('DATA_DIR' in env) expect(isOneMoment).toBe(true);
  if (isOneMoment) expect(counted).toBe(articles.length);
  expect(articles.length).toBeGreaterThanOrEqual(200);
});
