import { JsonText } from './json';
import { answerTooLarge, MAX_ANSWER_BYTES } from './work';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_PLAIN = 0x20;

/** Below this length, copying byte by byte costs less than a call. */
const SHORT = 32;

/** As JSON.stringify writes them: the short escapes where there are some. */
const ESCAPES: readonly string[] = Array.from({ length: FIRST_PLAIN }, (_, code) =>
  JSON.stringify(String.fromCharCode(code)).slice(1, -1),
);

/** Takes the bytes of a JSON text. */
export class JsonSink {
  private bytes: Buffer;
  private length = 0;

  /** @param expected number of bytes; more are taken as well */
  constructor(expected: number) {
    this.bytes = Buffer.allocUnsafe(expected);
  }

  /** The written bytes. Nothing may be written afterwards. */
  end(): Buffer {
    return this.bytes.subarray(0, this.length);
  }

  /** Number of bytes that were written. */
  get size(): number {
    return this.length;
  }

  /** The bytes written after an offset. The result keeps all bytes of the text in memory. */
  since(size: number): Buffer {
    return this.bytes.subarray(size, this.length);
  }

  string(text: string): void {
    this.reserve(text.length * 3);
    this.length += this.bytes.write(text, this.length);
  }

  ascii(text: string): void {
    this.reserve(text.length);
    for (let at = 0; at < text.length; at++) this.bytes[this.length++] = text.charCodeAt(at);
  }

  /** Bytes of JSON, as they are. */
  json(source: Buffer, from: number, to: number): void {
    this.reserve(to - from);
    this.copy(source, from, to);
  }

  /** A text in UTF-8, as JSON. */
  text(source: Buffer, from: number, to: number): void {
    this.reserve((to - from) * 6 + 2);
    this.bytes[this.length++] = QUOTE;
    let kept = from;
    for (let at = from; at < to; at++) {
      const byte = source[at] ?? 0;
      if (byte >= FIRST_PLAIN && byte !== QUOTE && byte !== BACKSLASH) continue;
      this.copy(source, kept, at);
      kept = at + 1;
      this.ascii(byte < FIRST_PLAIN ? (ESCAPES[byte] ?? '') : `\\${String.fromCharCode(byte)}`);
    }
    this.copy(source, kept, to);
    this.bytes[this.length++] = QUOTE;
  }

  private copy(source: Buffer, from: number, to: number): void {
    if (to - from > SHORT) this.length += source.copy(this.bytes, this.length, from, to);
    else for (let at = from; at < to; at++) this.bytes[this.length++] = source[at] ?? 0;
  }

  /** @throws Failure TOO_LARGE when there would be more than an answer may have */
  private reserve(more: number): void {
    if (this.length > MAX_ANSWER_BYTES) throw answerTooLarge();
    const needed = this.length + more;
    if (needed <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.bytes.length * 2));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}

/** A value that writes its own JSON, as bytes. */
export abstract class JsonPiece {
  /** Number of bytes that it expects to write. */
  abstract readonly size: number;

  abstract writeJson(sink: JsonSink): void;

  toJSON(): unknown {
    const sink = new JsonSink(this.size);
    this.writeJson(sink);
    return JSON.parse(sink.end().toString());
  }
}

/** Placeholder for a piece in a text. No JSON text contains it, because JSON escapes it. */
const PLACE = '\0';

/**
 * The bytes of `JSON.stringify`, but that carried texts and pieces go in as they are: stored JSON is neither parsed nor written
 * again.
 *
 * @param value JSON, carried texts, pieces and other objects that know their JSON; members that are undefined are left out
 * @throws Failure TOO_LARGE when it would have more than `MAX_ANSWER_BYTES`; it is not built then
 */
export function jsonBytes(value: unknown): Buffer {
  const pieces: JsonPiece[] = [];
  const text = textWithPlaceholders(value, pieces);
  if (pieces.length === 0) return Buffer.from(text);
  const sink = new JsonSink(pieces.reduce((sum, { size }) => sum + size, 3 * text.length));
  for (const [index, part] of text.split(PLACE).entries()) {
    sink.string(part);
    pieces[index]?.writeJson(sink);
  }
  return sink.end();
}

/** The same as text. */
export function jsonOf(value: unknown): string {
  const pieces: JsonPiece[] = [];
  const text = textWithPlaceholders(value, pieces);
  return pieces.length === 0 ? text : jsonBytes(value).toString();
}

function textWithPlaceholders(value: unknown, pieces: JsonPiece[]): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  if (value instanceof JsonText) return value.text;
  if (value instanceof JsonPiece) {
    pieces.push(value);
    return PLACE;
  }
  if (Array.isArray(value)) return textOfList(value, pieces);
  if ('toJSON' in value) return JSON.stringify(value);
  return textOfObject(value as Readonly<Record<string, unknown>>, pieces);
}

function textOfObject(object: Readonly<Record<string, unknown>>, pieces: JsonPiece[]): string {
  let members = '';
  for (const name of Object.keys(object)) {
    const member = object[name];
    if (member === undefined) continue;
    members += `${members && ','}${nameInJson(name)}${textWithPlaceholders(member, pieces)}`;
    if (members.length > MAX_ANSWER_BYTES) throw answerTooLarge();
  }
  return `{${members}}`;
}

function textOfList(list: readonly unknown[], pieces: JsonPiece[]): string {
  let items = '';
  for (const item of list) {
    items += `${items && ','}${textWithPlaceholders(item, pieces)}`;
    if (items.length > MAX_ANSWER_BYTES) throw answerTooLarge();
  }
  return `[${items}]`;
}

/** Answers have few names, again and again; those of free JSON are without number. */
const MOST_NAMES = 1000;

const namesInJson = new Map<string, string>();

function nameInJson(name: string): string {
  const known = namesInJson.get(name);
  if (known !== undefined) return known;
  const text = `${JSON.stringify(name)}:`;
  if (namesInJson.size < MOST_NAMES) namesInJson.set(name, text);
  return text;
}
