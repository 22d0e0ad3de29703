import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArticle } from '../../../../src/domain/reading/read-article';
import { headingMeaning } from '../../../../src/formats/headings/headings';
import { openTable } from '../../../../src/formats/tables/table-source';
import { exported, read } from '../../../support/format-files';

const folder = mkdtempSync(join(tmpdir(), 'griot-explained-'));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const wordsIn = async (path: string) =>
  (await read(path)).articles.map(({ source }) => readArticle(source).entry.headword);

test.each([
  ['in brackets', '(en entier),(n ou v),(un sens)'],
  ['required', 'required,optional,required'],
  ['in French', 'obligatoire,facultatif,obligatoire'],
])(
  'exports a row that explains the headings, %s, again and does not read it as an article',
  async (_, row) => {
    const text = `Mot,Catégorie,Français\n${row}\nji,n,eau\nso,n,maison\n`;
    const path = file('explained.csv', text);

    expect(await wordsIn(path)).toEqual(['ji', 'so']);
    const source = await openTable(path, {});
    expect(source.warnings?.().map(({ message }) => message)).toEqual([
      'line 2, column 1: line 2, which explains the headings, is kept for export only',
    ]);
    const back = await exported('csv', await read(path), '.csv');
    expect(readFileSync(back, 'utf8')).toBe(text);
    expect(await wordsIn(back)).toEqual(['ji', 'so']);
  },
);

test('an article with texts in brackets beside its word is an article', async () => {
  expect(await wordsIn(file('beside.csv', 'Mot,Catégorie,Français\nji,(n),(eau)\nso,n,maison\n'))).toEqual([
    'ji',
    'so',
  ]);
});

test('an article with a single text in brackets is an article', async () => {
  const path = file('article.csv', 'Mot,Catégorie,Français\n(ji),,\nso,(n),maison\n');
  expect(await wordsIn(path)).toEqual(['(ji)', 'so']);
});

test.each([
  ['Traduction française', 'fr'],
  ['Traduction anglaise', 'en'],
  ['Tradução inglesa', 'en'],
  ['Tradução portuguesa', 'pt'],
  ['Traducción francesa', 'fr'],
  ['Französische Übersetzung', 'fr'],
  ['Traductions italiennes', 'it'],
])('the heading %s names a language', (name, lang) => {
  expect(headingMeaning(name)).toMatchObject({ to: 'translations', lang });
});

test.each(['Définition', 'Traduction littérale', 'Tradução'])('the heading %s names none', (name) => {
  expect(headingMeaning(name)).not.toHaveProperty('lang');
});

test.each([
  ['Mot bambara', 'bm'],
  ['Yoruba word', 'yo'],
  ['Mot (baoulé)', 'bci'],
  ['Mot en pulaar', 'ff'],
  ['Efik word', 'efi'],
  ['Neno la Kimakonde', 'kde'],
  ['Mot de base', undefined],
  ['Mot', undefined],
  ['Mot (de base)', undefined],
  // A code of a language that is a word too.
  ['Word so', undefined],
])('the heading %s of the headwords states their language', async (name, language) => {
  const source = await openTable(file('stated.csv', `${name},Français\nji,eau\nso,maison\n`), {});
  expect(source.stated?.()).toEqual({ language, targets: ['fr'] });
});
