import { createWriteStream, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { zipOf } from '../../../src/formats/files/zip';
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

test('of a package files of the folder of its metadata are read, whatever other folders have of the same names', async () => {
  const path = await packageOf({
    'words-1.0/cldf/cldf-metadata.json': METADATA,
    'words-1.0/cldf/entries.csv': 'ID,Headword\n1,muso\n2,cɛ\n',
    'words-1.0/raw/entries.csv': 'other,data\n1,2\n',
  });

  expect(await headwordsIn(path)).toEqual(['muso', 'cɛ']);
});

test('a package is what stands highest in it', async () => {
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
