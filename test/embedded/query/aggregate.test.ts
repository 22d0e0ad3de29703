import { Double, Int32, Long, type Document as Plain } from 'bson';
import { compilePipeline } from '../../../src/embedded/query/aggregate';
import { compileFilter } from '../../../src/embedded/query/match';
import { codeOf, doc, plainOf, value } from './plain';

const DOCUMENTS: Plain[] = [
  { _id: 1, a: 'x', n: 1, tags: [{ t: 1 }, { t: 2 }] },
  { _id: 2, a: 'y', n: 2.5 },
  { _id: 3, a: 'x', n: 3, tags: [{ u: 1 }, 7] },
  { _id: 4, n: null },
];

/** Runs a pipeline whose leading stages only filter. */
function run(stages: Plain[], documents = DOCUMENTS): Plain[] {
  const { filter, rest } = compilePipeline(stages.map(value));
  return [...rest(documents.map(doc).filter(compileFilter(filter)))].map(plainOf);
}

describe('a pipeline', () => {
  it.each<[string, Plain[], Plain[]]>([
    [
      'counts as countDocuments does',
      [{ $match: { a: 'x' } }, { $group: { _id: 1, n: { $sum: 1 } } }],
      [{ _id: 1, n: 2 }],
    ],
    ['gives no group for no documents', [{ $match: { a: 'z' } }, { $group: { _id: 1, n: { $sum: 1 } } }], []],
    [
      'sums by field, and null where it is missing',
      [{ $group: { _id: '$a', sum: { $sum: '$n' } } }],
      [
        { _id: 'x', sum: 4 },
        { _id: 'y', sum: 2.5 },
        { _id: null, sum: 0 },
      ],
    ],
    [
      'takes extremes without null, first and last with it',
      [
        {
          $group: {
            _id: null,
            min: { $min: '$n' },
            max: { $max: '$n' },
            first: { $first: '$n' },
            last: { $last: '$a' },
          },
        },
      ],
      [{ _id: null, min: 1, max: 3, first: 1, last: null }],
    ],
    [
      'groups by documents of fields',
      [{ $match: { n: { $lt: 3 } } }, { $group: { _id: { name: '$a', none: '$none' } } }],
      [{ _id: { name: 'x' } }, { _id: { name: 'y' } }],
    ],
    [
      'reads fields of elements',
      [{ $group: { _id: '$tags.t' } }],
      [{ _id: [1, 2] }, { _id: null }, { _id: [] }],
    ],
    ['counts', [{ $match: { a: 'x' } }, { $count: 'n' }], [{ n: 2 }]],
    ['counts nothing into nothing', [{ $match: { a: 'z' } }, { $count: 'n' }], []],
    [
      'sorts, skips and limits groups',
      [{ $group: { _id: '$a', n: { $sum: 1 } } }, { $sort: { n: -1, _id: 1 } }, { $skip: 1 }, { $limit: 1 }],
      [{ _id: null, n: 1 }],
    ],
    [
      'filters groups',
      [{ $group: { _id: '$a', n: { $sum: 1 } } }, { $match: { n: { $gt: 1 } } }],
      [{ _id: 'x', n: 2 }],
    ],
    ['takes fields', [{ $project: { a: 1 } }, { $limit: 1 }], [{ _id: 1, a: 'x' }]],
    ['leaves fields out', [{ $project: { tags: 0, n: 0 } }, { $limit: 1 }], [{ _id: 1, a: 'x' }]],
    ['renames fields', [{ $project: { _id: 0, name: '$a', none: '$none' } }, { $limit: 1 }], [{ name: 'x' }]],
    [
      'renames and takes fields',
      [{ $project: { n: 1, name: '$a' } }, { $limit: 1 }],
      [{ _id: 1, n: 1, name: 'x' }],
    ],
  ])('%s', (_, stages, expected) => {
    expect(run(stages)).toEqual(expected);
  });

  it.each<[string, unknown[], string, string]>([
    ['int32 stays int32', [new Int32(1), new Int32(2)], 'Int32', '3'],
    ['int32 overflows into a long', [new Int32(2147483647), new Int32(1)], 'Long', '2147483648'],
    ['a long stays a long', [Long.fromNumber(1), new Int32(1)], 'Long', '2'],
    ['a long overflows into a double', [Long.MAX_VALUE, Long.MAX_VALUE], 'Double', '18446744073709552000'],
    [
      'doubles lose nothing on the way',
      [new Double(1e100), new Double(1), new Double(-1e100)],
      'Double',
      '1',
    ],
    ['infinity stays', [new Double(Infinity), new Double(1)], 'Double', 'Infinity'],
    ['texts are passed over', ['x', new Int32(1), [2]], 'Int32', '1'],
  ])('sums: %s', (_, numbers, type, total) => {
    const { rest } = compilePipeline([value({ $group: { _id: null, sum: { $sum: '$n' } } })]);

    const [group] = rest(numbers.map((n) => doc({ n })));

    const sum = group?.get('sum') as Long;
    expect([sum._bsontype, String(sum)]).toEqual([type, total]);
  });

  it('hands its beginning to a query, as far as it has the order of one', () => {
    const stages = [
      { $match: { a: 1 } },
      { $sort: { b: -1 } },
      { $skip: 2 },
      { $limit: 3 },
      { $limit: 1 },
    ].map(value);

    const { filter, sort, skip, limit, rest } = compilePipeline(stages);

    expect([plainOf(filter), plainOf(sort), skip, limit]).toEqual([{ a: 1 }, { b: -1 }, 2, 3]);
    expect([...rest([doc({}), doc({})])]).toHaveLength(1);
  });

  it('hands no $match behind a $limit to the query', () => {
    const { filter, limit, rest } = compilePipeline([{ $limit: 2 }, { $match: { a: 1 } }].map(value));

    expect([filter.size, limit]).toEqual([0, 2]);
    expect([...rest([doc({ a: 1 }), doc({ a: 2 })])]).toHaveLength(1);
  });

  it.each<[string, unknown, number]>([
    ['an unknown stage', { $lookup: {} }, 40324],
    ['a stage of two', { $match: {}, $limit: 1 }, 40323],
    ['a filter that is none', { $match: 1 }, 15959],
    ['an unknown accumulator', { $group: { _id: 1, n: { $avg: '$n' } } }, 15952],
    ['a group without _id', { $group: { n: { $sum: 1 } } }, 15955],
    ['a group field that is no accumulator', { $group: { _id: 1, n: 1 } }, 40234],
    ['an operator in an expression', { $group: { _id: { $toLower: '$a' } } }, 168],
    ['a variable', { $group: { _id: '$$NOW' } }, 238],
    ['limit 0', { $limit: 0 }, 15958],
    ['an empty sort', { $sort: {} }, 15976],
    ['an empty count', { $count: '' }, 40156],
  ])('refuses %s', (_, stage, code) => {
    expect(codeOf(() => compilePipeline([value(stage)]))).toBe(code);
  });
});
