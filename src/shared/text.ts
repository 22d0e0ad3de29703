/**
 * More marks than this on one letter are no writing. Source: Unicode's limit for text that is normalised piece by piece
 * (UAX 15, Stream-Safe Text Format).
 */
const MOST_MARKS = 30;

/** Marks behind each other, all at once: looking for too many from each of them takes thirty times as long. */
const SEVERAL_MARKS = /[^\P{M}\u034F]{2,}/gu;

/** As many of them as there may be, with a further one behind. */
const MOST_MARKS_WITH_MORE = /.{30}(?=.)/gsu;

/** The combining grapheme joiner: marks are not ordered across it. */
const JOINER = '\u034F';

/**
 * All text outside the free article JSON is kept and compared in NFC. Halves of characters, which JSON can spell, become what
 * every encoding makes of them, so that an answer says what is stored.
 */
export function nfc(text: string): string {
  return withoutHeaps(text).normalize('NFC').toWellFormed();
}

/**
 * Breaks up longer sequences of marks as Unicode does. Putting marks into their order takes the square of their number: 100 kB
 * of them held every normalisation up for more than half a second.
 */
function withoutHeaps(text: string): string {
  return text.length <= MOST_MARKS ? text : text.replace(SEVERAL_MARKS, brokenUp);
}

function brokenUp(marks: string): string {
  return marks.length <= MOST_MARKS ? marks : marks.replace(MOST_MARKS_WITH_MORE, `$&${JOINER}`);
}

/** Length in code points, which is what people and the limits of the interface count. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** The first code points of a text. */
export function cut(text: string, most: number): string {
  // A code point has two units at most.
  return text.length <= most
    ? text
    : Array.from(text.slice(0, 2 * most))
        .slice(0, most)
        .join('');
}

/** The order of the database: by code point, which the order of UTF-16 units is not beyond the basic plane. */
export function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = rankOf(a.charCodeAt(i)) - rankOf(b.charCodeAt(i));
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above all that one unit can hold, so they rank behind U+E000 to U+FFFF. */
function rankOf(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/** A value as text that means nothing to those who get it: JSON in base64url. */
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

/** Length of a text in bytes of UTF-8, where there is no Buffer: browsers run the search too. */
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
