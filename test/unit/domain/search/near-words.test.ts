import { searchKeysOf } from '../../../../src/domain/article/derive-article';
import { readArticle } from '../../../../src/domain/reading/read-article';
import { editsBetween, neighboursOf } from '../../../../src/domain/search/edits';
import { COMMON_FOLDING } from '../../../../src/domain/search/folding';
import { soundKeys } from '../../../../src/domain/search/nearness';
import { KEY } from '../../../../src/domain/search/search-keys';
import {
  keysNear,
  otherEndingDistance,
  storedPrefixesOf,
} from '../../../../src/domain/search/tables/suggestion-table';

const searched = { codes: KEY, soundKeys, neighboursOf };
const near = (plain: string) => keysNear({ plain, sounds: [], readSounds: [] }, searched);

/** The texts that one error makes of a word: a letter omitted, added or replaced, or two swapped. */
const withError = (word: string): readonly string[] =>
  Array.from(word).flatMap((letter, i) => {
    const [head, tail] = [word.slice(0, i), word.slice(i + 1)];
    const swapped = `${head}${tail.slice(0, 1)}${letter}${tail.slice(1)}`;
    return [head + tail, `${head}z${letter}${tail}`, `${head}z${tail}`, swapped];
  });

test('every word with two errors is looked up, whatever the errors are', () => {
  const typed = 'molgenisa';
  const words = new Set(withError(typed).flatMap(withError));
  const keys = new Set(near(typed));
  const missed = [...words].filter((headword) => {
    const content = readArticle({ entry: { headword } });
    const { precise } = searchKeysOf({ dictionary: { dictionaryId: 'xx_test' }, content, sortKey: '' });
    return !precise.some((key) => keys.has(key));
  });

  expect(words.size).toBeGreaterThan(300);
  expect(missed.filter((headword) => editsBetween(headword, typed) <= 2)).toEqual([]);
});

test('a word of another script is looked up without Latin letters', () => {
  expect(near('электрик').filter((key) => /[a-z]/.test(key.slice(1)))).toEqual([]);
});

test.each([
  ['kibatanu', true, 'kiba'],
  ['kibatan', true, 'kiba'],
  ['kibata', true, 'kib'],
  ['kibat', false, 'kiba'],
  ['kiba', false, undefined],
  ['kib', true, undefined],
])('words that begin like %s (without rules: %s) are looked up by %s', (plain, hasNoRules, beginning) => {
  expect(storedPrefixesOf(plain, { hasNoRules }, 4)[0]).toBe(beginning);
});

test('in a language without rules, words are also looked up by their part behind a prefix', () => {
  expect(storedPrefixesOf('ndikolesa', { hasNoRules: true }, 4)).toEqual(['ndik', 'kole']);
  expect(storedPrefixesOf('ndikolesa', { hasNoRules: false }, 4)).toEqual(['ndik']);
});

test.each([
  ['eyooda', 'yoodu', true],
  ['ekoltu', 'kolsa', false],
])('behind a prefix, both endings are short: %s is a form of %s: %s', (typed, text, isForm) => {
  const distance = otherEndingDistance(typed, { hasNoRules: true })(
    { field: 'headword', text },
    COMMON_FOLDING,
  );

  expect(distance !== undefined).toBe(isForm);
});

test.each([
  ['bandika', 'i-ndika', true],
  ['bandika', 'ndika', false],
  ['bandika', 'i-ndi', false],
  ['bandika', 'kanda-ndika', false],
])(
  'a form with another prefix, %s, is found by the stem behind a hyphen of %s: %s',
  (typed, text, isForm) => {
    const distance = otherEndingDistance(typed, { hasNoRules: false })(
      { field: 'headword', text },
      COMMON_FOLDING,
    );

    expect(distance !== undefined).toBe(isForm);
  },
);

describe('in a language with rules of inflection', () => {
  const rules = {
    hasNoRules: false,
    inflectionsOf: () => [
      { base: 'olchoreta', rule: 'ol- → il-', affixes: 1 },
      { base: 'tailchoreta', rule: 't- → -', affixes: 0 },
      { base: 'elchoreta', rule: 'e- → i- -a', affixes: 2 },
    ],
  };

  test('words are also looked up by the beginnings that a headword has for the prefix of a form', () => {
    expect(storedPrefixesOf('ilchoreta', rules, 4)).toEqual(['ilch', 'olch']);
  });

  test.each([
    ['olchore', 'ol- → il- olchore-'],
    ['olchi', undefined],
    ['elchore', undefined],
  ])('a headword has another prefix and another ending than a form: %s', (text, rule) => {
    const distance = otherEndingDistance('ilchoreta', rules)({ field: 'headword', text }, COMMON_FOLDING);

    expect(distance?.rule).toBe(rule);
  });

  test('a headword is compared in all its spellings', () => {
    const distance = otherEndingDistance('olngatunyo', { hasNoRules: false })(
      { field: 'headword', text: 'olŋatuny' },
      COMMON_FOLDING,
    );

    expect(distance?.rule).toBe('olngatuny-');
  });
});
