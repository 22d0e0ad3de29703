import { Int32 } from 'bson';
import fc from 'fast-check';
import type { Document, Value } from '../../src/embedded/query/value';
import { maybe, number, of, scalar, text } from './values';

/** Fields that may stand together in an index: never two that may hold arrays, which the judge does not refuse. */
const paths: fc.Arbitrary<readonly string[]> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'g', 'c.x', 'c.y', 'c.x.y').map((path) => [path]),
  },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      ['a', 'd'],
      ['a', 'b'],
      ['b', 'a'],
      ['b', 'd', 'a'],
      ['a', 'e'],
      ['e', 'd'],
      ['d', 'c.x'],
      ['c.x', 'c.y'],
      ['c.x', 'a'],
      ['c', 'a'],
      ['a', '_id'],
      ['g', 'd', '_id'],
    ),
  },
);

const key: fc.Arbitrary<Document> = paths.map(
  (fields) => new Map(fields.map((path) => [path, new Int32(1)])),
);

const partial: fc.Arbitrary<Document> = fc
  .tuple(
    fc.constantFrom('a', 'b', 'd', 'g'),
    fc.oneof(
      scalar,
      fc.constant(new Map([['$exists', true]])),
      fc
        .tuple(fc.constantFrom('$gt', '$gte', '$lt', '$lte', '$eq'), fc.oneof(number, text))
        .map(([name, than]) => new Map<string, Value>([[name, than]])),
    ),
  )
  .map(([path, asked]) => new Map<string, Value>([[path, asked]]));

const kind: fc.Arbitrary<Document> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Document>(new Map()) },
  { weight: 2, arbitrary: partial.map((filter) => new Map([['partialFilterExpression', filter]])) },
);

/** The judge passes over documents that hold an element twice, which c and e may do. */
function mayBeUnique(fields: Document): boolean {
  return !fields.has('c') && !fields.has('e');
}

/** One index, as createIndexes reads it; names are mostly MongoDB's own. */
export const indexSpec: fc.Arbitrary<Document> = fc
  .tuple(key, kind, maybe(fc.constant(true), 3), maybe(fc.constantFrom('one', 'two'), 4))
  .map(([fields, options, isUnique, name]) => {
    const own = [...fields].map(([path, value]) => `${path}_${(value as Int32).value}`).join('_');
    const unique = mayBeUnique(fields) ? isUnique : undefined;
    return new Map([...of({ key: fields, name: name ?? own, unique }), ...options]);
  });
