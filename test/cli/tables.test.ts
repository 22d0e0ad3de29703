import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountServer } from '../support/accounts';
import { useCommandServer } from '../support/command-server';
import { type CommandResult, runCommand } from '../support/command';

let accounts: AccountServer;
let id: string;

useCommandServer('table', (given) => {
  ({ accounts, id } = given);
});

const run = (command: string, ...args: string[]): Promise<CommandResult> =>
  runCommand(command, args, accounts.server.env);

function tableOf(...lines: string[]): string {
  const path = join(mkdtempSync(join(tmpdir(), 'griot-rows-')), 'words.csv');
  writeFileSync(path, lines.map((line) => `${line}\r\n`).join(''));
  return path;
}

const TABLE = [
  'Mot,Catégorie,Français,Pluriel,Enquêteur',
  'ta,v,voir,tata,Awa',
  ',,regarder,,Ali',
  ',n,vue,,',
  'kɔ,n,dos,,Awa',
];

const READ = `query ($id: ID!) { articles(filter: {dictionary: $id}, first: 10) { nodes {
  content { entry { headword } translations { sense content } categories { sense content } forms { form } } } } }`;

async function articles(): Promise<readonly unknown[]> {
  const { data, errors } = await accounts.graphql(READ, { id });
  expect(errors).toEqual([]);
  return (data as { articles: { nodes: readonly { content: unknown }[] } }).articles.nodes.map(
    ({ content }) => content,
  );
}

test('the command names the line of the headings, or says which lines there are', async () => {
  const path = tableOf('Mot,Français', 'Nom,French', 'ada,un');

  const { code, stdout } = await run('import', path, `--dictionary=${id}`, '--dry-run', '--heading-row=2');
  expect(code).toBe(0);
  expect(stdout).toContain('Nom');

  for (const [line, message] of [
    ['9', 'line 9 cannot have the headings'],
    ['two', 'headingRow must be the number of a line, from 1'],
  ]) {
    const refused = await run('import', path, `--dictionary=${id}`, '--dry-run', `--heading-row=${line}`);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(message!) as string });
  }
});

test('the command names the marker that begins records', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'griot-rows-')), 'words.sfm');
  writeFileSync(path, '\\mot ada\n\\lx A\n\\ge one\n\n\\mot bada\n\\lx B\n\\ge two\n');

  const { stdout } = await run('import', path, `--dictionary=${id}`, '--dry-run', '--record-marker=\\mot');
  expect(stdout).toContain('2 added');

  const refused = await run('import', path, `--dictionary=${id}`, '--dry-run', '--record-marker=no');
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('no field \\no') as string });
});

test('rows without a headword are senses of the preceding article on request, and are exported as they were', async () => {
  const path = tableOf(...TABLE);

  const imported = await run('import', path, `--dictionary=${id}`, '--rows=continue');

  expect(imported.stdout).toContain(`${id}: 2 added`);
  expect(await articles()).toMatchObject([
    { entry: { headword: 'kɔ' }, translations: [{ sense: null, content: 'dos' }] },
    {
      entry: { headword: 'ta' },
      translations: [
        { sense: 1, content: 'voir' },
        { sense: 2, content: 'regarder' },
        { sense: 3, content: 'vue' },
      ],
      // What stands in the first row is said of the word.
      categories: [
        { sense: null, content: 'v' },
        { sense: 3, content: 'n' },
      ],
      forms: [{ form: 'tata' }],
    },
  ]);
  expect((await run('export', '--format=csv', id)).stdout).toBe(TABLE.map((line) => `${line}\r\n`).join(''));
  expect((await run('import', path, `--dictionary=${id}`, '--rows=continue')).stdout).toContain(
    'Nothing changed.',
  );
});

test('a table states the languages of its translations, and the import asks for that of the headwords', async () => {
  const read = 'query ($id: ID!) { dictionary(dictionary: $id) { language targetLanguages } }';
  const path = tableOf('word,French', 'ta,voir');

  const dryRun = await run('import', path, `--dictionary=${id}`, '--dry-run');
  const imported = await run('import', path, `--dictionary=${id}`, '--headword=bam');

  expect(dryRun.stdout).toContain('Set it with --headword=TAG');
  expect(imported.stdout).toContain('Language of the headwords: bm, with translations in fr.');
  expect((await accounts.graphql(read, { id })).data).toEqual({
    dictionary: { language: 'bm', targetLanguages: ['fr'] },
  });
});

test('one changed translation of a sense changes one cell', async () => {
  await run('import', tableOf(...TABLE), `--dictionary=${id}`, '--rows=continue');
  const content = {
    translations: [
      { sense: 1, lang: 'fr', content: 'voir' },
      { sense: 2, lang: 'fr', content: 'observer' },
      { sense: 3, lang: 'fr', content: 'vue' },
    ],
  };
  const { errors } = await accounts.graphql(
    `mutation ($id: ID!, $content: ArticleContentInput!) {
      updateArticle(dictionary: $id, number: "1", input: { content: $content }) { userErrors { code field message } } }`,
    { id, content },
    accounts.admin,
  );
  expect(errors).toEqual([]);

  const { stdout } = await run('export', '--format=csv', id);

  expect(stdout.split('\r\n').slice(0, -1)).toEqual(
    TABLE.map((line) => line.replace('regarder', 'observer')),
  );
});

test('rows without a headword are articles by default, and the import explains the alternative', async () => {
  const { stdout } = await run('import', tableOf(...TABLE), `--dictionary=${id}`);

  expect(stdout).toContain('Of the first 4 rows 2 have no headword');
  expect(stdout).toContain('--rows=continue');
  expect(await articles()).toHaveLength(4);
});

test('too many rows of one article, and a map that contradicts the rows, are refused with the reason', async () => {
  const long = tableOf('Mot,Français', 'ta,voir', ...Array.from({ length: 600 }, (_, n) => `,sens ${n}`));

  const { code, stderr } = await run('import', long, `--dictionary=${id}`, '--rows=continue');

  expect(code).toBe(1);
  expect(stderr).toContain('601 rows form this article; at most 500 are allowed');
  const map = join(mkdtempSync(join(tmpdir(), 'griot-rows-')), 'columns.json');
  writeFileSync(map, JSON.stringify({ rows: 'join', columns: { Mot: { to: 'headword' } } }));
  const refused = await run('import', tableOf(...TABLE), `--dictionary=${id}`, `--map=${map}`);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.stderr).toContain('"rows" must be one of continue, separate');
});

test('the error that ends reading a file is reported once, and a dry run does not mention imported articles', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'griot-lines-')), 'words.jsonl');
  const line = '{"id_article": 7, "article": {"entry": "a"}}\n';
  writeFileSync(path, line + line);

  const { code, stderr } = await run('import', path, `--dictionary=${id}`, '--dry-run');

  expect(code).toBe(1);
  expect(stderr).toBe(`${path}: line 2, column 1: id_article 7 is already used in line 1\n`);
});

test('JSON that is not a dictionary is refused and creates none', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'griot-json-')), 'package.json');
  writeFileSync(path, '{"name": "something", "version": "1.0.0"}');

  const { code, stderr } = await run('import', path, `--dictionary=${id}`);

  expect(code).toBe(1);
  expect(stderr).toContain('the file is neither a DMLex resource');
  const { data } = await accounts.graphql('query ($id: ID!) { dictionary(dictionary: $id) { id } }', { id });
  expect(data).toEqual({ dictionary: null });
});

test('the encoding that somebody named is used again, also for a table that is UTF-8 since', async () => {
  const path = tableOf('');
  const store = (text: string, encoding: BufferEncoding, ...args: string[]) => {
    writeFileSync(path, Buffer.from(text, encoding));
    return run('import', path, `--dictionary=${id}`, ...args);
  };
  const headwords = async () => (await articles()).map((article) => (article as { entry: unknown }).entry);

  await store('Mot,Français\r\nété,saison\r\n', 'latin1', '--encoding=windows-1252');
  const again = await store('Mot,Français\r\nété,saison\r\nfée,être\r\n', 'latin1');
  expect(again.stdout).toContain(`${id}: 1 added, 0 changed, 1 unchanged`);
  await store('Mot,Français\r\nété,saison\r\nfée,être\r\nmɛ,œuf\r\n', 'utf8');
  const marked = await store('\uFEFFMot,Français\nété,saison\nfée,être\nmɛ,œuf\n', 'utf16le');
  expect(marked.stdout).toContain(`${id}: 0 added, 0 changed, 3 unchanged`);

  expect(await headwords()).toEqual([{ headword: 'été' }, { headword: 'fée' }, { headword: 'mɛ' }]);
});
