import { createWriteStream, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { zipOf } from '../../../src/formats/files/zip';
import { formatNamed, formatOf } from '../../../src/formats/formats';

const folder = mkdtempSync(join(tmpdir(), 'griot-foreign-'));

function fileOf(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function packageOf(name: string, ...files: readonly string[]): Promise<string> {
  const path = join(folder, name);
  const parts = files.map((file) => ({ name: file, content: ['x'] }));
  await pipeline(zipOf(parts), createWriteStream(path));
  return path;
}

const OLD_OFFICE = Buffer.from('d0cf11e0a1b11ae1'.padEnd(1024, '0'), 'hex');

/** How such a file arises, and what the message must advise. */
const FILES: readonly (readonly [what: string, path: () => string | Promise<string>, advice: RegExp])[] = [
  ['an old workbook', () => fileOf('words.xls', OLD_OFFICE), /before 2007.*save it as \.xlsx/],
  ['one with a new name', () => fileOf('words.xlsx', OLD_OFFICE), /before 2007.*password.*save it as \.xlsx/],
  ['one with the name of a table', () => fileOf('words.csv', OLD_OFFICE), /save it as \.xlsx/],
  ['a workbook of Numbers', () => packageOf('words.numbers', 'Index/Document.iwa'), /Numbers.*Export To/],
  ['a text of LibreOffice', () => packageOf('words.odt', 'content.xml'), /OpenDocument.*copy the table/],
  [
    'a zip of a PDF and pictures',
    () => packageOf('scans.zip', 'pictures/1.jpg', 'words.pdf'),
    /only pictures\/1\.jpg, words\.pdf: words\.pdf is a PDF.*import the file that it was made from/,
  ],
  [
    'a zip of pictures',
    () => packageOf('pictures.zip', ...['1', '2', '3', '4', '5', '6', '7'].map((name) => `${name}.jpg`)),
    /5\.jpg and 2 others: put the file with the entries into it/,
  ],
  ['a document of Word', () => packageOf('words.docx', 'word/document.xml'), /document of Word/],
  ['one as a workbook', () => packageOf('document.xlsx', 'word/document.xml'), /document of Word/],
  ['a binary workbook', () => packageOf('words.xlsb', 'xl/workbook.bin'), /binary workbook/],
  ['a backup of FieldWorks', () => packageOf('words.fwbackup', 'Words.fwdata'), /FieldWorks.*LIFT/],
  [
    'a project of FieldWorks',
    () => fileOf('words.fwdata', '<?xml version="1.0"?>\n<languageproject version="7000072">'),
    /FieldWorks.*LIFT/,
  ],
  [
    'texts of FieldWorks',
    () => fileOf('texts.flextext', '\uFEFF<?xml version="1.0"?>\n<document version="2"><interlinear-text>'),
    /interlinear.*LIFT/,
  ],
  [
    'a dictionary in XDXF',
    () =>
      fileOf(
        'words.xml',
        '<?xml version="1.0"?><!DOCTYPE xdxf SYSTEM "x.dtd" [<!ENTITY a "b">]>\n<xdxf lang_from="SWA">',
      ),
    /XDXF.*StarDict/,
  ],
  ['a termbase', () => fileOf('words.tbx', '<!-- terms -->\n<martif type="TBX">'), /TBX.*spreadsheet/],
  ['a web page', () => fileOf('words.html', '<!DOCTYPE html>\n<html lang="fr">'), /web page.*table/],
  [
    'a dictionary of Lexonomy',
    () => fileOf('words.xml', Buffer.from('\uFEFF<?xml version="1.0"?>\n<dictionary><entry/>', 'utf16le')),
    /root element <dictionary>.*LIFT.*TEI.*DMLex/,
  ],
  ['an XML without declaration', () => fileOf('words.xml', '<words/>'), /root element <words>/],
  ['YAML', () => fileOf('words.yml', '- word: ba\n'), /YAML.*JSON/],
  ['a dictionary of Lingvo', () => fileOf('words.dsl', '#NAME "x"\nji\n\teau\n'), /DSL.*StarDict/],
  [
    'one in UTF-16',
    () => fileOf('words.txt', Buffer.from('\uFEFF#NAME\t"x"\nji\n\teau\n', 'utf16le')),
    /DSL.*StarDict/,
  ],
  ['a book', () => fileOf('words.mobi', `${'x'.repeat(60)}BOOKMOBI`), /Kindle/],
  ['a PDF', () => fileOf('words.pdf', '%PDF-1.4\n'), /PDF/],
  ['a formatted text', () => fileOf('words.rtf', '{\\rtf1\\ansi'), /plain text/],
  ['a dictionary of Lexonomy in NVH', () => fileOf('words.nvh', 'headword: ba\n  pos: n\n'), /NVH.*DMLex/],
  ['an index of StarDict', () => fileOf('words.idx', 'ba\0\0\0\0\0\0\0\0\u0001'), /StarDict.*\.ifo/],
  ['a text of StarDict', () => fileOf('words.dict.dz', Buffer.from([0x1f, 0x8b, 8, 4])), /StarDict.*\.ifo/],
  ['a dictionary of Aard', () => fileOf('words.slob', '!-1SLOB\u001f'), /Aard.*StarDict/],
  ['a dictionary of MDict', () => fileOf('words.mdx', '\0\0\u0005<'), /MDict.*StarDict/],
  ['ranges alone', () => fileOf('words.lift-ranges', '<lift-ranges/>'), /the \.lift file with this one/],
  ['a type of Toolbox', () => fileOf('MDF.typ', '\\+DatabaseType MDF\n'), /Toolbox.*file of its records/],
  ['a recording', () => fileOf('words.eaf', '<ANNOTATION_DOCUMENT/>'), /ELAN.*SFM/],
  ['a spelling checker', () => fileOf('words.dic', '2\nba\nfa\n'), /spelling.*CSV/],
  ['linked data', () => fileOf('words.ttl', '@prefix a: <b> .\n'), /RDF.*table/],
  ['a database of Access', () => fileOf('words.accdb', '\0\u0001\0\0Standard ACE DB'), /Access.*CSV/],
  ['a database', () => fileOf('words.sqlite', 'SQLite format 3\0'), /SQLite.*CSV/],
  ['an electronic book', () => packageOf('words.epub', 'META-INF/container.xml'), /EPUB/],
  ['a deck of cards', () => packageOf('words.apkg', 'collection.anki2', 'media'), /Anki.*plain text/],
  ['an archive', () => fileOf('words.csv.gz', Buffer.from([0x1f, 0x8b, 8, 0])), /unpack it/],
];

test.each(FILES)('%s is refused with what to do', async (_, made, advice) => {
  const path = await made();

  await expect(formatOf(path).then(({ open }) => open(path, {}))).rejects.toMatchObject({
    reason: 'INVALID_INPUT',
    message: expect.stringMatching(advice) as string,
  });
});

test.each(['csv', 'sfm', 'xlsx', 'lift'])('%s that somebody says it is is refused too', async (format) => {
  const path = fileOf('words', OLD_OFFICE);

  await expect(formatNamed(format).open(path, {})).rejects.toThrow('save it as .xlsx');
});

test('lists the known formats for an unknown one', async () => {
  const message = await formatOf(fileOf('words', 'Words')).catch(String);

  expect(message).toMatch(/csv.*xlsx/u);
  expect(message).not.toMatch(/html|hunspell/u);
});

test('another root of XML is named', async () => {
  const path = fileOf('words.lift', '<?xml version="1.0"?>\n<l:list xmlns:l="urn:l"/>');
  const entries = (await formatNamed('lift').open(path, {})).entries;

  await expect(entries({ add: jest.fn() } as never).next()).rejects.toThrow(
    'line 1, column 1: the file has no element <lift>: it begins with <l:list>',
  );
});

test('reads a table with semicolons as such, whatever its name', async () => {
  const path = fileOf('words.tsv', 'Mot;Français\nwulu;chien\n');
  const { preview = [] } = await (await formatOf(path)).open(path, {});

  expect(preview).toContain('  Mot -> headword');
  expect(preview).toContain('  wulu | chien');
});

test('a table that mentions a project of FieldWorks or a spreadsheet of Excel is a table', async () => {
  const mentions = '<languageproject> and <?xml?><?mso-application progid=""Excel.Sheet""?>';
  const path = fileOf('notes.csv', `Mot,Français,Note\nwulu,chien,"<b>of</b> ${mentions}"\n`);

  expect((await (await formatOf(path)).open(path, {})).preview).toContain('  wulu | chien');
});
