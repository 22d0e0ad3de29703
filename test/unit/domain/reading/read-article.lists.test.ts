import { readArticle } from '../../../../src/domain/reading/read-article';
import type { Json } from '../../../../src/shared/json';

describe('lists in all their shapes', () => {
  it.each<[string, Json, readonly unknown[]]>([
    ['a bare text', 'n', [{ number: 1, content: 'n' }]],
    ['a bare object under cat', { cat: { number: '1', content: 'n' } }, [{ number: 1, content: 'n' }]],
    [
      'an array under cat',
      {
        cat: [
          { number: '2', content: 'v' },
          { number: 3, content: 'v.tr' },
        ],
      },
      [
        { number: 2, content: 'v' },
        { number: 3, content: 'v.tr' },
      ],
    ],
    [
      'a list of texts',
      ['n', '', 'adj'],
      [
        { number: 1, content: 'n' },
        { number: 2, content: 'adj' },
      ],
    ],
    ['a bare object', { content: 'n' }, [{ number: 1, content: 'n' }]],
  ])('category: %s', (_, category, categories) => {
    const reading = readArticle({ category });

    expect(reading.categories).toStrictEqual(categories);
    expect(reading.warnings).toStrictEqual([]);
  });

  it.each<[string, Json, readonly unknown[]]>([
    ['a bare text', '9/10', [{ value: '9/10' }]],
    ['a number', 9, [{ value: '9' }]],
    ['an object with a pair', { pair: '7/8' }, [{ pair: '7/8' }]],
    ['an object under data', { data: { content: 'm-' } }, [{ value: 'm-' }]],
    ['an array under data', { data: [{ content: 'm-' }, 'w-'] }, [{ value: 'm-' }, { value: 'w-' }]],
    ['a text under data', { data: 'm-' }, [{ value: 'm-' }]],
    ['data beside a pair', { data: 'm-', pair: '7/8' }, [{ value: 'm-' }, { pair: '7/8' }]],
    [
      'all four fields',
      { pair: '7/8', role: 'singular', value: 'ki', prefix: 'ki-' },
      [{ pair: '7/8', role: 'singular', value: 'ki', prefix: 'ki-' }],
    ],
  ])('class: %s', (_, written, classes) => {
    expect(readArticle({ class: written }).classes).toStrictEqual(classes);
  });

  it.each<[string, Json, readonly unknown[]]>([
    ['objects', [{ form: 'maabiria', type: 'plural' }], [{ form: 'maabiria', type: 'plural' }]],
    ['texts', ['maabiria', 'x'], [{ form: 'maabiria' }, { form: 'x' }]],
    ['one object', { form: 'maabiria', type: 'plural' }, [{ form: 'maabiria', type: 'plural' }]],
    ['an array under form', { form: [{ form: 'a' }, 'b'] }, [{ form: 'a' }, { form: 'b' }]],
  ])('forms: %s', (_, forms, expected) => {
    expect(readArticle({ forms }).forms).toStrictEqual(expected);
    expect(readArticle({ form: forms }).forms).toStrictEqual(expected);
  });

  it.each<[string, Json]>([
    ['an array under equivalent', { equivalent: [{ lang: 'fr', number: '1', content: 'panier' }] }],
    ['a bare object under equivalent', { equivalent: { lang: 'FR', number: '1', content: 'panier' } }],
    ['an array', [{ lang: 'fr', number: 1, content: 'panier' }]],
    ['a bare object', { lang: 'fr', content: 'panier' }],
  ])('translations: %s', (_, translations) => {
    expect(readArticle({ translations }).translations).toStrictEqual([
      { lang: 'fr', number: 1, content: 'panier' },
    ]);
  });

  it.each<[string, Json]>([
    ['a bare object under example', { example: { lang: 'fr', number: '1', content: 'c', target: 't' } }],
    ['an array under example', { example: [{ lang: 'fr', number: 1, content: 'c', target: 't' }] }],
    ['an array', [{ lang: 'fr', content: 'c', target: 't' }]],
    ['text and translation by language', [{ text: 'c', translation: { fr: 't' } }]],
  ])('examples: %s', (_, examples) => {
    const reading = readArticle({ examples });

    expect(reading.examples).toStrictEqual([{ lang: 'fr', number: 1, content: 'c', target: 't' }]);
    expect(reading.extra).toStrictEqual({});
    expect(reading.warnings).toStrictEqual([]);
  });

  it('makes one example for each language of its translation', () => {
    const reading = readArticle({
      examples: [{ text: 'c', translation: { fr: 't', en_GB: 'u' }, note: 'x' }, 'd'],
    });

    expect(reading.examples).toStrictEqual([
      { lang: 'fr', number: 1, content: 'c', target: 't' },
      { lang: 'en-gb', number: 2, content: 'c', target: 'u' },
      { number: 3, content: 'd' },
    ]);
    expect(reading.extra).toStrictEqual({ examples: { 0: { note: 'x' } } });
  });

  it('reads a bare translation of an example as its target, and ignores an empty one', () => {
    const examples = [
      { content: 'c', lang: 'fr', translation: 't' },
      { text: 'd', translation: {} },
    ];

    expect(readArticle({ examples }).examples).toStrictEqual([
      { lang: 'fr', number: 1, content: 'c', target: 't' },
      { number: 2, content: 'd' },
    ]);
  });

  it.each<[string, Json, readonly unknown[], Json]>([
    [
      'a target of its own beside other languages',
      { text: 'c', lang: 'fr', target: 't', translation: { en: 'u' } },
      [
        { lang: 'fr', number: 1, content: 'c', target: 't' },
        { lang: 'en', number: 2, content: 'c', target: 'u' },
      ],
      {},
    ],
    [
      'a target of its own beside a bare translation',
      { text: 'c', target: 't', translation: 'u' },
      [{ number: 1, content: 'c', target: 't' }],
      { examples: { 0: { translation: 'u' } } },
    ],
    [
      'another language beside that of the translation',
      { text: 'c', lang: 'wo', translation: { fr: 't' } },
      [{ lang: 'fr', number: 1, content: 'c', target: 't' }],
      { examples: { 0: { lang: 'wo' } } },
    ],
    [
      'the language of the translation given twice',
      { text: 'c', lang: 'FR', translation: { fr: 't', en: '' } },
      [{ lang: 'fr', number: 1, content: 'c', target: 't' }],
      {},
    ],
    [
      'a number that does not fit, in two languages',
      { text: 'c', number: 'a', translation: { fr: 't', en: 'u' } },
      [
        { lang: 'fr', number: 1, content: 'c', target: 't' },
        { lang: 'en', number: 2, content: 'c', target: 'u' },
      ],
      { examples: { 0: { number: 'a' } } },
    ],
    [
      'a number for all languages',
      { text: 'c', number: '4', translation: { fr: 't', en: 'u' } },
      [
        { lang: 'fr', number: 4, content: 'c', target: 't' },
        { lang: 'en', number: 4, content: 'c', target: 'u' },
      ],
      {},
    ],
  ])('reads an example with %s', (_, example, examples, extra) => {
    const reading = readArticle({ example });

    expect(reading.examples).toStrictEqual(examples);
    expect(reading.extra).toStrictEqual(extra);
  });

  it('reads the singular and the plural name of a list one after the other', () => {
    const reading = readArticle({ form: 'b', forms: ['a'], article: { forms: ['c'] } });

    expect(reading.forms.map(({ form }) => form)).toStrictEqual(['a', 'b', 'c']);
  });
});
