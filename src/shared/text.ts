/**
 * Maximum number of combining marks on one letter. Source: Unicode's limit for text that is normalised in pieces (UAX
 * 15, Stream-Safe Text Format).
 */
const MAX_MARKS = 30;

/**
 * Sequences of combining marks. Matching only sequences that are too long would take thirty times as long, because it
 * starts at each mark.
 */
const SEVERAL_MARKS = /[^\P{M}\u034F]{2,}/gu;

/** The maximum number of marks, followed by a further one. */
const MAX_MARKS_WITH_MORE = /.{30}(?=.)/gsu;

/** The combining grapheme joiner: marks are not ordered across it. */
const JOINER = '\u034F';

/**
 * Normalises text to NFC. All text outside the free JSON of articles is stored and compared in NFC. Lone surrogates,
 * which JSON can spell, become U+FFFD as in every encoding, so that a response shows what is stored.
 */
export function nfc(text: string): string {
  return withoutHeaps(text).normalize('NFC').toWellFormed();
}

/**
 * Breaks up longer sequences of marks as Unicode specifies. Sorting marks takes quadratic time: 100 kB of them delayed
 * every normalisation by more than half a second.
 */
function withoutHeaps(text: string): string {
  return text.length <= MAX_MARKS ? text : text.replace(SEVERAL_MARKS, brokenUp);
}

function brokenUp(marks: string): string {
  return marks.length <= MAX_MARKS ? marks : marks.replace(MAX_MARKS_WITH_MORE, `$&${JOINER}`);
}

/** The length of a text in code points, as the limits of the interface count it. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** Maximum length of a search text, in code points. */
export const MAX_SEARCH_TEXT_LENGTH = 100;

/** Whether a text in NFC, without spaces at the ends, is longer than a search accepts. */
export function isTooLongSearch(text: string): boolean {
  return lengthOf(text) > MAX_SEARCH_TEXT_LENGTH;
}

/** The first code points of a text. */
export function cut(text: string, maxLength: number): string {
  // A code point has at most two UTF-16 units.
  return text.length <= maxLength
    ? text
    : Array.from(text.slice(0, 2 * maxLength))
        .slice(0, maxLength)
        .join('');
}

/**
 * Compares texts by code point, as the database does. Comparing UTF-16 units gives another order for code points above
 * U+FFFF.
 */
export function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = rankOf(a.charCodeAt(i)) - rankOf(b.charCodeAt(i));
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** The rank of a UTF-16 unit. Surrogates represent code points above U+FFFF, so they rank after U+E000 to U+FFFF. */
function rankOf(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/** Encodes a value as a text that is opaque to clients: JSON in base64url. */
export function opaqueText(value: unknown): string {
  return Buffer.from(JSON.stringify(value), 'utf8').toString('base64url');
}

/** The value of an opaque text; `undefined` if it is not one. Decoding ignores invalid characters. */
export function opaqueValue(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

/** The length of a text in bytes of UTF-8, without Buffer, because browsers run the search too. */
export function utf8Length(text: string): number {
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) length += 1;
    else if (unit < 0x800) length += 2;
    else if (unit >= 0xd800 && unit < 0xdc00 && isLowHalf(text.charCodeAt(i + 1))) {
      length += 4;
      i += 1;
    } else length += 3;
  }
  return length;
}

function isLowHalf(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

export function lowerFirst(name: string): string {
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}
