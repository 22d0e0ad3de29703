import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArticle } from '../../../src/domain/reading/read-article';
import { canonicalFile } from '../../support/canonical-files';
import { exported, read, type Read } from '../../support/format-files';

const TERMS = 'http://cldf.clld.org/v1.0/terms.rdf#';

type Column = readonly [name: string, property?: string | undefined, more?: object];

const columnsOf = (columns: readonly Column[]) =>
  columns.map(([name, property, more]) => ({
    name,
    ...(property === undefined ? {} : { propertyUrl: `${TERMS}${property}` }),
    ...more,
  }));

function table(url: string, kind: string | undefined, columns: readonly Column[], keys: object = {}) {
  const foreignKeys = Object.entries(keys).map(([column, resource]) => ({
    columnReference: [column],
    reference: { resource: String(resource), columnReference: ['ID'] },
  }));
  return {
    url,
    ...(kind === undefined ? {} : { 'dc:conformsTo': `${TERMS}${kind}` }),
    tableSchema: { columns: columnsOf(columns), foreignKeys },
  };
}

/** Writes a data set; @returns the path of its metadata */
function dataSet(metadata: object, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'griot-cldf-set-'));
  const path = join(folder, 'cldf-metadata.json');
  writeFileSync(path, JSON.stringify(metadata));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return path;
}

const ENGLISH = ['http://www.w3.org/ns/csvw', { '@language': 'en' }];
const LIST = { separator: ' ; ' };

const ENTRIES: readonly Column[] = [
  ['ID', 'id'],
  ['Headword', 'headword'],
  ['Part_Of_Speech', 'partOfSpeech'],
  ['Main_Entry', undefined, LIST],
  ['Variant_Form', undefined, { titles: 'Variant Form(s)' }],
  ['Phonetic', undefined, { titles: 'Phonetic Form' }],
  ['Plural_Form'],
  ['Comment', 'comment'],
  ['PoS_Russian'],
];

const SENSES: readonly Column[] = [
  ['ID', 'id'],
  ['Description', 'description'],
  ['Entry_ID', 'entryReference'],
  ['Synonym', undefined, LIST],
  ['Semantic_Domain'],
  ['Scientific_Name'],
  ['alt_translation1', undefined, { titles: 'Spanish' }],
  ['Media_IDs', undefined, LIST],
];

const FORMS: readonly Column[] = [
  ['ID', 'id'],
  ['Language_ID', 'languageReference'],
  ['Parameter_ID', 'parameterReference'],
  ['Form', 'form'],
  ['Segments', 'segments', { separator: ' ' }],
  ['Loan'],
];

const NAMES: readonly Column[] = [
  ['ID', 'id'],
  ['Name', 'name'],
];

/** A dictionary as Dictionaria publishes it, with columns that CLDF has no property for. */
const dictionary = () =>
  dataSet(
    {
      '@context': ENGLISH,
      'dc:conformsTo': `${TERMS}Wordlist`,
      tables: [
        table('forms.csv', 'FormTable', FORMS),
        table('entries.csv', 'EntryTable', ENTRIES, { Main_Entry: 'entries.csv' }),
        table('senses.csv', 'SenseTable', SENSES, {
          Entry_ID: 'entries.csv',
          Synonym: 'entries.csv',
          Media_IDs: 'media.csv',
        }),
        table('media.csv', undefined, [['ID', 'id'], ['URL'], ['mimetype']]),
      ],
    },
    {
      'forms.csv': 'ID\n',
      'entries.csv': `${ENTRIES.map(([name]) => name).join()}\nE1,so,n,E2,soo ; sɔ,sò,sow,old,сущ.\nE2,soba,n,,,,,,\n`,
      'senses.csv': `${SENSES.map(([name]) => name).join()}\nS1,house ; home,E1,E2,Living; Places,Domus,casa,p1\n`,
      'media.csv': 'ID,URL,mimetype\np1,https://example.org/so.jpg,image/jpeg\n',
    },
  );

/** Words of two languages, by concepts. */
const words = (more: object = {}, forms = '1,hau,c1,ruwa,r u w a,\n2,kan,c1,inji,i n j i,true\n') =>
  dataSet(
    {
      'dc:conformsTo': `${TERMS}Wordlist`,
      tables: [
        table('forms.csv', 'FormTable', FORMS),
        table('languages.csv', 'LanguageTable', NAMES),
        table('parameters.csv', 'ParameterTable', NAMES),
      ],
      ...more,
    },
    {
      'forms.csv': `${FORMS.map(([name]) => name).join()}\n${forms}`,
      'languages.csv': 'ID,Name\nhau,Hausa\nkan,Kanuri\n',
      'parameters.csv': 'ID,Name\nc1,water\n',
    },
  );

const typed = ({ articles }: Read) => articles.map(({ source }) => readArticle(source));

test('columns without a property are read by their names, in any data set with entries', async () => {
  const [first] = typed(await read(dictionary()));

  expect(first!.entry.variants.map(({ headword }) => headword)).toEqual(['soo', 'sɔ']);
  expect(first).toMatchObject({
    forms: [{ form: 'sow', type: 'plural' }],
    pronunciations: [{ content: 'sò' }],
    notes: [{ content: 'old' }, { sense: 1, type: 'scientific-name', content: 'Domus' }],
    domains: [
      { sense: 1, content: 'Living' },
      { sense: 1, content: 'Places' },
    ],
    relations: [
      { type: 'main', ref: 'E2' },
      { sense: 1, type: 'synonym', ref: 'E2' },
    ],
    media: [{ sense: 1, kind: 'picture', href: 'https://example.org/so.jpg' }],
    translations: [
      { lang: 'en', content: 'house' },
      { lang: 'en', content: 'home' },
      { lang: 'es', content: 'casa' },
    ],
  });
});

test('the forms of a list of words are articles, their concepts translations', async () => {
  const articles = typed(await read(words()));

  expect(articles).toMatchObject([
    {
      entry: { headword: 'ruwa' },
      translations: [{ content: 'water' }],
      pronunciations: [{ content: 'r u w a' }],
      notes: [{ type: 'language', content: 'Hausa' }],
    },
    { entry: { headword: 'inji' }, notes: [{ type: 'language', content: 'Kanuri' }] },
  ]);
});

test.each([
  ['a dictionary', dictionary],
  ['a list of words', words],
])('%s is exported unchanged', async (_, made) => {
  const path = made();
  const first = await read(path);
  const back = await exported('cldf', first, '.zip');

  expect(await canonicalFile(back, 'cldf')).toEqual(await canonicalFile(path, 'cldf'));
  expect((await read(back)).articles).toEqual(first.articles);
});

test('another translation of a word of a list leaves its concept, which other words share', async () => {
  const { articles, ...first } = await read(words());
  const edited = articles.map((one, index) =>
    index === 0 ? { ...one, source: { ...one.source, translations: [{ content: 'rain' }] } } : one,
  );
  const back = await exported('cldf', { ...first, articles: edited }, '.zip');

  expect(typed(await read(back)).map(({ translations }) => translations[0]?.content)).toEqual([
    'rain',
    'water',
  ]);
  expect(await canonicalFile(back, 'cldf')).toMatchObject({
    'forms.csv': [{ Parameter_ID: 'c1' }, { Parameter_ID: 'c1' }],
    'parameters.csv': [{ Name: 'water' }],
  });
});

test('tables may have another delimiter, which is written again', async () => {
  const path = words({ dialect: { delimiter: '|' } }, '');
  writeFileSync(join(path, '..', 'forms.csv'), 'ID|Form|Loan\n1|so, soo|\n');
  const first = await read(path);

  expect(typed(first)[0]?.entry.headword).toBe('so, soo');
  expect((await read(await exported('cldf', first, '.zip'))).articles).toEqual(first.articles);
});

test.each(['', 'ab', '"'])('the delimiter %j is refused', async (delimiter) => {
  await expect(read(words({ dialect: { delimiter } }))).rejects.toThrow(/delimiter .* is not one character/u);
});

test('a control character refuses its word', async () => {
  const { articles, problems } = await read(words({}, '1,hau,c1,ru\u0000wa,,\n2,kan,c1,inji,,\n'));

  expect(articles).toHaveLength(2);
  expect(problems).toEqual([
    expect.stringMatching(/^line 2, column 1: the column "Form" of forms.csv has .*U\+0000/u),
  ]);
});

test('an example of a sense is none of an entry with the same identifier', async () => {
  const metadata = {
    '@context': ENGLISH,
    'dc:conformsTo': `${TERMS}Dictionary`,
    tables: [
      table('entries.csv', 'EntryTable', ENTRIES.slice(0, 2)),
      table('senses.csv', 'SenseTable', SENSES.slice(0, 3), { Entry_ID: 'entries.csv' }),
      table(
        'examples.csv',
        'ExampleTable',
        [
          ['ID', 'id'],
          ['Primary_Text', 'primaryText'],
          ['Sense_IDs', undefined, LIST],
        ],
        { Sense_IDs: 'senses.csv' },
      ),
    ],
  };
  const path = dataSet(metadata, {
    'entries.csv': 'ID,Headword\n1,so\n2,ji\n',
    'senses.csv': 'ID,Description,Entry_ID\n1,water,2\n2,house,1\n',
    'examples.csv': 'ID,Primary_Text,Sense_IDs\n1,A bɛ so.,2\n',
  });

  expect(typed(await read(path)).map(({ examples }) => examples.length)).toEqual([1, 0]);
});
