import { cut, nfc } from '../../shared/text';
import { type Alphabet, ORDERED_MARKS, OTHER_LATIN, SAME_SIGNS, SIGNS } from './alphabet';

/** Maximum length of a part of a key, in code points. It bounds the size of index entries. */
const MAX_LETTERS_LENGTH = 60;
const MAX_OTHERS_LENGTH = 40;

/** Maximum length of the headword that a key is made of, in UTF-16 units. The rest is ignored. */
const MAX_KEYED_HEADWORD_LENGTH = 500;

const SEPARATOR = '\u0001';

/** The code of headwords that are empty or have neither letters nor digits. It sorts last. */
export const NO_LETTER_CODE = '\u{10FFFF}';

/** First code of signs. Signs sort before digits, and digits before letters. */
const FIRST_SIGN = 0x02;
const OTHER_SIGN = '/';

/** Represents a letter without marks, and a lower-case letter. The codes of marks and capitals are higher. */
const PLAIN = '\u0002';
const FIRST_MARK = 0x10;
const OTHER_MARK = '\u00f0';
const FIRST_DIFFERENCE = 0xe0;
const FIRST_CAPITAL = 0x02;

const LEADING_AFFIX_MARKS = /^[\p{P}\p{S}\s]+/u;
const DASHES = /\p{Dash_Punctuation}/gu;

/**
 * Returns the key that sorts the articles of a dictionary by its alphabet. Keys compare letters first, then marks, then capitals, as the
 * Unicode collation does. Affix marks at the beginning of a headword do not count.
 *
 * @param end distinguishes the keys of equal headwords
 */
export function alphabetKey(headword: string, alphabet: Alphabet, end: string): string {
  const parts = { letters: '', marks: '', capitals: '' };
  let word = withoutAffixMark(decomposed(headword), alphabet);
  while (word !== '') {
    const { length, code, mark, capital } = nextLetter(word, alphabet);
    word = word.slice(length);
    parts.letters += code;
    parts.marks += code === '' ? mark : PLAIN + mark;
    parts.capitals += capital;
  }
  const hasLetter = Array.from(parts.letters).some((code) => code > OTHER_SIGN);
  const first = hasLetter ? parts.letters : NO_LETTER_CODE + parts.letters;
  return [
    cut(first, MAX_LETTERS_LENGTH),
    cut(withoutPlainEnd(parts.marks), MAX_OTHERS_LENGTH),
    cut(withoutPlainEnd(parts.capitals), MAX_OTHERS_LENGTH),
    end,
  ].join(SEPARATOR);
}

function withoutPlainEnd(text: string): string {
  const last = Array.from(text).findLastIndex((code) => code !== PLAIN);
  return text.slice(0, last + 1);
}

function decomposed(headword: string): string {
  const text = nfc(headword.slice(0, MAX_KEYED_HEADWORD_LENGTH)).normalize('NFD').replace(DASHES, '-').trim();
  return text.replaceAll('\0', '').replaceAll(SEPARATOR, '').replaceAll(NO_LETTER_CODE, '');
}

/** In Hausa, an apostrophe before y is part of a letter, not an affix mark. */
function withoutAffixMark(text: string, alphabet: Alphabet): string {
  const mark = LEADING_AFFIX_MARKS.exec(text)?.[0] ?? '';
  const isLetter = longestLetter(text.slice(Math.max(0, mark.length - 1)), alphabet) !== undefined;
  return text.slice(isLetter ? Math.max(0, mark.length - 1) : mark.length);
}

interface NextLetter {
  readonly length: number;
  readonly code: string;
  readonly mark: string;
  readonly capital: string;
}

function nextLetter(text: string, alphabet: Alphabet): NextLetter {
  const spelled = longestLetter(text, alphabet);
  if (spelled !== undefined) {
    const { code = '', difference = 0 } = alphabet.letter(spelled.toLowerCase()) ?? {};
    const mark = difference === 0 ? '' : String.fromCodePoint(FIRST_DIFFERENCE + difference);
    return { length: spelled.length, code, mark, capital: capitalOf(spelled) };
  }
  const character = String.fromCodePoint(text.codePointAt(0) ?? 0);
  const { length } = character;
  if (/\p{M}/u.test(character)) return { length, code: '', mark: codeOfMark(character), capital: '' };
  return { length, code: codeOf(character.toLowerCase()), mark: '', capital: capitalOf(character) };
}

/** Returns the longest letter of the alphabet with which a decomposed text begins. */
function longestLetter(text: string, alphabet: Alphabet): string | undefined {
  for (let length = Math.min(alphabet.longest, text.length); length > 0; length--) {
    const spelled = text.slice(0, length);
    if (alphabet.letter(spelled.toLowerCase()) !== undefined) return spelled;
  }
  return undefined;
}

function codeOf(character: string): string {
  const sign = SIGNS.indexOf(SAME_SIGNS.get(character) ?? character);
  if (sign >= 0) return String.fromCodePoint(FIRST_SIGN + sign);
  if (/[0-9]/.test(character)) return character;
  if (!/[\p{L}\p{N}]/u.test(character)) return OTHER_SIGN;
  // Latin letters that the common order lacks sort after the other Latin letters.
  return character > OTHER_LATIN ? character : OTHER_LATIN + character;
}

function codeOfMark(mark: string): string {
  const index = ORDERED_MARKS.indexOf(mark);
  return index < 0 ? OTHER_MARK : String.fromCodePoint(FIRST_MARK + index);
}

function capitalOf(spelled: string): string {
  const capitals = Array.from(spelled).filter((letter) => letter !== letter.toLowerCase()).length;
  return String.fromCodePoint(FIRST_CAPITAL + Math.min(capitals, 9));
}
