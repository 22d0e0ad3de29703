import fc from 'fast-check';
import { COMMON_FOLDING, type Folding, foldingFor } from '../../../../src/domain/search/folding';
import { LETTERS, LOOK_ALIKES } from '../../../../src/domain/search/letters';
import { profileOf } from '../../../../src/domain/search/profiles';
import { editsBetween, neighboursOf } from '../../../../src/domain/search/edits';
import { segmentsOf } from '../../../../src/domain/search/glosses/glosses';

/** Seeds of the properties, from 1 on, so that a run can be repeated; longer runs (`FOLDING_SEEDS=10000`) are for people. */
const SEEDS = Number(process.env['FOLDING_SEEDS'] ?? 1);
const RUNS = 500;

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
    '=',
    '≠',
    '｜',
    '…',
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

function holdsForAnyText(check: (text: string) => void): void {
  for (let seed = 1; seed <= SEEDS; seed++) fc.assert(fc.property(anyText, check), { numRuns: RUNS, seed });
}

/** The first way in which folding a text twice is not folding it once; `undefined` where it is. */
function unsteadyIn(folding: Folding, text: string): string | undefined {
  const [light, plain, letters] = [
    folding.caseFold(text),
    folding.plainSpelling(text),
    folding.letters(text),
  ];
  if (folding.caseFold(light) !== light) return `light of light ${light}`;
  if (folding.plainSpelling(plain) !== plain) return `plain of plain ${plain}`;
  if (folding.plainSpelling(light) !== plain) return `plain of light ${light}`;
  if (folding.letters(letters) !== letters) return `letters of letters ${letters}`;
  return undefined;
}

/** A dictionary whose affix marks lie beyond the basic plane, and one whose marks are those of clicks. */
const OWN = ['𝄞😀', "'/!=|"].map((affixMarks) =>
  foldingFor(
    profileOf({ dictionaryId: 'xx_1', searchProfile: { affixMarks, distinct: null, letters: null } }),
  ),
);
const FOLDINGS: readonly (readonly [string, Folding])[] = [
  ...['xx', 'yo', 'ee', 'ha'].map(
    (language) => [language, foldingFor(profileOf({ dictionaryId: 'xx_1', language }))] as const,
  ),
  ...OWN.map((folding, i) => [`own marks ${String(i)}`, folding] as const),
];

/** In which foldings, and how. */
function unsteady(text: string): readonly string[] {
  return FOLDINGS.flatMap(([name, folding]) => {
    const how = unsteadyIn(folding, text);
    return how === undefined ? [] : [`${JSON.stringify(text)} in ${name}: ${how}`];
  });
}

test('folding twice is folding once', () => {
  // Without `expect`, which takes longer than folding does.
  holdsForAnyText((text) => {
    const [first] = unsteady(text);
    if (first !== undefined) throw new Error(first);
  });
});

test.each(['²/ŋ', '²ǀǀa', '⁰#a', 'ǀ ǀa', '｜-｜a', '\u0301/a', 'a≠', '😁a', '-²!a'])(
  'folding twice is folding once for %j',
  (text) => {
    expect(unsteady(text)).toEqual([]);
  },
);

test('folding twice is folding once for every character', () => {
  // All that stands behind these planes has no case, no decomposition, and is for private use.
  const characters = Array.from({ length: 0x40000 }, (_, code) => String.fromCodePoint(code));
  // Of the ideographs and syllables, which are half of them and alike, one in sixteen.
  const some = characters.filter(
    (text, code) => code % 16 === 0 || !/[\p{sc=Han}\p{sc=Hang}\p{Cn}]/u.test(text),
  );

  expect(some.flatMap((text) => unsteadyIn(COMMON_FOLDING, text) ?? [])).toEqual([]);
});

test('folded text contains only letters and digits, in lower case', () => {
  holdsForAnyText((text) => {
    const wrong = COMMON_FOLDING.spellings(text).filter((spelling) => !/^[\p{L}\p{N}]+$/u.test(spelling));
    const plain = COMMON_FOLDING.plainSpelling(text);
    if (wrong.length > 0 || plain !== plain.toLowerCase()) throw new Error(JSON.stringify([text, wrong]));
  });
});

test('no letter occurs twice in the tables', () => {
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
  ['house, home', [['house'], ['home']]],
  ['eat (of people); bite/chew', [['eat', 'of people'], ['bite'], ['chew']]],
  ['water (drawn, boiled)', [['water', 'drawn, boiled']]],
  ['Plural of x: 1. page 2. leaf', [['Plural of x'], ['page'], ['leaf']]],
  ['(archaic)', [['', 'archaic']]],
])('the translation %j has the equivalents %j', (translation, segments) => {
  const found = segmentsOf(translation).filter(({ text, notes }) => (text + notes).trim() !== '');
  expect(found.map(({ text, notes }) => [text.trim(), ...(notes === '' ? [] : [notes.trim()])])).toEqual(
    segments,
  );
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
