import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PathCounts } from '../../../../src/formats/files/loss-report';
import { formatOf } from '../../../../src/formats/formats';
import { sheetRow, textCell, workbookOf } from '../../../support/workbooks';

async function reading(path: string): Promise<void> {
  const source = await (await formatOf(path)).open(path, {});
  for await (const { problem } of source.entries(new PathCounts())) if (problem) throw problem;
}

function flatSpreadsheet(sheets: string): string {
  const namespaces = ['office', 'table', 'text'].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  );
  const path = join(mkdtempSync(join(tmpdir(), 'griot-large-')), 'words.fods');
  const text = `<office:document ${namespaces.join(' ')}><office:body><office:spreadsheet>${sheets}</office:spreadsheet></office:body></office:document>`;
  writeFileSync(path, text);
  return path;
}

const spreadsheetWith = (cell: string) =>
  flatSpreadsheet(
    `<table:table table:name="S"><table:table-row><table:table-cell>${cell}</table:table-cell></table:table-row></table:table>`,
  );

const HEAD = sheetRow(1, textCell('A1', 'Word'), textCell('B1', 'English'));

const workbookWith = (cell: string) => workbookOf([{ name: 'S', rows: HEAD + sheetRow(2, cell) }]);

const RUN = '<r><t>the same text again</t></r>'.repeat(150_000);

test.each([
  [
    'a cell of spaces that few characters stand for',
    () => spreadsheetWith(`<text:p>x${'<text:s text:c="1000"/>'.repeat(20_000)}</text:p>`),
  ],
  ['a cell of many paragraphs', () => spreadsheetWith('<text:p>a paragraph</text:p>'.repeat(300_000))],
  ['ten thousand and one sheets', () => flatSpreadsheet('<table:table/>'.repeat(10_001))],
  ['a cell of many runs', () => workbookWith(`<c r="A2" t="inlineStr"><is>${RUN}</is></c>`)],
  [
    'a formula of many elements',
    () => workbookWith(`<c r="A2"><f>${'<a/>1+1+1+1+1+1+1+1'.repeat(200_000)}</f></c>`),
  ],
  [
    'a shared text of many runs',
    () => workbookOf([{ name: 'S', rows: HEAD }], { shared: `<sst><si>${RUN}</si></sst>` }),
  ],
  [
    'styles of 17 MB',
    () =>
      workbookOf([{ name: 'S', rows: HEAD }], {
        styles: `<styleSheet>${' '.repeat(17_000_000)}</styleSheet>`,
      }),
  ],
])('refuses %s before its whole content is held in memory', async (_, write) => {
  await expect(reading(await write())).rejects.toMatchObject({ code: 'OVER_LIMIT' });
});
