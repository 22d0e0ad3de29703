import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArticle } from '../../../src/domain/reading/read-article';
import type { JsonObject } from '../../../src/shared/json';
import { exported, read, type Read } from '../../support/format-files';

const TERMS = 'http://cldf.clld.org/v1.0/terms.rdf#';

function table(url: string, kind: string, columns: Readonly<Record<string, string | object>>) {
  return {
    url,
    'dc:conformsTo': TERMS + kind,
    tableSchema: {
      columns: Object.entries(columns).map(([name, more]) => ({
        name,
        ...(typeof more === 'string' ? { propertyUrl: TERMS + more } : more),
      })),
    },
  };
}

/** A dictionary whose senses and examples are translated into English, Tok Pisin and French. */
function dictionary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'griot-cldf-examples-'));
  const others = { alt_translation1: { titles: 'Tok Pisin' }, alt_translation2: { titles: 'French' } };
  const metadata = {
    '@context': ['http://www.w3.org/ns/csvw', { '@language': 'en' }],
    'dc:conformsTo': `${TERMS}Dictionary`,
    tables: [
      table('entries.csv', 'EntryTable', { ID: 'id', Headword: 'headword' }),
      table('senses.csv', 'SenseTable', {
        ID: 'id',
        Description: 'description',
        Entry_ID: 'entryReference',
        ...others,
      }),
      table('examples.csv', 'ExampleTable', {
        ID: 'id',
        Primary_Text: 'primaryText',
        Translated_Text: 'translatedText',
        Sense_IDs: 'senseReference',
        ...others,
      }),
    ],
  };
  const path = join(folder, 'cldf-metadata.json');
  writeFileSync(path, JSON.stringify(metadata));
  writeFileSync(join(folder, 'entries.csv'), 'ID,Headword\n1,koto\n');
  writeFileSync(
    join(folder, 'senses.csv'),
    'ID,Description,Entry_ID,alt_translation1,alt_translation2\ns1,house,1,haus,maison\n',
  );
  writeFileSync(
    join(folder, 'examples.csv'),
    'ID,Primary_Text,Translated_Text,Sense_IDs,alt_translation1,alt_translation2\n' +
      'x1,koto pa,a big house,s1,bikpela haus,\nx2,koto,,s1,haus,maison\nx3,pa,,s1,,\n',
  );
  return path;
}

const examplesOf = ({ articles }: Read) =>
  readArticle(articles[0]!.source).examples.map(({ content, lang, target }) => [content, lang, target]);

const EXAMPLES = [
  ['koto pa', 'en', 'a big house'],
  ['koto pa', 'tpi', 'bikpela haus'],
  ['koto', 'tpi', 'haus'],
  ['koto', 'fr', 'maison'],
  ['pa', undefined, undefined],
];

test('translations of examples and senses in other languages are read with the language of the title', async () => {
  const all = await read(dictionary());

  expect(examplesOf(all)).toEqual(EXAMPLES);
  expect(readArticle(all.articles[0]!.source).translations).toMatchObject([
    { lang: 'en', content: 'house' },
    { lang: 'tpi', content: 'haus' },
    { lang: 'fr', content: 'maison' },
  ]);
  const kept = all.counts.rows().filter(({ path, kept }) => path.includes('alt_translation') && kept > 0);
  expect(kept).toEqual([]);
});

test.each([
  ['changed', (texts: typeof EXAMPLES) => texts.with(1, ['koto pa', 'tpi', 'traipela haus'])],
  ['removed, one of two', (texts: typeof EXAMPLES) => texts.toSpliced(2, 1)],
  ['removed with the example', (texts: typeof EXAMPLES) => texts.toSpliced(2, 2)],
  ['added', (texts: typeof EXAMPLES) => texts.toSpliced(2, 0, ['koto pa', 'fr', 'une grande maison'])],
  ['added to an example without one', (texts: typeof EXAMPLES) => texts.with(4, ['pa', 'en', 'big'])],
])('translations of examples that are %s arrive in their columns', async (_, change) => {
  const all = await read(dictionary());
  const wanted = change(EXAMPLES);
  const typed = wanted.map(([content, lang, target]) => ({ sense: 1, content, lang, target }));
  const examples = JSON.parse(JSON.stringify(typed)) as JsonObject[];
  const [article] = all.articles;
  const changed = { ...article!, source: { ...article!.source, examples } };
  const again = await read(await exported('cldf', { ...all, articles: [changed] }, '.zip'));

  expect(examplesOf(again)).toEqual(wanted);
  expect(readArticle(again.articles[0]!.source).senses).toHaveLength(1);
});
