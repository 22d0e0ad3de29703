import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { readArticle } from '../../../src/domain/reading/read-article';
import { formatOf } from '../../../src/formats/formats';
import { getWiktextract, putWiktextract } from '../../../src/formats/wiktextract/wiktextract-lens';
import type { JsonMembers } from '../../../src/formats/wiktextract/json-rows';
import type { Json, JsonObject } from '../../../src/shared/json';
import { exported, read } from '../../support/format-files';

const folder = mkdtempSync(join(tmpdir(), 'griot-wiktextract-'));
let written = 0;

function file(lines: readonly (object | string)[], end = '.jsonl'): string {
  const path = join(folder, `${++written}${end}`);
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  writeFileSync(path, texts.map((text) => `${text}\n`).join(''));
  return path;
}

/** A word as the English Wiktionary has it. */
const WORD = {
  senses: [
    {
      id: 'en-kalo-bm-noun-1',
      glosses: ['moon'],
      tags: ['countable'],
      topics: ['astronomy'],
      examples: [
        { text: 'Kalo bɔra.', translation: 'The moon rose.', english: 'The moon rose.', ref: 'a song' },
        { text: 'Kalo ye.' },
      ],
      synonyms: [{ word: 'karo', english: 'moon', extra: 1 }],
      links: [['moon', 'moon']],
    },
    { glosses: ['moon', 'month'], raw_glosses: ['moon', '(figurative) month'], categories: ['Time'] },
    {
      glosses: ['plural of kala'],
      form_of: [{ word: 'kala' }],
      tags: ['form-of', 'plural'],
      translations: [{ code: 'FR', word: 'tiges' }],
    },
  ],
  pos: 'noun',
  head_templates: [{ name: 'head', args: { 1: 'bm', g: '' } }],
  forms: [
    { form: 'kálo', tags: ['canonical'] },
    { form: 'kalow', tags: ['definite', 'plural'] },
    { form: 'no-table-tags', tags: ['table-tags'] },
    { form: 'karo', tags: ['alternative', 'Mande'] },
    { form: 'kaalo', tags: ['romanization'] },
  ],
  sounds: [
    { ipa: '/kalo/', tags: ['Bamako'] },
    { audio: 'kalo.wav', ogg_url: 'https://example.org/kalo.ogg', mp3_url: 'https://example.org/kalo.mp3' },
    { rhymes: '-alo' },
  ],
  etymology_text: 'From Proto-Mande.',
  derived: [{ word: 'kalokɛnɛ', sense: 'compounds' }],
  word: 'kalo',
  lang: 'Bambara',
  lang_code: 'bm',
};

const contentsOf = async (path: string) =>
  (await read(path)).articles.map(({ source }) => readArticle(source));

describe('a word of the English Wiktionary', () => {
  test('has its senses, examples, forms and sounds where those of other formats are', async () => {
    const [content] = await contentsOf(file([WORD]));

    expect(content).toMatchObject({
      entry: {
        headword: 'kalo',
        citation: 'kálo',
        variants: [
          { headword: 'karo', type: 'Mande' },
          { headword: 'kaalo', type: 'romanization' },
        ],
      },
      categories: [{ content: 'noun' }],
      senses: [{ number: 1, id: 'en-kalo-bm-noun-1' }, { number: 2, indicator: 'moon' }, { number: 3 }],
      translations: [
        { sense: 1, lang: 'en', content: 'moon' },
        { sense: 2, lang: 'en', content: 'month' },
        { sense: 3, lang: 'en', content: 'plural of kala' },
        { sense: 3, lang: 'fr', content: 'tiges' },
      ],
      examples: [
        { sense: 1, content: 'Kalo bɔra.', lang: 'en', target: 'The moon rose.', reference: 'a song' },
        { sense: 1, content: 'Kalo ye.' },
      ],
      forms: [{ form: 'kalow', type: 'definite plural' }],
      pronunciations: [{ content: '/kalo/', notation: 'ipa' }, { href: 'https://example.org/kalo.mp3' }],
      usages: [{ content: 'countable' }, { sense: 3, content: 'plural' }],
      domains: [{ sense: 1, content: 'astronomy' }],
      relations: [
        { type: 'derived', target: 'kalokɛnɛ' },
        { sense: 1, type: 'synonym', target: 'karo', gloss: 'moon' },
        { sense: 3, type: 'form of', target: 'kala' },
      ],
      etymologies: [{ content: 'From Proto-Mande.' }],
    });
  });

  test('is exported unchanged except for the changes', async () => {
    const all = await read(file([WORD]));
    const back = await exported('wiktextract', all, '.jsonl');
    expect(JSON.parse(readFileSync(back, 'utf8'))).toEqual(WORD);

    const [first] = all.articles;
    const translations = readArticle(first!.source).translations.map((one) =>
      one.content === 'month' ? Object.assign({}, one, { content: 'lunar month' }) : one,
    ) as unknown as Json;
    const articles = [{ publicId: first!.publicId, source: { ...first!.source, translations } }];
    const changed = readFileSync(await exported('wiktextract', { ...all, articles }, '.jsonl'), 'utf8');
    expect(changed).toBe(readFileSync(back, 'utf8').replaceAll('month"', 'lunar month"'));
  });

  test('says in the loss report which members are kept for export only', async () => {
    const kept = (await read(file([WORD]))).counts.rows().filter((row) => row.kept > 0);

    expect(kept.map(({ path }) => path)).toEqual([
      ...['derived/sense', 'forms/form', 'forms/tags', 'head_templates', 'lang', 'lang_code'],
      ...['senses/categories', 'senses/links', 'senses/raw_glosses', 'senses/synonyms/extra'],
      ...['sounds/audio', 'sounds/ogg_url', 'sounds/rhymes', 'sounds/tags'],
    ]);
  });
});

test('reads glosses in the language of the word as definitions, by the language names of the Wiktionary', async () => {
  const word = { word: 'lune', pos: 'noun', pos_title: 'Nom commun', lang: 'Français', lang_code: 'fr' };
  const [lune, karo] = await contentsOf(
    file([
      { ...word, senses: [{ glosses: ['Satellite de la Terre.'] }] },
      { ...word, word: 'karo', lang: 'Bambara', lang_code: 'bm', senses: [{ glosses: ['Lune.'] }] },
    ]),
  );

  expect(lune?.definitions).toEqual([{ lang: 'fr', content: 'Satellite de la Terre.', sense: 1 }]);
  expect(karo?.translations).toMatchObject([{ lang: 'fr', content: 'Lune.', sense: 1 }]);
});

test('keeps entries of the list of forms that are not forms for export only', async () => {
  const forms = [
    { form: '-', tags: ['plural'] },
    { form: 'ka.lo', tags: ['canonical'] },
    { form: 'kalow', tags: ['error-unrecognized-form', 'plural'] },
  ];
  const [content] = await contentsOf(file([{ word: 'kalo', pos: 'noun', lang_code: 'bm', forms }]));

  expect(content?.entry.citation).toBeUndefined();
  expect(content?.forms).toEqual([{ form: 'kalow', type: 'plural' }]);
});

test('titles of parts of speech identify the Wiktionary if the name of the language does not', async () => {
  const word = { word: 'kalo', lang: 'Bambara', lang_code: 'bm', senses: [{ glosses: ['Lune.'] }] };
  const [noun] = await contentsOf(file([{ ...word, pos: 'noun', pos_title: 'Nom commun' }]));
  const [verb] = await contentsOf(file([{ ...word, pos: 'verb', pos_title: 'Verbo' }]));

  expect(noun?.translations).toMatchObject([{ lang: 'fr', content: 'Lune.' }]);
  expect(verb?.definitions).toMatchObject([{ content: 'Lune.' }]);
});

test('uses the named language of glosses, or the one of the previous import', async () => {
  const path = file([{ word: 'kalo', pos: 'noun', lang_code: 'bm', senses: [{ glosses: ['Mond'] }] }]);
  const languageOf = async (options: object) => {
    const source = await (await formatOf(path)).open(path, options);
    return source.files()[0]?.text;
  };

  expect(await languageOf({})).toBe('{"language":"en"}');
  expect(await languageOf({ languages: 'target:de' })).toBe('{"language":"de"}');
  const storedSettings = new Map([['wiktextract/options.json', '{"language":"de"}']]);
  expect(await languageOf({ storedSettings })).toBe('{"language":"de"}');
});

test.each([
  ['.jsonl', WORD],
  ['.json', { word: 'kalo', pos: 'noun', lang_code: 'bm' }],
  ['.txt', { senses: [{ glosses: ['moon'] }], word: 'kalo' }],
])('is recognised by its first line, whatever its name: %s', async (end, word) => {
  expect((await contentsOf(file([word], end)))[0]?.entry.headword).toBe('kalo');
});

test('an article of this server with such a word is not read as a Wiktextract line', async () => {
  const { articles } = await read(file([WORD]));
  const line = { id_article: 1, article: articles[0]!.source };

  expect((await read(file([line]))).articles[0]?.source).toEqual(articles[0]?.source);
});

test('distinguishes words of one spelling by their parts of speech', async () => {
  const names = async (...parts: string[]) =>
    (await read(file(parts.map((pos) => ({ word: 'a', pos, lang_code: 'bm' }))))).articles.map(
      ({ publicId }) => publicId,
    );

  expect(await names('noun', 'verb')).toEqual((await names('verb', 'noun')).reverse());
});

const DEEP = 200_000;

test.each<readonly [string, string, RegExp]>([
  ['no JSON', '{"word": "a", "glosses": [], }', /^line 2, column 30: /u],
  ['no word', '{"title": "a", "redirect": "b", "glosses": []}', /^line 2, column 1: .* has no "word"/u],
  [
    'a deep one',
    `{"word": "a", "glosses": ${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`,
    /deeper than 32 levels/u,
  ],
  ['a long one', `{"word": "a", "glosses": ["${'x'.repeat(4 * 1024 * 1024)}"]}`, /longer than 4194304 char/u],
  ['a control character', '{"word": "a", "glosses": ["\\u0001"]}', /the character U\+0001/u],
  ['a forbidden name', '{"word": "a", "constructor": {}, "glosses": []}', /constructor/u],
])('refuses only its word for a line that is %s', async (_, line, complaint) => {
  const { articles, problems } = await read(file([{ ...WORD }, line, { ...WORD, pos: 'verb' }]));

  expect(articles).toHaveLength(2);
  expect(problems).toEqual([expect.stringMatching(complaint)]);
});

const value: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>('moon', 'a b', ' ', '', 1, true, null, [], {}),
  fc.array(fc.constantFrom<Json>('month', '', 'alternative', 'canonical', 2, null), { maxLength: 3 }),
);
const NAMES = [
  ...['word', 'glosses', 'raw_glosses', 'tags', 'raw_tags', 'topics', 'notes', 'pos', 'form', 'ipa', 'text'],
  ...['translation', 'english', 'lang_code', 'code', 'id', 'mp3_url', 'etymology_text', 'etymology_texts'],
];
const members = (more: Record<string, fc.Arbitrary<Json>> = {}) =>
  fc.record<Record<string, Json>>(
    { ...Object.fromEntries(NAMES.map((name) => [name, value])), ...more },
    { requiredKeys: [] },
  );
const several = (one: fc.Arbitrary<Json>) =>
  fc.oneof(value, fc.array(fc.oneof(one, value), { maxLength: 3 }));
const LISTS = ['forms', 'sounds', 'translations', 'synonyms', 'examples', 'derived'] as const;
const lists = Object.fromEntries(LISTS.map((name) => [name, several(members())]));
const line = members({ ...lists, senses: several(members(lists)) }).map((made): JsonMembers => ({
  ...made,
  word: 'kalo',
}));
const options = fc.constantFrom({ language: 'en' }, { language: undefined });

test('reads a line of any shape, exports it unchanged, and writes only the changes', () => {
  fc.assert(
    fc.property(line, options, fc.nat(9), (tree, language, at) => {
      const content = readArticle(getWiktextract(tree, language));
      expect(putWiktextract(tree, content, language)).toEqual(tree);

      const { translations } = content;
      const edited = translations.map((one, index) =>
        index === at % translations.length ? Object.assign({}, one, { content: 'EDITED' }) : one,
      );
      const back = putWiktextract(tree, Object.assign({}, content, { translations: edited }), language);
      expect(readArticle(getWiktextract(back, language))).toEqual(
        Object.assign({}, content, { translations: edited }),
      );
    }),
    { numRuns: 500 },
  );
});

test('an article of another format is a line that says in which language its glosses are', async () => {
  const source: JsonObject = {
    entry: { headword: 'kalo', citation: 'kalo la' },
    category: 'n',
    translations: [
      { lang: 'en', content: 'moon', sense: 1 },
      { lang: 'en', content: 'month', sense: 1 },
      { lang: 'fr', content: 'lune', sense: 1 },
    ],
    senses: [{ number: 1 }],
    definitions: [{ lang: 'en', content: 'the moon', sense: 1 }],
  };
  const articles = [{ publicId: 'a', source }];
  const back = await exported('wiktextract', { articles, files: new Map() }, '.jsonl');

  expect(JSON.parse(readFileSync(back, 'utf8'))).toMatchObject({
    word: 'kalo',
    pos: 'n',
    senses: [
      {
        glosses: ['moon'],
        translations: [
          { lang_code: 'en', word: 'month' },
          { lang_code: 'fr', word: 'lune' },
        ],
      },
    ],
    griot: { glosses: 'en', id: 'a', definitions: [{ lang: 'en', content: 'the moon', sense: 1 }] },
  });
  expect(await contentsOf(back)).toEqual([
    Object.assign({}, readArticle(source), {
      entry: { headword: 'kalo', citation: 'kalo la', variants: [] },
    }),
  ]);
});
