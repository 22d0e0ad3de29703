import { Double, Int32, Long } from 'bson';
import fc from 'fast-check';
import { isArray, isDocument, type Document, type Value } from '../../src/query/value';
import { show } from './script';
import { documentOf, FIELDS, id, maybe, of, number, valueAt } from './values';

/** An operator with one path and its operand. */
type Part = readonly [path: string, operator: string, operand: Value];

function part(operator: string, paths: readonly string[], operandAt: (path: string) => fc.Arbitrary<Value>) {
  return fc
    .constantFrom(...paths)
    .chain((path) => operandAt(path).map((operand): Part => [path, operator, operand]));
}

const SET_PATHS = [
  ...['a', 'b', 'c', 'd', 'e', 'g', 'h', 'h.x', 'h.y', 'c.x', 'c.y', 'c.x.y', 'n.m', 'n.k.l'],
];

/** Increments. The reference database counts an increment by 0 as a change. */
const amount: fc.Arbitrary<Value> = fc.oneof(
  { weight: 8, arbitrary: number.filter((value) => Number(value) !== 0) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Value>(
      new Int32(2147483647),
      Long.fromString('9223372036854775807'),
      Long.fromString('-9007199254740993'),
      new Double(2 ** 53),
      new Double(NaN),
    ),
  },
);

/**
 * Excludes operands for which the reference database does not detect a change: the doubles 0 and -0, and documents or arrays with
 * numbers that occur in several types.
 */
function set<T extends Value>(value: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return value.filter((operand) => {
    const isContainer = isArray(operand) || isDocument(operand);
    const ambiguous = isContainer ? /(?<![\d.])([012]|90071\d+)(?![\d.])/ : /Double\(-?0\)/;
    return !ambiguous.test(show(operand));
  });
}

const anyPart: fc.Arbitrary<Part> = fc.oneof(
  { weight: 6, arbitrary: part('$set', SET_PATHS, (path) => set(valueAt(path))) },
  { weight: 3, arbitrary: part('$inc', ['d', 'd', 'd', 'a', 'c.y', 'n.m'], () => amount) },
  { weight: 2, arbitrary: part('$unset', SET_PATHS, () => fc.constant('')) },
  { weight: 1, arbitrary: part('$setOnInsert', SET_PATHS, valueAt) },
);

/**
 * Groups parts by operator in the order of their paths. MongoDB adds new fields in that order, the reference database in the written
 * order. A part whose operator would be needed a second time is left out.
 */
function operatorsOf(parts: readonly Part[]): Document {
  const sorted = parts.filter(isClear).sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
  const update = new Map<string, Map<string, Value>>();
  let current = '';
  for (const [path, operator, operand] of sorted) {
    if (operator !== current && update.has(operator)) continue;
    current = operator;
    update.set(operator, (update.get(operator) ?? new Map<string, Value>()).set(path, operand));
  }
  return update;
}

/** The reference database reports conflicting paths of $setOnInsert only when it inserts. */
function isClear([path, operator]: Part, at: number, parts: readonly Part[]): boolean {
  if (operator !== '$setOnInsert') return true;
  return !parts.some(([other], index) => index !== at && (isWithin(path, other) || isWithin(other, path)));
}

function isWithin(path: string, other: string): boolean {
  return `${path}.`.startsWith(`${other}.`);
}

/** Keys with only one number type: for an equal key of another type, MongoDB stores the new type, the reference database keeps the old one. */
const plainId = id.filter((key) => typeof key === 'string' || (key instanceof Int32 && key.value > 3));

/** Either only a new _id, because the order of two errors is undefined, or several parts. */
export const operators: fc.Arbitrary<Document> = fc.oneof(
  {
    weight: 14,
    // An update without an operator would be a replacement.
    arbitrary: fc
      .array(anyPart, { minLength: 1, maxLength: 4 })
      .map(operatorsOf)
      .filter(({ size }) => size > 0),
  },
  { weight: 1, arbitrary: plainId.map((key) => of({ $set: of({ _id: key }) })) },
);

export const replacement: fc.Arbitrary<Document> = fc
  .tuple(maybe(plainId, 4), set(documentOf(FIELDS)))
  .map(([key, fields]) => new Map([...(key === undefined ? [] : [['_id', key] as const]), ...fields]));
