import { readFileSync } from 'node:fs';
import { readArticle } from '../../../../src/domain/reading/read-article';
import { formatOf } from '../../../../src/formats/formats';
import { PathCounts } from '../../../../src/formats/files/loss-report';
import { writtenFile } from '../../../support/canonical-lift';
import { exported, read } from '../../../support/format-files';
import { sheetRow, textCell, workbookOf } from '../../../support/workbooks';

/** The words of a table with their parts of speech and translations. */
const wordsIn = async (path: string) =>
  (await read(path)).articles.map(({ source }) => {
    const { entry, categories, translations } = readArticle(source);
    return [
      entry.headword,
      ...categories.map((one) => one.content),
      ...translations.map((one) => one.content),
    ];
  });

const previewOf = async (path: string) => (await (await formatOf(path)).open(path, {})).preview ?? [];

test.each([
  [
    'words.csv',
    'wulu,chien\njakuma,chat\n',
    [
      ['wulu', 'chien'],
      ['jakuma', 'chat'],
    ],
  ],
  [
    'words.txt',
    'wulu\tdog\njakuma\tcat\n',
    [
      ['wulu', 'dog'],
      ['jakuma', 'cat'],
    ],
  ],
  ['words.csv', 'wulu\njakuma\n', [['wulu'], ['jakuma']]],
  [
    'words.csv',
    '1;wulu;Chien\n2;jakuma;Chat\n',
    [
      ['wulu', 'Chien'],
      ['jakuma', 'Chat'],
    ],
  ],
  [
    'words.csv',
    'wulu,n,chien\nboli,v,courir\njakuma,n,chat\n',
    [
      ['wulu', 'n', 'chien'],
      ['boli', 'v', 'courir'],
      ['jakuma', 'n', 'chat'],
    ],
  ],
  [
    'words.csv',
    'Wulu,n,Chien\nBoli,v,Courir\nJakuma,n,Chat\n',
    [
      ['Wulu', 'n', 'Chien'],
      ['Boli', 'v', 'Courir'],
      ['Jakuma', 'n', 'Chat'],
    ],
  ],
])('the first row of %s is an article, since it is like the others: %j', async (name, text, words) => {
  const path = writtenFile(text, name);

  expect(await wordsIn(path)).toEqual(words);
  expect(await previewOf(path)).toContainEqual(expect.stringContaining('No line has headings'));
});

test.each([
  [
    'Kuzu,Zuku\nbala,ko\nture,fa\n',
    [
      ['bala', 'ko'],
      ['ture', 'fa'],
    ],
  ],
  [
    'Kuzu,Zuku\nBala,Ko\nTure,Fa\n',
    [
      ['Bala', 'Ko'],
      ['Ture', 'Fa'],
    ],
  ],
  [
    'kuzu_a,zuku_b\nbala,ko\nture,fa\n',
    [
      ['bala', 'ko'],
      ['ture', 'fa'],
    ],
  ],
  [
    'mot,zuku\nbala,ko\nture,fa\n',
    [
      ['bala', 'ko'],
      ['ture', 'fa'],
    ],
  ],
  ['mot,source\nbala,ko\nture,fa\n', [['bala'], ['ture']]],
  ['mot,zuku\nbala,vu\nture,vu\nfa,vu\n', [['bala'], ['ture'], ['fa']]],
])('the first row of %j has headings, which are unlike the rest or may be', async (text, words) => {
  expect(await wordsIn(writtenFile(text, 'words.csv'))).toEqual(words);
});

test('of three columns with unknown names, only the words are read', async () => {
  const path = writtenFile('Kuzu,Zuku,Lieu\nbala,ko,Ségou\nture,fa,Kayes\n', 'words.csv');

  expect(await wordsIn(path)).toEqual([['bala'], ['ture']]);
});

test('a table without headings is exported without them, and read like before', async () => {
  const text = 'wulu;chien\njakuma;chat\n';
  const all = await read(writtenFile(text, 'words.csv'));
  const [first, second] = all.articles;
  const translations = [{ content: 'toutou' }];
  const articles = [{ ...first!, source: { ...first!.source, translations } }, second!];
  const back = await exported('csv', { ...all, articles }, '.csv');

  expect(readFileSync(back, 'utf8')).toBe(text.replace('chien', 'toutou'));
  const again = await (await formatOf(back)).open(back, { storedSettings: all.files });
  expect(again.isGuessed).toBe(false);
  const ids: unknown[] = [];
  for await (const { publicId } of again.entries(new PathCounts())) ids.push(publicId);
  expect(ids).toEqual([first!.publicId, second!.publicId]);
});

test('the first row of a workbook is an article too', async () => {
  const row = (line: number, ...cells: string[]) =>
    sheetRow(line, ...cells.map((cell, at) => textCell(`${'AB'[at] ?? ''}${line}`, cell)));
  const path = await workbookOf([{ name: 'A', rows: row(1, 'wulu', 'chien') + row(2, 'jakuma', 'chat') }]);

  expect(await wordsIn(path)).toEqual([
    ['wulu', 'chien'],
    ['jakuma', 'chat'],
  ]);
});
