import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AccountServer } from '../support/accounts';
import { useCommandServer } from '../support/command-server';
import { type CommandResult, runCommand } from '../support/command';
import { workbookOf } from '../support/workbooks';

let accounts: AccountServer;
let id: string;

useCommandServer('again', (given) => {
  ({ accounts, id } = given);
});

const run = (path: string, ...options: string[]): Promise<CommandResult> =>
  runCommand('import', [path, `--dictionary=${id}`, ...options], accounts.server.env);

function fileOf(name: string, content: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'griot-again-')), name);
  writeFileSync(path, content);
  return path;
}

async function headwords(): Promise<readonly unknown[]> {
  const { data, errors } = await accounts.graphql(
    'query ($id: ID!) { articles(filter: {dictionary: $id}, first: 10) { nodes { headword } } }',
    { id },
  );
  expect(errors).toEqual([]);
  return (data as { articles: { nodes: readonly { headword: unknown }[] } }).articles.nodes.map(
    ({ headword }) => headword,
  );
}

const BEFORE = 'The columns are read as in the previous import';

// A guess would take the first column for the headwords.
const TABLE = 'mot,forme\nle chien,ajá\nle soleil,oòrùn\n';
const MAP = JSON.stringify({
  columns: { forme: { to: 'headword' }, mot: { to: 'translations', lang: 'fr' } },
});

test('a table is read as in the previous import, as long as it has the same headings', async () => {
  const first = await run(fileOf('words.csv', TABLE), `--map=${fileOf('map.json', MAP)}`);
  const again = await run(fileOf('words.csv', `${TABLE}la lune,òṣùpá\n`));
  const others = [
    await run(fileOf('words.csv', 'mot,autre\nle feu,iná\n'), '--dry-run'),
    await run(fileOf('words.csv', 'mot,forme,note\nle feu,iná,x\n'), '--dry-run'),
    await run(fileOf('words.csv', 'forme\niná\n'), '--dry-run'),
  ];

  expect(first.stdout).toContain(`${id}: 2 added`);
  expect(again.stdout).toContain(BEFORE);
  expect(again.stdout).toContain(`${id}: 1 added, 0 changed, 2 unchanged`);
  expect(await headwords()).toEqual(['ajá', 'oòrùn', 'òṣùpá']);
  for (const { stdout } of others) {
    expect(stdout).not.toContain(BEFORE);
    expect(stdout).toContain('The columns are read as follows');
  }
});

test('another map, and requested rows, take precedence over those of the previous import', async () => {
  const table = 'Mot,Français\nta,voir\n,regarder\n';
  await run(fileOf('words.csv', table), '--rows=continue');
  const again = await run(fileOf('words.csv', table));
  const separate = await run(fileOf('words.csv', table), '--rows=separate', '--dry-run');
  const mapped = await run(
    fileOf('words.csv', table),
    `--map=${fileOf('map.json', '{"columns": {"Français": {"to": "headword"}}}')}`,
    '--dry-run',
  );

  expect(again.stdout).toContain(`${id}: 0 added, 0 changed, 1 unchanged`);
  expect(separate.stdout).toContain('2 entries');
  expect(mapped.stdout).not.toContain(BEFORE);
  expect(mapped.stdout).toContain('2 added');
});

test('a table that has headings now is not read like the previous one without headings', async () => {
  const map =
    '{"columns": {"column 1": {"to": "headword"}, "column 2": {"to": "translations", "lang": "en"}}}';
  await run(fileOf('words.csv', 'ajá,dog\n'), `--map=${fileOf('map.json', map)}`);
  const again = await run(fileOf('words.csv', 'ajá,dog\noòrùn,sun\n'));
  const headed = await run(fileOf('words.csv', 'Word,English\nojú,eye\n'), '--dry-run');

  expect(again.stdout).toContain(`${id}: 1 added, 0 changed, 1 unchanged`);
  expect(headed.stdout).not.toContain(BEFORE);
  expect(headed.stdout).toContain('1 entries');
});

test.each([
  [
    'without headings',
    'ajá,dog\noòrùn,sun\n',
    '{"columns": {"column 1": {"to": "headword"}, "column 2": {"to": "translations", "lang": "en"}}}',
  ],
  ['with headings that a guess would take for others', TABLE, MAP],
])('reads a table %s as it was exported, with a column for new data', async (_, table, map) => {
  await run(fileOf('words.csv', table), `--map=${fileOf('map.json', map)}`);
  const { errors } = await accounts.graphql(
    `mutation ($id: ID!) { updateArticle(dictionary: $id, number: "1", input: { content: { notes: [{ content: "new" }] } }) { userErrors { code } } }`,
    { id },
    accounts.admin,
  );
  expect(errors).toEqual([]);
  const out = join(mkdtempSync(join(tmpdir(), 'griot-again-')), 'out.csv');
  await runCommand('export', ['--format=csv', `--out=${out}`, id], accounts.server.env);

  const again = await run(out, '--dry-run');

  expect(again.stdout).toContain(BEFORE);
  expect(again.stdout).toContain('2 entries, 0 refused');
  expect(again.stdout).toMatch(/: 0 added, 0 changed, 1 unchanged, 1 edited here\./u);
});

test('the sheet of the previous import is read if the workbook still has it', async () => {
  const row = (...cells: string[]) =>
    `<row>${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
  const rows = (word: string) => row('Word', 'English') + row(word, 'dog');
  const book = (name: string) =>
    workbookOf([
      { name: 'Notes', rows: rows('not this') },
      { name, rows: rows('ajá') },
    ]);
  await run(await book('Lexicon'), '--sheet=Lexicon');
  const again = await run(await book('Lexicon'));
  const renamed = await run(await book('Words'), '--dry-run');

  expect(again.stdout).toContain(`${id}: 0 added, 0 changed, 1 unchanged`);
  expect(renamed.stdout).toContain(`${id}: 1 added`);
});

test('SFM markers keep their meaning of the previous import', async () => {
  const text = '\\lx ajá\n\\ps n\n\\tr dog\n';
  const map = '{"markers": {"tr": {"to": "translations", "lang": "en"}}}';
  await run(fileOf('words.sfm', text), `--map=${fileOf('map.json', map)}`);
  const again = await run(fileOf('words.sfm', text));
  const other = '{"markers": {"tr": {"to": "notes"}}}';
  const mapped = await run(fileOf('words.sfm', text), `--map=${fileOf('other.json', other)}`, '--dry-run');

  expect(mapped.stdout).not.toContain('in the previous import');
  expect(mapped.stdout).toContain('0 added, 1 changed');
  expect(again.stdout).toContain('The markers are read as in the previous import');
  expect(again.stdout).toContain(`${id}: 0 added, 0 changed, 1 unchanged`);
});

test('LIFT headwords keep their language of the previous import', async () => {
  const entry = (name: string, text: string) =>
    `<entry id="${name}"><lexical-unit><form lang="yo"><text>${text}</text></form><form lang="fr"><text>${name}</text></form></lexical-unit></entry>`;
  const text = `<lift version="0.13">${entry('chien', 'ajá')}</lift>`;
  await run(fileOf('words.lift', text), '--headword=fr');
  const again = await run(fileOf('words.lift', text));

  expect(await headwords()).toEqual(['chien']);
  expect(again.stdout).toContain(`${id}: 0 added, 0 changed, 1 unchanged`);
});

test('translations of TEI and CLDF keep their language of the previous import if the file names none', async () => {
  const tei =
    '<TEI><text><body><entry><form><orth>ajá</orth></form><sense><cit type="translationEquivalent"><quote>chien</quote></cit></sense></entry></body></text></TEI>';
  await run(fileOf('words.tei', tei), '--languages=target:fr');
  const teiAgain = await run(fileOf('words.tei', tei));

  id = `${id}_cldf`;
  const term = (name: string) => `http://cldf.clld.org/v1.0/terms.rdf#${name}`;
  const table = (url: string, kind: string, columns: Readonly<Record<string, string>>) => ({
    url,
    'dc:conformsTo': term(kind),
    tableSchema: {
      columns: Object.entries(columns).map(([name, property]) => ({ name, propertyUrl: term(property) })),
    },
  });
  const metadata = fileOf(
    'words-metadata.json',
    JSON.stringify({
      '@context': 'http://www.w3.org/ns/csvw',
      'dc:conformsTo': term('Dictionary'),
      tables: [
        table('entries.csv', 'EntryTable', { ID: 'id', Headword: 'headword' }),
        table('senses.csv', 'SenseTable', {
          ID: 'id',
          Entry_ID: 'entryReference',
          Description: 'description',
        }),
      ],
    }),
  );
  writeFileSync(join(dirname(metadata), 'entries.csv'), 'ID,Headword\n1,ajá\n');
  writeFileSync(join(dirname(metadata), 'senses.csv'), 'ID,Entry_ID,Description\n1,1,chien\n');
  const cldf = await run(metadata, '--languages=target:fr');
  const cldfAgain = await run(metadata);

  expect(cldf.stdout).toContain('1 added');
  for (const { stdout } of [teiAgain, cldfAgain]) expect(stdout).toContain('0 added, 0 changed, 1 unchanged');
});
