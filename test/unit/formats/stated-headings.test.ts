import { readArticle } from '../../../src/domain/reading/read-article';
import { PathCounts } from '../../../src/formats/files/loss-report';
import type { ReadOptions } from '../../../src/formats/files/entry-source';
import { formatOf } from '../../../src/formats/formats';
import { writtenFile } from '../../support/canonical-lift';
import { sheetRow, textCell, workbookOf } from '../../support/workbooks';

async function contentsOf(path: string, options: ReadOptions) {
  const source = await (await formatOf(path)).open(path, options);
  const contents = [];
  for await (const { source: article } of source.entries(new PathCounts()))
    contents.push(readArticle(article ?? {}));
  return { contents, preview: source.preview ?? [] };
}

const TABLE = 'Mot;Français;Classe\nNom;French;Note\nada;un;x\nbada;deux;y\n';

test.each([
  [1, ['Nom', 'ada', 'bada']],
  [2, ['ada', 'bada']],
])('the headings are in the line that is stated: %i', async (headingRow, words) => {
  const { contents } = await contentsOf(writtenFile(TABLE, 'words.csv'), { headingRow });

  expect(contents.map(({ entry }) => entry.headword)).toEqual(words);
});

test('in a workbook, the line is the number of the row', async () => {
  const rows =
    sheetRow(2, textCell('A2', 'Mot'), textCell('B2', 'Français'), textCell('C2', 'Classe')) +
    sheetRow(5, textCell('A5', 'Headword'), textCell('B5', 'French')) +
    sheetRow(6, textCell('A6', 'ada'), textCell('B6', 'un'));
  const path = await workbookOf([{ name: 'Words', rows }]);
  const { contents, preview } = await contentsOf(path, { headingRow: 5 });

  expect(contents).toMatchObject([
    { entry: { headword: 'ada' }, translations: [{ lang: 'fr', content: 'un' }] },
  ]);
  expect(preview).toContain('  Headword -> headword');
});

test('a line that the table does not have is an error', async () => {
  await expect(contentsOf(writtenFile(TABLE, 'words.csv'), { headingRow: 9 })).rejects.toThrow(
    'line 9 cannot have the headings: name one of the first 20 lines with text',
  );
});

const SFM = '\\mot ada\n\\lx A\n\\ge one\n\n\\mot bada\n\\lx B\n\\ge two\n';

test('records begin with the marker that is stated', async () => {
  const path = writtenFile(SFM, 'words.sfm');
  const { contents } = await contentsOf(path, { recordMarker: 'mot' });

  expect(contents).toHaveLength(2);
  expect(contents[1]?.translations).toMatchObject([{ lang: 'en', content: 'two' }]);
});

test('a marker that the file does not have is an error', async () => {
  await expect(contentsOf(writtenFile(SFM, 'words.sfm'), { recordMarker: 'none' })).rejects.toThrow(
    'the file has no field \\none, which begins an entry',
  );
});
