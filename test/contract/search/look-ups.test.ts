import { bareLine } from '../../support/articles';
import { dictionaryFolder } from '../../support/dictionary-files';
import { startGateway, type TestGateway } from '../../support/gateway';
import { graphql } from '../../support/http';

const translated = (number: number, word: string, translations: readonly object[]) => ({
  ...bareLine('qaa_fr_1', number, word),
  article: { entry: { headword: word }, translations },
});

const noun = (number: number, word: string, more: object) => ({
  ...bareLine('qbb_fr_2', number, word),
  article: { entry: { headword: word }, ...more },
});

let server: TestGateway;

beforeAll(async () => {
  server = await startGateway();
  await server.load(
    dictionaryFolder('qaa_fr_1', [
      translated(1, 'wóngo', [
        { lang: 'fr', number: 1, content: 'fleuve' },
        { lang: 'fr', number: 2, content: 'eau vive, source' },
      ]),
      translated(2, 'wo', [{ lang: 'fr', number: 1, content: "point d'eau" }]),
      translated(3, 'mwana', [{ lang: 'fr', number: 1, content: 'eau' }]),
      translated(4, 'wongo', [{ lang: 'en', number: 1, content: 'eau' }]),
      bareLine('qaa_fr_1', 5, 'wongo'),
    ]),
    dictionaryFolder('qbb_fr_2', [
      noun(1, 'kílubu', { class: '7/8', forms: [{ form: 'bílubu', type: 'plural' }] }),
      noun(2, 'mulubu', { forms: [{ form: 'balubu', type: 'Pl.' }] }),
      noun(3, 'balubu', { category: 'v' }),
      { ...noun(5, '-endok-', {}), article: { entry: { headword: '-endok-', citation: 'kwëndoka' } } },
      noun(4, 'malubu', {
        classes: [{ number: 1, pair: '6', role: 'plural' }],
        forms: [{ form: 'dilubu', type: 'singular' }],
      }),
    ]),
  );
});

afterAll(() => server.close());

test('headwords for a translation are returned with the number of the sense, the best first', async () => {
  const { data, errors } = await graphql(
    server.url,
    '{ headwordsFor(translation: "EAU", language: "fr", dictionary: "qaa_fr_1") { rank senseNumber article { headword } match { text lang level: tier } } }',
  );

  expect(errors).toEqual([]);
  expect(data).toEqual({
    headwordsFor: [
      {
        rank: 1,
        senseNumber: 1,
        article: { headword: 'mwana' },
        match: { text: 'eau', lang: 'fr', level: 'TRANSLATION' },
      },
      {
        rank: 2,
        senseNumber: 1,
        article: { headword: 'wo' },
        match: { text: "point d'eau", lang: 'fr', level: 'TRANSLATION_WORD' },
      },
      {
        rank: 3,
        senseNumber: 2,
        article: { headword: 'wóngo' },
        match: { text: 'eau vive, source', lang: 'fr', level: 'TRANSLATION_WORD' },
      },
    ],
  });
});

test('headwords for a translation can be requested without explanations', async () => {
  const { data } = await graphql(
    server.url,
    '{ headwordsFor(translation: "fleuve") { article { number } } }',
  );

  expect(data).toEqual({ headwordsFor: [{ article: { number: 1 } }] });
});

test.each([
  ['wo', ['wo', 'wongo', 'wóngo']],
  ['WÓN', ['wongo', 'wóngo']],
  ['wong', ['wongo', 'wóngo']],
  ['eau', []],
  ['', []],
])('%s suggests %j, each headword once', async (prefix, words) => {
  const { data, errors } = await graphql(
    server.url,
    'query ($prefix: String!) { suggest(prefix: $prefix, dictionary: "qaa_fr_1") { text article { number } } }',
    { prefix },
  );

  expect(errors).toEqual([]);
  expect((data as { suggest: { text: string }[] }).suggest.map(({ text }) => text)).toEqual(words);
});

test('homographs are all found, and come before words that differ by marks', async () => {
  const { data } = await graphql(
    server.url,
    '{ search(text: "wongo", filter: {dictionary: "qaa_fr_1"}) { nodes { article { number } } } }',
  );

  const { nodes } = (data as { search: { nodes: { article: { number: number } }[] } }).search;
  expect(nodes.map(({ article }) => article.number)).toEqual([4, 5, 1]);
});

test('no more suggestions are returned than requested', async () => {
  const { data } = await graphql(server.url, '{ suggest(prefix: "w", first: 2) { text } }');

  expect(data).toEqual({ suggest: [{ text: 'wo' }, { text: 'wongo' }] });
});

test.each([
  ['bilubu', [{ singular: 'kílubu', plurals: ['bílubu'], pair: '7/8' }], 'FOLDED_VARIANT'],
  ['bílubu', [{ singular: 'kílubu', plurals: ['bílubu'], pair: '7/8' }], 'VARIANT'],
  ['KILUBU', [{ singular: 'kílubu', plurals: ['bílubu'], pair: '7/8' }], 'LETTERS'],
  ['balubu', [{ singular: 'mulubu', plurals: ['balubu'], pair: null }], 'VARIANT'],
  ['dilubu', [{ singular: 'dilubu', plurals: [], pair: '6' }], 'VARIANT'],
  ['bil', [], ''],
  ['lubu', [], ''],
])('%s is a form of the nouns %j', async (form, nouns, level) => {
  const { data, errors } = await graphql(
    server.url,
    '{ nouns(form: "FORM", dictionary: "qbb_fr_2") { singular plurals pair match { level: tier } article { headword } } }'.replace(
      'FORM',
      form,
    ),
  );

  expect(errors).toEqual([]);
  const expected = nouns.map((one) => expect.objectContaining({ ...one, match: { level } }) as object);
  expect((data as { nouns: object[] }).nouns).toEqual(expected);
});

test('nouns are distinguished from other words without reading their explanations', async () => {
  const { data } = await graphql(server.url, '{ nouns(form: "balubu") { article { number } } }');

  expect(data).toEqual({ nouns: [{ article: { number: 2 } }] });
});

test.each(['kwëndoka', 'KWENDOKA', 'kwendok'])('a word is found by its citation form (%s)', async (text) => {
  const { data, errors } = await graphql(
    server.url,
    `{ search(text: "${text}", filter: { dictionary: "qbb_fr_2" }) { nodes { article { headword } match { field text } } } }`,
  );

  expect(errors).toEqual([]);
  const nodes = [{ article: { headword: '-endok-' }, match: { field: 'VARIANT', text: 'kwëndoka' } }];
  expect(data).toEqual({ search: { nodes } });
});
