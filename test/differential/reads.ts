import { Int32 } from 'bson';
import fc from 'fast-check';
import type { Document, Value } from '../../src/embedded/query/value';
import { filter } from './filters';
import { maybe, of } from './values';

/**
 * Paths that never hold an empty array, nor two arrays at once in one sort, nor two fields of one array: the judge takes
 * the smallest of each, MongoDB the smallest pair.
 */
const sortFields = fc.constantFrom(
  ...[[], [], ['a'], ['a'], ['d'], ['b'], ['g'], ['c.x'], ['c.y']],
  ...[
    ['a', 'd'],
    ['d', 'a'],
    ['a', 'b'],
    ['b', 'd'],
    ['d', 'c.x'],
    ['c.x', 'a'],
    ['g', 'a'],
  ],
);

const direction = fc.constantFrom(1, 1, -1).map((value) => new Int32(value));

/** A sort that leaves no two documents equal. */
export const totalSort: fc.Arbitrary<Document> = fc
  .tuple(sortFields, fc.tuple(direction, direction, direction))
  .map(
    ([fields, directions]) =>
      new Map([...fields, '_id'].map((path, at) => [path, directions[at] ?? new Int32(1)])),
  );

function count(min: number, max: number): fc.Arbitrary<Int32> {
  return fc.integer({ min, max }).map((value) => new Int32(value));
}

const projectedPaths = fc.constantFrom(
  ...[
    ['a'],
    ['b', 'd'],
    ['c'],
    ['c.x'],
    ['c.x', 'c.y'],
    ['e', 'a'],
    ['b.x', 'g'],
    ['c.x.y', 'a'],
    ['n', 'e.x'],
    [],
  ],
);

export const projection: fc.Arbitrary<Document> = fc
  .tuple(projectedPaths, fc.boolean(), fc.constantFrom(undefined, undefined, 0, 1))
  .map(([paths, isInclusion, key]) => {
    const fields = new Map<string, Value>(paths.map((path) => [path, new Int32(isInclusion ? 1 : 0)]));
    if (key === 0 || (key === 1 && (isInclusion || paths.length === 0))) fields.set('_id', new Int32(key));
    return fields;
  });

/** Only an order makes it certain which documents a limit leaves. */
const order: fc.Arbitrary<Readonly<Record<string, Value | undefined>>> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({}) },
  {
    weight: 2,
    arbitrary: fc.record({ sort: totalSort, skip: maybe(count(0, 3)), limit: maybe(count(0, 6)) }),
  },
);

const find: fc.Arbitrary<Document> = fc
  .record({ asked: filter, order, projection: maybe(projection), batchSize: maybe(count(1, 3)) })
  .map(({ asked, order: ordered, ...rest }) => of({ find: '', filter: asked, ...ordered, ...rest }));

const groupKey: fc.Arbitrary<Value> = fc.constantFrom<Value>(
  ...[null, new Int32(1), '$a', '$d', '$g', '$c.x', '$missing', of({ k: '$a' })],
);

function accumulated(name: string, ...operands: readonly Value[]): fc.Arbitrary<Document | undefined> {
  return maybe(fc.constantFrom(...operands).map((operand) => of({ [name]: operand })));
}

const group: fc.Arbitrary<Document> = fc
  .record({
    _id: groupKey,
    n: accumulated('$sum', new Int32(1)),
    total: accumulated('$sum', '$d', '$a', '$c.y'),
    low: accumulated('$min', '$a', '$b', '$d'),
    high: accumulated('$max', '$a', '$b', '$d'),
    first: accumulated('$first', '$_id', '$a', '$c.x'),
    last: accumulated('$last', '$_id', '$b', '$e'),
  })
  .map((fields) => of({ $group: of(fields) }));

const project: fc.Arbitrary<Document> = fc
  .oneof(
    projection.filter((fields) => fields.size > 0),
    fc.constantFrom(
      of({ a: new Int32(1), renamed: '$d', below: '$c.x' }),
      of({ _id: new Int32(0), other: '$b', lost: '$missing' }),
      of({ key: '$_id', names: '$c.l' }),
    ),
  )
  .map((fields) => of({ $project: fields }));

const tail: fc.Arbitrary<Document> = fc.oneof(
  { weight: 3, arbitrary: group },
  { weight: 2, arbitrary: project },
  { weight: 1, arbitrary: fc.constant(of({ $count: 'n' })) },
  { weight: 1, arbitrary: filter.map((asked) => of({ $match: asked })) },
);

function aggregation(stages: readonly (readonly [string, Value | undefined])[], last: Document): Document {
  const pipeline = stages.flatMap(([name, operand]) =>
    operand === undefined ? [] : [of({ [name]: operand })],
  );
  return of({ aggregate: '', pipeline: [...pipeline, last], cursor: new Map() });
}

const aggregate: fc.Arbitrary<Document> = fc
  .record({
    $match: filter,
    $sort: totalSort,
    $skip: maybe(count(0, 3)),
    $limit: maybe(count(1, 6)),
    last: tail,
  })
  .map(({ last, ...stages }) => aggregation(Object.entries(stages), last));

/** What the driver sends for countDocuments. */
const countDocuments: fc.Arbitrary<Document> = fc
  .record({ $match: filter, $skip: maybe(count(0, 3)), $limit: maybe(count(1, 5)) })
  .map((stages) => {
    const counting = of({ _id: new Int32(1), n: of({ $sum: new Int32(1) }) });
    return aggregation(Object.entries(stages), of({ $group: counting }));
  });

export const read: fc.Arbitrary<Document> = fc.oneof(
  { weight: 8, arbitrary: find },
  { weight: 3, arbitrary: aggregate },
  { weight: 2, arbitrary: countDocuments },
);

/** Not permitted in transactions. The judge only estimates the count of all documents. */
export const countCommand: fc.Arbitrary<Document> = fc
  .record({
    query: filter.filter(({ size }) => size > 0),
    skip: maybe(count(0, 3)),
    limit: maybe(count(1, 5)),
  })
  .map((rest) => of({ count: '', ...rest }));
