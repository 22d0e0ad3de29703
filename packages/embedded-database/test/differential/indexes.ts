import { Int32 } from 'bson';
import fc from 'fast-check';
import type { Document } from '../../src/query/value';
import { maybe, of } from './values';

/** Fields that may be in one index: never two that can contain arrays, which the reference database does not refuse. */
const paths: fc.Arbitrary<readonly string[]> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'g', 'h.x', 'h.y', 'h.x.y').map((path) => [path]),
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
      ['d', 'h.x'],
      ['h.x', 'h.y'],
      ['h.x', 'a'],
      ['c', 'a'],
      ['a', '_id'],
      ['g', 'd', '_id'],
    ),
  },
);

const key: fc.Arbitrary<Document> = paths.map(
  (fields) => new Map(fields.map((path) => [path, new Int32(1)])),
);

/** The fields of unique indexes. The reference database ignores documents that contain an element twice, as c and e may. */
function mayBeUnique(fields: Document): boolean {
  return !fields.has('c') && !fields.has('e');
}

/** An index in the notation of createIndexes. Most names are the default names of MongoDB. */
export const indexSpec: fc.Arbitrary<Document> = fc
  .tuple(key, maybe(fc.constant(true), 3), maybe(fc.constantFrom('one', 'two'), 4))
  .map(([fields, isUnique, name]) => {
    const defaultName = [...fields].map(([path, value]) => `${path}_${(value as Int32).value}`).join('_');
    const unique = mayBeUnique(fields) ? isUnique : undefined;
    return of({ key: fields, name: name ?? defaultName, unique });
  });
