import type { Binary, BSONRegExp, Double, Int32, Long, ObjectId, Timestamp } from 'bson';

export type BsonNumber = Int32 | Double | Long;

/** Scalars of BSON. Every number keeps its type. Dates are limited to the range of JavaScript. */
export type Scalar = string | boolean | null | Date | BsonNumber | ObjectId | Binary | BSONRegExp | Timestamp;

/** A map, because a plain object would move fields with integer-like names to the front. */
export type Document = ReadonlyMap<string, Value>;

export type Value = Scalar | Document | readonly Value[];

/** The type of a value, by MongoDB's alias. */
export type TypeName =
  | 'string'
  | 'bool'
  | 'null'
  | 'date'
  | 'object'
  | 'array'
  | (typeof TYPE_OF_CLASS)[keyof typeof TYPE_OF_CLASS];

const TYPE_OF_CLASS = {
  Int32: 'int',
  Double: 'double',
  Long: 'long',
  ObjectId: 'objectId',
  Binary: 'binData',
  BSONRegExp: 'regex',
  Timestamp: 'timestamp',
} as const;

export function typeOf(value: Value): TypeName {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  if (value === null) return 'null';
  if (isDocument(value)) return 'object';
  if (isArray(value)) return 'array';
  return value instanceof Date ? 'date' : TYPE_OF_CLASS[value._bsontype];
}

export function isDocument(value: Value | undefined): value is Document {
  return value instanceof Map;
}

export function isArray(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

export function isNumber(value: Value | undefined): value is BsonNumber {
  return (
    typeof value === 'object' && value !== null && '_bsontype' in value && NUMBER_CLASSES.has(value._bsontype)
  );
}

const NUMBER_CLASSES: ReadonlySet<string> = new Set(['Int32', 'Double', 'Long']);

/** The mathematical value: a bigint only if a number would lose digits. JavaScript compares the two exactly. */
export function numberOf(value: BsonNumber): number | bigint {
  if (value._bsontype !== 'Long') return value.value;
  const rounded = value.toNumber();
  return Number.isSafeInteger(rounded) ? rounded : value.toBigInt();
}

export function isNaNumber(value: Value): boolean {
  return isNumber(value) && Number.isNaN(numberOf(value));
}

/** As a JavaScript number, which may lose digits; NaN if it is not a number. */
export function amountOf(value: Value | undefined): number {
  return isNumber(value) ? Number(numberOf(value)) : NaN;
}

/** Truth as MongoDB defines it in options: everything except false, null, zero and missing values. */
export function isTrue(value: Value | undefined): boolean {
  return value !== undefined && value !== null && value !== false && amountOf(value) !== 0;
}

/** Creates a document with these fields in this order. Undefined values are left out. */
export function documentOf(fields: Readonly<Record<string, Value | undefined>>): Document {
  return new Map(Object.entries(fields).filter((entry): entry is [string, Value] => entry[1] !== undefined));
}
