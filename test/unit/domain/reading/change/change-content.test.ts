import { type ContentChange, withContent } from '../../../../../src/domain/reading/change/change-content';
import { readArticle } from '../../../../../src/domain/reading/read-article';
import type { Json } from '../../../../../src/shared/json';

const WRAPPED = {
  article: {
    type: 'noun',
    date: '1998',
    entry: {
      id: '1',
      tone: 'low',
      variant: [
        { forme: 'simple', type: 'qaa', prefix: 'kɪ̀', radical: 'tɔ́ŋ', note: 'a' },
        { forme: 'simple', type: 'qab', prefix: 'ɛ̀', radical: 'tɔ́ŋ' },
      ],
    },
    category: { cat: { number: '1', content: 'n', source: 'x' } },
    class: { pair: '7/8' },
    translations: {
      checked: true,
      equivalent: [
        { lang: 'fr', number: '1', content: 'panier', note: 'b' },
        { lang: 'en', number: '1', content: 'basket' },
      ],
    },
    examples: { example: { lang: 'fr', number: '1', content: 'kɪ̀tɔ́ŋ', target: 'un panier' } },
  },
} as const;

const FLAT = {
  entry: 'nyumba',
  category: 'n',
  class: '9/10',
  examples: [
    { text: 'Nyumba kubwa.', translation: { en: 'A big house.', fr: 'Une grande maison.' }, page: 7 },
  ],
} as const;

/** An entry is read without what is nested in it. */
const NESTED = { entry: { article: { variant: 1, headword: 'inner' } } } as const;

/** The typed reading as a client writes it back. */
function readBack(source: Json): ContentChange {
  return JSON.parse(JSON.stringify(readArticle(source))) as ContentChange;
}

test.each([
  ['wrapped', WRAPPED],
  ['flat', FLAT],
  ['empty', {}],
  ['nested', NESTED],
])('writing back the typed content of a %s article changes nothing', (_, source) => {
  expect(withContent(source, readBack(source))).toEqual(source);
});

test('an entry is written at its position, and nested members remain', () => {
  const changed = withContent(NESTED, { entry: { headword: 'outer', variants: [{ form: 'outers' }] } });

  expect(changed).toEqual({ entry: { ...NESTED.entry, headword: 'outer', variants: [{ form: 'outers' }] } });
  expect(readArticle(changed).entry).toMatchObject({ headword: 'outer', variants: [{ form: 'outers' }] });
});

test('named members are changed in place and in their spelling; everything else remains', () => {
  const { translations, entry } = readBack(WRAPPED);
  const changed = withContent(WRAPPED, {
    type: 'noun phrase',
    translations: (translations ?? []).map((translation) =>
      translation.lang === 'en' ? { ...translation, content: 'pannier' } : translation,
    ),
    entry: {
      variants: (entry?.variants ?? []).map((variant, at) =>
        at === 0 ? { ...variant, radical: 'tɔ̀ŋ' } : variant,
      ),
    },
  });

  const { entry: e, translations: t } = WRAPPED.article;
  expect(changed).toEqual({
    article: {
      ...WRAPPED.article,
      type: 'noun phrase',
      entry: { ...e, variant: [{ ...e.variant[0], radical: 'tɔ̀ŋ' }, e.variant[1]] },
      translations: { ...t, equivalent: [t.equivalent[0], { ...t.equivalent[1], content: 'pannier' }] },
    },
  });
});

test('a new item is written like its neighbours, and a removed one does not affect others', () => {
  const changed = withContent(WRAPPED, {
    translations: [
      { lang: 'en', number: 1, content: 'basket' },
      { lang: 'de', number: 2, content: 'Korb' },
      { lang: 'fr', content: 'panier' },
    ],
    categories: [{ content: 'n' }, { number: 2, content: 'v' }],
  }) as { article: Record<string, unknown> };

  expect(changed.article['translations']).toEqual({
    checked: true,
    equivalent: [
      { lang: 'en', number: '1', content: 'basket' },
      { lang: 'de', number: '2', content: 'Korb' },
      { lang: 'fr', number: '1', content: 'panier', note: 'b' },
    ],
  });
  expect(changed.article['category']).toEqual({
    cat: [
      { number: '1', content: 'n', source: 'x' },
      { number: '2', content: 'v' },
    ],
  });
});

test('plain texts remain plain texts', () => {
  expect(
    withContent(FLAT, {
      entry: { headword: 'mji' },
      categories: [{ content: 'v' }],
      classes: [{ value: '3/4' }],
    }),
  ).toEqual({ ...FLAT, entry: 'mji', category: 'v', class: '3/4' });
});

test('an example with translations into several languages stays one example', () => {
  const examples = (readBack(FLAT).examples ?? []).map((example) =>
    example.lang === 'fr' ? { ...example, target: 'Une maison immense.' } : example,
  );

  expect(withContent(FLAT, { examples })).toMatchObject({
    examples: [{ text: 'Nyumba kubwa.', translation: { fr: 'Une maison immense.' }, page: 7 }],
  });
});

describe('of items with the same text', () => {
  const FIRST = { lang: 'fr', content: 'panier', note: 'a' };
  const SECOND = { lang: 'fr', content: 'panier', note: 'b' };
  const given = { lang: 'fr', content: 'panier' };

  test('each item keeps its unmapped members when an item is inserted before it', () => {
    const changed = withContent(
      { translations: [FIRST, SECOND] },
      { translations: [{ lang: 'fr', content: 'neuf' }, given, given] },
    );

    expect(changed).toEqual({ translations: [{ lang: 'fr', content: 'neuf' }, FIRST, SECOND] });
  });

  test('an additional item is new and has none of their members', () => {
    const changed = withContent({ translations: [FIRST] }, { translations: [given, given] });

    expect(changed).toEqual({ translations: [FIRST, given] });
  });

  test('an example with several languages receives all of them', () => {
    const source = {
      examples: [
        { text: 'A', translation: { en: 'B', fr: 'C' } },
        { text: 'A', translation: { fr: 'C' }, page: 7 },
      ],
    };
    const examples = (readBack(source).examples ?? []).map(({ lang = 'en', content = '', target = '' }) => ({
      lang,
      content,
      target,
    }));
    const changed = withContent(source, { examples: [{ content: 'new' }, ...examples] });

    expect(examples).toHaveLength(3);
    expect(changed).toMatchObject({ examples: [{ text: 'new' }, ...source.examples] });
  });
});

describe('an item keeps the members without a field', () => {
  const [FRENCH, ENGLISH] = [
    { lang: 'fr', content: 'panier', note: 'a' },
    { lang: 'en', content: 'panier', note: 'b' },
  ];
  const given = (lang: string, content: string) => ({ lang, content });
  const translated = (before: readonly Json[], ...translations: readonly object[]) =>
    withContent({ translations: before }, { translations });

  test('if it has the same text in the same field, even if another item has the text too', () => {
    expect(translated([FRENCH, ENGLISH], given('en', 'panier'), given('fr', 'panier'))).toEqual({
      translations: [ENGLISH, FRENCH],
    });
  });

  test('if it has the same text, at any position', () => {
    expect(translated([FRENCH], given('de', 'Korb'), given('it', 'cesta'), given('fr-ca', 'panier'))).toEqual(
      {
        translations: [given('de', 'Korb'), given('it', 'cesta'), { ...FRENCH, lang: 'fr-ca' }],
      },
    );
    const source = { examples: [{ text: 'A', translation: { fr: 'B' }, page: 7 }] };
    const examples = [{ content: 'new' }, { content: 'A', lang: 'fr', target: 'C' }];
    expect(withContent(source, { examples })).toMatchObject({
      examples: [{ text: 'new' }, { text: 'A', translation: { fr: 'C' }, page: 7 }],
    });
  });

  test('at the same position, if there are as many as before', () => {
    const others = [given('fr', 'corbeille'), given('en', 'hamper')] as const;

    expect(translated([FRENCH, ENGLISH], ...others)).toEqual({
      translations: [
        { ...others[0], note: 'a' },
        { ...others[1], note: 'b' },
      ],
    });
    expect(translated([FRENCH], ...others)).toEqual({ translations: others });
    expect(translated([FRENCH, ENGLISH], others[0])).toEqual({ translations: [others[0]] });
  });

  test('an example with several languages is split if the texts become different', () => {
    const source = { examples: [{ text: 'A', translation: { en: 'B', fr: 'C' } }] };
    const examples = [
      { content: 'X', lang: 'en', target: 'B' },
      { content: 'Y', lang: 'fr', target: 'C' },
    ];

    expect(readArticle(withContent(source, { examples })).examples).toMatchObject(examples);
  });
});

test('null and an empty list remove a member, wherever it is written', () => {
  const changed = withContent(
    { category: 'n', article: { categories: [{ content: 'v' }], type: 'x', note: 1 } },
    { categories: [], type: null },
  );

  expect(changed).toEqual({ article: { note: 1 } });
});

test('invalid items remain in their list', () => {
  const source = { translations: [{ lang: 'fr', content: 'un' }, { marks: 7 }] };

  expect(withContent(source, { translations: [{ lang: 'fr', content: 'une' }] })).toEqual({
    translations: [{ lang: 'fr', content: 'une' }, { marks: 7 }],
  });
});

test('members without a field are listed one by one', () => {
  expect(withContent(WRAPPED, { extra: { date: '1999', page: 7 } })).toEqual({
    article: { ...WRAPPED.article, date: '1999', page: 7 },
  });
  expect(() => withContent(WRAPPED, { extra: { translations: {} } })).toThrow('extra.translations');
});

test('content that is not an object has no members to change', () => {
  expect(() => withContent('a word', { type: 'noun' })).toThrow('not an object');
});
