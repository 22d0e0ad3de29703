import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { readArticle } from '../../../src/domain/reading/read-article';
import { PathCounts } from '../../../src/formats/files/loss-report';
import { formatNamed, formatOf } from '../../../src/formats/formats';
import { repeatedNameIn } from '../../../src/formats/json/json-table';
import { writtenFile } from '../../support/canonical-lift';
import { exported, read } from '../../support/format-files';

const WORDS = [
  { mot: 'ilé', cat: 'n', fr: 'maison', rang: 1, note: null },
  { mot: 'ajá', cat: 'n', fr: 'chien', synonymes: ['ọ̀yà', 'ajákájá'], vu: true },
];
const fileOf = (value: unknown) => writtenFile(JSON.stringify(value, null, 1), 'words.json');

test('a list of objects is a table: a row for each, and a column for each name', async () => {
  const path = fileOf(WORDS);
  const { preview = [], isGuessed, format } = await (await formatOf(path)).open(path, {});

  expect({ format, isGuessed }).toEqual({ format: 'json', isGuessed: true });
  expect(preview.slice(1, 8)).toEqual([
    '  mot -> headword',
    '  cat -> categories',
    '  fr -> translations, fr',
    '  rang -> kept for export only',
    '  synonymes (|) -> relations, synonym, several, separated by "|"',
    '  vu -> kept for export only',
    'The first articles:',
  ]);
  const { articles, counts } = await read(path);
  expect(articles.map(({ source }) => readArticle(source))).toMatchObject([
    {
      entry: { headword: 'ilé' },
      categories: [{ content: 'n' }],
      translations: [{ lang: 'fr', content: 'maison' }],
    },
    { entry: { headword: 'ajá' }, relations: [{ target: 'ọ̀yà' }, { target: 'ajákájá' }] },
  ]);
  expect(articles[1]!.source['original']).toMatchObject({ format: 'table', entry: { vu: 'true' } });
  expect(counts.rows().every(({ seen, typed, kept }) => seen === typed + kept)).toBe(true);
});

test('reads nested members as columns, and numbers the items of lists', async () => {
  const path = fileOf([
    {
      word: 'orí',
      definition: { english: 'part of the body', french: 'partie du corps' },
      examples: [{ text: 'Orí ń fọ́ mi', english: 'My head aches' }, { text: 'Orí ire' }],
      senses: [
        { gloss: 'head', pos: 'n' },
        { gloss: ['destiny', 'luck'], pos: 'n' },
      ],
    },
  ]);
  const { articles } = await read(path);

  expect(readArticle(articles[0]!.source)).toMatchObject({
    definitions: [
      { lang: 'en', content: 'part of the body' },
      { lang: 'fr', content: 'partie du corps' },
    ],
    examples: [{ content: 'Orí ń fọ́ mi', lang: 'en', target: 'My head aches' }, { content: 'Orí ire' }],
    categories: [
      { content: 'n', sense: 1 },
      { content: 'n', sense: 2 },
    ],
    translations: [
      { content: 'head', sense: 1 },
      { content: 'destiny', sense: 2 },
      { content: 'luck', sense: 2 },
    ],
  });
});

test('texts of lists are separated by a sign that none of them has', async () => {
  const columnsOf = async (...synonyms: string[][]) => {
    const path = fileOf(synonyms.map((list, index) => ({ word: `w${index}`, synonyms: list })));
    const { articles } = await read(path);
    return articles.map(({ source }) => (readArticle(source).relations ?? []).map(({ target }) => target));
  };
  expect(await columnsOf(['a|b', 'c'], ['d'])).toEqual([['a|b', 'c'], ['d']]);
  expect(await columnsOf(['a|b', 'c;d'], ['e'])).toEqual([['a|b\nc;d'], ['e']]);
});

test('reads an exported list as the same articles, with the additions', async () => {
  const first = await read(fileOf(WORDS));
  const back = await exported('json', first, '.json');

  expect(JSON.parse(readFileSync(back, 'utf8'))).toEqual([
    { mot: 'ilé', cat: 'n', fr: 'maison', rang: '1' },
    { mot: 'ajá', cat: 'n', fr: 'chien', 'synonymes (|)': 'ọ̀yà | ajákájá', vu: 'true' },
  ]);
  expect((await read(back)).articles).toEqual(first.articles);
  expect((await read(await exported('json', { articles: [], files: new Map() }, '.json'))).problems).toEqual(
    [],
  );
});

test('reads a later file with the same names like the first one, and one with other names on its own', async () => {
  const path = fileOf(WORDS);
  const map = JSON.stringify({ columns: { fr: { to: 'headword' } } });
  const source = await formatNamed('json').open(path, { map });
  for await (const entry of source.entries(new PathCounts())) expect(entry.problem).toBeUndefined();
  const kept = new Map(source.files().map(({ name, text }) => [name, text]));
  const previewOf = async (file: string) =>
    (await formatNamed('json').open(file, { storedSettings: kept })).preview?.join('\n');

  expect(await previewOf(fileOf([...WORDS].reverse()))).toContain('fr -> headword');
  expect(await previewOf(fileOf([{ mot: 'a', fr: 'b' }]))).toContain('mot -> headword');
});

async function outcomeOf(text: string | Buffer, skip = true) {
  const path = writtenFile('', 'words.json');
  writeFileSync(path, text);
  const read: (string | null | undefined)[] = [];
  const problems: string[] = [];
  try {
    const source = await formatNamed('json').open(path, {});
    for await (const { source: article, problem } of source.entries(new PathCounts())) {
      if (problem) problems.push(problem.message);
      else read.push(readArticle(article!).entry.headword);
      if (problem && !skip) break;
    }
  } catch (error) {
    problems.push(String(error));
  }
  return { read, problems };
}

test.each<[string, string, RegExp]>([
  ['a cut file', '[{"mot": "a"},\n {"mot": "b', /line 2, column 10: the file ends inside a text/u],
  ['a cut object', '[{"mot": "a"},\n {"mot": "b"', /line 2, column 13: the file ends inside an object/u],
  ['a list that is not closed', '[{"mot": "a"}', /line 1, column 14: the file ends inside an object/u],
  ['no list', '{"mot": "a"}', /line 1, column 1: the list may contain only objects/u],
  ['a list of texts', '["a", "b"]', /line 1, column 2: the list may contain only objects, such as/u],
  ['a text among objects', '[{"mot": "a"}, "b", {"mot": "c"}]', /column \d+: text between two entries/u],
  ['a comma at the end', '[{"mot": "a"},\n]', /line 1, column 14: the list may contain only objects/u],
  ['two lists', '[{"mot": "a"}][{"mot": "b"}]', /line 1, column 1: the file is not a list of objects/u],
  ['objects without names', '[{}, {"a": null}]', /line 1, column 6: the objects in the list have no values/u],
  ['nothing', '', /line 1, column 1: the file is not a list of objects/u],
  ['levels', `[{"mot": ${'['.repeat(90)}1${']'.repeat(90)}}]`, /nested deeper than 64 levels/u],
  [
    'names that are data',
    JSON.stringify([Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`w${at}`, 'x']))]),
    /line 1, column 2: the objects have more than 2000 different names/u,
  ],
])('%s is refused as a whole, with the place', async (_, text, message) => {
  const { read, problems } = await outcomeOf(text);
  expect(problems).toEqual([expect.stringMatching(message)]);
  expect(read).toEqual([]);
});

test.each<[string, string, RegExp]>([
  [
    'a name that comes twice',
    '{"mot": "b",\n "fr": "x", "fr": "y"}',
    /^line 3, column 13: the name "fr" is used twice/u,
  ],
  [
    'a name that is spelled in two ways',
    '{"mot": "b", "\\u0066r": 1, "fr": 2}',
    /the name "fr" is used twice/u,
  ],
  ['a path to two values', '{"a": {"b": 1}, "a.b": 2}', /^line 2, column 1: the name "a\.b" is used twice/u],
  ['a name of the language', '{"mot": "b", "__proto__": "x"}', /a column must not have the name __proto__/u],
  ['a control character', '{"mot": "b\\u0000"}', /the object has the character U\+0000/u],
  ['half a letter', '{"mot": "b\\ud83d"}', /the object has the character U\+D83D/u],
  ['no JSON', '{"mot": b}', /^line 2, column \d+: /u],
])('%s refuses only its object', async (_, object, message) => {
  const { read, problems } = await outcomeOf(`[{"mot": "a"},\n${object},\n{"mot": "c"}]`);
  expect(problems).toEqual([expect.stringMatching(message)]);
  expect(read).toEqual(['a', 'c']);
});

test('a list in which no object can be read names the fault of the first one', async () => {
  const { problems } = await outcomeOf('[\n{"mot": "a",},\n{"mot": b}]');
  expect(problems).toEqual([expect.stringMatching(/line 2, column 13: .*JSON/u)]);
});

test('a file in another encoding is refused with its line', async () => {
  const { problems } = await outcomeOf(Buffer.from('[\n{"mot": "été"}]', 'latin1'));
  expect(problems).toEqual([expect.stringMatching(/line 2, column 10: the bytes are not utf-8/u)]);
});

test('the same file again has the same articles, and cells that are too long are refused by the import', async () => {
  const path = fileOf([{ mot: 'a', fr: 'x'.repeat(3_000_000) }, { mot: 'b' }]);
  const [one, other] = [await read(path), await read(path)];
  expect(one.articles).toEqual(other.articles);
  expect(one.articles.map(({ source }) => readArticle(source).entry.headword)).toEqual(['a', 'b']);
});

test('detects repeated names only within one object', () => {
  const names = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(names, fc.json(), (keys, value) => {
      const members = keys.map((key) => `${JSON.stringify(key)}: [${value}, {${JSON.stringify(key)}: 1}]`);
      expect(repeatedNameIn(`{${members.join(', ')}}`)).toBeUndefined();
      expect(repeatedNameIn(`[{${[...members, members[0]].join(', ')}}]`)?.name).toBe(keys[0]);
    }),
  );
});

test('a list of objects in an object is a table too, and the report says that the rest is not kept', async () => {
  const path = fileOf({ title: 'Words', version: [1, { '[': '"' }], words: WORDS, about: { by: ['me'] } });
  const source = await (await formatOf(path)).open(path, {});

  expect(source.format).toBe('json');
  expect(source.warnings?.().map(({ complaint }) => complaint)).toEqual([
    expect.stringContaining('only the list "words" is read'),
  ]);
  const { articles } = await read(path);
  expect(articles.map(({ source: { entry } }) => entry)).toEqual([{ headword: 'ilé' }, { headword: 'ajá' }]);
});

test('an object without a list of objects is refused with advice', async () => {
  await expect(read(fileOf({ ilé: 'house', ajá: 'dog' }))).rejects.toThrow(/write the words as \[\{/u);
});
