import { JsonText } from './json';
import { responseTooLarge, MAX_RESPONSE_BYTES } from './work';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_PLAIN = 0x20;

/** Up to this length in bytes, copying byte by byte costs less than a call. */
const SHORT_BYTES = 32;

/** The escapes of control characters, as JSON.stringify writes them: short ones where they exist. */
const ESCAPES: readonly string[] = Array.from({ length: FIRST_PLAIN }, (_, code) =>
  JSON.stringify(String.fromCharCode(code)).slice(1, -1),
);

/** Collects the bytes of a JSON text. */
export class JsonSink {
  private bytes: Buffer;
  private length = 0;

  /** @param expected number of bytes; the sink grows if there are more */
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

  /** Appends bytes that are JSON. */
  json(source: Buffer, from: number, to: number): void {
    this.reserve(to - from);
    this.copy(source, from, to);
  }

  /** Appends a text in UTF-8 as a JSON string. */
  text(source: Buffer, from: number, to: number): void {
    this.reserve((to - from) * 6 + 2);
    this.bytes[this.length++] = QUOTE;
    let copiedUpTo = from;
    for (let at = from; at < to; at++) {
      const byte = source[at] ?? 0;
      if (byte >= FIRST_PLAIN && byte !== QUOTE && byte !== BACKSLASH) continue;
      this.copy(source, copiedUpTo, at);
      copiedUpTo = at + 1;
      this.ascii(byte < FIRST_PLAIN ? (ESCAPES[byte] ?? '') : `\\${String.fromCharCode(byte)}`);
    }
    this.copy(source, copiedUpTo, to);
    this.bytes[this.length++] = QUOTE;
  }

  private copy(source: Buffer, from: number, to: number): void {
    if (to - from > SHORT_BYTES) this.length += source.copy(this.bytes, this.length, from, to);
    else for (let at = from; at < to; at++) this.bytes[this.length++] = source[at] ?? 0;
  }

  /** @throws Failure TOO_LARGE if a response may not have as many bytes */
  private reserve(more: number): void {
    if (this.length > MAX_RESPONSE_BYTES) throw responseTooLarge();
    const needed = this.length + more;
    if (needed <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.bytes.length * 2));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}

/** Shape by which a stored value is serialised without decoding it. */
export type ValueShape =
  | { readonly kind: 'text' | 'integer' | 'boolean' | 'time' | 'json' }
  | { readonly kind: 'object'; readonly shape: ObjectShape }
  | { readonly kind: 'list'; readonly item: ValueShape; readonly isItemRequired: boolean };

/** A member of an object, with its name in the response. */
export type MemberShape = { readonly name: string } & (
  | {
      readonly source: 'stored';
      readonly from: string;
      readonly isRequired: boolean;
      readonly value: ValueShape;
    }
  /** A part that is cut out of stored JSON. */
  | { readonly source: 'part'; readonly from: string; readonly part: string }
  /** A text that `make` computes from stored values, which it receives in the order of their names in `from`. */
  | {
      readonly source: 'made';
      readonly from: readonly string[];
      readonly make: (values: readonly unknown[]) => string;
    }
  /** A text that all objects share, unless the constants of a response replace it. */
  | { readonly source: 'constant'; readonly text: string }
);

/** The members of a stored object that a response contains, in order. */
export interface ObjectShape {
  readonly members: readonly MemberShape[];
}

/** Values that replace the constants of a shape, by their names in the response. */
export type Constants = ReadonlyMap<string, unknown>;

/** An object as the database stores it. */
export interface StoredObject {
  /** Number of stored bytes. */
  readonly size: number;
  /** @throws Error if a required value is missing, which never happens with derived data */
  readonly write: (shape: ObjectShape, constants: Constants, sink: JsonSink) => void;
}

/** A list of stored objects that is serialised without decoding them. */
export class StoredList {
  constructor(
    readonly items: readonly StoredObject[],
    private readonly shape: ObjectShape,
    private readonly constants: Constants = new Map(),
  ) {}

  get length(): number {
    return this.items.length;
  }

  /** Number of bytes that it is expected to write: slightly more than is stored, because names are longer in responses. */
  get size(): number {
    return this.items.reduce((sum, { size }) => sum + size + 64, 64);
  }

  slice(from: number, to: number): StoredList {
    return new StoredList(this.items.slice(from, to), this.shape, this.constants);
  }

  /** The same list with other values for its constants. */
  with(constants: Constants): StoredList {
    return new StoredList(this.items, this.shape, constants);
  }

  /** The same list with fewer members. */
  only(names: ReadonlySet<string>): StoredList {
    const members = this.shape.members.filter(({ name }) => names.has(name));
    return new StoredList(this.items, { members }, this.constants);
  }

  writeJson(sink: JsonSink): void {
    sink.ascii('[');
    for (const [index, item] of this.items.entries()) {
      if (index > 0) sink.ascii(',');
      item.write(this.shape, this.constants, sink);
    }
    sink.ascii(']');
  }

  toJSON(): unknown {
    const sink = new JsonSink(this.size);
    this.writeJson(sink);
    return JSON.parse(sink.end().toString());
  }
}

/** Placeholder for a stored list in a text. No JSON text contains it, because JSON escapes it. */
const PLACEHOLDER = '\0';

/**
 * The bytes of `JSON.stringify`. It inserts a `JsonText` and the objects of a `StoredList` as they are, without parsing and
 * serialising them.
 *
 * @param value JSON that may contain `JsonText`, `StoredList` and objects with `toJSON`; undefined members are left out
 * @throws Failure TOO_LARGE as soon as the result would exceed `MAX_RESPONSE_BYTES`
 */
export function jsonBytes(value: unknown): Buffer {
  const lists: StoredList[] = [];
  const text = textWithPlaceholders(value, lists);
  if (lists.length === 0) return Buffer.from(text);
  const sink = new JsonSink(lists.reduce((sum, { size }) => sum + size, 3 * text.length));
  for (const [index, part] of text.split(PLACEHOLDER).entries()) {
    sink.string(part);
    lists[index]?.writeJson(sink);
  }
  return sink.end();
}

/** The same as a string. */
export function jsonOf(value: unknown): string {
  const lists: StoredList[] = [];
  const text = textWithPlaceholders(value, lists);
  return lists.length === 0 ? text : jsonBytes(value).toString();
}

function textWithPlaceholders(value: unknown, lists: StoredList[]): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  if (value instanceof JsonText) return value.text;
  if (value instanceof StoredList) {
    lists.push(value);
    return PLACEHOLDER;
  }
  if (Array.isArray(value)) return textOfList(value, lists);
  if ('toJSON' in value) return JSON.stringify(value);
  return textOfObject(value as Readonly<Record<string, unknown>>, lists);
}

function textOfObject(object: Readonly<Record<string, unknown>>, lists: StoredList[]): string {
  let members = '';
  for (const name of Object.keys(object)) {
    const member = object[name];
    if (member === undefined) continue;
    members += `${members && ','}${nameInJson(name)}${textWithPlaceholders(member, lists)}`;
    if (members.length > MAX_RESPONSE_BYTES) throw responseTooLarge();
  }
  return `{${members}}`;
}

function textOfList(list: readonly unknown[], lists: StoredList[]): string {
  let items = '';
  for (const item of list) {
    items += `${items && ','}${textWithPlaceholders(item, lists)}`;
    if (items.length > MAX_RESPONSE_BYTES) throw responseTooLarge();
  }
  return `[${items}]`;
}

/** Maximum number of member names whose JSON is cached. Responses repeat few names; free JSON can have any number. */
const MAX_CACHED_NAMES = 1000;

const namesInJson = new Map<string, string>();

function nameInJson(name: string): string {
  const cached = namesInJson.get(name);
  if (cached !== undefined) return cached;
  const text = `${JSON.stringify(name)}:`;
  if (namesInJson.size < MAX_CACHED_NAMES) namesInJson.set(name, text);
  return text;
}
