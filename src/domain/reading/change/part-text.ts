import { type Json, MAX_JSON_DEPTH } from '../../../shared/json';
import type { ArticlePart } from '../../article/article-content';
import { isEmpty, ENVELOPE_MEMBER } from '../article-envelopes';
import { PART_NAMES } from './change-part';
import { VARIANT } from '../item-shapes';

/** A range of bytes; `to` is exclusive. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const DELETE = 0x7f;

const bytesOf = (names: readonly string[]) => names.map((name) => Buffer.from(name));

const NAMES_OF_PARTS = new Map(
  Object.entries(PART_NAMES).map(([part, names]) => [part, bytesOf(names)] as const),
);
const NAMES_OF_ENTRY = bytesOf(PART_NAMES.entry);
const NAMES_OF_VARIANTS = bytesOf(VARIANT.names);
const ENVELOPE_NAME = bytesOf([ENVELOPE_MEMBER]);

/**
 * Finds a part of an article in its JSON text, without parsing: returns the bytes of the value that `writtenPart` returns.
 *
 * @param text in UTF-8, as JSON.stringify writes it: without spaces between tokens, and each name once
 * @returns undefined when the part is missing or empty
 */
export function partIn(source: Buffer, text: ByteRange, part: ArticlePart): ByteRange | undefined {
  const [written] = writtenIn(source, text, NAMES_OF_PARTS.get(part) ?? []);
  if (written || part !== 'form') return written;
  for (const entry of writtenIn(source, text, NAMES_OF_ENTRY)) {
    const variants =
      source[entry.from] === OPEN_OBJECT ? firstMemberOf(source, entry, NAMES_OF_VARIANTS) : undefined;
    if (variants) return variants;
  }
  return undefined;
}

/** The non-empty members with one of the names, by envelope: of each, the first in the order of the names. */
function* writtenIn(source: Buffer, text: ByteRange, names: readonly Buffer[]): Generator<ByteRange> {
  let envelope: ByteRange | undefined = text;
  for (let depth = 0; envelope && source[envelope.from] === OPEN_OBJECT && depth < MAX_JSON_DEPTH; depth++) {
    const written = firstMemberOf(source, envelope, names);
    if (written) yield written;
    envelope = firstMemberOf(source, envelope, ENVELOPE_NAME);
  }
}

/** The non-empty member of an object that has the first of the names. */
function firstMemberOf(source: Buffer, object: ByteRange, names: readonly Buffer[]): ByteRange | undefined {
  let range: ByteRange | undefined;
  let rank = names.length;
  // JSON.stringify writes no spaces, so names and values end directly before the next token.
  for (let at = object.from + 1; rank > 0 && source[at] === QUOTE;) {
    const colon = endOfText(source, at);
    const to = endOfValue(source, colon + 1);
    const index = names.findIndex((name) => isNamed(source, { from: at + 1, to: colon - 1 }, name));
    if (index >= 0 && index < rank && !isEmptyValue(source, { from: colon + 1, to })) {
      range = { from: colon + 1, to };
      rank = index;
    }
    at = to + 1;
  }
  return range;
}

function isNamed(source: Buffer, { from, to }: ByteRange, name: Buffer): boolean {
  if (name.length !== to - from) return false;
  for (let at = 0; at < name.length; at++) if (name[at] !== source[from + at]) return false;
  return true;
}

/** The index after a string that begins at `from` with its quotation mark. */
function endOfText(source: Buffer, from: number): number {
  let at = from + 1;
  for (; source[at] !== QUOTE; at++) if (source[at] === BACKSLASH) at++;
  return at + 1;
}

/** The index after a value. */
function endOfValue(source: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < source.length; at++) {
    const byte = source[at];
    if (byte === QUOTE) at = endOfText(source, at) - 1;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth--;
    else if (byte !== COMMA || depth > 0) continue;
    if (depth < 0 || (depth === 0 && byte === COMMA)) return at;
  }
  return source.length;
}

/** Longest text of a value that may be empty without being blank: null, [] and {}. */
const SHORT = 4;

function isEmptyValue(source: Buffer, { from, to }: ByteRange): boolean {
  const first = source[from] ?? 0;
  if (first !== QUOTE && to - from > SHORT) return false;
  const second = source[from + 1] ?? 0;
  // A text that begins with a visible ASCII character is not blank, and need not be decoded.
  if (first === QUOTE && second > QUOTE && second < DELETE && second !== BACKSLASH) return false;
  return isEmpty(JSON.parse(source.toString('utf8', from, to)) as Json);
}
