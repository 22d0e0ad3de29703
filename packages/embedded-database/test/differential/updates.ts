import { Double, Int32, Long } from 'bson';
import fc from 'fast-check';
import { isArray, isDocument, type Document, type Value } from '../../src/query/value';
import { show } from './script';
import { documentOf, FIELDS, id, maybe, of, number, valueAt } from './values';

/** One path under one operator. */
type Part = readonly [path: string, operator: string, operand: Value];

function part(operator: string, paths: readonly string[], operandAt: (path: string) => fc.Arbitrary<Value>) {
  return fc
    .constantFrom(...paths)
    .chain((path) => operandAt(path).map((operand): Part => [path, operator, operand]));
}

const SET_PATHS = [
  ...['a', 'b', 'c', 'd', 'e', 'g', 'h', 'h.x', 'h.y', 'c.x', 'c.y', 'c.x.y', 'n.m', 'n.k.l'],
];

/** For the judge, an increment by 0 is a change. */
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
 * The judge sees no change between the doubles 0 and -0, nor between documents or arrays whose numbers differ in type
 * only; so those hold no number that occurs in several types.
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
 * Puts parts under their operators in the order of their paths. MongoDB adds new fields in that order and the judge in
 * the written one; a part that would need its operator a second time is left out.
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

/** The judge finds a conflict of paths under $setOnInsert only when it inserts. */
function isClear([path, operator]: Part, at: number, parts: readonly Part[]): boolean {
  if (operator !== '$setOnInsert') return true;
  return !parts.some(([other], index) => index !== at && (isWithin(path, other) || isWithin(other, path)));
}

function isWithin(path: string, other: string): boolean {
  return `${path}.`.startsWith(`${other}.`);
}

/** Keys with one spelling: for an equal key of another number type, MongoDB takes the new spelling, the judge keeps the old. */
const plainId = id.filter((key) => typeof key === 'string' || (key instanceof Int32 && key.value > 3));

/** Either a new _id alone, since which of two errors comes first is open, or several parts. */
export const operators: fc.Arbitrary<Document> = fc.oneof(
  {
    weight: 14,
    // Without any operator it would be a replacement.
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
