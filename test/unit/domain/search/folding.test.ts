import fc from 'fast-check';
import { COMMON_FOLDING, foldingFor } from '../../../../src/domain/search/folding';
import { LETTERS, LOOK_ALIKES } from '../../../../src/domain/search/letters';
import { profileOf } from '../../../../src/domain/search/profiles';
import { editsBetween, neighboursOf } from '../../../../src/domain/search/edits';
import { segmentsOf } from '../../../../src/domain/search/segments';

const anyText = fc.string({
  unit: fc.oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }), letters()),
  maxLength: 12,
});

/** Letters of the tables, with marks, apostrophes and hyphens among them. */
function letters() {
  return fc.constantFrom(
    ...LETTERS.keys(),
    ...LOOK_ALIKES.keys(),
    '\u0301',
    '\u0329',
    '\u0306',
    'ʼ',
    '´',
    '-',
    '‐',
    ' ',
    '!',
    '/',
    '|',
    'ǃ',
    '~',
    'É',
    'İ',
    'ﬁ',
    'ŉ',
    'ʷ',
    '²',
    '𞤀',
    '𝐀',
  );
}

test.each(['xx_1', 'yor_1', 'ewe_1', 'hau_1'])('folding twice is folding once (%s)', (dictionaryId) => {
  const folding = foldingFor(profileOf({ dictionaryId }));

  fc.assert(
    fc.property(anyText, (text) => {
      const [light, plain] = [folding.light(text), folding.plain(text)];

      expect(folding.light(light)).toBe(light);
      expect(folding.plain(plain)).toBe(plain);
      expect(folding.plain(light)).toBe(plain);
    }),
    { numRuns: 500 },
  );
});

test('folded text holds letters and digits alone, in lower case', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const spelling of COMMON_FOLDING.spellings(text)) expect(spelling).toMatch(/^[\p{L}\p{N}]+$/u);
      expect(COMMON_FOLDING.plain(text)).toBe(COMMON_FOLDING.plain(text).toLowerCase());
    }),
    { numRuns: 500 },
  );
});

test('no letter stands in the tables twice', () => {
  for (const letter of LOOK_ALIKES.keys()) expect(LETTERS.has(letter)).toBe(false);
});

test.each([
  ['Ŋà-ŋá', ['nana', 'nganga']],
  ['kʷa', ['kwa', 'ka']],
  ['Œuf', ['oeuf']],
  ['ŉkosi', ['nkosi']],
  ['ߒߞߏ', ['ߒߞߏ', 'nko']],
  ['𞤆𞤵𞤤', ['𞤨𞤵𞤤', 'pul']],
  ['ŋàɲa', ['nana', 'nanya', 'ngana', 'nganya']],
  ['kitāb ʿilm', ['kitabilm']],
  ['...', []],
])('%s is looked up as %j', (text, spellings) => {
  expect(COMMON_FOLDING.spellings(text)).toEqual(spellings);
});

test.each([
  ['house, home', ['house', ' home']],
  ['eat (of people); bite/chew', ['eat  ', ' bite', 'chew']],
  ['(archaic)', []],
])('the translation %j has the equivalents %j', (translation, segments) => {
  expect(segmentsOf(translation)).toEqual(segments);
});

test.each([
  ['same', 'same', 0],
  ['same', 'sam', 1],
  ['same', 'sane', 1],
  ['same', 'smae', 1],
  ['kitten', 'sitting', 3],
  ['', 'ab', 2],
  ['𞤀𞤁', '𞤁𞤀', 1],
])('between %s and %s are %i edits', (one, other, edits) => {
  expect(editsBetween(one, other)).toBe(edits);
  expect(editsBetween(other, one)).toBe(edits);
});

test('words of four letters and more have neighbours, one for each letter that can be left out', () => {
  expect(neighboursOf('abc')).toEqual([]);
  expect(neighboursOf('abba')).toEqual(['bba', 'aba', 'abb']);
});

test('two words one edit apart share a neighbour, or one is a neighbour of the other', () => {
  const letter = fc.constantFrom('a', 'b', 'ŋ', '𞤀');
  const word = fc.array(letter, { minLength: 5, maxLength: 8 });
  const edit = fc.record({ at: fc.nat(4), removed: fc.nat(1), added: fc.array(letter, { maxLength: 1 }) });

  fc.assert(
    fc.property(word, edit, (one, { at, removed, added }) => {
      const [a, b] = [one, one.toSpliced(at, removed, ...added)].map((letters) => {
        const text = letters.join('');
        return [text, ...neighboursOf(text)];
      });

      expect(editsBetween(a![0]!, b![0]!)).toBeLessThanOrEqual(1);
      expect(a!.some((text) => b!.includes(text))).toBe(true);
    }),
  );
});
