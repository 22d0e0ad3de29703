import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArticle } from '../../../../src/domain/reading/read-article';
import { zipOf, type ZipPart } from '../../../../src/formats/files/zip';
import { read } from '../../../support/format-files';
import { sheetRow, textCell, workbookOf } from '../../../support/workbooks';

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://purl.oclc.org/ooxml/officeDocument/relationships';
const MAIN = 'http://purl.oclc.org/ooxml/spreadsheetml/main';

const relation = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`;
const relations = (...all: string[]) => `<Relationships xmlns="${PACKAGE}">${all.join('')}</Relationships>`;

/** A workbook whose parts are found only by their relations. */
const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
  '_rels/.rels': relations(relation('m', 'officeDocument', '/xl/workbook22.xml')),
  'xl/workbook22.xml': `<x:workbook xmlns:x="${MAIN}" xmlns:r="${OFFICE}"><x:sheets><x:sheet name="A" sheetId="1" r:id="s"/></x:sheets></x:workbook>`,
  'xl/_rels/workbook22.xml.rels': relations(
    relation('s', 'worksheet', 'WorkSheets/Sheet.xml'),
    relation('t', 'sharedStrings', 'strings/texts.xml'),
    relation('f', 'styles', '/xl/formats.xml'),
  ),
  'xl/worksheets/sheet.xml':
    `<x:worksheet xmlns:x="${MAIN}"><x:sheetData>` +
    '<x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="B1" t="s"><x:v>1</x:v></x:c></x:row>' +
    '<x:row r="2"><x:c r="A2" t="s"><x:v>2</x:v></x:c><x:c r="B2" s="1"><x:v>0.5</x:v></x:c></x:row>' +
    '</x:sheetData></x:worksheet>',
  'xl/strings/texts.xml': `<x:sst xmlns:x="${MAIN}"><x:si><x:t>Mot</x:t></x:si><x:si><x:t>Traduction</x:t></x:si><x:si><x:t>tila</x:t></x:si></x:sst>`,
  'xl/formats.xml': `<x:styleSheet xmlns:x="${MAIN}"><x:cellXfs><x:xf numFmtId="0"/><x:xf numFmtId="9"/></x:cellXfs></x:styleSheet>`,
};

async function packageOf(name: string, parts = PARTS): Promise<string> {
  const content = Object.entries(parts).map(([part, text]): ZipPart => ({ name: part, content: [text] }));
  const pieces: Uint8Array[] = [];
  for await (const piece of zipOf(content)) pieces.push(piece);
  const path = join(mkdtempSync(join(tmpdir(), 'griot-parts-')), name);
  writeFileSync(path, Buffer.concat(pieces));
  return path;
}

const wordsIn = async (path: string) =>
  (await read(path)).articles.map(({ source }) => {
    const { entry, translations } = readArticle(source);
    return [entry.headword, ...translations.map(({ content }) => content)];
  });

// Names of parts are equivalent without case, and only relations say which part is which: ECMA-376, part 2, clauses 6.2.2 and 6.5.
test.each(['words.xlsx', 'words.xlsm', 'words.xltx', 'words.XLSM', 'words.xls', 'words'])(
  'reads %s by the relations of its parts',
  async (name) => {
    expect(await wordsIn(await packageOf(name))).toEqual([['tila', '50%']]);
  },
);

test('a document of Word is no workbook, whatever its name', async () => {
  const parts = { '[Content_Types].xml': '<Types/>', 'word/document.xml': '<document/>' };

  await expect(read(await packageOf('words.xls', parts))).rejects.toThrow('a document of Word');
  await expect(read(await packageOf('words.xlsx', parts))).rejects.toThrow('a document of Word');
});

const rowsOf = (...rows: readonly (readonly string[])[]) =>
  rows
    .map((cells, row) =>
      sheetRow(row + 1, ...cells.map((cell, at) => textCell(`${'ABCDEFGHIJ'[at] ?? ''}${row + 1}`, cell))),
    )
    .join('');

const NOTICE = {
  name: 'Notice',
  rows: rowsOf(['Lexique du village'], ['Enquête de 2019'], ['Lisez-moi', 'svp']),
};

test('reads the sheet with the table, not the notice before it, if no heading is known', async () => {
  const table = { name: 'Données', rows: rowsOf(['Kuzu', 'Zuku'], ['Bala', 'Ko'], ['Ture', 'Fa']) };

  expect(await wordsIn(await workbookOf([NOTICE, table]))).toEqual([
    ['Bala', 'Ko'],
    ['Ture', 'Fa'],
  ]);
});

test.each([
  [['Bambara', 'Cat.', 'Français', 'Date', 'Page', 'Source', 'Fréq.', 'Prix']],
  [['Mot', 'Français', 'Anglais', 'Pluriel', 'Vu', 'Prix', 'Lieu', 'Zone', 'Mois']],
])('columns of a project do not hide the headings: %j', async (names) => {
  const article = names.map((_, at) => (at === 0 ? 'baara' : `b${at}`));
  const table = { name: 'Lexique', rows: rowsOf(['LEXIQUE'], names, article) };

  const [words] = await wordsIn(await workbookOf([NOTICE, table]));
  expect(words?.slice(0, 2)).toEqual(['baara', `b${names.indexOf('Français')}`]);
});
