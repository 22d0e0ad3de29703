import fc from 'fast-check';
import {
  editsBetween,
  editsOf,
  hasTwoErrors,
  isEditOf,
  neighboursOf,
} from '../../../../src/domain/search/edits';

/**
 * The distance by its definition (optimal string alignment): the least number of steps, each of which leaves out, adds or
 * replaces a letter or swaps two neighbours, no letter being touched twice. Slow, and without a table.
 */
function reference(one: readonly string[], other: readonly string[]): number {
  const [a, b] = [one.length, other.length];
  if (a === 0 || b === 0) return a + b;
  const [last, wanted] = [one[a - 1], other[b - 1]];
  const ways = [
    reference(one.slice(0, -1), other) + 1,
    reference(one, other.slice(0, -1)) + 1,
    reference(one.slice(0, -1), other.slice(0, -1)) + (last === wanted ? 0 : 1),
  ];
  const isSwap = a > 1 && b > 1 && last === other[b - 2] && one[a - 2] === wanted;
  if (isSwap) ways.push(reference(one.slice(0, -2), other.slice(0, -2)) + 1);
  return Math.min(...ways);
}

const letter = fc.constantFrom('a', 'b', 'ɓ', '𞤀');
const word = fc.array(letter, { maxLength: 6 });

describe('editsBetween', () => {
  test('is the distance by definition', () => {
    fc.assert(
      fc.property(word, word, (one, other) => {
        expect(editsBetween(one.join(''), other.join(''))).toBe(reference(one, other));
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ['teere', 'teere', 0],
    ['teere', 'teer', 1],
    ['teere', 'teeres', 1],
    ['teere', 'tere', 1],
    ['teere', 'teene', 1],
    ['teere', 'etere', 1],
    ['teere', 'eteer', 2],
    ['ca', 'abc', 3],
    ['', 'abc', 3],
    ['𞤀𞤁', '𞤁𞤀', 1],
  ])('of %s and %s is %i', (one, other, distance) => {
    expect(editsBetween(one, other)).toBe(distance);
    expect(editsBetween(other, one)).toBe(distance);
  });
});

describe('neighboursOf', () => {
  const long = fc.array(letter, { minLength: 4, maxLength: 12 });

  test('are the words with one letter removed, each once', () => {
    fc.assert(
      fc.property(long, (letters) => {
        const shorter = new Set(
          letters.map((_, i) => [...letters.slice(0, i), ...letters.slice(i + 1)].join('')),
        );
        const neighbours = neighboursOf(letters.join(''));

        expect([...neighbours].sort()).toEqual([...shorter].sort());
      }),
    );
  });

  test('of two words that one edit lies between share one, or one is a neighbour of the other', () => {
    fc.assert(
      fc.property(long, fc.nat(), letter, (letters, place, other) => {
        const at = place % letters.length;
        const replaced = letters.with(at, other);
        const [one, two] = [letters.join(''), replaced.join('')];

        expect(neighboursOf(one).some((each) => neighboursOf(two).includes(each))).toBe(true);
        expect(neighboursOf(one)).toContain(letters.toSpliced(at, 1).join(''));
      }),
    );
  });

  test.each([
    ['abc', 0],
    ['abcd', 4],
    ['a'.repeat(32), 1],
    ['a'.repeat(33), 0],
    ['ሀለሐ', 3],
    ['ሀለ', 0],
  ])('of %s are %i', (text, count) => {
    expect(neighboursOf(text)).toHaveLength(count);
  });
});

test.each(['elefant', 'كتاب', 'ab'])('the edits of %s are the words that are one edit away', (word) => {
  const made = editsOf(word);

  expect(new Set(made).size).toBe(made.length);
  for (const one of made) expect(editsBetween(one, word)).toBeLessThanOrEqual(1);
  const letters = Array.from(word);
  const some = [letters.toSpliced(1, 1), letters.toSpliced(0, 2, letters[1]!, letters[0]!)];
  for (const one of some) expect(made).toContain(one.join(''));
});

test('letters are added and replaced within the script of a word', () => {
  expect(editsOf('kat')).toEqual(expect.arrayContaining(['kart', 'kats', 'skat', 'kit']));
  expect(editsOf('كتب')).toEqual(expect.arrayContaining(['كتاب', 'كتم']));
});

test.each(['elefant', 'abbba', 'كتاب'])(
  'recognises an edit of %s exactly if it is one of its edits',
  (word) => {
    const made = new Set([word, ...editsOf(word)]);
    const twice = editsOf(word).flatMap((one) => editsOf(one).filter((_, i) => i % 7 === 0));
    for (const text of [...made, ...twice, `${word}1`, `1${word}`, `${word}xy`, ''])
      expect([text, isEditOf(text, word)]).toEqual([text, made.has(text)]);
  },
);

test('edits before a letter are those that change only what precedes it', () => {
  const all = editsOf('elefant');
  const some = new Set(editsOf('elefant', 3));

  expect(some.size).toBeLessThan(all.length / 2);
  for (const one of all) expect([one, some.has(one) || one.startsWith('ele')]).toEqual([one, true]);
});

test.each([
  ['mwangalifu', 'mwagnalfu', true],
  ['mwangalifu', 'mwagnalf', false],
  ['mwangalifu', 'wangalif', true],
  ['mwangali', 'wangali', false],
])('two long words may differ by two letters: %s, %s', (one, other, isNear) => {
  expect(hasTwoErrors(one, other)).toBe(isNear);
});
