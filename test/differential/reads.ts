import { Int32 } from 'bson';
import fc from 'fast-check';
import type { Document, Value } from '../../src/embedded/query/value';
import { filter } from './filters';

/** Paths that never hold an empty array, nor two arrays at once in one sort. */
const sortFields = fc.constantFrom(
  ...[[], [], ['a'], ['a'], ['d'], ['b'], ['g'], ['c.x'], ['c.y']],
  ...[
    ['a', 'd'],
    ['d', 'a'],
    ['a', 'b'],
    ['b', 'd'],
    ['d', 'c.x'],
    ['c.x', 'c.y'],
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

const count = (min: number, max: number) => fc.integer({ min, max }).map((value) => new Int32(value));

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

/** Parts of a command that may be there or not, in a fixed order. */
function optional(parts: Readonly<Record<string, fc.Arbitrary<Value>>>, chance = 1): fc.Arbitrary<Document> {
  const names = Object.keys(parts);
  return fc
    .tuple(...Object.values(parts).map((value) => fc.option(value, { nil: undefined, freq: chance })))
    .map(
      (values) =>
        new Map(names.flatMap((name, at) => (values[at] === undefined ? [] : [[name, values[at]] as const]))),
    );
}

const find: fc.Arbitrary<Document> = fc
  .tuple(
    filter,
    fc.oneof(
      { weight: 1, arbitrary: fc.constant<Document>(new Map()) },
      {
        weight: 2,
        arbitrary: fc
          .tuple(totalSort, optional({ skip: count(0, 3), limit: count(0, 6) }))
          .map(([sort, rest]) => new Map<string, Value>([['sort', sort], ...rest])),
      },
    ),
    fc.option(projection, { nil: undefined, freq: 1 }),
    fc.option(count(1, 3), { nil: undefined, freq: 1 }),
  )
  .map(
    ([asked, order, fields, batchSize]) =>
      new Map<string, Value>([
        ['find', ''],
        ['filter', asked],
        ...order,
        ...(fields ? ([['projection', fields]] as const) : []),
        ...(batchSize ? ([['batchSize', batchSize]] as const) : []),
      ]),
  );

function stage(name: string, operand: Value): Document {
  return new Map([[name, operand]]);
}

const groupKey: fc.Arbitrary<Value> = fc.constantFrom<Value>(
  null,
  new Int32(1),
  '$a',
  '$d',
  '$g',
  '$c.x',
  '$missing',
  new Map([['k', '$a']]),
);

const accumulators: fc.Arbitrary<Document> = optional({
  n: fc.constant(stage('$sum', new Int32(1))),
  total: fc.constantFrom('$d', '$a', '$c.y').map((path) => stage('$sum', path)),
  low: fc.constantFrom('$a', '$b', '$d').map((path) => stage('$min', path)),
  high: fc.constantFrom('$a', '$b', '$d').map((path) => stage('$max', path)),
  first: fc.constantFrom('$_id', '$a', '$c.x').map((path) => stage('$first', path)),
  last: fc.constantFrom('$_id', '$b', '$e').map((path) => stage('$last', path)),
});

const project: fc.Arbitrary<Document> = fc.oneof(
  projection.filter((fields) => fields.size > 0),
  fc.constantFrom<Document>(
    new Map<string, Value>([
      ['a', new Int32(1)],
      ['renamed', '$d'],
      ['below', '$c.x'],
    ]),
    new Map<string, Value>([
      ['_id', new Int32(0)],
      ['other', '$b'],
      ['lost', '$missing'],
    ]),
    new Map<string, Value>([
      ['key', '$_id'],
      ['names', '$c.l'],
    ]),
  ),
);

const bounds = fc.tuple(
  totalSort,
  fc.option(count(0, 3), { nil: undefined }),
  fc.option(count(1, 6), { nil: undefined }),
);

const tail: fc.Arbitrary<readonly Document[]> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(groupKey, accumulators)
      .map(([key, of]) => [stage('$group', new Map([['_id', key], ...of]))]),
  },
  { weight: 2, arbitrary: project.map((fields) => [stage('$project', fields)]) },
  { weight: 1, arbitrary: fc.constant([stage('$count', 'n')]) },
  { weight: 1, arbitrary: filter.map((asked) => [stage('$match', asked)]) },
);

const aggregate: fc.Arbitrary<Document> = fc.tuple(filter, bounds, tail).map(
  ([asked, [sort, skip, limit], rest]) =>
    new Map<string, Value>([
      ['aggregate', ''],
      [
        'pipeline',
        [
          stage('$match', asked),
          stage('$sort', sort),
          ...(skip ? [stage('$skip', skip)] : []),
          ...(limit ? [stage('$limit', limit)] : []),
          ...rest,
        ],
      ],
      ['cursor', new Map()],
    ]),
);

/** What the driver sends for countDocuments. */
const countDocuments: fc.Arbitrary<Document> = fc
  .tuple(
    filter,
    fc.option(count(0, 3), { nil: undefined, freq: 1 }),
    fc.option(count(1, 5), { nil: undefined, freq: 1 }),
  )
  .map(
    ([asked, skip, limit]) =>
      new Map<string, Value>([
        ['aggregate', ''],
        [
          'pipeline',
          [
            stage('$match', asked),
            ...(skip ? [stage('$skip', skip)] : []),
            ...(limit ? [stage('$limit', limit)] : []),
            stage(
              '$group',
              new Map<string, Value>([
                ['_id', new Int32(1)],
                ['n', stage('$sum', new Int32(1))],
              ]),
            ),
          ],
        ],
        ['cursor', new Map()],
      ]),
  );

export const read: fc.Arbitrary<Document> = fc.oneof(
  { weight: 8, arbitrary: find },
  { weight: 3, arbitrary: aggregate },
  { weight: 2, arbitrary: countDocuments },
);

export const countCommand: fc.Arbitrary<Document> = fc
  .tuple(filter, optional({ skip: count(0, 3), limit: count(1, 5) }))
  .map(([query, rest]) => new Map<string, Value>([['count', ''], ['query', query], ...rest]));
