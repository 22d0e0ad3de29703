import { readFileSync } from 'node:fs';
import { readArticle } from '../../../../src/domain/reading/read-article';
import { PathCounts } from '../../../../src/formats/files/loss-report';
import type { ReadOptions } from '../../../../src/formats/files/entry-source';
import { openTable } from '../../../../src/formats/tables/table-source';
import { writtenFile } from '../../../support/canonical-lift';
import { exported, read } from '../../../support/format-files';

async function shown(path: string, options: ReadOptions = {}) {
  const source = await openTable(path, options);
  const articles: unknown[] = [];
  const told: string[] = [];
  for await (const { source: article, start, warnings = [] } of source.entries(new PathCounts())) {
    const { entry, translations } = readArticle(article!);
    articles.push([start.line, entry.headword, ...translations.map(({ content }) => content)]);
    told.push(...warnings.map(({ code, message }) => `${code} ${message}`));
  }
  const { preview = [], map } = source;
  return {
    articles,
    told,
    preview,
    map,
    warned: (source.warnings?.() ?? []).map(({ complaint }) => complaint),
  };
}

const MACHINE = 'lexeme,part_of_speech,en_gloss,s2_en_gloss,notes';
const HUMAN = 'Mot vedette,Catégorie,Traduction anglaise,Anglais (sens 2),Remarques';
const WORDS = ['ilé,n,house,home,', 'ajá,n,dog,,animal', ''];
const BOTH =
  'The headings are in the lines 1 and 2, which name the same columns. Neither is imported as an article.';

test.each([
  [[MACHINE, HUMAN], 'lexeme'],
  [[HUMAN, MACHINE], 'Mot vedette'],
])('a second row of names for the same columns is not an article: %j', async (heads, first) => {
  const { articles, preview, warned } = await shown(
    writtenFile([...heads, ...WORDS].join('\n'), 'words.csv'),
  );

  expect(articles).toEqual([
    [3, 'ilé', 'house', 'home'],
    [4, 'ajá', 'dog'],
  ]);
  expect(preview[0]).toBe(BOTH);
  expect(preview).toContain(`  ${first} -> headword`);
  expect(warned).toEqual([]);
});

test('exports both rows, and reads the export like the file', async () => {
  const path = writtenFile([MACHINE, HUMAN, ...WORDS].join('\n'), 'words.csv');
  const { articles, files } = await read(path);
  const back = await exported('csv', { articles, files }, '.csv');

  expect(readFileSync(back, 'utf8')).toBe(readFileSync(path, 'utf8'));
  expect((await read(back)).articles).toEqual(articles);
});

test('a map with the names of either row finds both', async () => {
  const path = writtenFile([MACHINE, HUMAN, ...WORDS].join('\n'), 'words.csv');
  const { map, articles } = await shown(path);
  expect((await shown(path, { map: map! })).articles).toEqual(articles);

  const human = JSON.stringify({ columns: { 'Mot vedette': { to: 'headword' } } });
  expect((await shown(path, { map: human })).articles).toEqual([
    [3, 'ilé'],
    [4, 'ajá'],
  ]);
});

test('reads a table like its earlier import, when the second row was an article', async () => {
  const path = writtenFile([MACHINE, HUMAN, ...WORDS].join('\n'), 'words.csv');
  const header = MACHINE.split(',');
  const columns = { lexeme: { to: 'headword' } };
  const kept = new Map([
    ['table/options.json', JSON.stringify({ header, headings: header, map: { columns } })],
  ]);

  expect((await shown(path, { storedSettings: kept })).articles).toEqual([
    [2, 'Mot vedette'],
    [3, 'ilé'],
    [4, 'ajá'],
  ]);
});

test('words that are names of columns by chance are articles', async () => {
  const text = 'Mot,Anglais,Note\nmot,word,\nphrase,sentence,note\n';
  const { articles, preview } = await shown(writtenFile(text, 'words.csv'));

  expect(articles).toEqual([
    [2, 'mot', 'word'],
    [3, 'phrase', 'sentence'],
  ]);
  expect(preview[0]).toMatch(/^The columns are read as follows/u);
});

test('a row of sums is an article, and the import says which one', async () => {
  const text =
    'N°,Mot,Français,Poids (kg)\n1,ewúrẹ́,chèvre,35\nTOTAL,,,1 035\n,total,somme,3\n,Total,,4\n2,so,maison,\n';
  const { articles, told } = await shown(writtenFile(text, 'words.csv'));

  expect(articles).toEqual([
    [2, 'ewúrẹ́', 'chèvre'],
    [3, undefined],
    [4, 'total', 'somme'],
    [5, 'Total'],
    [6, 'so', 'maison'],
  ]);
  expect(told).toEqual([
    'LIKE_TOTALS line 3, column 1: the row looks like totals (TOTAL, 1 035) and becomes an article without a headword: remove it from the table if it is a total',
    'LIKE_TOTALS line 5, column 1: the row looks like totals (Total, 4) and becomes an article: remove it from the table if it is a total',
  ]);
});

test('a long cell beside the word for a sum is looked at once', async () => {
  const digits = '1'.repeat(200_000);
  const path = writtenFile(`Mot,Français\nTotal,${digits}x\nTotal,${digits}\nso,maison\n`, 'words.csv');
  const start = process.cpuUsage();
  const { told } = await shown(path);

  expect(told).toHaveLength(1);
  // Each digit with all that follow it would take minutes.
  expect(process.cpuUsage(start).user).toBeLessThan(5_000_000);
});
