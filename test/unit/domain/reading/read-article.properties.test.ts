import fc from 'fast-check';
import { canonical } from './canonical';
import { withContent } from '../../../../src/domain/reading/change/change-content';
import { articleText } from '../../../../src/domain/article/derive-article';
import { articleHtml } from '../../../../src/domain/reading/html';
import { readArticle } from '../../../../src/domain/reading/read-article';
import { writtenPart } from '../../../../src/domain/reading/change/change-part';
import { isJsonList, isJsonObject } from '../../../../src/shared/json';
import type { Json } from '../../../../src/shared/json';

const NAMES = [
  ...[
    'article',
    'entry',
    'variant',
    'variants',
    'headword',
    'forme',
    'form',
    'forms',
    'prefix',
    'radical',
    'suffix',
  ],
  ...[
    'type',
    'category',
    'categories',
    'cat',
    'class',
    'classes',
    'data',
    'pair',
    'role',
    'value',
    'translations',
  ],
  ...[
    'equivalent',
    'lang',
    'number',
    'content',
    'examples',
    'example',
    'text',
    'target',
    'translation',
    'fr',
    'extra',
  ],
  ...['senses', 'sense', 'indicator', 'definitions', 'definition'],
  ...['warnings', '0', '1', 'x', 'x_2', '__proto__', 'constructor', 'toString', '', 'e\u0301', 'é'],
];
const TEXTS = [
  '',
  ' ',
  'n',
  '1',
  '1a',
  'fr',
  'FR_ca',
  'e\u0301',
  '\u0301',
  'é',
  '<b>',
  '\ud800',
  '\0',
  'simple',
];

/** JSON in which the names that the reading knows stand everywhere, fitting or not. */
const articleLike = fc.letrec<{ json: Json; object: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.oneof(
      fc.constantFrom<Json>(...TEXTS, null, true, 0, -0, 1, 1.5, 1e300),
      fc.string({ unit: 'grapheme' }),
    ),
    fc.array(tie('json'), { maxLength: 3 }),
    tie('object'),
    tie('object'),
  ),
  object: fc
    .array(fc.tuple(fc.constantFrom(...NAMES), tie('json')), { maxLength: 6 })
    .map((members) => Object.fromEntries(members)),
}));
const anyJson = fc.oneof({ weight: 5, arbitrary: articleLike.object }, fc.jsonValue() as fc.Arbitrary<Json>);
const RUNS = { numRuns: 500 };

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (isJsonList(value)) return value.flatMap(textsIn);
  return isJsonObject(value) ? Object.entries(value).flatMap(([key, inner]) => [key, ...textsIn(inner)]) : [];
}

/** No language tag, no number, not blank: it can only be text. */
const MARK = 'kɔ́ŋ ';

/** Every leaf becomes a text of its own; names that may drop a member on purpose are replaced. */
function withMarkedTexts(source: Json): Json {
  let count = 0;
  const marked = (value: Json): Json => {
    if (isJsonList(value)) return value.map(marked);
    if (!isJsonObject(value)) return `${MARK}${(count += 1)}`;
    const members = Object.entries(value).map(
      ([name, inner]) => [PLAIN_NAMES[name] ?? name, marked(inner)] as const,
    );
    return Object.fromEntries(members);
  };
  return marked(source);
}

/** A label alone says nothing and may be dropped; forbidden names are. */
const PLAIN_NAMES: Readonly<Record<string, string>> = Object.assign(Object.create(null) as object, {
  ['__proto__']: 'y',
  constructor: 'y',
  type: 'y',
});

describe('reading arbitrary JSON', () => {
  it('reads the canonical JSON of a reading to the same reading', () => {
    fc.assert(
      fc.property(anyJson, (source) => {
        const reading = readArticle(source);

        expect(readArticle(canonical(reading))).toStrictEqual(reading);
        expect(readArticle(JSON.parse(JSON.stringify(canonical(reading))) as Json)).toStrictEqual(reading);
      }),
      RUNS,
    );
  });

  it('gives whole numbers of 32 bits, and NFC text that UTF-8 can hold', () => {
    fc.assert(
      fc.property(anyJson, (source) => {
        const reading = readArticle(source);
        const numbers = [...reading.categories, ...reading.translations, ...reading.examples].map(
          ({ number }) => number,
        );
        const texts = textsIn(canonical(reading));

        expect(numbers).toStrictEqual(numbers.map((number) => (number & 0x7fffffff) + 0));
        expect(texts).toStrictEqual(texts.map((text) => Buffer.from(text.normalize('NFC')).toString()));
      }),
      RUNS,
    );
  });

  it('loses no text: unmapped text is in extra', () => {
    fc.assert(
      fc.property(articleLike.object, (source) => {
        const marked = withMarkedTexts(source);

        const kept = new Set(textsIn(canonical(readArticle(marked))));

        expect(textsIn(marked).filter((text) => text.startsWith(MARK) && !kept.has(text))).toStrictEqual([]);
      }),
      RUNS,
    );
  });

  it('never throws in any of the functions over a reading', () => {
    fc.assert(
      fc.property(anyJson, (source) => {
        const reading = readArticle(source);

        expect(typeof articleText(reading)).toBe('string');
        expect(articleHtml(reading)).toMatch(/^<article>.*<\/article>$/su);
        for (const part of ['entry', 'category', 'class', 'type', 'form', 'example'] as const) {
          expect(writtenPart(source, part)).not.toBe(undefined);
        }
      }),
      RUNS,
    );
  });
});

describe('writing typed content', () => {
  it('changes nothing if the read content is written back', () => {
    fc.assert(
      fc.property(anyJson, (source) => {
        fc.pre(isJsonObject(source));
        expect(withContent(source, readArticle(source))).toEqual(source);
      }),
      RUNS,
    );
  });

  it('reads as written, regardless of the previous content', () => {
    fc.assert(
      fc.property(anyJson, anyJson, (source, other) => {
        fc.pre(isJsonObject(source));
        const { categories, classes, forms, translations, examples, definitions, type } = readArticle(other);
        const lists = {
          categories,
          classes,
          forms,
          translations,
          examples,
          definitions: definitions ?? null,
        };
        const read = readArticle(withContent(source, { ...lists, type: type ?? null }));
        expect(Object.assign({ definitions: null }, read)).toMatchObject(lists);
      }),
      RUNS,
    );
  });
});
