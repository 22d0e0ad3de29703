import { createWriteStream, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { zipOf } from '../../../src/formats/files/zip';
import { PathCounts } from '../../../src/formats/files/loss-report';
import { formatOf } from '../../../src/formats/formats';
import { read } from '../../support/format-files';

async function packageOf(files: Readonly<Record<string, string>>): Promise<string> {
  const path = join(mkdtempSync(join(tmpdir(), 'griot-packages-')), 'words.zip');
  const parts = Object.entries(files).map(([name, text]) => ({ name, content: [text] }));
  await pipeline(zipOf(parts), createWriteStream(path));
  return path;
}

const TERMS = 'http://cldf.clld.org/v1.0/terms.rdf#';

const METADATA = JSON.stringify({
  'dc:conformsTo': `${TERMS}Dictionary`,
  tables: [
    {
      url: 'entries.csv',
      'dc:conformsTo': `${TERMS}EntryTable`,
      tableSchema: {
        columns: [
          { name: 'ID', propertyUrl: `${TERMS}id` },
          { name: 'Headword', propertyUrl: `${TERMS}headword` },
        ],
      },
    },
  ],
});

const headwordsIn = async (path: string) => {
  const { articles } = await read(path);
  return articles.map(({ source }) => (source['entry'] as { headword: string }).headword);
};

test('reads only the files in the folder of the metadata, even if other folders have files of the same names', async () => {
  const path = await packageOf({
    'words-1.0/cldf/cldf-metadata.json': METADATA,
    'words-1.0/cldf/entries.csv': 'ID,Headword\n1,muso\n2,cɛ\n',
    'words-1.0/raw/entries.csv': 'other,data\n1,2\n',
  });

  expect(await headwordsIn(path)).toEqual(['muso', 'cɛ']);
});

test('the topmost file decides the format of a package', async () => {
  const lift =
    '<lift version="0.13"><entry id="a"><lexical-unit><form lang="bm"><text>old</text></form></lexical-unit></entry></lift>';
  const path = await packageOf({
    'cldf/raw/words.lift': lift,
    'cldf/cldf-metadata.json': METADATA,
    'cldf/entries.csv': 'ID,Headword\n1,muso\n',
  });

  expect(await headwordsIn(path)).toEqual(['muso']);
});

test('a table that the metadata name and the package lacks is named', async () => {
  const path = await packageOf({ 'cldf/cldf-metadata.json': METADATA, 'raw/entries.csv': 'ID\n' });

  await expect(read(path)).rejects.toThrow('the table entries.csv is missing');
});

const zipped = async (files: Readonly<Record<string, string>>) => {
  const pieces: Uint8Array[] = [];
  const parts = Object.entries(files).map(([name, text]) => ({ name, content: [text] }));
  for await (const piece of zipOf(parts)) pieces.push(piece);
  return Buffer.concat(pieces);
};

const TABLE = 'ID,Headword\n1,muso\n2,cɛ\n';

/** A folder of CLDF with its table as a zip. */
async function folderWith(table: Uint8Array): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'griot-zipped-'));
  writeFileSync(join(folder, 'cldf-metadata.json'), METADATA);
  writeFileSync(join(folder, 'entries.csv.zip'), table);
  writeFileSync(join(folder, 'sources.bib.zip'), await zipped({ 'sources.bib': '@book{a}' }));
  return folder;
}

test('reads zipped tables and sources of CLDF, in a folder and in a package', async () => {
  const folder = await folderWith(await zipped({ 'entries.csv': TABLE }));

  expect(await headwordsIn(folder)).toEqual(['muso', 'cɛ']);
  expect((await read(folder)).files.get('cldf/files/sources.bib')).toBe('@book{a}');

  const names = ['cldf-metadata.json', 'entries.csv.zip'];
  const parts = names.map((name) => ({ name: `cldf/${name}`, content: [readFileSync(join(folder, name))] }));
  const path = join(folder, 'all.zip');
  await pipeline(zipOf(parts), createWriteStream(path));
  expect(await headwordsIn(path)).toEqual(['muso', 'cɛ']);
});

test.each([
  ['no zip', async () => Promise.resolve(Buffer.from(TABLE)), 'the file is not a zip'],
  ['two files', async () => zipped({ 'entries.csv': TABLE, 'b.csv': TABLE }), 'entries.csv.zip has 2 files'],
  ['cut', async () => (await zipped({ 'entries.csv': TABLE })).subarray(0, 60), 'the file is not a zip'],
])('a table that is zipped as %s ends the import', async (_, table, complaint) => {
  await expect(read(await folderWith(await table()))).rejects.toThrow(complaint);
});

/** Reads a package as a file of a named format. */
async function readAs(format: string, path: string) {
  const source = await (await formatOf(path, format)).open(path, {});
  const ids = [];
  for await (const { publicId } of source.entries(new PathCounts())) ids.push(publicId);
  await source.close?.();
  return ids;
}

const LIFT =
  '<lift version="0.13"><entry id="muso"><lexical-unit><form lang="bm"><text>muso</text></form></lexical-unit></entry></lift>';

test('unpacks a package of a named format, also with a folder inside', async () => {
  const cldf = { 'words/cldf/cldf-metadata.json': METADATA, 'words/cldf/entries.csv': TABLE };
  const path = await packageOf({ ...cldf, 'words/raw/words.lift': LIFT });

  expect(await readAs('cldf', path)).toEqual(['id-1', 'id-2']);
  expect(await readAs('cldf', await folderWith(await zipped({ 'entries.csv': TABLE })))).toEqual([
    'id-1',
    'id-2',
  ]);
  // Another format in the same package.
  expect(await readAs('lift', path)).toHaveLength(1);
  await expect(readAs('stardict', path)).rejects.toThrow('has no file *.ifo');
});

test('raw data beside a data set is not the dictionary', async () => {
  const path = await packageOf({
    'raw/words.lift': LIFT,
    'cldf/cldf-metadata.json': METADATA,
    'cldf/entries.csv': TABLE,
  });

  expect(await headwordsIn(path)).toEqual(['muso', 'cɛ']);
});

test.each([
  ['words.sfm', '\\lx muso\n\\ge woman\n'],
  ['export/words.csv', 'Mot,Français\nmuso,femme\n'],
  [
    'words.xml',
    '<TEI><text><body><entry xml:id="a"><form><orth>muso</orth></form></entry></body></text></TEI>',
  ],
])('reads a package with the single dictionary %s as that file', async (name, text) => {
  const path = await packageOf({ 'README.txt': 'About', [name]: text, 'picture.jpg': '' });

  expect(await headwordsIn(path)).toEqual(['muso']);
});

test('several dictionaries in a package are named', async () => {
  const path = await packageOf({ 'a.csv': 'Mot,Sens\na,b\n', 'b.sfm': '\\lx b\n' });

  await expect(read(path)).rejects.toThrow('several files that may be dictionaries (a.csv, b.sfm)');
  expect(await readAs('sfm', path)).toHaveLength(1);
});
