import { foldingFor } from '../../../../src/domain/search/folding';
import { matchOf, stepFor, type SearchMatch } from '../../../../src/domain/search/match';
import { tierNameOf, type SearchStep } from '../../../../src/domain/search/tiers';
import {
  reverseStepsOf,
  suggestionStepsOf,
  searchStepsOf,
  wordStepsOf,
} from '../../../../src/domain/search/match-tiers';
import { editsBetween, mayHaveErrors, neighboursOf } from '../../../../src/domain/search/edits';
import { oneErrorComparison, soundKeys, soundOrder } from '../../../../src/domain/search/nearness';
import { KEY } from '../../../../src/domain/search/search-keys';
import { closestWords, keysNear } from '../../../../src/domain/search/tables/suggestion-table';
import { profileOf } from '../../../../src/domain/search/profiles';
import { searchKeysOf } from '../../../../src/domain/article/derive-article';
import { type SearchText, searchTextOf } from '../../../../src/domain/search/search-text';
import { readArticle } from '../../../../src/domain/reading/read-article';
import type { Json } from '../../../../src/shared/json';

const dictionary = { dictionaryId: 'xx_test' };
const folding = foldingFor(profileOf(dictionary));

const searched = { codes: KEY, soundKeys, neighboursOf };

const textOf = (typed: string): SearchText =>
  searchTextOf(typed, { folding, languages: ['en', 'fr', 'de'] })!;
/** Each tier once, in the order in which the search looks at them. */
const levels = (steps: readonly SearchStep[]) => [...new Set(steps.map(({ tier }) => tierNameOf(tier)))];
const stepAt = (tier: string, typed: string) =>
  searchStepsOf(textOf(typed), folding).find((one) => one.tier === tier)!;

const anyOfIn = (lookup: unknown) => (lookup as { readonly anyOf: readonly string[] }).anyOf;

/** The tier and the text by which one article is found among given levels. */
function found(steps: readonly SearchStep[], given: Json, language?: string): SearchMatch | undefined {
  const content = readArticle(given);
  const keys = searchKeysOf({ dictionary, content, sortKey: '' });
  const step = stepFor({ keys, headword: content.entry.headword ?? null }, steps, language);
  return step && matchOf(content, { step, folding, language });
}

describe('the match tiers of a search', () => {
  test('are ordered by rank, for several words too', () => {
    expect(levels(searchStepsOf(textOf('mogo suba'), folding))).toEqual([
      'exact',
      'light',
      'variant',
      'letters',
      'folded',
      'foldedVariant',
      'radical',
      'translation',
      'sound',
      'word',
      'prefix',
      'variantWord',
      'variantPrefix',
      'translationWord',
      'fuzzy',
      'part',
      'content',
      'translationFuzzy',
    ]);
  });

  test('have three or more words in a running text before the parts of them', () => {
    const order = levels(searchStepsOf(textOf('mogo suba kono'), folding));

    expect(order.slice(-4)).toEqual(['fuzzy', 'content', 'part', 'translationFuzzy']);
  });

  test('compare marks and whole translations, for a text in quotes', () => {
    const quoted = levels(searchStepsOf(textOf('"mogo"'), folding));
    expect(quoted).toEqual(['exact', 'light', 'variant', 'translation', 'folded']);
    expect(levels(searchStepsOf(textOf('"mogó"'), folding))).toEqual(quoted.slice(0, 4));
  });

  test('are those of translations, for a search for a translation', () => {
    expect(levels(reverseStepsOf(textOf('healer')))).toEqual([
      'translation',
      'translationWord',
      'translationFuzzy',
    ]);
    expect(reverseStepsOf(textOf('!'))).toEqual([]);
  });

  test('are those of whole words, and of prefixes', () => {
    expect(levels(wordStepsOf(textOf('mogo'), folding))).toEqual([
      'exact',
      'light',
      'variant',
      'letters',
      'folded',
      'foldedVariant',
      'radical',
    ]);
    expect(levels(suggestionStepsOf(textOf('mogo'), folding))).toEqual([
      'exact',
      'light',
      'letters',
      'folded',
      'prefix',
    ]);
  });

  test.each([
    ['mo', false],
    ['mog', false],
    ['mogo', true],
    ['ሰላ', false],
    ['ሰላም', true],
  ])('have near words for %s: %s', (typed, hasNear) => {
    expect(levels(searchStepsOf(textOf(typed), folding)).includes('fuzzy')).toBe(hasNear);
  });

  test.each(['kabar', 'kabaru', 'kabarus'])(
    'find what begins with %s, and not the beginning of that',
    (typed) => {
      const steps = [stepAt('prefix', typed)];

      expect(found(steps, { entry: { headword: `${typed}xyz` } })?.text).toBe(`${typed}xyz`);
      expect(found(steps, { entry: { headword: typed.slice(0, -1) } })).toBeUndefined();
    },
  );

  test('look up the longest of several words first', () => {
    const [first] = stepAt('word', 'ab abcdef abc').lookups;

    expect((first as { anyOf: readonly string[] }).anyOf.every((key) => key.slice(1) === 'abcdef')).toBe(
      true,
    );
  });

  test('need every word, in any text of the article', () => {
    const given = { entry: { headword: 'koro suba' }, forms: [{ form: 'mogo', type: 'plural' }] };

    expect(found([stepAt('word', 'koro suba')], given)?.tier).toBe('word');
    expect(found([stepAt('word', 'koro mogo')], given)).toBeUndefined();
  });
});

describe('a match', () => {
  const given = {
    entry: { headword: 'Kora' },
    translations: [
      { lang: 'fr', number: 1, content: 'tambour' },
      { lang: 'en', number: 2, content: 'drum, lute' },
      { lang: 'de', number: 3, content: 'Tambour' },
    ],
  };

  test('is exact only for the headword itself', () => {
    expect(found(searchStepsOf(textOf('Kora'), folding), given)?.tier).toBe('exact');
    expect(found(searchStepsOf(textOf('kora'), folding), given)?.tier).toBe('light');
  });

  test.each([
    [undefined, 'fr', 1],
    ['fr', 'fr', 1],
    ['de', 'de', 3],
  ])('of a translation in %s is in %s', (language, lang, number) => {
    expect(found(reverseStepsOf(textOf('tambour')), given, language)).toMatchObject({ lang, number });
  });

  test('of a translation requires the word in the given language', () => {
    expect(found(reverseStepsOf(textOf('tambour')), given, 'en')).toBeUndefined();
    expect(found(reverseStepsOf(textOf('lute')), given, 'en')).toMatchObject({
      tier: 'translation',
      text: 'drum, lute',
    });
  });

  test('of the headword does not depend on the language of translations', () => {
    expect(found(searchStepsOf(textOf('kora'), folding), given, 'en')?.field).toBe('headword');
  });

  test('is in no tier of near words, whose lookups find too many articles', () => {
    const near = [stepAt('fuzzy', 'molongo')];

    expect(found(near, { entry: { headword: 'molongo' } })).toBeUndefined();
  });

  test('shows a text with all of several words before a text with only some', () => {
    const content = readArticle({
      entry: { headword: 'suba mogo' },
      forms: [{ form: 'koro suba mogo', type: 'plural' }],
    });
    const step = stepAt('variantWord', 'mogo koro');
    const lookups = stepAt('word', 'mogo koro').lookups.map((lookup, i) => ({
      ...lookup,
      anyOf: [...anyOfIn(lookup), ...anyOfIn(step.lookups[i])],
    }));

    expect(matchOf(content, { step: { ...step, lookups }, folding })?.text).toBe('koro suba mogo');
  });

  test('shows the first text with one of several words, if no text has all of them', () => {
    const content = readArticle({
      entry: { headword: 'saba' },
      translations: [
        { lang: 'en', number: 1, content: 'nothing' },
        { lang: 'en', number: 2, content: 'old king' },
        { lang: 'en', number: 3, content: 'young woman' },
      ],
    });
    const step = reverseStepsOf(textOf('woman king')).find(
      ({ tier }) => tierNameOf(tier) === 'translationWord',
    );

    expect(matchOf(content, { step: step!, folding })).toMatchObject({ text: 'old king', number: 2 });
  });

  test('of near words is the nearest text, and never a translation', () => {
    const content = readArticle({
      entry: { headword: 'molongi', variants: ['mɔlɔngu'] },
      forms: [{ form: 'molongu', type: 'plural' }],
      translations: [{ lang: 'fr', number: 1, content: 'molonga' }],
    });

    expect(matchOf(content, { step: stepAt('fuzzy', 'molongu'), folding })?.text).toBe('molongu');
    expect(matchOf(content, { step: stepAt('fuzzy', 'tabaski'), folding })).toBeUndefined();
    const onlyTranslated = readArticle({ translations: [{ lang: 'fr', number: 1, content: 'molonga' }] });
    expect(matchOf(onlyTranslated, { step: stepAt('fuzzy', 'molonga'), folding })).toBeUndefined();
  });
});

describe('nearness', () => {
  const near = (text: string, typed: string) =>
    oneErrorComparison(textOf(typed), [textOf(typed).plain])({ field: 'headword', text }, folding)?.key;

  test.each([
    ['molongo', 'molongo', '000'],
    ['mɔlɔngɔ', 'molongo', '003'],
    ['molonga', 'molongo', '001'],
    ['mɔlɔnga', 'molongo', '003'],
    ['molanga', 'molongo', undefined],
    ['sok', 'sak', undefined],
    ['niki', 'nit ki', undefined],
    ['kituopolisi', 'kituo polis', '002'],
  ])('of %s to %s', (text, typed, expected) => {
    expect(near(text, typed)).toBe(expected);
  });

  test('of words with the same sound is by their other differences', () => {
    const orderOf = (headword: string) => {
      const content = readArticle({ entry: { headword } });
      return soundOrder(['naar'], ['naar'])(searchKeysOf({ dictionary, content, sortKey: '' }));
    };

    expect(['naar', 'ñaar', 'nar', 'naaara'].map(orderOf)).toEqual(['000000', '000001', '001001', '002002']);
  });

  test('of words with the same sound is by the marks of another orthography', () => {
    const { readings, markedReadings } = textOf('keur');

    expect([readings, markedReadings]).toEqual([
      ['ker', 'kheur'],
      ['kër', 'kheur'],
    ]);
  });

  test.each([
    [2, false],
    [3, true],
    [16, true],
    [17, false],
  ])('of words of %d letters is looked up: %s', (length, isLookedUp) => {
    const plain = 'abcdefghijklmnopq'.slice(0, length);

    expect(keysNear({ plain, sounds: [], readSounds: [] }, searched).length > 0).toBe(isLookedUp);
  });

  test.each([
    ['molongo', true],
    ['molong', true],
    ['molon', true],
    ['molo', false],
    ['molongoa', true],
  ])('of molongo leads to %s: %s', (headword, isFound) => {
    const near = keysNear(textOf('molongo'), searched);
    const { precise } = searchKeysOf({
      dictionary,
      content: readArticle({ entry: { headword } }),
      sortKey: '',
    });

    expect(near.some((key) => precise.includes(key))).toBe(isFound);
  });

  test('of the words of an article: up to two edits, the nearest first', () => {
    const words = ['malanga', 'molonga', 'malangi', 'molongo'];
    const compared = { folding, editsBetween, mayHaveErrors };

    expect(closestWords(words, textOf('molongo'), compared)).toEqual([
      { text: 'molongo', edits: 0 },
      { text: 'molonga', edits: 1 },
    ]);
    expect(closestWords(words, textOf('malongo'), compared).map(({ edits }) => edits)).toEqual([1, 2, 2, 2]);
  });
});
