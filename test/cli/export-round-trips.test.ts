import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FORMAT_NAMES, isReadBack } from '../../src/formats/formats';
import { type AccountServer, startWithAccounts } from '../support/accounts';
import { type CommandResult, runCommand } from '../support/command';

/** Articles whose identifiers, headwords and texts are awkward in one format or another. */
const ARTICLES: readonly (readonly [publicId: string, article: object])[] = [
  ['yor-0001', { entry: { headword: 'ilé' }, translations: [{ lang: 'en', content: 'house; home' }] }],
  ['3cbe427e-55b5-4a1c-9d7e-1f0a4c9f0a11', { entry: { headword: 'ba' }, category: 'n' }],
  [
    'ba second',
    {
      entry: { headword: 'ba' },
      category: 'v',
      examples: [{ content: 'A ba', target: 'Il vient', lang: 'fr' }],
    },
  ],
  [
    'ɓá/1',
    { entry: { headword: 'ɓá', variants: [{ headword: 'ba' }] }, forms: [{ form: 'ɓáji', type: 'plural' }] },
  ],
  ['w-own', { entry: { headword: '\\lx , "|" <b>' }, definitions: [{ lang: 'en', content: 'two\nlines' }] }],
  ['nameless', { category: 'n', notes: [{ content: 'no headword' }] }],
];

let accounts: AccountServer;
const folder = mkdtempSync(join(tmpdir(), 'griot-again-'));

beforeAll(async () => {
  accounts = await startWithAccounts();
  const source = join(folder, 'source');
  mkdirSync(source);
  writeFileSync(join(source, 'metadata.json'), JSON.stringify({ id_dico: 'source', long_name: 'Source' }));
  const lines = ARTICLES.map(([id, article], index) => ({ id_article: index + 1, public_id: id, article }));
  writeFileSync(join(source, 'articles.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await done('import', source);
});

afterAll(() => accounts.server.close());

async function done(command: string, ...args: string[]): Promise<string> {
  const result: CommandResult = await runCommand(command, args, accounts.server.env);
  expect(result).toMatchObject({ code: 0 });
  return result.stdout;
}

/** Files have the names that `/export/dictionaries/…` gives them. */
async function exportedTo(name: string, format: string, dictionary: string): Promise<string> {
  const file = join(folder, `${name}.${format}`);
  await done('export', `--format=${format}`, `--out=${file}`, dictionary);
  return file;
}

/** What is read back from files of the server itself. */
const FORMATS = FORMAT_NAMES.filter(isReadBack);

/** Programs that read StarDict look words up: its files have no identifiers. */
const WITHOUT_IDS: readonly string[] = ['stardict'];

test.each(FORMATS.filter((format) => !WITHOUT_IDS.includes(format)))(
  'an export as %s is recognised when it is imported again: no article is added, and none is missing',
  async (format) => {
    const file = await exportedTo(`onto_${format}`, format, 'source');

    const said = await done('import', file, '--dictionary=source', '--dry-run');

    expect(said).toMatch(/^source: 0 added, \d+ changed, \d+ unchanged, 0 edited here\.$/mu);
    expect(said).toContain('6 entries, 0 refused');
  },
);

test.each(FORMATS)(
  'articles that were imported from an export as %s are unchanged in the next one',
  async (format) => {
    const dictionary = `from_${format.replace(/\W/gu, '_')}`;
    const first = await exportedTo(`first_${format}`, format, 'source');
    expect(await done('import', first, `--dictionary=${dictionary}`)).toContain('6 added');

    const second = await exportedTo(`second_${format}`, format, dictionary);

    const said = await done('import', second, `--dictionary=${dictionary}`, '--dry-run');
    expect(said).toContain('0 added, 0 changed, 6 unchanged, 0 edited here.');
  },
);

/** Small files whose entries are named by their headwords alone. */
const NAMED_BY_HEADWORDS: Readonly<Record<string, string>> = {
  sfm: '\\lx ta\n\\ge see\n\n\\lx ta\n\\ge father\n\n\\lx kɔ\n\\ge back\n\n',
  lift: '<lift version="0.13"><entry><lexical-unit><form lang="bm"><text>ta</text></form></lexical-unit></entry><entry><lexical-unit><form lang="bm"><text>ta</text></form></lexical-unit></entry><entry><lexical-unit><form lang="bm"><text>kɔ</text></form></lexical-unit></entry></lift>',
  csv: 'Word,English\r\nta,see\r\nta,father\r\nkɔ,back\r\n',
  tei: '<TEI><text><body><entry><form><orth>ta</orth></form></entry><entry><form><orth>ta</orth></form></entry><entry><form><orth>kɔ</orth></form></entry></body></text></TEI>',
  dmlex:
    '<lexicographicResource langCode="bm"><entry><headword>ta</headword></entry><entry><headword>ta</headword></entry><entry><headword>kɔ</headword></entry></lexicographicResource>',
};

test.each(Object.entries(NAMED_BY_HEADWORDS))(
  'a headword that was changed, an article that was deleted and a new one are recognised in %s too',
  async (format, text) => {
    const dictionary = `edited_${format}`;
    const file = join(folder, `named.${format}`);
    writeFileSync(file, text);
    expect(await done('import', file, `--dictionary=${dictionary}`)).toContain('3 added');
    const { errors } = await accounts.graphql(
      `mutation ($id: ID!) {
        renamed: updateArticle(dictionary: $id, number: "3", input: { content: { entry: { headword: "kɔkɔ" } } }) { userErrors { code } }
        deleted: deleteArticle(dictionary: $id, number: "1") { userErrors { code } }
        created: createArticle(dictionary: $id, input: { content: { entry: { headword: "kɔ" } } }) { userErrors { code } } }`,
      { id: dictionary },
      accounts.admin,
    );
    expect(errors).toEqual([]);

    const said = await done(
      'import',
      await exportedTo(`edited_${format}`, format, dictionary),
      `--dictionary=${dictionary}`,
      '--dry-run',
    );

    expect(said).toMatch(/: 0 added, \d changed, \d unchanged, \d edited here\./u);
    expect(said).toContain('3 entries, 0 refused');
  },
);
