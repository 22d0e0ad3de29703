import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AccountServer, startWithAccounts } from '../support/accounts';
import { runCommand } from '../support/command';

/** What a dictionary has of a word, with members that no other format has a place for. */
const ARTICLES = [
  {
    entry: { headword: 'ndu', tone: 'LH' },
    category: 'n',
    translations: [
      { lang: 'en', content: 'person', number: 1 },
      { lang: 'fr', content: 'personne', number: 1 },
    ],
    extra: { frequency: 5, canonical: 'n_du' },
  },
  {
    entry: { headword: 'ŋgo' },
    translations: [{ lang: 'en', content: 'drum' }],
    notes: [{ content: 'for feasts', lang: 'en' }],
    collector: 'A. B.',
  },
];

const LIFT = `<?xml version="1.0" encoding="UTF-8"?>
<lift version="0.13" producer="SIL.FLEx 9.1">
<entry id="mai_1" guid="mai_1">
<lexical-unit><form lang="ln"><text>mái</text></form></lexical-unit>
<field type="Custom"><form lang="en"><text>said at the river</text></form></field>
<sense id="s1"><grammatical-info value="n"/><gloss lang="en"><text>water</text></gloss></sense>
</entry>
</lift>
`;

let accounts: AccountServer;
const folder = mkdtempSync(join(tmpdir(), 'griot-onto-'));

beforeAll(async () => {
  accounts = await startWithAccounts();
});

afterAll(() => accounts.server.close());

async function done(command: string, ...args: string[]): Promise<string> {
  const result = await runCommand(command, args, accounts.server.env);
  expect(result).toMatchObject({ code: 0 });
  return result.stdout;
}

/** A dictionary as its folder has it. */
async function given(dictionary: string): Promise<void> {
  const source = join(folder, dictionary);
  mkdirSync(source);
  writeFileSync(
    join(source, 'metadata.json'),
    JSON.stringify({ id_dico: dictionary, long_name: dictionary }),
  );
  const lines = ARTICLES.map((article, index) => ({
    id_article: index + 1,
    public_id: `${dictionary}-${index}`,
    article,
  }));
  writeFileSync(join(source, 'articles.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await done('import', source);
}

let files = 0;

async function exported(format: string, dictionary: string): Promise<string> {
  const file = join(folder, `${++files}.${format}`);
  await done('export', `--format=${format}`, `--out=${file}`, dictionary);
  return file;
}

/** The free JSON of the articles, without the entries of imported files. */
async function articlesOf(dictionary: string): Promise<readonly object[]> {
  const lines = readFileSync(await exported('jsonl', dictionary), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => {
    const { article } = JSON.parse(line) as { article: Record<string, unknown> };
    return Object.fromEntries(Object.entries(article).filter(([name]) => name !== 'original'));
  });
}

function changed(file: string, from: string, to: string): string {
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
  return file;
}

function tableOf(text: string): string {
  const file = join(folder, `${++files}.csv`);
  writeFileSync(file, text);
  return file;
}

test.each(['csv', 'lift'])(
  'a dictionary that is exported as %s and imported with one changed text changes exactly that text',
  async (format) => {
    const dictionary = `words_${format}`;
    await given(dictionary);
    const file = changed(await exported(format, dictionary), 'drum', 'small drum');

    const said = await done('import', file, `--dictionary=${dictionary}`);

    expect(said).toContain(`${dictionary}: 0 added, `);
    const [first, second] = ARTICLES;
    const expected = [first, { ...second, translations: [{ lang: 'en', content: 'small drum' }] }];
    const found = await articlesOf(dictionary);
    // LIFT numbers senses, and says to which of them a translation belongs.
    if (format === 'csv') expect(found).toEqual(expected);
    else expect(found).toMatchObject([{ ...first, category: { content: 'n' } }, expected[1]]);
    expect(await done('import', file, `--dictionary=${dictionary}`)).toContain('Nothing changed.');
  },
);

test('a table changes only the articles that differ, and the import reports what it cannot hold', async () => {
  await given('some');
  const file = changed(await exported('csv', 'some'), 'drum', 'big drum');

  const said = await done('import', file, '--dictionary=some');

  expect(said).toContain('some: 0 added, 1 changed, 1 unchanged, 0 edited here.');
  expect(said).toContain(
    '  1 of them were imported from another format and keep the data that this file cannot hold.',
  );
});

test('an emptied cell removes a text, and a list without a column stays', async () => {
  await given('emptied');
  await done('import', tableOf('id,headword,en\nemptied-1,ŋgo,\n'), '--dictionary=emptied');

  const [, article] = await articlesOf('emptied');
  expect(article).toMatchObject({ notes: ARTICLES[1]?.notes, collector: 'A. B.' });
  expect(article).not.toHaveProperty('translations.0');
});

test('a dictionary from FieldWorks that was edited as a table goes back to FieldWorks with its custom fields', async () => {
  const file = join(folder, 'fieldworks.lift');
  writeFileSync(file, LIFT);
  await done('import', file, '--dictionary=lin');
  await done('import', changed(await exported('csv', 'lin'), 'water', 'river'), '--dictionary=lin');

  const back = readFileSync(await exported('lift', 'lin'), 'utf8');

  expect(back).toContain('said at the river');
  expect(back).toMatch(/<gloss lang="en">\s*<text>river<\/text>/u);
  expect(back).not.toContain('water');
});

test('content of an article that the file lacks remains when a later file of the same kind changes the article', async () => {
  await given('kept');
  const file = await exported('lift', 'kept');
  await done('import', file, '--dictionary=kept');
  await done('import', changed(file, 'drum', 'old drum'), '--dictionary=kept');

  expect((await articlesOf('kept'))[1]).toMatchObject({
    translations: [{ content: 'old drum' }],
    collector: 'A. B.',
  });
});

test('a later table of the same kind replaces its articles completely', async () => {
  await done('import', tableOf('id,word,en\n1,ba,go\n'), '--dictionary=tables');
  await done('import', tableOf('id,word,note\n1,ba,rare\n'), '--dictionary=tables');

  expect(await articlesOf('tables')).toEqual([{ entry: { headword: 'ba' }, notes: [{ content: 'rare' }] }]);
});

test('a new dictionary has the language of its file, and a later file does not change it', async () => {
  const language = async () =>
    (await accounts.graphql('{ dictionary(dictionary: "spoken") { language } }')).data;
  const path = join(folder, 'spoken.lift');
  writeFileSync(path, LIFT);
  const first = await done('import', path, '--dictionary=spoken');
  const before = await language();

  writeFileSync(path, LIFT.replace('lang="ln"', 'lang="ha"'));
  const second = await done('import', path, '--dictionary=spoken', '--headword=ha');

  expect(first).toContain('Language of the headwords: ln.');
  expect(second).not.toContain('Language of the headwords:');
  expect([before, await language()]).toEqual(Array(2).fill({ dictionary: { language: 'ln' } }));
});
