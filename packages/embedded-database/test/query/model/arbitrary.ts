import { Binary, BSONRegExp, Double, Int32, Long, ObjectId, Timestamp } from 'bson';
import fc from 'fast-check';
import type { Document, Scalar, Value } from '../../../src/query/value';

/** Number of runs of each property. PROPERTY_RUNS sets another one. */
export const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 300);

/** Numbers at which int32, double and long are equal or lose digits. */
const EDGES = [
  '0',
  '1',
  '-1',
  '2147483647',
  '-2147483648',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
];
const LONGS = [
  ...EDGES,
  '-9007199254740993',
  '9223372036854775807',
  '-9223372036854775808',
  '4611686018427387905',
];
const DOUBLES = [
  NaN,
  -0,
  0,
  0.5,
  -1.5,
  2 ** 53,
  2 ** 53 + 2,
  -(2 ** 53),
  2 ** 62,
  2 ** 63,
  -(2 ** 63),
  Infinity,
  -Infinity,
];

export const anyNumber: fc.Arbitrary<Int32 | Double | Long> = fc.oneof(
  fc.integer().map((value) => new Int32(value)),
  fc.integer({ min: -3, max: 3 }).map((value) => new Int32(value)),
  fc.double().map((value) => new Double(value)),
  fc.constantFrom(...DOUBLES).map((value) => new Double(value)),
  fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map((value) => Long.fromBigInt(value)),
  fc.constantFrom(...LONGS).map((value) => Long.fromString(value)),
);

export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.string({ unit: fc.constantFrom('a', 'b', '\0', '\u00ff', 'ŋ', '\ufb01', '\uffff', '😀'), maxLength: 4 }),
);

const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((raw) => Buffer.from(raw));

const anyPattern = fc.string({ unit: fc.constantFrom('a', 'b', 'é'), maxLength: 3 });

const anyScalar: fc.Arbitrary<Scalar> = fc.oneof(
  anyNumber,
  anyText,
  fc.boolean(),
  fc.constant(null),
  fc.date({ noInvalidDate: true }),
  bytes(12).map((id) => new ObjectId(id)),
  fc
    .tuple(fc.integer({ min: 0, max: 5 }), fc.constantFrom(0, 4, 128))
    .map(([length, type]) => new Binary(Buffer.alloc(length, type + length), type)),
  fc
    .tuple(anyPattern, fc.constantFrom('', 'i'))
    .map(([pattern, options]) => new BSONRegExp(pattern, options)),
  fc.tuple(fc.nat(), fc.nat()).map(([t, i]) => new Timestamp({ t, i })),
);

const anyName = fc.constantFrom('_id', 'a', 'b', '2', '10', '1', 'ŋ', '', '__proto__', 'constructor', '😀');

const tree = fc.letrec<{ value: Value; list: readonly Value[]; document: Document }>((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, anyScalar, tie('document'), tie('list')),
  list: fc.array(tie('value'), { maxLength: 3 }),
  document: fc
    .uniqueArray(fc.tuple(anyName, tie('value')), { maxLength: 4, selector: ([name]) => name })
    .map((entries) => new Map(entries)),
}));

export const anyValue: fc.Arbitrary<Value> = tree.value;
export const anyDocument: fc.Arbitrary<Document> = tree.document;
