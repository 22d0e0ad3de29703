import { Binary, Double, Int32, Long, ObjectId } from 'bson';
import fc from 'fast-check';
import { compare } from '../../src/query/key';
import type { Document, Value } from '../../src/query/value';

/** Few values of every type, so that equal values are frequent. Some are equal as numbers but differ in their bytes. */
export const number: fc.Arbitrary<Value> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -1, max: 3 }).map((value) => new Int32(value)) },
  { weight: 1, arbitrary: fc.constantFrom('1', '2').map((text) => Long.fromString(text)) },
  { weight: 2, arbitrary: fc.constantFrom(1, 1.5, -0, 0, 2.5).map((value) => new Double(value)) },
);

const edge: fc.Arbitrary<Value> = fc.oneof(
  fc
    .constantFrom(NaN, Infinity, -Infinity, 2 ** 53 - 1, 2 ** 53, 2 ** 53 + 2)
    .map((value) => new Double(value)),
  fc
    .constantFrom('9007199254740991', '9007199254740992', '9007199254740993', '2147483648')
    .map((text) => Long.fromString(text)),
  fc.constantFrom(2147483647, -2147483648).map((value) => new Int32(value)),
);

const text: fc.Arbitrary<string> = fc.constantFrom(
  '',
  'a',
  'ab',
  'abc',
  'b',
  'ŋ',
  '\uffff',
  '😀',
  'a😀',
  'a.b',
);

const other: fc.Arbitrary<Value> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: fc.constantFrom(-1, 0, 1_700_000_000_000).map((time) => new Date(time)) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('000000000000000000000001', 'ff0000000000000000000000')
      .map((hex) => new ObjectId(hex)),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('', 'a', 'b', '0123456789abcdef')
      .map((content) => new Binary(Buffer.from(content), content.length === 16 ? 4 : 0)),
  },
);

export const scalar: fc.Arbitrary<Value> = fc.oneof(
  { weight: 6, arbitrary: number },
  { weight: 1, arbitrary: edge },
  { weight: 4, arbitrary: text },
  { weight: 3, arbitrary: other },
);

/** A value or `undefined`; present in one of `sometimes` cases. */
export function maybe<T>(value: fc.Arbitrary<T>, sometimes = 2): fc.Arbitrary<T | undefined> {
  return fc.oneof(
    { weight: sometimes - 1, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: value },
  );
}

/** Scalars except null, because a unique index of the reference database ignores arrays that contain null. */
const present = scalar.filter((value) => value !== null);

/** A document of the fields that have a value. No name is a number. */
export function of(fields: Readonly<Record<string, Value | undefined>>): Document {
  return new Map(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );
}

/** A document with some of the fields, in the given order. */
export function documentOf(fields: Readonly<Record<string, fc.Arbitrary<Value>>>): fc.Arbitrary<Document> {
  return fc.tuple(...Object.values(fields).map((value) => fc.option(value, { nil: undefined }))).map(
    (values) =>
      new Map(
        Object.keys(fields).flatMap((name, at) => {
          const value = values[at];
          return value === undefined ? [] : [[name, value] as const];
        }),
      ),
  );
}

export const inner: fc.Arbitrary<Document> = fc.oneof(
  { weight: 4, arbitrary: documentOf({ x: scalar, y: number }) },
  { weight: 1, arbitrary: documentOf({ y: number, x: number }) },
  {
    weight: 1,
    arbitrary: documentOf({ x: documentOf({ y: scalar }), l: fc.array(number, { maxLength: 3 }) }),
  },
);

/** Lists without equal values, because a unique index of the reference database ignores documents that contain an element twice. */
export function distinct(
  value: fc.Arbitrary<Value>,
  lengths: { readonly minLength?: number; readonly maxLength: number },
): fc.Arbitrary<readonly Value[]> {
  return fc.uniqueArray(value, { ...lengths, comparator: (left, right) => compare(left, right) === 0 });
}

function listOf(value: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return distinct(value, { minLength: 2, maxLength: 3 });
}

/** Keys of documents. Whole numbers have two types, which are the same key. */
export const id: fc.Arbitrary<Value> = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 1, max: 12 }).map((value) => new Int32(value)) },
  { weight: 1, arbitrary: fc.constantFrom(1, 2, 2.5).map((value) => new Double(value)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Value>(Long.fromNumber(3), false, new Date(0)),
  },
  { weight: 2, arbitrary: fc.constantFrom('a', 'ab', 'b', '😀') },
  { weight: 1, arbitrary: number.map((value) => new Map([['k', value]])) },
);

/**
 * The fields of the documents, each with its own kinds of values:
 * a scalars; b and g also arrays of two or more; c documents and arrays of documents; d numbers; e arrays of any length;
 * h documents alone, since the engine refuses arrays on the way of an index, a sort or a projection.
 */
export const FIELDS: Readonly<Record<string, fc.Arbitrary<Value>>> = {
  a: scalar,
  b: fc.oneof(
    { weight: 3, arbitrary: scalar },
    { weight: 2, arbitrary: listOf(present) },
    { weight: 1, arbitrary: fc.oneof(inner, listOf(fc.oneof(present, inner, listOf(number)))) },
  ),
  c: fc.oneof(
    { weight: 2, arbitrary: inner },
    { weight: 2, arbitrary: fc.array(fc.oneof({ weight: 4, arbitrary: inner }, scalar), { maxLength: 3 }) },
    { weight: 1, arbitrary: scalar },
  ),
  d: number,
  e: fc.oneof(
    { weight: 4, arbitrary: fc.array(fc.oneof({ weight: 4, arbitrary: scalar }, inner), { maxLength: 3 }) },
    { weight: 1, arbitrary: scalar },
  ),
  g: fc.oneof({ weight: 3, arbitrary: scalar }, { weight: 1, arbitrary: listOf(number) }),
  h: inner,
};

/** The values that can be stored or queried at a path. */
export function valueAt(path: string): fc.Arbitrary<Value> {
  return FIELDS[path] ?? (path === '_id' ? id : fc.oneof({ weight: 5, arbitrary: scalar }, inner));
}

export const storedDocument: fc.Arbitrary<Document> = fc
  .tuple(id, documentOf(FIELDS))
  .map(([key, fields]) => new Map([['_id', key], ...fields]));
