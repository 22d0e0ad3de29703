import { readFileSync } from 'node:fs';
import { readArticle } from '../../../../src/domain/reading/read-article';
import { PathCounts } from '../../../../src/formats/files/loss-report';
import { formatOf } from '../../../../src/formats/formats';
import { writtenFile } from '../../../support/canonical-lift';
import { exported, read } from '../../../support/format-files';

/** The headwords of a table with the warnings about each; hidden ones are in brackets. */
async function wordsIn(text: string) {
  const path = writtenFile(text, 'words.csv');
  const words: [string, ...string[]][] = [];
  for await (const entry of (await (await formatOf(path)).open(path, {})).entries(new PathCounts())) {
    const word = readArticle(entry.source!).entry.headword ?? '';
    const codes = (entry.warnings ?? []).map(({ code }) => code);
    words.push([entry.isDisabled === true ? `(${word})` : word, ...codes]);
  }
  return words;
}

const TABLE = 'Mot,Sens\nA,\naba,père\nada,maison\nB,\nbaara,travail\nĐ - đ,\nĐan,jour\n';

test('letters above the words that begin with them are hidden articles, which the import names', async () => {
  expect(await wordsIn(TABLE)).toEqual([
    ['(A)', 'LETTER_ROW'],
    ['aba'],
    ['ada'],
    ['(B)', 'LETTER_ROW'],
    ['baara'],
    ['(Đ - đ)', 'LETTER_ROW'],
    ['Đan'],
  ]);
});

test('an export has the letters where they were', async () => {
  const all = await read(writtenFile(TABLE, 'words.csv'));

  expect(readFileSync(await exported('csv', all, '.csv'), 'utf8')).toBe(TABLE);
});

test.each([
  ['A word of one letter above others', 'Mot,Sens\nA,\nbaara,travail\nji,eau\n'],
  ['A word of one letter with a translation', 'Mot,Sens\nA,lui\naba,père\nB,elle\nbaara,travail\n'],
  ['A list of words alone', 'Mot\nA\naba\nB\nbaara\n'],
  ['A small letter', 'Mot,Sens\na,\naba,père\nb,\nbaara,travail\n'],
])('%s is an article', async (_, text) => {
  const words = await wordsIn(text);

  expect(words.filter(([word]) => word.startsWith('('))).toEqual([]);
});

test('a long cell of signs is looked at once', async () => {
  expect(await wordsIn(`Mot,Sens\nA,\naba,père\n${'- '.repeat(100_000)},\n`)).toHaveLength(3);
});
