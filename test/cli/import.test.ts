import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ArticleLine, bareLine, nounLine } from '../support/articles';
import { type CommandResult, runCommand, startCommand, resultOf } from '../support/command';
import { dictionaryFolder, writeDictionary } from '../support/dictionary-files';
import { startGateway, type TestGateway } from '../support/gateway';
import { graphql } from '../support/http';

let server: TestGateway;

/** Each test has a dictionary of its own: its identifier, and some lines of it. */
let id: string;
let lines: readonly ArticleLine[];
let tests = 0;

beforeAll(async () => {
  server = await startGateway();
});

afterAll(() => server.close());

beforeEach(() => {
  id = `qaa_fr_${String(++tests)}`;
  lines = ['ab', 'bc', 'cd'].map((word, i) => nounLine(id, i + 1, word));
});

const runImport = (...args: string[]): Promise<CommandResult> => runCommand('import', args, server.env);

interface Stored {
  readonly totalCount: number;
  readonly nodes: readonly {
    readonly number: number;
    readonly headword: string;
    readonly revision: number;
  }[];
}

async function stored(): Promise<Stored> {
  const { data } = await graphql(
    server.url,
    `
      query ($id: ID!) {
        articles(filter: { dictionary: $id }, first: 100) {
          totalCount
          nodes {
            number
            headword
            revision
          }
        }
      }
    `,
    { id },
  );
  return (data as { articles: Stored }).articles;
}

/** Changes an article as an editor would: a new revision that no import made. */
async function edit(number: number): Promise<void> {
  const [before] = await server.gateway.storage.articles.findMany(id, { numbers: [number] });
  const after = { ...before!, text: 'edited', revision: before!.revision + 1 };
  await server.gateway.storage.articles.store(id, [{ before, after }]);
}

test('imports several folders and reports the outcome', async () => {
  const { code, stdout } = await runImport(
    dictionaryFolder(id, lines),
    dictionaryFolder('qbb_fr_2', [nounLine('qbb_fr_2', 9, 'x')]),
  );

  expect(code).toBe(0);
  expect(stdout).toContain(
    `${id}: 3 added, 0 updated, 0 unchanged, 0 edited here, 0 bad lines; metadata added.`,
  );
  expect(stdout).toContain('qbb_fr_2: 1 added');
  expect(stdout).toMatch(/4 articles in \d+\.\d s, \d+ a second\./);
  expect((await stored()).nodes.map(({ headword }) => headword)).toEqual(['ab', 'bc', 'cd']);
});

test('a second run changes nothing and reports that', async () => {
  const folder = dictionaryFolder(id, lines);
  await runImport(folder);

  const { code, stdout } = await runImport(folder);

  expect(code).toBe(0);
  expect(stdout).toContain('0 added, 0 updated, 3 unchanged');
  expect(stdout).toContain('Nothing changed.');
  expect((await stored()).nodes.every(({ revision }) => revision === 1)).toBe(true);
});

test('a changed line updates only its article', async () => {
  const folder = dictionaryFolder(id, lines);
  await runImport(folder);
  writeDictionary(folder, id, [lines[0]!, bareLine(id, 2, 'zz'), lines[2]!]);

  const { stdout } = await runImport(folder);

  expect(stdout).toContain('0 added, 1 updated, 2 unchanged');
  expect(await stored()).toEqual({
    totalCount: 3,
    nodes: [
      { number: 1, headword: 'ab', revision: 1 },
      { number: 3, headword: 'cd', revision: 1 },
      { number: 2, headword: 'zz', revision: 2 },
    ],
  });
});

test('an article that was edited since its import is reported and kept, unless it is to be overwritten', async () => {
  const folder = dictionaryFolder(id, lines);
  await runImport(folder);
  await edit(2);

  const kept = await runImport(folder);
  const afterKept = (await stored()).nodes.find(({ number }) => number === 2);
  const overwritten = await runImport('--overwrite', folder);
  const afterOverwritten = (await stored()).nodes.find(({ number }) => number === 2);

  expect(kept.stdout).toContain('1 edited here');
  expect(kept.stdout).toMatch(/and kept \(--overwrite replaces them\): 2/);
  expect(afterKept?.revision).toBe(2);
  expect(overwritten.stdout).toContain('1 updated, 2 unchanged');
  expect(afterOverwritten?.revision).toBe(3);
});

test('a dry run prints the same and writes nothing', async () => {
  const { code, stdout } = await runImport('--dry-run', dictionaryFolder(id, lines));

  expect(code).toBe(0);
  expect(stdout).toContain('3 added');
  expect(stdout).toContain('Dry run: nothing was written.');
  expect((await stored()).totalCount).toBe(0);
});

const BAD: readonly (readonly [string, string])[] = [
  ['{"id_article": 2, "article": ', 'not JSON'],
  ['[1]', 'not a JSON object'],
  ['{"id_article": 2}', 'article is missing'],
  ['{"id_article": "2", "article": {}}', 'id_article'],
  ['{"id_article": 1, "article": {}}', 'in line 1'],
  ['{"id_article": 1.5, "article": {}}', 'id_article must be an integer'],
  ['{"id_article": 0, "article": {}}', 'id_article must be an integer'],
  ['{"id_article": 1000000000000001, "article": {}}', 'to 1000000000000000'],
  ['{"id_article": 2, "id_dico": "other", "article": {}}', 'id_dico'],
  ['{"id_article": 2, "public_id": 7, "article": {}}', 'public_id'],
  ['{"id_article": 2, "article": {"constructor": 1}}', 'constructor'],
  [`{"id_article": 2, "article": ${'['.repeat(40)}${']'.repeat(40)}}`, 'deeper'],
  [`{"id_article": 2, "article": "${'x'.repeat(300_000)}"}`, 'bytes'],
  [`{"id_article": 2, "article": "${'x'.repeat(1_100_000)}"}`, 'longer'],
];

test('invalid lines are reported with file, line and reason, and skipped on request', async () => {
  const folder = dictionaryFolder(id, [lines[0]!, ...BAD.map(([line]) => line), '', lines[2]!]);

  const { code, stdout, stderr } = await runImport('--bad-lines=skip', folder);

  expect(code).toBe(0);
  BAD.forEach(([, reason], i) => {
    const named = stderr.split('\n').find((line) => line.includes(`articles.jsonl, line ${String(i + 2)}: `));
    expect(named).toContain(reason);
  });
  expect(stdout).toContain(`2 added, 0 updated, 0 unchanged, 0 edited here, ${String(BAD.length)} bad lines`);
});

test('the first invalid line ends the import by default; the numbers in the file remain reserved', async () => {
  const { code, stderr } = await runImport(dictionaryFolder(id, [lines[0]!, '{', nounLine(id, 44, 'x')]));

  expect(code).toBe(1);
  expect(stderr).toMatch(/articles\.jsonl, line 2: the line is not JSON/);
  expect((await stored()).nodes.map(({ number }) => number)).toEqual([1]);
  expect(await server.gateway.storage.counters.take(`article:${id}`)).toBe(45);
});

test('a public identifier that belongs to another article makes its line invalid', async () => {
  await runImport(dictionaryFolder(id, lines));
  const taken = { ...nounLine(id, 44, 'x'), public_id: lines[0]!.public_id };

  const { code, stderr } = await runImport(dictionaryFolder(id, [taken]));

  expect(code).toBe(1);
  expect(stderr).toContain(`line 1: public_id ${id}-1 already belongs to article 1`);
});

test('U+2028 inside a line does not end it', async () => {
  const line = { ...lines[0]!, article: { entry: { headword: 'a\u2028b' } } };

  await runImport(dictionaryFolder(id, [line]));

  expect((await stored()).nodes[0]?.headword).toBe('a\u2028b');
});

test.each([
  ['a table', 'headword;translation\nmbwa;chien'],
  ['another encoding', '\u0000{'],
])('a file of %s instead of articles creates no dictionary', async (_, text) => {
  const { code, stderr } = await runImport(dictionaryFolder(id, [text]));

  expect(code).toBe(1);
  expect(stderr).toMatch(/articles\.jsonl, line 1: /);
  expect(await server.gateway.storage.dictionaries.findMany([id])).toEqual([]);
});

test('an invalid line in the middle is reported with the outcome of the lines before it', async () => {
  const { code, stderr } = await runImport(dictionaryFolder(id, [...lines, lines[1]!]));

  expect(code).toBe(1);
  expect(stderr).toMatch(
    /line 4: id_article 2 is already used in line 2\nThe 3 articles before it are imported/,
  );
  expect((await stored()).totalCount).toBe(3);
});

test('articles without a headword are counted', async () => {
  const line = { id_article: 4, id_dico: id, article: { headword: 'mbwa' } };
  const { code, stdout } = await runImport(dictionaryFolder(id, [...lines, JSON.stringify(line)]));

  expect(code).toBe(0);
  expect(stdout).toContain('4 added');
  expect(stdout).toContain('No headword was found in 1 of them');
});

test('metadata may begin with a byte order mark, and an invalid profile is refused', async () => {
  const folder = dictionaryFolder(id, lines);
  const file = join(folder, 'metadata.json');
  const metadata = { id_dico: id, search_profile: { leters: {} } };
  writeFileSync(file, `\uFEFF${JSON.stringify(metadata)}`);
  const misspelt = await runImport(folder);
  writeFileSync(file, `\uFEFF${JSON.stringify({ id_dico: id })}`);
  const right = await runImport(folder);

  expect([misspelt.code, misspelt.stderr]).toEqual([
    1,
    expect.stringContaining('search_profile has no member leters, only distinct, letters, affix_marks'),
  ]);
  expect(right.code).toBe(0);
});

test('a path that is not a folder is reported', async () => {
  const { code, stderr } = await runImport('/no/such/folder');

  expect(code).toBe(1);
  expect(stderr).toBe('/no/such/folder: there is no such file or folder\n');
});

test('an import that is killed and run again stores every article once', async () => {
  let folder = '';
  let inBetween = 2000;
  // One that came to its end before the kill says nothing: another dictionary is imported.
  for (let attempt = 1; attempt <= 5 && inBetween === 2000; attempt++) {
    id = `qab_fr_${String(attempt)}`;
    const many = Array.from({ length: 2000 }, (_, i) => bareLine(id, i + 1, `w${String(i)}`));
    folder = dictionaryFolder(id, many);
    const child = startCommand('import', [folder], server.env);
    const ended = new Promise((resolve) => child.once('close', resolve));
    while ((await stored()).totalCount === 0) await sleep(20);
    child.kill('SIGKILL');
    await ended;
    inBetween = (await stored()).totalCount;
  }

  const { code, stdout } = await runImport(folder);

  expect(code).toBe(0);
  expect(inBetween).toBeGreaterThan(0);
  expect(inBetween).toBeLessThan(2000);
  expect(stdout).toContain(`${String(2000 - inBetween)} added, 0 updated, ${String(inBetween)} unchanged`);
  expect((await stored()).totalCount).toBe(2000);
});

test('two simultaneous imports of one folder edit nothing, and both report that', async () => {
  const many = Array.from({ length: 1000 }, (_, i) => bareLine(id, i + 1, `w${String(i)}`));
  const folder = dictionaryFolder(id, many);

  const start = () => resultOf(startCommand('import', [folder], server.env));
  const both = await Promise.all([start(), start()]);

  for (const { code, stdout } of both) {
    expect(code).toBe(0);
    expect(stdout).toContain('0 updated');
    expect(stdout).toContain('0 edited here');
  }
  expect((await stored()).totalCount).toBe(1000);
});

test('a number that belongs to an article of another origin makes its line invalid, even if edits are overwritten', async () => {
  await runImport(dictionaryFolder(id, lines));
  const [first] = await server.gateway.storage.articles.findMany(id, { numbers: [1] });
  const { imported, ...here } = first!;
  expect(imported).toBeDefined();
  const after = { ...here, number: 7, publicId: 'here' };
  await server.gateway.storage.articles.store(id, [{ after }]);

  const { code, stderr } = await runImport('--overwrite', dictionaryFolder(id, [nounLine(id, 7, 'other')]));

  expect(code).toBe(1);
  expect(stderr).toContain('line 1: id_article 7 belongs to article here, which was created on this server');
  expect((await stored()).nodes.map(({ headword }) => headword)).toEqual(['ab', 'ab', 'bc', 'cd']);
});
