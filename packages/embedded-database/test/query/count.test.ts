import { Int32, type Document as Plain } from 'bson';
import type { Count } from '../../src/query/pipeline/count';
import { readPipeline } from '../../src/query/pipeline/union';
import { codeOf, plainOf, value } from './model/plain';

const COUNTING = { $group: { _id: 1, n: { $sum: 1 } } };

/** The query of a pipeline that counts. */
const read = (...stages: Plain[]) => readPipeline(stages.map(value))[0]!.reads as Count;

describe('the pipeline of a count', () => {
  it('is a filter, perhaps a limit, and the counting group', () => {
    const { query, narrowed, id } = read({ $match: { a: 1 } }, { $limit: 3 }, COUNTING);

    expect([plainOf(query.filter), query.limit, narrowed]).toEqual([{ a: 1 }, 3, undefined]);
    expect(id).toEqual(new Int32(1));
    expect(read({ $match: {} }, COUNTING).query.limit).toBeUndefined();
  });

  it('may look at a limited number of documents, and count those that match a second filter', () => {
    const { query, narrowed, id } = read(
      ...[{ $match: { a: 1 } }, { $limit: 30 }, { $match: { c: 2 } }, { $limit: 4 }],
      { $group: { _id: null, n: { $sum: 1 } } },
    );

    expect([plainOf(query.filter), query.limit]).toEqual([{ a: 1 }, 30]);
    expect([plainOf(narrowed!.filter), narrowed!.limit, id]).toEqual([{ c: 2 }, 4, null]);
  });

  it.each<[string, Plain[], number]>([
    ['an unknown stage', [{ $lookup: {} }], 40324],
    ['a sort', [{ $match: {} }, { $sort: { a: 1 } }, { $limit: 1 }, COUNTING], 238],
    [
      'limit 0 of what is counted',
      [{ $match: {} }, { $limit: 1 }, { $match: {} }, { $limit: 0 }, COUNTING],
      15958,
    ],
    ['a second filter that is none', [{ $match: {} }, { $limit: 1 }, { $match: 1 }, COUNTING], 15959],
    ['a group by another constant', [{ $match: {} }, { $group: { _id: 2, n: { $sum: 1 } } }], 238],
    ['a stage of two', [{ $match: {}, $limit: 1 }], 40323],
    ['a stage that is none', [{}], 40323],
    ['a filter that is none', [{ $match: 1 }, COUNTING], 15959],
    ['limit 0', [{ $match: {} }, { $limit: 0 }, COUNTING], 15958],
    ['another group', [{ $match: {} }, { $group: { _id: '$a', n: { $sum: 1 } } }], 238],
    ['another accumulator', [{ $match: {} }, { $group: { _id: 1, n: { $avg: '$a' } } }], 238],
    ['a sum of more than one', [{ $match: {} }, { $group: { _id: 1, n: { $sum: 2 } } }], 238],
    ['no filter', [COUNTING], 238],
    ['no group', [{ $match: {} }, { $limit: 1 }, { $match: {} }], 238],
    ['no stages', [], 238],
    ['another order', [{ $limit: 1 }, { $match: {} }, COUNTING], 238],
    ['a stage twice', [{ $match: {} }, { $match: {} }, COUNTING], 238],
    ['stages after the count', [{ $match: {} }, COUNTING, { $limit: 1 }], 238],
  ])('refuses %s', (_, stages, code) => {
    expect(codeOf(() => read(...stages))).toBe(code);
  });
});
