import { entitySourceIn, valueOfArticle } from '../../../../src/domain/chatbot/recognition/entity-source';
import { readArticle } from '../../../../src/domain/reading/read-article';
import type { Json } from '../../../../src/shared/json';

const ARTICLE = {
  number: 7,
  publicId: 'a7',
  headword: 'ilé',
  content: readArticle({
    entry: { headword: 'ilé', variants: [{ headword: 'ile' }] },
    category: 'n',
    class: [{ pair: '7/8' }, { value: 'x' }],
    forms: ['ilés'],
    translations: [
      { content: 'of no language' },
      { lang: 'en-GB', content: 'house' },
      { lang: 'fr', content: 'maison' },
      { lang: 'fr', content: 'foyer' },
    ],
  }),
};

function valueOf(given: Readonly<Record<string, Json>>) {
  const source = entitySourceIn({ source: { dictionary: 'yor', ...given } });
  return source && valueOfArticle(source, ARTICLE);
}

test.each<[Readonly<Record<string, Json>>]>([
  [{ category: 'n' }],
  [{ category: '' }],
  [{ class: '7/8' }],
  [{ class: 'x' }],
  [{ language: 'en' }],
  [{ language: 'fr_FR' }],
  [{ category: 'n', class: 'x', language: 'fr' }],
])('an article that meets %j gives its headword', (conditions) => {
  expect(valueOf(conditions)).toMatchObject({ value: 'ilé', synonyms: ['ile', 'ilés'] });
});

test.each<[Readonly<Record<string, Json>>]>([
  [{ category: 'v' }],
  [{ class: '1/2' }],
  [{ domain: 'home' }],
  [{ language: 'de' }],
  [{ category: 'n', language: 'de' }],
])('an article that does not meet %j gives nothing', (conditions) => {
  expect(valueOf(conditions)).toBeUndefined();
});

test.each<[Readonly<Record<string, Json>>, string, readonly string[]]>([
  [{ value: 'publicId', synonyms: ['headword'] }, 'a7', ['ilé']],
  [{ value: 'translation:fr', synonyms: ['translations:fr'] }, 'maison', ['foyer']],
  [{ value: 'translation', synonyms: [] }, 'of no language', []],
  [{ value: 'translation', language: 'fr', synonyms: ['translations'] }, 'maison', ['foyer']],
  [{ value: 'translation:en', language: 'fr', synonyms: ['translations:fr'] }, 'house', ['maison', 'foyer']],
  [{ synonyms: ['none', 'headword', 'forms', 'forms'] }, 'ilé', ['ilés']],
])('%j of an article are %s, %j', (source, value, synonyms) => {
  expect(valueOf(source)).toMatchObject({ value, synonyms });
});

test('an article that lacks the part of the value gives nothing', () => {
  expect(valueOf({ value: 'translation:de' })).toBeUndefined();
  expect(valueOf({ value: 'none' })).toBeUndefined();
});

test.each<[Json | undefined]>([
  [undefined],
  [{ values: [] }],
  [{ source: 'yor' }],
  [{ source: {} }],
  [{ source: { dictionary: '' } }],
  [{ source: { dictionary: 7 } }],
])('%j names no source', (json) => {
  expect(entitySourceIn(json)).toBeUndefined();
});

const PARTS = Array.from({ length: 17 }, (_, i) => `part ${String(i)}`);
const BY_DEFAULT = { dictionary: 'yor', value: 'headword', synonyms: ['variants', 'forms'] };

test.each<[Readonly<Record<string, Json>>, object]>([
  [{}, {}],
  [{ most: 0 }, {}],
  [{ most: '3' }, {}],
  [{ most: 1 }, { most: 1 }],
  [{ most: 3.9 }, { most: 3 }],
  [{ value: 7 }, {}],
  [{ category: 7, class: '' }, {}],
  [{ synonyms: PARTS }, { synonyms: PARTS.slice(0, 16) }],
])('a source with %j differs from the default one in %j', (given, differences) => {
  const source = entitySourceIn({ source: { dictionary: 'yor', ...given } });

  expect(source).toEqual({ ...BY_DEFAULT, ...differences });
});
