import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArticle } from '../../../../src/domain/reading/read-article';
import { exported, read } from '../../../support/format-files';

const folder = mkdtempSync(join(tmpdir(), 'griot-lists-'));
let written = 0;

function file(...lines: readonly string[]): string {
  const path = join(folder, `${++written}.txt`);
  writeFileSync(path, [...lines, ''].join('\n'));
  return path;
}

const wordsIn = async (path: string) =>
  (await read(path)).articles.map(({ source }) => {
    const { entry, translations } = readArticle(source);
    return [entry.headword, ...translations.map(({ content }) => content)];
  });

test.each([' : ', ': ', ' = ', ' – ', ' — ', ' - '])(
  'a list with %j between word and translation is read',
  async (sign) => {
    const path = file(`ji${sign}eau`, `dɔlɔ${sign}bière de mil ; alcool`, `so${sign}maison, foyer`);

    expect(await wordsIn(path)).toEqual([
      ['ji', 'eau'],
      ['dɔlɔ', 'bière de mil ; alcool'],
      ['so', 'maison, foyer'],
    ]);
    expect(readFileSync(await exported('csv', await read(path), '.txt'), 'utf8')).toBe(
      readFileSync(path, 'utf8'),
    );
  },
);

test('a translation has the sign in it, if the word is separated by it', async () => {
  const path = file('ji : eau', 'ba : jusqu’à : conj.');

  expect(await wordsIn(path)).toEqual([
    ['ji', 'eau'],
    ['ba', 'jusqu’à : conj.'],
  ]);
  expect(readFileSync(await exported('csv', await read(path), '.txt'), 'utf8')).toBe(
    readFileSync(path, 'utf8'),
  );
});

test('headings of a list are no word', async () => {
  expect(await wordsIn(file('Mot : Traduction', 'ji : eau', 'so : maison'))).toEqual([
    ['ji', 'eau'],
    ['so', 'maison'],
  ]);
});

test('a table with such signs in some cells is a table', async () => {
  expect(await wordsIn(file('Mot;Sens', 'ji;eau : liquide', 'so;maison : foyer'))).toEqual([
    ['ji', 'eau : liquide'],
    ['so', 'maison : foyer'],
  ]);
});
