import { Int32 } from 'bson';
import fc from 'fast-check';
import type { Document, Value } from '../../src/query/value';
import { filter } from './filters';
import { maybe, of } from './values';

/**
 * Sort paths without empty arrays, without two arrays in one sort, and without two fields of one array, for which the reference database
 * sorts by the smallest value of each field, and MongoDB by the smallest pair.
 */
const sortFields = fc.constantFrom(
  ...[[], [], ['a'], ['a'], ['d'], ['b'], ['g'], ['h.x'], ['h.y']],
  ...[
    ['a', 'd'],
    ['d', 'a'],
    ['a', 'b'],
    ['b', 'd'],
    ['d', 'h.x'],
    ['h.x', 'a'],
    ['g', 'a'],
  ],
);

/** The direction of a sort. All its fields have the same one. */
const direction = fc.constantFrom(1, 1, -1).map((value) => new Int32(value));

/** A sort in which no two documents are equal. */
const totalSort: fc.Arbitrary<Document> = fc
  .tuple(sortFields, direction)
  .map(([fields, each]) => new Map([...fields, '_id'].map((path) => [path, each])));

function count(min: number, max: number): fc.Arbitrary<Int32> {
  return fc.integer({ min, max }).map((value) => new Int32(value));
}

const projectedPaths = fc.constantFrom(
  ...[
    ['a'],
    ['b', 'd'],
    ['c'],
    ['h.x'],
    ['h.x', 'h.y'],
    ['e', 'a'],
    ['h.l', 'g'],
    ['h.x.y', 'a'],
    ['n', 'e'],
    [],
  ],
);

const projection: fc.Arbitrary<Document> = fc
  .tuple(projectedPaths, fc.constantFrom(undefined, undefined, 0, 1))
  .map(([paths, key]) => {
    const fields = new Map<string, Value>(paths.map((path) => [path, new Int32(1)]));
    if (key !== undefined) fields.set('_id', new Int32(key));
    return fields;
  });

/** Only with a total order it is defined which documents a limit selects. */
const order: fc.Arbitrary<Readonly<Record<string, Value | undefined>>> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({}) },
  {
    weight: 2,
    arbitrary: fc.record({ sort: totalSort, skip: maybe(count(0, 3)), limit: maybe(count(0, 6)) }),
  },
);

const find: fc.Arbitrary<Document> = fc
  .record({ filter, order, projection: maybe(projection), batchSize: maybe(count(1, 3)) })
  .map(({ filter, order: ordered, ...rest }) => of({ find: '', filter, ...ordered, ...rest }));

/** The command that the driver sends for countDocuments. */
const countDocuments: fc.Arbitrary<Document> = fc
  .record({ $match: filter, $limit: maybe(count(1, 5)) })
  .map((stages) => {
    const pipeline = Object.entries(stages).flatMap(([name, operand]) =>
      operand === undefined ? [] : [of({ [name]: operand })],
    );
    const counting = of({ _id: new Int32(1), n: of({ $sum: new Int32(1) }) });
    return of({ aggregate: '', pipeline: [...pipeline, of({ $group: counting })], cursor: new Map() });
  });

export const read: fc.Arbitrary<Document> = fc.oneof(
  { weight: 8, arbitrary: find },
  { weight: 3, arbitrary: countDocuments },
);
