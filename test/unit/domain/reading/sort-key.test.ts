import fc from 'fast-check';
import { SORT_KEY_VERSION, sortKey } from '../../../../src/domain/reading/sort-key';

/** The order of stored keys: their UTF-8 bytes, which is the order of code points. */
function sorted(headwords: readonly string[]): readonly string[] {
  const keyed = headwords.map((headword) => ({ headword, key: Buffer.from(sortKey(headword)) }));
  return keyed.sort((a, b) => Buffer.compare(a.key, b.key)).map(({ headword }) => headword);
}

function halvesOf(headword: string): readonly string[] {
  return sortKey(headword).split('\u0001');
}

describe('the sort key of a headword', () => {
  it.each([
    ['Bämarä', 'bamara'],
    ['bɔ́ŋgɔ̈', 'bongo'],
    ['ɓaɗa', 'bada'],
    ['ƙwaƴa', 'kwaya'],
    ['ǝrɣa ɲʃ', 'erga ns'],
    ['ʋɩʊ', 'viu'],
    ['gaññ', 'gann'],
    ['ẹṣọ', 'eso'],
    ["ng'ombe", 'ngombe'],
    ['ng’ombeʼ', 'ngombe'],
    ['ʔaʔa', 'aa'],
    ['a´b', 'ab'],
    ['ŉa', 'na'],
    ['Ŋgâ', 'nga'],
    ['-kpapù', 'kpapu'],
    ['bâa-mo‐tene', 'baamotene'],
    ['‹‘(mo  zo)', 'mo zo)'],
    ['𝐀b', 'ab'],
    ['İz', 'iz'],
    ['집', '집'.normalize('NFKD')],
  ])('folds %s to %s', (headword, folded) => {
    expect(halvesOf(headword)).toStrictEqual([folded, headword.normalize('NFC')]);
  });

  it('puts words in the order of their letters, the same letters in the order of the exact words', () => {
    const order = ['a', 'bada', 'ɓada', 'de', 'dê', 'dɛ', 'de ba', 'deba', 'ngà', 'ŋa b', 'Zu'];

    expect(sorted([...order].reverse())).toStrictEqual([
      'a',
      'bada',
      'ɓada',
      'de',
      'dê',
      'dɛ',
      'de ba',
      'deba',
      'ŋa b',
      'ngà',
      'Zu',
    ]);
  });

  it('puts articles without a headword last, after letters beyond the basic plane', () => {
    const order = ['a', '\uFFFD', '\u{10FFFF}', '𞤀𞤁', '', ' '];

    expect(sorted(['', '𞤀𞤁', '\uFFFD', '\u{10FFFF}', 'a', ' '])).toStrictEqual(order);
  });

  it('gives a headword of marks and punctuation its own sort key', () => {
    expect(halvesOf('-')).toStrictEqual(['-', '-']);
    expect(sorted(['b', "'", 'a'])).toStrictEqual(["'", 'a', 'b']);
  });

  it('cuts each half at 200 code points', () => {
    const [folded, exact] = halvesOf('𞤀'.repeat(300));

    expect(Array.from(folded!)).toHaveLength(200);
    expect(exact).toBe('𞤀'.repeat(200));
  });

  it('is the same for the same word in NFC and NFD', () => {
    expect(sortKey('kɪ̀tɔ́ŋé'.normalize('NFD'))).toBe(sortKey('kɪ̀tɔ́ŋé'.normalize('NFC')));
  });

  it('has one separator, which sorts before every other character', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\0', '\u0001', 'a\u0001b', '\ud800', '\u{10FFFF}'),
    );
    fc.assert(
      fc.property(text, text, (a, b) => {
        const key = sortKey(a + b);

        expect(key.split('\u0001')).toHaveLength(2);
        expect(Array.from(key).every((letter) => letter >= '\u0001')).toBe(true);
        expect(Buffer.from(key).toString()).toBe(key);
      }),
      { numRuns: 1000 },
    );
  });

  it('states the version of its rules', () => {
    expect(SORT_KEY_VERSION).toBe(1);
  });
});
