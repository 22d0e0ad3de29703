import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { readArticle } from '../../../../src/domain/reading/read-article';
import { PathCounts } from '../../../../src/formats/files/loss-report';
import { columnMapFrom } from '../../../../src/formats/tables/column-map';
import { type ArticleRows, getRows, putRows } from '../../../../src/formats/tables/table-lens';
import { openTable } from '../../../../src/formats/tables/table-source';
import { writtenFile } from '../../../support/canonical-lift';
import { exported, read } from '../../../support/format-files';

const MAP = columnMapFrom(
  JSON.stringify({
    id: 'N°',
    columns: {
      Mot: { to: 'headword' },
      Français: { to: 'translations', lang: 'fr', split: '|' },
      Ex: { to: 'examples' },
      'Ex fr': { to: 'exampleTranslations', lang: 'fr' },
      Pluriel: { to: 'forms', type: 'plural' },
    },
  }),
);
const ROW = { 'N°': '7', Mot: 'adìẹ', Français: 'poulet |coq', Ex: 'Adìẹ ń jẹ', Autre: ' kept ' };

test('writes a changed item only into its part of the cell', () => {
  const content = readArticle(getRows([ROW], MAP));
  const translations = [{ lang: 'fr', number: 1, content: 'poule' }, ...content.translations.slice(1)];

  expect(putRows([ROW], Object.assign({}, content, { translations }), MAP)).toEqual([
    { ...ROW, Français: 'poule |coq' },
  ]);
});

test('writes values without a column into a separate column, and reads them from there', () => {
  const content = readArticle(getRows([ROW], MAP));
  const more = Object.assign({}, content, { notes: [{ lang: 'en', content: 'rare' }] });

  const [row] = putRows([ROW], more, MAP);

  expect(row).toEqual({ ...ROW, griot: '{"notes":[{"lang":"en","content":"rare"}]}' });
  expect(readArticle(getRows([row], MAP)).notes).toEqual(more.notes);
});

const cell = fc.string().map((text) => text.replace(/[|;]/gu, ''));
const row = fc.dictionary(fc.constantFrom('N°', 'Mot', 'Français', 'Ex', 'Ex fr', 'Pluriel', 'Autre'), cell);
const word = fc.stringMatching(/^[a-zɓɛ]{1,8}$/u);

test('exports unchanged rows unchanged, with the changes of others', () => {
  fc.assert(
    fc.property(row, word, fc.array(word, { maxLength: 3 }), (cells, headword, words) => {
      const content = readArticle(getRows([cells], MAP));
      expect(putRows([cells], content, MAP)).toEqual([cells]);

      const entry = Object.assign({}, content.entry, { headword });
      const translations = words.map((text, index) => ({ lang: 'fr', number: index + 1, content: text }));
      const [changed] = putRows([cells], Object.assign({}, content, { entry, translations }), MAP);

      const read = readArticle(getRows([changed], MAP));
      expect(read.entry.headword).toBe(headword);
      expect(read.translations.map((one) => one.content).sort()).toEqual([...words].sort());
      for (const name of ['N°', 'Ex', 'Ex fr', 'Pluriel', 'Autre'])
        expect(Reflect.get(changed, name)).toBe(Reflect.get(cells, name));
    }),
  );
});

const SENSES: ArticleRows = [
  { 'N°': '7', Mot: 'ta', Français: 'voir', Pluriel: 'tata', Ex: 'A ta', Autre: 'x' },
  { Français: 'regarder|observer', 'Ex fr': 'Il regarde' },
];

test('each row of an article is a sense; its plural belongs to the word', () => {
  const content = readArticle(getRows(SENSES, MAP));

  expect(content.entry.headword).toBe('ta');
  expect(content.translations).toMatchObject([
    { sense: 1, content: 'voir' },
    { sense: 2, content: 'regarder' },
    { sense: 2, content: 'observer' },
  ]);
  expect(content.forms).toMatchObject([{ form: 'tata' }]);
  expect(content.forms[0]).not.toMatchObject({ sense: expect.anything() as unknown });
  expect(content.examples).toMatchObject([
    { sense: 1, content: 'A ta' },
    { sense: 2, target: 'Il regarde' },
  ]);
});

test('writes a changed sense only into its row, and a new sense as a new row', () => {
  const content = readArticle(getRows(SENSES, MAP));
  const translations = [
    content.translations[0],
    { sense: 2, lang: 'fr', number: 1, content: 'guetter' },
    content.translations[2],
    { sense: 3, lang: 'fr', number: 1, content: 'visiter' },
  ];

  const rows = putRows(SENSES, Object.assign({}, content, { translations }), MAP);

  expect(rows).toEqual([SENSES[0], { ...SENSES[1], Français: 'guetter|observer' }, { Français: 'visiter' }]);
  expect(readArticle(getRows(rows, MAP)).translations.map((one) => one.content)).toEqual([
    'voir',
    'guetter',
    'observer',
    'visiter',
  ]);
});

test('exports unchanged articles of several rows unchanged, with the changes of others', () => {
  const list = fc.array(row, { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(list, fc.array(fc.tuple(fc.nat(3), word)), (given, words) => {
      const rows = given as unknown as ArticleRows;
      const content = readArticle(getRows(rows, MAP));
      expect(putRows(rows, content, MAP)).toEqual(rows);

      const translations = words.map(([sense, text], index) => ({
        sense: 1 + (sense % rows.length),
        lang: 'fr',
        number: index + 1,
        content: text,
      }));
      const changed = putRows(rows, Object.assign({}, content, { translations }), MAP);

      const read = readArticle(getRows(changed, MAP)).translations;
      const told = (ones: readonly { sense?: number | null; content?: unknown }[]) =>
        ones.map((one) => `${one.sense ?? ''} ${String(one.content)}`).sort();
      expect(told(read as never)).toEqual(told(translations));
    }),
  );
});

async function articlesOf(text: string | Buffer, name = 'words.csv') {
  const path = join(mkdtempSync(join(tmpdir(), 'griot-table-')), name);
  writeFileSync(path, text);
  const found = [];
  for await (const entry of (await openTable(path, {})).entries(new PathCounts())) found.push(entry);
  return found;
}

test('skips a row of separators, and still counts the following lines', async () => {
  const found = await articlesOf('Mot;Français\r\na;x\r\n;\r\n\r\nb;y\r\n;\r\n');

  expect(found.map(({ start }) => start.line)).toEqual([2, 5]);
});

test('reads line breaks in cells as text, and reports positions by lines of the file', async () => {
  const found = await articlesOf('Mot;Français\r\n"a\nb";x\r\nc;"y;z"\r\n');

  expect(found.map(({ start }) => start.line)).toEqual([2, 4]);
  expect(found.map(({ source }) => readArticle(source!).entry.headword)).toEqual(['a\nb', 'c']);
});

const cellsOf = (found: readonly { readonly source?: unknown }[]) =>
  found.map(({ source }): readonly unknown[] =>
    Object.values((source as { original: { entry: object } }).original.entry),
  );

test.each([
  ['tabs and marks that are letters', 'w.tsv', 'Word\tNote\n"a"\tsaid "b\nc\t5" long\n', ['"a"', 'said "b']],
  ['tabs and quoted cells', 'w.tsv', 'Word\tNote\n"a\nb"\t"say ""c"""\n', ['a\nb', 'say "c"']],
  ['commas and marks inside of cells', 'w.csv', 'Word,Note\n5" pipe,"a, b"\n', ['5" pipe', 'a, b']],
  ['a line that declares the separator', 'w.csv', 'sep=;\r\nWord;Note\r\na,b;c\r\n', ['a,b', 'c']],
  [
    'marks around each cell with a comma, as Excel saves text',
    'w.txt',
    'Word\tNote\na\t"b, c"\nd\te\n',
    ['a', 'b, c'],
  ],
  ['marks that are letters, and commas', 'w.tsv', 'Word\tNote\n"a, b"\tx, y\nd\te\n', ['"a, b"', 'x, y']],
  ['UTF-16 with tabs', 'w.txt', Buffer.from('\uFEFFWord\tNote\r\né\tx\r\n', 'utf16le'), ['é', 'x']],
])('a table with %s is read as other programs mean it', async (_, name, text, first) => {
  expect(cellsOf(await articlesOf(text, name))[0]).toEqual(first);
});

test('exports the byte order mark and the declaration that Excel needs', async () => {
  const text = '\uFEFFsep=;\r\nMot;Note\r\nété;x\r\n';
  const path = join(mkdtempSync(join(tmpdir(), 'griot-table-')), 'words.csv');
  writeFileSync(path, text);

  expect(readFileSync(await exported('csv', await read(path), '.csv'), 'utf8')).toBe(text);
});

test.each([
  [
    'a quotation mark that is not closed',
    'Mot,Français\na,b\nc,"d\ne,f\n',
    /line 3, column 1: a quotation mark opens in cell 2 of this row and is not closed/u,
  ],
  [
    'bytes of another encoding',
    Buffer.from('Mot,Français\na,b\nc,d\xe9\n', 'latin1'),
    /line 1, column 9: .*windows-1252/u,
  ],
  ['an empty file', '', /line 1, column 1/u],
])('%s is refused with its place', async (_, text, message) => {
  await expect(articlesOf(text)).rejects.toThrow(message);
});

test.each(['utf-16le', 'utf-16be'])('%s without a mark is known by its zeros', async (encoding) => {
  const bytes = Buffer.from('headword,français\nilé,maison\n', 'utf16le');
  const sent = encoding === 'utf-16le' ? bytes : bytes.swap16();

  const [article] = await articlesOf(sent);

  expect(readArticle(article?.source ?? null).entry.headword).toBe('ilé');
});

test('a row with more cells than the header is named by its line', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'table-')), 'wide.csv');
  writeFileSync(file, 'word,english,pos\nba,father,n\nso,house,home,n,\nka,to,v,\n');
  const warnings: unknown[] = [];
  for await (const { warnings: told = [] } of (await openTable(file, {})).entries(new PathCounts()))
    for (const { code, position, complaint } of told) warnings.push([code, position.line, complaint]);

  expect(warnings).toEqual([
    ['EXTRA_CELLS', 3, 'the row has 5 cells and the header 3; the extra cells are kept for export only'],
  ]);
});

test.each([
  ['word,gloss\njene,love|like\n', ['love', 'like']],
  ['word,gloss\njene,love; like\n', ['love', 'like']],
  [`word,gloss\njene,love; like\n${'ba,mother\n'.repeat(99)}`, ['love; like']],
])('one cell with several translations suffices in a short table: %j', async (text, expected) => {
  const { articles } = await read(writtenFile(text, 'words.csv'));
  expect(readArticle(articles[0]!.source).translations.map(({ content }) => content)).toEqual(expected);
});
