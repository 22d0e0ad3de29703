import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArticle } from '../../../../src/domain/reading/read-article';
import { PathCounts } from '../../../../src/formats/files/loss-report';
import { zipOf } from '../../../../src/formats/files/zip';
import { formatOf } from '../../../../src/formats/formats';
import { exported, read } from '../../../support/format-files';

const NAMESPACES = ['office', 'table', 'text', 'draw', 'style', 'calcext']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');

const p = (text: string) => `<text:p>${text}</text:p>`;
const cell = (content: string, attributes = 'office:value-type="string"') =>
  `<table:table-cell ${attributes}>${content}</table:table-cell>`;
const row = (...cells: readonly string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
const words = (...texts: readonly string[]) => row(...texts.map((text) => cell(p(text))));
const sheet = (name: string, rows: string, attributes = '') =>
  `<table:table table:name="${name}"${attributes}>${rows}</table:table>`;

const documentOf = (body: string, styles = '') =>
  `<office:document-content ${NAMESPACES}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${body}</office:spreadsheet></office:body></office:document-content>`;

async function odsOf(content: string, others: Readonly<Record<string, string>> = {}): Promise<string> {
  const pieces: Uint8Array[] = [];
  const parts = Object.entries({ 'content.xml': content, ...others });
  for await (const piece of zipOf(parts.map(([name, text]) => ({ name, content: [text] }))))
    pieces.push(piece);
  const path = join(mkdtempSync(join(tmpdir(), 'griot-ods-')), 'words.ods');
  writeFileSync(path, Buffer.concat(pieces));
  return path;
}

async function shown(path: string) {
  const source = await (await formatOf(path)).open(path, {});
  const articles = [];
  const told: string[] = [];
  for await (const { source: article, problem, warnings = [] } of source.entries(new PathCounts())) {
    if (article !== undefined) articles.push(readArticle(article));
    told.push(
      ...[...(problem ? [problem] : []), ...warnings].map(({ code, message }) => `${code} ${message}`),
    );
  }
  told.push(...(source.warnings?.() ?? []).map(({ code, message }) => `${code} ${message}`));
  return { format: source.format, articles, told };
}

const HEAD = words('Word', 'English');
const notesIn = async (value: string) => {
  const { articles } = await shown(
    await odsOf(
      documentOf(sheet('S', words('Word', 'English', 'Note') + row(cell(p('ba')), cell(p('river')), value))),
    ),
  );
  return articles[0]?.notes?.[0]?.content;
};

test.each([
  ['a number in a French spreadsheet', 'office:value-type="float" office:value="3.14"', '3,14', '3.14'],
  ['a large number', 'office:value-type="float" office:value="1234567"', '1 234 567', '1234567'],
  ['leading zeros', 'office:value-type="float" office:value="7"', '007', '007'],
  ['a percentage', 'office:value-type="percentage" office:value="0.35"', '35,0 %', '35%'],
  ['a date', 'office:value-type="date" office:date-value="2024-03-31"', '31/03/24', '2024-03-31'],
  [
    'a time of a date',
    'office:value-type="date" office:date-value="2024-03-31T14:05:00"',
    'x',
    '2024-03-31 14:05:00',
  ],
  ['a time', 'office:value-type="time" office:time-value="PT10H30M00S"', '10:30', '10:30:00'],
  ['a truth value', 'office:value-type="boolean" office:boolean-value="true"', 'VRAI', 'TRUE'],
])('reads %s as in other workbooks', async (_, attributes, text, expected) => {
  expect(await notesIn(cell(p(text), attributes))).toBe(expected);
});

test('reads lines, spaces and marked text of a cell, but no comments on it', async () => {
  const comment = `<office:annotation>${p('unsure')}</office:annotation>`;
  const text = `${comment}<text:p>two\n   <text:s text:c="2"/>spaces<text:line-break/><text:span>and</text:span> a line</text:p>${p('below')}`;
  expect(await notesIn(cell(text))).toBe('two   spaces\nand a line\nbelow');
});

test('reads repeated cells and rows, and the empty ones to the edge of the sheet cost nothing', async () => {
  const path = await odsOf(
    documentOf(
      sheet(
        'S',
        `${words('Word', 'English', 'French')}
        <table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
        <table:table-row table:number-rows-repeated="2">${cell(p('taxi'), 'office:value-type="string" table:number-columns-repeated="3"')}<table:table-cell table:number-columns-repeated="16381"/></table:table-row>
        ${words('ba', 'river')}
        <table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>`,
      ),
    ),
  );

  const source = await (await formatOf(path)).open(path, {});
  const found = [];
  for await (const { source: article, start } of source.entries(new PathCounts()))
    found.push([start.line, ...readArticle(article!).translations.map(({ content }) => content)]);

  expect(found).toEqual([
    [5, 'taxi', 'taxi'],
    [6, 'taxi', 'taxi'],
    [7, 'river'],
  ]);
});

test.each([
  [
    'a text in more columns than a sheet has',
    row(cell(p('x'), 'table:number-columns-repeated="2000000000"')),
  ],
  ['a long text in all columns', row(cell(p('x'.repeat(1000)), 'table:number-columns-repeated="16384"'))],
  [
    'a long row a million times',
    `<table:table-row table:number-rows-repeated="1048576">${cell(p('x'.repeat(1000)))}</table:table-row>`,
  ],
  [
    'elements within elements',
    `${'<table:table-row-group>'.repeat(100)}${'</table:table-row-group>'.repeat(100)}`,
  ],
])('refuses %s', async (_, rows) => {
  const path = await odsOf(documentOf(sheet('S', HEAD + rows)));

  await expect(shown(path)).rejects.toMatchObject({ code: 'OVER_LIMIT' });
});

test('reads neither hidden sheets nor tables of charts, and reports them', async () => {
  const chart = `<draw:frame><draw:object><office:document><table:table table:name="local-table">${words('no', 'no')}</table:table></office:document></draw:object></draw:frame>`;
  const { articles, told } = await shown(
    await odsOf(
      documentOf(
        sheet(
          'S',
          `<table:table-column/><table:table-column table:visibility="collapse"/>${HEAD}
          ${row(cell(p('<text:a>ba</text:a>')), cell(p('river'), 'table:number-columns-spanned="2"'), '<table:covered-table-cell/>')}
          <table:table-row table:visibility="collapse">${cell(p('so'))}${cell(p('house') + chart)}</table:table-row>`,
        ) + sheet('Old', HEAD + words('old', 'old'), ' table:style-name="ta2"'),
        '<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>',
      ),
    ),
  );

  expect(articles.map(({ entry }) => entry.headword)).toEqual(['ba', 'so']);
  expect(told).toEqual([
    'NOT_READ line 1, column 1: only the sheet "S" is read, not "Old"; choose another one with the option "sheet"',
    'NOT_READ line 1, column 1: the sheet "S" has pictures or shapes, which are not read',
    'NOT_READ line 1, column 2: the sheet "S" has hidden columns, which are read like visible ones: B',
    'NOT_READ line 3, column 1: the sheet "S" has hidden rows, which are read like visible ones: 3',
    'NOT_READ line 2, column 2: the sheet "S" has merged cells; a text beside several headwords is read for each of them, any other into the first cell: B2:C2',
    'NOT_READ line 2, column 1: the sheet "S" has links, whose addresses are not read: A2',
  ]);
});

test('keeps the error of a formula unread, and refuses a formula without a value', async () => {
  const error = cell(
    p('#N/A'),
    'table:formula="of:=NA()" office:value-type="string" calcext:value-type="error"',
  );
  const { articles, told } = await shown(
    await odsOf(
      documentOf(
        sheet(
          'S',
          HEAD + row(cell(p('ba')), error) + row(cell(p('so')), cell('', 'table:formula="of:=[.A2]"')),
        ),
      ),
    ),
  );

  expect(articles[0]?.translations).toEqual([]);
  expect(told).toEqual([
    'ERROR_CELL line 2, column 2: the cell B2 of the sheet "S" has the error #N/A; it is kept for export only',
    'NO_VALUE line 3, column 2: the cell B3 of the sheet "S" has the formula of:=[.A2] and no value: open the file in a spreadsheet program and save it',
  ]);
});

test('a flat spreadsheet is recognised by its content', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'griot-fods-')), 'words.xml');
  const root = documentOf(sheet('S', HEAD + words('ba', 'river'))).replaceAll('document-content', 'document');
  writeFileSync(
    path,
    root.replace(
      '<office:document',
      '<office:document office:mimetype="application/vnd.oasis.opendocument.spreadsheet"',
    ),
  );

  expect(await shown(path)).toMatchObject({
    format: 'fods',
    articles: [{ entry: { headword: 'ba' } }],
    told: [],
  });
});

test('a text of LibreOffice with the name of a spreadsheet is refused with what to do', async () => {
  const path = await odsOf(
    `<office:document-content ${NAMESPACES}><office:body><office:text>${p('ba')}</office:text></office:body></office:document-content>`,
  );

  await expect(shown(path)).rejects.toThrow('only spreadsheets of LibreOffice are read');
});

test('a spreadsheet with encrypted parts is refused with what to do', async () => {
  const path = await odsOf('\u0001 no XML', {
    'META-INF/manifest.xml': `<manifest:manifest><manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>`,
  });

  await expect(shown(path)).rejects.toThrow('protected by a password: save it without one');
});

test.each(['ods', 'fods'])('an export as %s is read as the same articles', async (format) => {
  const text = ' two  spaces \tand\n\nlines <b> & "x" ';
  const path = await odsOf(documentOf(sheet('A &quot;1&quot; &amp; b', HEAD + words('ba', 'river'))));
  const { articles, files } = await read(path);
  const source = { ...articles[0]!.source, translations: [{ lang: 'en', content: text.trim() }] };

  const back = await read(
    await exported(format, { articles: [{ ...articles[0]!, source }], files }, `.${format}`),
  );

  expect(back.articles[0]?.source['translations']).toEqual([{ lang: 'en', content: text.trim() }]);
  expect(JSON.parse(back.files.get('table/options.json')!)).toMatchObject({ sheet: 'A "1" & b' });
});
