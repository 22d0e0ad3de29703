import type { JsonSink } from '../../shared/json-text';
import type { Constants, MemberShape, ObjectShape, ValueShape } from '../../shared/json-text';
import { partIn } from '../../domain/reading/change/part-text';
import type { ArticlePart } from '../../domain/article/article-content';

// Types of BSON. Source: the specification of BSON 1.1.
const DOUBLE = 0x01;
const TEXT = 0x02;
const OBJECT = 0x03;
const ARRAY = 0x04;
const BOOLEAN = 0x08;
const TIME = 0x09;
const NULL = 0x0a;
const INT32 = 0x10;
const INT64 = 0x12;

/** Sizes of values of types with a fixed size, in bytes. */
const FIXED_SIZES: Readonly<Record<number, number>> = {
  [DOUBLE]: 8,
  [BOOLEAN]: 1,
  [TIME]: 8,
  [NULL]: 0,
  [INT32]: 4,
  [INT64]: 8,
};

/** Size of the length at the beginning of values of other types, in bytes. */
const LENGTH_BYTES = 4;

/** A value in the bytes of a document: its type and position. Type 0 is a missing value. */
interface Place {
  type: number;
  at: number;
}

type WriteMember = (source: Buffer, constants: Constants, sink: JsonSink) => void;

/** Writes an existing value. */
type WriteValue = (source: Buffer, place: Place, sink: JsonSink) => void;

/** Writes members of BSON documents as JSON, by a shape, without decoding them. */
export class ShapeWriter {
  private readonly names: readonly Buffer[];
  private readonly places: readonly Place[];
  private readonly members: readonly WriteMember[];

  constructor({ members }: ObjectShape) {
    const names = [...new Set(members.flatMap(namesBehind))];
    this.names = names.map((name) => Buffer.from(name));
    this.places = names.map(() => ({ type: 0, at: 0 }));
    const placeOf = (name: string) => this.places[names.indexOf(name)] ?? { type: 0, at: 0 };
    this.members = members.map((member, index) => {
      const lead = Buffer.from(`${index > 0 ? ',' : ''}"${member.name}":`);
      const write = memberWriter(member, placeOf);
      return (source, constants, sink) => {
        sink.json(lead, 0, lead.length);
        write(source, constants, sink);
      };
    });
  }

  /** Writes the document that begins at a position. */
  write(source: Buffer, at: number, constants: Constants, sink: JsonSink): void {
    this.find(source, at);
    sink.ascii('{');
    for (const member of this.members) member(source, constants, sink);
    sink.ascii('}');
  }

  /** Finds the positions of all members in one pass through the document. */
  private find(source: Buffer, start: number): void {
    const { names, places } = this;
    for (const place of places) place.type = 0;
    const end = start + source.readInt32LE(start) - 1;
    let remaining = places.length;
    for (let at = start + LENGTH_BYTES; at < end && remaining > 0;) {
      const type = source[at] ?? 0;
      const name = at + 1;
      const value = endOfName(source, name) + 1;
      const place = places[indexOfName(names, source, { from: name, to: value - 1 })];
      if (place) {
        place.type = type;
        place.at = value;
        remaining--;
      }
      at = value + valueSizeOf(source, type, value);
    }
  }
}

function namesBehind(member: MemberShape): readonly string[] {
  if (member.source === 'constant') return [];
  return typeof member.from === 'string' ? [member.from] : member.from;
}

function endOfName(source: Buffer, from: number): number {
  let at = from;
  while (source[at] !== 0) at++;
  return at;
}

/**
 * Index of the member with the name at a position. Names are compared byte by byte, which costs less than a call for
 * short names.
 */
function indexOfName(
  names: readonly Buffer[],
  source: Buffer,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  next: for (let index = 0; index < names.length; index++) {
    const name = names[index];
    if (name?.length !== to - from) continue;
    for (let at = 0; at < name.length; at++) if (name[at] !== source[from + at]) continue next;
    return index;
  }
  return -1;
}

function valueSizeOf(source: Buffer, type: number, at: number): number {
  if (type === TEXT) return LENGTH_BYTES + source.readInt32LE(at);
  if (type === OBJECT || type === ARRAY) return source.readInt32LE(at);
  const size = FIXED_SIZES[type];
  if (size === undefined) throw new Error(`a stored document has a value of type ${type}`);
  return size;
}

function memberWriter(member: MemberShape, placeOf: (name: string) => Place): WriteMember {
  if (member.source === 'constant') {
    const { name, text } = member;
    return (_, constants, sink) => {
      sink.string(JSON.stringify(constants.has(name) ? constants.get(name) : text));
    };
  }
  if (member.source === 'made') {
    const places = member.from.map(placeOf);
    return (source, _, sink) => {
      sink.string(JSON.stringify(member.make(places.map((place) => decodedValue(source, place)))));
    };
  }
  const place = placeOf(member.from);
  if (member.source === 'part') {
    const part = member.part as ArticlePart;
    return (source, _, sink) => {
      const range = place.type === TEXT ? partIn(source, textRange(source, place), part) : undefined;
      if (range) sink.json(source, range.from, range.to);
      else sink.ascii('null');
    };
  }
  const write = (member.isRequired ? requiredWriter : nullableWriter)(member.value, member.from);
  return (source, _, sink) => {
    write(source, place, sink);
  };
}

/** @param name for errors */
function requiredWriter(value: ValueShape, name: string): WriteValue {
  const write = presentWriter(value, name);
  return (source, place, sink) => {
    if (isAbsent(place)) throw new Error(`the stored member ${name} is missing`);
    write(source, place, sink);
  };
}

/** @param name for errors */
function nullableWriter(value: ValueShape, name: string): WriteValue {
  const write = presentWriter(value, name);
  return (source, place, sink) => {
    if (isAbsent(place)) sink.ascii('null');
    else write(source, place, sink);
  };
}

function isAbsent({ type }: Place): boolean {
  return type === 0 || type === NULL;
}

function presentWriter(value: ValueShape, name: string): WriteValue {
  if (value.kind === 'object') {
    const writer = new ShapeWriter(value.shape);
    return (source, place, sink) => {
      assertType(place, OBJECT, name);
      writer.write(source, place.at, NO_CONSTANTS, sink);
    };
  }
  if (value.kind !== 'list') return VALUE_WRITERS[value.kind];
  const write = (value.isItemRequired ? requiredWriter : nullableWriter)(value.item, name);
  return (source, place, sink) => {
    assertType(place, ARRAY, name);
    writeList(source, place.at, sink, write);
  };
}

const NO_CONSTANTS: Constants = new Map();

function writeList(source: Buffer, start: number, sink: JsonSink, write: WriteValue): void {
  const end = start + source.readInt32LE(start) - 1;
  const item = { type: 0, at: 0 };
  sink.ascii('[');
  for (let at = start + LENGTH_BYTES; at < end; at = item.at + valueSizeOf(source, item.type, item.at)) {
    if (at > start + LENGTH_BYTES) sink.ascii(',');
    item.type = source[at] ?? 0;
    item.at = endOfName(source, at + 1) + 1;
    write(source, item, sink);
  }
  sink.ascii(']');
}

function assertType({ type }: Place, expected: number, name: string): void {
  if (type !== expected) throw new Error(`the stored member ${name} has type ${type}, not ${expected}`);
}

/** The bytes of a text, without the zero at its end. */
function textRange(source: Buffer, { at }: Place): { readonly from: number; readonly to: number } {
  return { from: at + LENGTH_BYTES, to: at + LENGTH_BYTES + source.readInt32LE(at) - 1 };
}

const VALUE_WRITERS: Readonly<Record<Exclude<ValueShape['kind'], 'object' | 'list'>, WriteValue>> = {
  text: (source, place, sink) => {
    assertType(place, TEXT, 'text');
    const { from, to } = textRange(source, place);
    sink.text(source, from, to);
  },
  json: (source, place, sink) => {
    assertType(place, TEXT, 'json');
    const { from, to } = textRange(source, place);
    sink.json(source, from, to);
  },
  integer: (source, place, sink) => {
    sink.ascii(String(numberAt(source, place)));
  },
  boolean: (source, place, sink) => {
    assertType(place, BOOLEAN, 'boolean');
    sink.ascii(source[place.at] === 1 ? 'true' : 'false');
  },
  time: (source, place, sink) => {
    assertType(place, TIME, 'time');
    sink.ascii(`"${timeAt(source, place).toISOString()}"`);
  },
};

/** @throws Error when there is no whole number */
function numberAt(source: Buffer, { type, at }: Place): number {
  const number =
    type === INT32
      ? source.readInt32LE(at)
      : type === DOUBLE
        ? source.readDoubleLE(at)
        : longAt(source, { type, at });
  if (!Number.isSafeInteger(number)) throw new Error(`a stored number is ${number}`);
  return number;
}

function longAt(source: Buffer, place: Place): number {
  assertType(place, INT64, 'integer');
  return Number(source.readBigInt64LE(place.at));
}

function timeAt(source: Buffer, { at }: Place): Date {
  return new Date(Number(source.readBigInt64LE(at)));
}

/** A text, a number or a time; `undefined` for anything else. */
function decodedValue(source: Buffer, place: Place): unknown {
  if (place.type === INT32 || place.type === DOUBLE || place.type === INT64) return numberAt(source, place);
  if (place.type === TIME) return timeAt(source, place);
  if (place.type !== TEXT) return undefined;
  const { from, to } = textRange(source, place);
  return source.toString('utf8', from, to);
}
