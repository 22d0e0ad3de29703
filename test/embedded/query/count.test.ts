import type { Document as Plain } from 'bson';
import { readCount } from '../../../src/embedded/query/count';
import { codeOf, plainOf, value } from './plain';

const COUNTING = { $group: { _id: 1, n: { $sum: 1 } } };

const read = (...stages: Plain[]) => readCount(stages.map(value));

describe('the pipeline of a count', () => {
  it('is a filter, perhaps a limit, and the counting group', () => {
    const { filter, limit } = read({ $match: { a: 1 } }, { $limit: 3 }, COUNTING);

    expect([plainOf(filter), limit]).toEqual([{ a: 1 }, 3]);
    expect(read({ $match: {} }, COUNTING).limit).toBeUndefined();
  });

  it.each<[string, Plain[], number]>([
    ['an unknown stage', [{ $lookup: {} }], 40324],
    ['a sort', [{ $match: {} }, { $sort: { a: 1 } }, COUNTING], 40324],
    ['a stage of two', [{ $match: {}, $limit: 1 }], 40323],
    ['a stage that is none', [{}], 40323],
    ['a filter that is none', [{ $match: 1 }, COUNTING], 15959],
    ['limit 0', [{ $match: {} }, { $limit: 0 }, COUNTING], 15958],
    ['another group', [{ $match: {} }, { $group: { _id: '$a', n: { $sum: 1 } } }], 238],
    ['another accumulator', [{ $match: {} }, { $group: { _id: 1, n: { $avg: '$a' } } }], 238],
    ['a sum of more than one', [{ $match: {} }, { $group: { _id: 1, n: { $sum: 2 } } }], 238],
    ['no filter', [COUNTING], 238],
    ['no group', [{ $match: {} }], 238],
    ['no stages', [], 238],
    ['another order', [{ $limit: 1 }, { $match: {} }, COUNTING], 238],
    ['a stage twice', [{ $match: {} }, { $match: {} }, COUNTING], 238],
    ['stages after the count', [{ $match: {} }, COUNTING, { $limit: 1 }], 238],
  ])('refuses %s', (_, stages, code) => {
    expect(codeOf(() => read(...stages))).toBe(code);
  });
});
