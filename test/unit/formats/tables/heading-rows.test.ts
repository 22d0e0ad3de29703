import { readFileSync } from 'node:fs';
import { PathCounts } from '../../../../src/formats/files/loss-report';
import { formatOf } from '../../../../src/formats/formats';
import { readArticle } from '../../../../src/domain/reading/read-article';
import { writtenFile } from '../../../support/canonical-lift';
import { exported, read } from '../../../support/format-files';
import { sheetRow, textCell, workbookOf } from '../../../support/workbooks';

const LETTERS = 'ABCDEFGH';

/** The rows of a sheet, by their cells; an empty list is a row that the sheet leaves out. */
const rowsOf = (...rows: readonly (readonly string[])[]) =>
  rows
    .map((cells, at) =>
      sheetRow(
        at + 1,
        ...cells.flatMap((cell, index) =>
          cell === '' ? [] : [textCell(`${LETTERS[index]!}${at + 1}`, cell)],
        ),
      ),
    )
    .join('');

const bookOf = (...rows: readonly (readonly string[])[]) =>
  workbookOf([{ name: 'Words', rows: rowsOf(...rows) }]);

async function shown(path: string, options = {}) {
  const source = await (await formatOf(path)).open(path, options);
  const articles: unknown[] = [];
  for await (const { source: article, index, start } of source.entries(new PathCounts())) {
    const { entry, translations, examples } = readArticle(article!);
    const texts = translations.map(({ lang, content }) => `${lang ?? ''}: ${content}`);
    const targets = examples.map(({ content, target }) => `${content ?? ''} = ${target ?? ''}`);
    articles.push([index, start.line, entry.headword, ...texts, ...targets]);
  }
  const told = (source.warnings?.() ?? []).map(({ complaint }) => complaint);
  return { articles, told, preview: source.preview ?? [] };
}

const TITLED = [
  ['', 'Lexique bamanankan – français'],
  ['', 'Saisi par Awa'],
  [],
  ['', 'N°', 'Mot', 'Français', 'Note'],
  ['', '1', 'muso', 'femme'],
  ['', '2', 'cɛ', 'homme', 'x'],
];

test('finds headings below titles, and exports the titles again', async () => {
  const path = await bookOf(...TITLED);

  const { articles, told, preview } = await shown(path);

  expect(articles).toEqual([
    [1, 5, 'muso', 'fr: femme'],
    [2, 6, 'cɛ', 'fr: homme'],
  ]);
  expect(told).toContain('the text above line 4, which has the headings, is kept for export only');
  expect(preview[0]).toBe('The headings are in line 4.');
  expect(preview).toContain('  Mot -> headword');
  const back = await exported('xlsx', await read(path), '.xlsx');
  expect(await read(back)).toMatchObject({ articles: (await read(path)).articles });
  expect((await shown(back)).told).toEqual([
    'the text above line 3, which has the headings, is kept for export only',
  ]);
});

test('finds headings below up to 19 notes', async () => {
  const notes = (count: number) => Array.from({ length: count }, (_, at) => [`folio ${at}`]);
  const words = [
    ['Mot', 'Français'],
    ['debbo', 'femme'],
  ];

  expect((await shown(await bookOf(...notes(19), ...words))).articles).toEqual([
    [1, 21, 'debbo', 'fr: femme'],
  ]);
  expect((await shown(await bookOf(...notes(20), ...words))).preview[0]).toContain(
    'No heading is recognised',
  );
});

test('does not take a row of words with two known names for headings', async () => {
  const path = await bookOf(
    ['kumaden', 'kɔrɔko'],
    ['kumakan', 'French', 'English', 'dennin', 'siraba', 'muruni'],
  );

  expect((await shown(path)).preview[0]).toContain('line 1 is read as the headings');
});

test('headings are found in a CSV file whose title lines have no separators', async () => {
  const path = writtenFile(
    'Lexique dioula\nSaisi par Ali\n\nMot;Français;Note\nwulu;chien;\njakuma;chat;petit\n',
    'words.csv',
  );

  expect((await shown(path)).articles).toEqual([
    [1, 5, 'wulu', 'fr: chien'],
    [2, 6, 'jakuma', 'fr: chat'],
  ]);
});

const DOUBLE = [
  ['Headword', 'Part of speech', 'Translations', '', 'Example', ''],
  ['', '', 'English', 'French', 'Hausa', 'English'],
  ['gida', 'n', 'house', 'maison', 'Gida babba', 'A big house'],
];

test('joins two rows of headings: languages below merged cells', async () => {
  const path = await bookOf(...DOUBLE);

  expect((await shown(path)).articles).toEqual([
    [1, 3, 'gida', 'en: house', 'fr: maison', 'Gida babba = A big house'],
  ]);
  const before = await read(path);
  const articles = before.articles.map((one) => ({
    ...one,
    source: { ...one.source, notes: [{ content: 'new' }] },
  }));
  // What has no column gets one of its own, whose heading is no language.
  const back = await exported('xlsx', { ...before, articles }, '.xlsx');
  expect((await read(back)).articles[0]?.source).toMatchObject({ notes: [{ content: 'new' }] });
  expect((await shown(back)).articles).toEqual((await shown(path)).articles);
});

test('joins two rows of headings of which the lower one also explains single ones', async () => {
  const path = await bookOf(
    ['Mot', 'Traduction', '', 'Exemples', '', 'Saisie', ''],
    ['Singulier', 'Français', 'Anglais', 'Haoussa', 'Français', 'Date', 'Son'],
    ['gida', 'maison', 'house', 'Gida babba', 'Une grande maison', '2024'],
  );

  expect((await shown(path)).articles).toEqual([
    [1, 3, 'gida', 'fr: maison', 'en: house', 'Gida babba = Une grande maison'],
  ]);
});

test.each([
  [
    'above a word with names of languages',
    [
      ['Mot', 'Traduction', '', 'Remarque', ''],
      ['faransi', 'langue française', 'français', 'anglais', 'parler'],
      ['mot', 'mot'],
    ],
  ],
  [
    'of which one is understood',
    [
      ['Lemma', 'Foo', 'Bar'],
      ['ta', 'see', 'word'],
      ['kɔ', 'back', 'note'],
    ],
  ],
  [
    'above words that are headings elsewhere',
    [
      ['Mot', 'Français'],
      ['note', 'note'],
      ['mot', 'mot'],
    ],
  ],
])('headings %s stay in the first row', async (_, rows) => {
  const { articles } = await shown(await bookOf(...rows));

  expect(articles.map((one) => (one as unknown[]).slice(0, 3))).toEqual([
    [1, 2, rows[1]![0]],
    [2, 3, rows[2]![0]],
  ]);
});

test('a map with the names of columns says where the headings are', async () => {
  const path = await bookOf(['Zarma 2019'], ['foo', 'bar'], ['ta', 'see']);
  const map = JSON.stringify({
    columns: { foo: { to: 'headword' }, bar: { to: 'translations', lang: 'en' } },
  });

  expect((await shown(path, { map })).articles).toEqual([[1, 3, 'ta', 'en: see']]);
});

test('reads forbidden column names below the headings as words', async () => {
  const path = writtenFile('Headword,English\n__proto__,prototype\nconstructor,x\n', 'words.csv');

  expect((await shown(path)).articles).toEqual([
    [1, 2, '__proto__', 'en: prototype'],
    [2, 3, 'constructor', 'en: x'],
  ]);
  await expect(shown(writtenFile('Headword,__proto__\nada,x\n', 'words.csv'))).rejects.toThrow(
    'a column must not have the name __proto__',
  );
});

test('warns about a list whose first row may be headings, and reads it with a map that declares none', async () => {
  const path = writtenFile('Wulu\nJakuma\n', 'words.txt');
  const map = JSON.stringify({ columns: { 'column 1': { to: 'headword' } } });

  expect((await shown(path)).preview[0]).toContain(
    'No heading is recognised, so line 1 is read as the headings',
  );
  expect((await shown(path, { map })).articles).toEqual([
    [1, 1, 'Wulu'],
    [2, 2, 'Jakuma'],
  ]);
});

const SHEETS = [
  { name: 'Lisez-moi', rows: rowsOf(['Dictionnaire peul'], ['Version 3']) },
  { name: 'Noms', rows: rowsOf(['Mot', 'Français'], ['debbo', 'femme']) },
  { name: 'Vieux', state: 'hidden', rows: rowsOf(['Mot', 'Français'], ['suudu', 'case']) },
];

test('reads a sheet that is chosen by name, also a hidden one', async () => {
  const path = await workbookOf(SHEETS);

  expect((await shown(path, { sheet: 'Noms' })).articles).toEqual([[1, 2, 'debbo', 'fr: femme']]);
  expect((await shown(path, { sheet: 'Vieux' })).articles).toEqual([[1, 2, 'suudu', 'fr: case']]);
  await expect(shown(path, { sheet: 'Verbes' })).rejects.toThrow(
    'the workbook has no sheet "Verbes", only "Lisez-moi", "Noms", "Vieux"',
  );
  await expect(shown(writtenFile('Mot\nta\n', 'words.csv'), { sheet: 'Noms' })).rejects.toThrow(
    'only workbooks have sheets',
  );
});

test('of many sheets, a message names twenty', async () => {
  const sheets = Array.from({ length: 30 }, (_, at) => ({
    name: `S${at}`,
    rows: rowsOf([`A${at}`, `B${at}`]),
  }));
  const path = await workbookOf(sheets);

  await expect(shown(path, { sheet: 'none' })).rejects.toThrow(
    /no sheet "none", only "S0", .*"S19", 10 more$/u,
  );
  expect((await shown(path)).told.join()).toContain(
    '"S20", 9 more; choose another one with the option "sheet"',
  );
});

test('exports a workbook with the sheet name of the imported one', async () => {
  const path = await workbookOf([{ name: 'A &amp; B', rows: SHEETS[1]!.rows }]);
  const back = await exported('xlsx', await read(path), '.xlsx');

  expect((await shown(back, { sheet: 'A & B' })).articles).toEqual([[1, 2, 'debbo', 'fr: femme']]);
});

test('headings in Hausa', async () => {
  const path = writtenFile(
    "Kalma,Ma'ana,Jinsi,Jam'i,Misali,Turanci,Faransanci\ngida,wurin zama,n.m.,gidaje,Na tafi gida,house,maison\n",
    'words.csv',
  );
  const { preview } = await shown(path);

  expect(preview.slice(1, 8)).toEqual([
    '  Kalma -> headword',
    "  Ma'ana -> translations",
    '  Jinsi -> classes',
    "  Jam'i -> forms, plural",
    '  Misali -> examples',
    '  Turanci -> translations, en',
    '  Faransanci -> translations, fr',
  ]);
});

const NOTES = ['#separator:tab', '#html:false', '#guid column:1', '#tags column:4'];

test('notes of Anki are read as the lines above them say, and written again with these', async () => {
  const text = [...NOTES, 'g1\tso\tmaison, "case"\tA1', 'g2\tji\t"eau\nfleuve"\tA1', ''].join('\n');
  const path = writtenFile(text, 'words.txt');
  const { articles } = await shown(path);
  expect(articles).toEqual([
    [1, 5, 'so', ': maison, "case"'],
    [2, 6, 'ji', ': eau\nfleuve'],
  ]);
  const { files, ...first } = await read(path);
  expect(first.articles.map(({ publicId }) => publicId)).toEqual(['g1', 'g2']);
  const back = await exported('tsv', { ...first, files }, '.txt');
  expect(readFileSync(back, 'utf8').split(/\r?\n/u).slice(0, 4)).toEqual(NOTES);
  expect((await read(back)).articles).toEqual(first.articles);
});

test('notes of Anki may name their fields', async () => {
  const text = '#separator:Semicolon\n#columns:Mot;Français;Tags\nso;maison;A1\n';
  const { articles } = await shown(writtenFile(text, 'words.txt'));
  expect(articles).toEqual([[1, 3, 'so', 'fr: maison']]);
});

test('columns in front of merged headings have theirs in the lower row', async () => {
  const text = [
    'Lexique;;;;;',
    ';;Traductions;;Exemples;',
    'Mot;N°;français;anglais;bambara;français',
    'so;1;maison;house;A ka so.;Sa maison.',
    '',
  ].join('\n');
  const { articles } = await shown(writtenFile(text, 'words.csv'));
  expect(articles).toEqual([[1, 4, 'so', 'fr: maison', 'en: house', 'A ka so. = Sa maison.']]);
});
