import { find } from './find';

/** The tier by which a headword is found. */
const tierOf = (typed: string, headword: string) => find(typed, headword)?.tier;

describe('marks that make other letters, if they were typed', () => {
  test('are in a word that begins like the text', () => {
    expect(tierOf('kät', 'kätari')).toBe('prefix');
    expect(tierOf('kät', 'katari')).toBeUndefined();
  });

  test('are in a word that sounds like the text', () => {
    expect(tierOf('kächi', 'käci')).toBe('sound');
    expect(tierOf('kächi', 'kaci')).toBeUndefined();
  });

  test('are in a word that differs by an error', () => {
    expect(tierOf('bašeri', 'bašeli')).toBe('fuzzy');
    expect(tierOf('bašeri', 'baseli')).toBeUndefined();
  });

  test('are not required in a word that differs only in marks, nor in one of which the text is a form', () => {
    expect(tierOf('kätari', 'katari')).toBe('letters');
    expect(find('ẅatu', 'mtu', 'sw')?.tier).toBe('inflected');
  });
});

test.each([
  ['tones', 'kó̂tàrī', 'kotarim'],
  ['a dot below a vowel', 'kọtari', 'kotarim'],
  ['French letters', 'çëtari', 'cetarim'],
  ['a tilde of nasals', 'ñotari', 'notarim'],
])('%s that were typed may be absent from a word that begins like the text', (_, typed, headword) => {
  expect(tierOf(typed, headword)).toBe('prefix');
});
