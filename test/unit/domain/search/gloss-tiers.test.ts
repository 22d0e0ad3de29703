import { searchKeysOf } from '../../../../src/domain/article/derive-article';
import { readArticle } from '../../../../src/domain/reading/read-article';
import { glossQueryOf } from '../../../../src/domain/search/glosses/glosses';
import { glossSteps } from '../../../../src/domain/search/glosses/tiers';
import { stepFor } from '../../../../src/domain/search/match';

/** The rank at which an article with one translation is found by what somebody types. */
function rankOf(typed: string, ...translations: readonly string[]): string | undefined {
  const content = readArticle({ translations: translations.map((content) => ({ lang: 'en', content })) });
  const keys = searchKeysOf({ dictionary: { dictionaryId: 'xx_test' }, content, sortKey: '' });
  return stepFor({ keys, headword: null }, glossSteps(glossQueryOf(typed, ['en'])), undefined)?.tier;
}

test.each([
  ['house', 'house', 'soleTranslation'],
  ['house', 'house, home', 'firstTranslation'],
  ['home', 'house, home', 'laterTranslation'],
  ['house', 'house (of straw)', 'qualifiedTranslation'],
  ['houses', 'house', 'soleTranslationStem'],
  ['houses', 'house, home', 'firstTranslationStem'],
  ['homes', 'house, home', 'laterTranslationStem'],
  ['houses', 'house (of straw)', 'qualifiedTranslationStem'],
  ['house', 'straw house', 'translationHalf'],
  ['house', 'small straw house', 'translationPart'],
  ['houses', 'straw house', 'translationHalfStem'],
  ['houses', 'small straw house', 'translationPartStem'],
  ['straw', 'house (of straw)', 'translationNote'],
  ['straws', 'house (of straw)', 'translationNote'],
  ['river', 'house', undefined],
])('%s is found in "%s" as %s', (typed, translation, tier) => {
  expect(rankOf(typed, translation)).toBe(tier);
});

test.each([
  // What follows the word counts, whether the mark of the infinitive is typed or not.
  ['lie down', 'to sleep, to lie down', 'laterTranslation'],
  ['to lie down', 'to sleep, to lie down', 'laterTranslation'],
  ['to lie down', 'lie, falsehood', 'firstTranslationStem'],
  ['go out', 'to go', 'soleTranslationStem'],
  ['the house of god', 'house of God', 'soleTranslation'],
  // What stands before it in a sentence does not.
  ['they were ill', 'ill', 'soleTranslation'],
])('%s is found in "%s" as %s by the words that change the meaning', (typed, translation, tier) => {
  expect(rankOf(typed, translation)).toBe(tier);
});

const inFrench = (typed: string, translation: string) => {
  const content = readArticle({ translations: [{ lang: 'fr', content: translation }] });
  const keys = searchKeysOf({ dictionary: { dictionaryId: 'xx_test' }, content, sortKey: '' });
  return stepFor({ keys, headword: null }, glossSteps(glossQueryOf(typed, ['fr'])), undefined)?.tier;
};

test.each([
  'écrivait écrire',
  'savait savoir',
  'fuyait fuir',
  'buvons boire',
  'faisaient faire',
  'viendra venir',
  'voudrait vouloir',
  'mettront mettre',
  'cultivons cultiver',
  'craignait craindre',
  'suivi suivre',
  'étudie étudier',
  'oublient oublier',
])('ranks a verb form without a shared stem after forms with one: %s', (pair) => {
  const [typed = '', verb = ''] = pair.split(' ');
  expect(inFrench(typed, verb)).toBe('soleTranslationForm');
});

test.each([
  ["l'or", 'or (métal)', 'qualifiedTranslation'],
  ["l'os", 'os', 'soleTranslation'],
  ["d'un an", 'an', 'soleTranslation'],
  ['or', "l'or", 'soleTranslation'],
  ["n'ko", "n'ko", 'soleTranslation'],
])('%s is found in "%s" as %s, without an elided letter', (typed, translation, tier) => {
  expect(inFrench(typed, translation)).toBe(tier);
});

test.each(['rois roi', 'amis ami', 'fées fée', 'rues rue', 'vertus vertu', 'pneus pneu'])(
  'a plural that the stemmer leaves as it is leads to its singular: %s',
  (pair) => {
    const [typed = '', singular = ''] = pair.split(' ');
    expect(inFrench(typed, singular)).toBe('soleTranslationForm');
  },
);

test.each([
  ...[
    'cried cry',
    'flies fly',
    'dies die',
    'died die',
    'dying die',
    'eyes eye',
    'used use',
    'aging age',
    'goes go',
  ],
  ...['buses bus', 'colors colour', 'colour color', 'centers centre', 'litre liter'],
])('a form that is too short for the stemmer, or of another spelling, leads to its word: %s', (pair) => {
  const [typed = '', word = ''] = pair.split(' ');
  expect(rankOf(typed, word)).toBe('soleTranslationForm');
});

test.each(['king ke', 'being bee', 'feed fee', 'red re'])('is not a form of another word: %s', (pair) => {
  const [typed = '', other = ''] = pair.split(' ');
  expect(rankOf(typed, other)).toBeUndefined();
});

test.each(['cartons carte', 'maisons maire', 'lions lire', 'savons savoir', 'cuissons cuisse'])(
  'a plural of a noun comes before a form of a verb, or is none: %s',
  (pair) => {
    const [typed = '', other = ''] = pair.split(' ');
    expect(inFrench(typed, typed.slice(0, -1))).toBe('soleTranslationStem');
    expect(inFrench(typed, other)).not.toBe('soleTranslationStem');
  },
);

test.each(['maïs', 'maïs grillé', 'maïs en grains'])(
  'a word that is only the stem of what a rule makes of a form is not found: %s',
  (translation) => {
    expect(inFrench('maisons', translation)).toBeUndefined();
    expect(inFrench('grandes maisons', `${translation}, grand`)).toBeUndefined();
  },
);

test.each([
  // Each in an equivalent of its own, in part of one, or by what they share with another form.
  ['house river', ['house', 'river'], 'translationHalf'],
  ['houses rivers', ['house', 'river'], 'translationHalf'],
  ['house river', ['straw house', 'a long and wide river'], 'translationHalf'],
  ['houses rivers', ['straw house', 'a long and wide river'], 'translationHalf'],
  // Only in an equivalent that a note narrows, or only in the note.
  ['house river', ['house', 'river (in spring)'], 'translationNote'],
  ['house spring', ['house', 'river (in spring)'], 'translationNote'],
  ['houses springs', ['house', 'river (in spring)'], 'translationNote'],
  // Some of the words are near to the text, which is another search.
  ['house mountain', ['house', 'river'], undefined],
])('the words "%s" are found in %j as %s', (typed, translations, tier) => {
  expect(rankOf(typed, ...translations)).toBe(tier);
});

test('the longest of several words is looked up first', () => {
  const [first] = glossSteps(glossQueryOf('sea mountain river', ['en'])).find(
    ({ tier }) => tier === 'translationHalf',
  )!.lookups;

  expect((first as { anyOf: readonly string[] }).anyOf.every((key) => key.slice(2) === 'mountain')).toBe(
    true,
  );
});
