import { readFileSync } from 'node:fs';
import { readArticle } from '../../../src/domain/reading/read-article';
import { formatOf } from '../../../src/formats/formats';
import type { JsonObject } from '../../../src/shared/json';
import { writtenFile } from '../../support/canonical-lift';
import { exported, read, type Read } from '../../support/format-files';

/** A dictionary with texts in elements, as Lexonomy exports it. */
const ELEMENTS = `<?xml version="1.0" encoding="UTF-8"?>
<mydict>
<entry xmlns:lxnm="http://www.lexonomy.eu/" lxnm:entryID="7"><headword xml:space="preserve">wari</headword><partOfSpeech>n</partOfSpeech><sense><definition>anything used to <b>pay</b></definition><translation lang="fr">argent</translation><translation lang="en">money</translation><example><source>Wari tɛ n bolo</source><target>I have no money</target></example></sense></entry>
<entry xmlns:lxnm="http://www.lexonomy.eu/" lxnm:entryID="8"><headword>sira</headword><sense><translation lang="fr">route</translation><rank>none</rank></sense><sense><translation lang="fr">baobab</translation></sense></entry>
</mydict>
`;

/** A dictionary with texts in attributes, as TLex exports it. */
const ATTRIBUTES = `<Dictionary name="x"><Language ID="1">
<Lemma LemmaSign="mti" HomonymNumber="1" ID="345"><Sense PartOfSpeech="n"><TE TE="tree"/><TE TE="wood" Style="2"/><Example Example="mti mrefu" ExampleTE="a tall tree"/></Sense></Lemma>
<Lemma LemmaSign="jua" ID="346"><Sense PartOfSpeech="v"><TE TE="know"/></Sense></Lemma>
</Language></Dictionary>
`;

/** A dictionary whose names are French, and whose entries have no senses. */
const FRENCH =
  '<dictionnaire><titre>Mots</titre><lettre><article><vedette>sɔ</vedette><cat>v.</cat><anglais>find</anglais><pluriel>sɔw</pluriel></article>' +
  '<article><vedette>ba</vedette><renvoi>sɔ</renvoi></article></lettre></dictionnaire>';

const reading = async (text: string) => {
  const all = await read(writtenFile(text, 'words.xml'));
  return { all, contents: all.articles.map(({ source }) => readArticle(source)) };
};

async function exportedText(
  { articles, ...all }: Read,
  change: (source: JsonObject) => object = (one) => one,
) {
  const [first, ...others] = articles;
  const source = JSON.parse(JSON.stringify(change(first!.source))) as JsonObject;
  const path = await exported('xml', { ...all, articles: [{ ...first!, source }, ...others] }, '.xml');
  return readFileSync(path, 'utf8');
}

const canonical = (text: string) => text.replace(/\s*\n\s*/gu, '');

test('entries of Lexonomy are read by the names of their elements', async () => {
  const { all, contents } = await reading(ELEMENTS);

  expect(all.articles.map(({ publicId }) => publicId)).toEqual(['id-7', 'id-8']);
  expect(contents).toMatchObject([
    {
      entry: { headword: 'wari' },
      categories: [{ content: 'n' }],
      definitions: [{ sense: 1, content: 'anything used to pay' }],
      translations: [
        { sense: 1, lang: 'fr', content: 'argent' },
        { sense: 1, lang: 'en', content: 'money' },
      ],
      examples: [{ sense: 1, content: 'Wari tɛ n bolo', target: 'I have no money' }],
    },
    {
      senses: [{ number: 1 }, { number: 2 }],
      translations: [
        { sense: 1, content: 'route' },
        { sense: 2, content: 'baobab' },
      ],
    },
  ]);
  const kept = all.counts.rows().filter((row) => row.kept > 0);
  expect(kept.map(({ path }) => path)).toContain('sense/rank');
});

test('entries of TLex are read by the names of their attributes', async () => {
  const { all, contents } = await reading(ATTRIBUTES);

  expect(all.articles.map(({ publicId }) => publicId)).toEqual(['id-345', 'id-346']);
  expect(contents[0]).toMatchObject({
    entry: { headword: 'mti', homograph: 1 },
    categories: [{ sense: 1, content: 'n' }],
    translations: [
      { sense: 1, content: 'tree' },
      { sense: 1, content: 'wood' },
    ],
    examples: [{ sense: 1, content: 'mti mrefu', target: 'a tall tree' }],
  });
});

test('names are understood in the languages of table headings', async () => {
  const { contents } = await reading(FRENCH);

  expect(contents).toMatchObject([
    {
      entry: { headword: 'sɔ' },
      categories: [{ content: 'v.' }],
      translations: [{ lang: 'en', content: 'find' }],
      forms: [{ form: 'sɔw', type: 'plural' }],
    },
    { entry: { headword: 'ba' }, relations: [{ type: 'see', target: 'sɔ' }] },
  ]);
});

test('the reading is shown before anything is stored', async () => {
  const { preview, isGuessed } = await (
    await formatOf(writtenFile(FRENCH, 'words.xml'))
  ).open(writtenFile(FRENCH, 'words.xml'), {});
  expect(isGuessed).toBe(true);
  expect(preview).toEqual([
    'Each <article> is an article. Its elements and attributes are read as follows:',
    '  vedette -> headword',
    '  cat -> categories',
    '  anglais -> translations, en',
    '  pluriel -> forms, plural',
    '  renvoi -> relations, see',
    '  all others -> kept for export only',
  ]);
});

test.each([
  ['elements', ELEMENTS],
  ['attributes', ATTRIBUTES],
  ['French elements', FRENCH],
])('a dictionary of %s is exported unchanged', async (_, text) => {
  const { all } = await reading(text);
  expect(canonical(await exportedText(all))).toBe(canonical(text));
});

type Items = readonly Readonly<Record<string, unknown>>[];

test.each<readonly [string, string, (source: JsonObject) => object, readonly [string, string]]>([
  [
    'a changed text',
    ELEMENTS,
    ({ translations }) => ({
      translations: (translations as unknown as Items).map((one) =>
        one['lang'] === 'en' ? { ...one, content: 'cash' } : one,
      ),
    }),
    ['>money<', '>cash<'],
  ],
  [
    'an added text',
    ELEMENTS,
    ({ translations }) => ({
      translations: [...(translations as unknown as Items), { sense: 1, lang: 'pt', content: 'dinheiro' }],
    }),
    ['>money</translation>', '>money</translation><translation xml:lang="pt">dinheiro</translation>'],
  ],
  [
    'a changed attribute',
    ATTRIBUTES,
    ({ categories }) => ({
      categories: (categories as unknown as Items).map((one) => ({ ...one, content: 'noun' })),
    }),
    ['PartOfSpeech="n"', 'PartOfSpeech="noun"'],
  ],
  [
    'a removed attribute of an element with other data',
    ATTRIBUTES,
    ({ translations }) => ({ translations: (translations as unknown as Items).slice(0, 1) }),
    ['<TE TE="wood" Style="2"/>', '<TE Style="2"/>'],
  ],
  [
    'a removed element',
    ATTRIBUTES,
    ({ translations }) => ({ translations: (translations as unknown as Items).slice(1) }),
    ['<TE TE="tree"/>', ''],
  ],
  [
    'a changed translation of an example',
    ATTRIBUTES,
    ({ examples }) => ({
      examples: (examples as unknown as Items).map((one) => ({ ...one, target: 'a high tree' })),
    }),
    ['a tall tree', 'a high tree'],
  ],
])('%s arrives in the file, and nothing else changes', async (_, text, change, [from, to]) => {
  const { all } = await reading(text);
  const back = await exportedText(all, (source) => ({ ...source, ...change(source) }));
  expect(canonical(back)).toBe(canonical(text).replace(from, to));
});

test('what the dictionary has no element for is written beside it, and read again', async () => {
  const { all } = await reading(FRENCH);
  const back = await exportedText(all, (source) => ({
    ...source,
    etymologies: [{ form: 'x', language: 'fr' }],
  }));

  expect(back).toContain('<griot member="etymologies">');
  const [first] = (await reading(back)).contents;
  expect(first).toMatchObject({ entry: { headword: 'sɔ' }, etymologies: [{ form: 'x', language: 'fr' }] });
});

test.each([
  ['has no repeated elements', '<settings><font size="1"/></settings>'],
  ['has entries of running text', '<book><p id="1">One</p><p id="2">Two</p></book>'],
])('a file that %s is refused with advice', async (_, text) => {
  await expect(reading(text)).rejects.toThrow(
    /root element <.*no repeated elements with a headword: convert/u,
  );
});

test('an entry that is not well-formed is refused alone, with its line', async () => {
  const { all } = await reading(ELEMENTS.replace('<rank>none</rank>', '<rank>none</rang>'));
  expect(all.problems).toEqual([expect.stringMatching(/^line 4, /u)]);
  expect(all.articles).toHaveLength(1);
});
