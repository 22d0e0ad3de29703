import { PathCounts } from '../../../src/formats/files/loss-report';
import { formatOf } from '../../../src/formats/formats';
import { writtenFile } from '../../support/canonical-lift';
import { sheetRow, textCell, workbookOf } from '../../support/workbooks';

const lift = (text: string) =>
  `<lift version="0.13">\n<entry id="a"><lexical-unit><form lang="bm"><text>b${text}a</text></form></lexical-unit></entry>\n</lift>`;
const row = (text: string) => sheetRow(2, textCell('A2', `b${text}a`));
const book = (text: string) =>
  workbookOf([{ name: 'Words', rows: sheetRow(1, textCell('A1', 'Word')) + row(text) }]);

const FILES: Readonly<Record<string, (text: string) => string | Promise<string>>> = {
  csv: (text) => writtenFile(`Word,English\nb${text}a,see\n`, 'words.csv'),
  tsv: (text) => writtenFile(`Word\tEnglish\nb${text}a\tsee\n`, 'words.tsv'),
  sfm: (text) => writtenFile(`\\lx b${text}a\n\\ge see\n`, 'words.sfm'),
  lift: (text) => writtenFile(lift(text), 'words.lift'),
  'dmlex-json': (text) => writtenFile(`{"headword": "b${text}a"}`, 'words.json'),
  jsonl: (text) =>
    writtenFile(`{"id_article": 1, "article": {"entry": {"headword": "b${text}a"}}}\n`, 'words.jsonl'),
  wiktextract: (text) => writtenFile(`{"word": "b${text}a", "pos": "n", "lang_code": "bm"}\n`, 'words.jsonl'),
  xlsx: book,
};

async function read(path: string) {
  try {
    const source = await (await formatOf(path)).open(path, {});
    const said: string[] = [];
    for await (const { source: article, problem, warnings = [] } of source.entries(new PathCounts())) {
      if (article !== undefined) said.push(JSON.stringify((article as { entry: unknown }).entry));
      for (const one of [...(problem ? [problem] : []), ...warnings]) said.push(one.message);
    }
    return said;
  } catch (error) {
    return [String(error)];
  }
}

test.each([
  [
    'csv',
    'line 2, column 1: the column "Word" has the control character U+0000, which is not allowed in text: remove it',
  ],
  [
    'tsv',
    'line 2, column 1: the column "Word" has the control character U+0000, which is not allowed in text: remove it',
  ],
  [
    'sfm',
    'line 1, column 6: the field has the control character U+0000, which is not allowed in text: remove it',
  ],
  ['lift', 'line 2, column 53: disallowed character.'],
  ['dmlex-json', 'Error: line 1, column 16: Bad control character'],
  ['jsonl', 'line 1, column 55: the line is not JSON: Bad control character'],
  ['wiktextract', 'line 1, column 12: Bad control character'],
  ['xlsx', 'Error: line 1, column 210: xl/worksheets/s1.xml: 1:209: disallowed character.'],
])('a zero in %s is refused with its place', async (format, message) => {
  const said = await read(await FILES[format]!('\u0000'));

  expect(said.join(' ')).toContain(message);
});

test.each([
  ['jsonl', 'line 1, column 63: the line is not JSON: Unexpected token'],
  ['dmlex-json', 'line 1, column 24: Unexpected token'],
  ['wiktextract', 'line 1, column 20: Unexpected token'],
])(
  'a wrong word in %s is refused with its place, which JavaScript does not name',
  async (format, message) => {
    const said = await read(await FILES[format]!('", "x": tru, "y": "'));

    expect(said.join(' ')).toContain(message);
  },
);

test('a control character that a workbook spells is named by its cell', async () => {
  const said = await read(await book('_x000B_'));

  expect(said.join(' ')).toContain(
    'line 2, column 1: the cell A2 of the sheet "Words" has the control character U+000B',
  );
});

test.each(Object.keys(FILES))('other signs stay as they are in %s', async (format) => {
  for (const sign of ['\u0085', '\u00A0', '\u200B', '\u200D', '\uFEFF'])
    expect((await read(await FILES[format]!(sign))).join(' ')).toContain(`b${sign}a`);
});
