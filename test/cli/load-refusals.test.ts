import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { trusted } from 'mongoose';
import { nounLine } from '../support/articles';
import { type CommandResult, runCommand } from '../support/command';
import { runEngine, testDatabase, type TestDatabase } from '../support/database';
import { dictionaryFolder } from '../support/dictionary-files';
import { dumpOfHeader, type Env, newPath, rewritten, withModels } from '../support/dumps';

let source: TestDatabase;
let target: TestDatabase;
let file: string;
let endSource: () => Promise<void>;

beforeAll(async () => {
  source = testDatabase();
  endSource = await runEngine(source.env);
  const lines = ['ab', 'bc', 'cd'].map((word, i) => nounLine('qaa_fr_1', i + 1, word));
  await runCommand('import', [dictionaryFolder('qaa_fr_1', lines)], source.env);
  file = newPath();
  await runCommand('dump', [file], source.env);
});

afterAll(async () => {
  await endSource();
  await source.drop();
});

beforeEach(() => {
  target = testDatabase();
});

afterEach(() => target.drop());

const load = (...args: string[]): Promise<CommandResult> => runCommand('load', args, target.env);

/** What is in a database, so that a test can say that nothing was changed. */
const contents = (env: Env): Promise<unknown> =>
  withModels(env, async ({ articles, system }) => [
    await articles.find().sort({ _id: 1 }).lean(),
    await system
      .find({ _id: trusted({ $ne: 'migration-lock' }) })
      .sort({ _id: 1 })
      .lean(),
  ]);

function changed(at: (length: number) => number): string {
  const bytes = readFileSync(file);
  const number = at(bytes.length);
  bytes[number] = bytes[number]! ^ 0xff;
  const path = newPath();
  writeFileSync(path, bytes);
  return path;
}

function cut(bytes: number): string {
  const path = newPath();
  copyFileSync(file, path);
  truncateSync(path, bytes);
  return path;
}

const FORMAT = { version: 1, oldestGateway: 0 };
const HEADER = {
  file: 'griot-dump',
  version: 1,
  format: FORMAT,
  date: '2026-01-01',
  griot: '0',
  isOneMoment: true,
};

const BAD: readonly (readonly [string, () => string, RegExp])[] = [
  ['a bit flipped in the middle', () => changed((length) => length >> 1), /is damaged: /],
  ['a bit flipped at the end', () => changed((length) => length - 6), /is damaged: /],
  ['half of it', () => cut(readFileSync(file).length >> 1), /is damaged: it ends too early\.$/],
  ['all but a byte', () => cut(readFileSync(file).length - 1), /is damaged: it ends too early\.$/],
  ['nothing', () => cut(0), /is damaged: it ends too early\.$/],
  [
    'another letter in a document, compressed rightly',
    () =>
      rewritten(file, (bytes) =>
        Buffer.from(bytes.toString('latin1').replace('ni kubwa', 'ni kabwa'), 'latin1'),
      ),
    /is damaged: its checksum is wrong\.$/,
  ],
  [
    'all but the end, compressed rightly',
    () => rewritten(file, (bytes) => bytes.subarray(0, bytes.lastIndexOf('{"counts"') - 5)),
    /is damaged: it ends too early\.$/,
  ],
  [
    'something behind the end',
    () => rewritten(file, (bytes) => Buffer.concat([bytes, bytes])),
    /is damaged: /,
  ],
  ['another kind of file', () => join(__dirname, '..', '..', 'package.json'), /is damaged: it is not a dump/],
  ['no file', () => '/no/such/file', /^\/no\/such\/file cannot be read: ENOENT/],
  ['a newer file format', () => dumpOfHeader({ ...HEADER, version: 2 }), /use the newer version of Griot\.$/],
  [
    'data of a newer format',
    () => dumpOfHeader({ ...HEADER, format: { version: 999, oldestGateway: 0 } }),
    /^The dump has data of format 999, and this version of Griot knows \d+\. Nothing was changed\./,
  ],
];

describe('a file that cannot be loaded', () => {
  let untouched: TestDatabase;

  beforeAll(() => {
    untouched = testDatabase();
  });

  afterAll(async () => {
    // Whatever the file: nothing of it came into the database.
    const left = await contents(untouched.env);
    await untouched.drop();
    expect(left).toEqual([[], []]);
  });

  test.each(BAD)('is refused in one sentence: %s', async (_what, make, sentence) => {
    const { code, stderr, stdout } = await runCommand('load', [make()], untouched.env);

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(sentence)]);
  });
});

test.each([[[]], [['--continue']]])('a load with %j refuses a database that is not empty', async (args) => {
  const before = await contents(source.env);

  const { code, stderr } = await runCommand('load', [...args, file], source.env);

  expect(code).toBe(1);
  expect(stderr).toMatch(/^The database is not empty: articles holds documents.* Nothing was changed\./);
  expect(await contents(source.env)).toEqual(before);
});

test('a database that was only migrated counts as empty', async () => {
  await runCommand('migrate', [], target.env);

  const { code } = await load(file);

  expect(code).toBe(0);
  expect(await contents(target.env)).toEqual(await contents(source.env));
});

test('a dump needs data, and a place to write to; what fails leaves no file', async () => {
  const folder = dirname(newPath());
  mkdirSync(join(folder, 'taken'));

  const empty = await runCommand('dump', [join(folder, 'empty')], target.env);
  const nowhere = await runCommand('dump', [join(folder, 'no', 'folder')], source.env);
  const onFolder = await runCommand('dump', ['--force', join(folder, 'taken')], source.env);

  expect(empty.code).toBe(1);
  // Only a server can have a database without data.
  expect(empty.stderr).toMatch(/contains no (?:Griot data|database)\./);
  expect(nowhere.code).toBe(1);
  expect(nowhere.stderr).toMatch(/folder cannot be written: ENOENT/);
  expect(onFolder.code).toBe(1);
  expect(onFolder.stderr).toMatch(/taken cannot be written: EISDIR/);
  expect(readdirSync(folder)).toEqual(['taken']);
  expect(existsSync(file)).toBe(true);
});

test('a dump removes what a killed one left, and nothing of others', async () => {
  const folder = dirname(newPath());
  // Linux has no process of the first number, and this one runs.
  const [left, running, other] = [
    'a.99999999.partial',
    `a.${String(process.ppid)}.partial`,
    'b.99999999.partial',
  ];
  for (const name of [left, running, other]) writeFileSync(join(folder, name), '');

  const { code } = await runCommand('dump', [join(folder, 'a')], source.env);

  expect([code, readdirSync(folder).sort()]).toEqual([0, ['a', running, other].sort()]);
});

test('a dump in a folder without a database creates none', async () => {
  const folder = dirname(newPath());
  const { code, stderr } = await runCommand('dump', [join(folder, 'a')], {
    MONGODB_URI: '',
    DATA_DIR: folder,
  });

  expect([code, stderr]).toEqual([1, expect.stringContaining(`DATA_DIR, ${folder}, contains no database`)]);
  expect(readdirSync(folder)).toEqual([]);
});
