import { BSONRegExp, Long, type Document as Plain } from 'bson';
import { parseFilter } from '../../src/query/filter';
import { encodeKey, successor } from '../../src/query/key';
import { planQuery, type Plan } from '../../src/query/plan';
import { doc } from './model/plain';
import { store, type Stored } from './model/stored-index';

const people = [
  { _id: 1, tags: ['x', 'y'], age: 30, name: 'b' },
  { _id: 2, tags: 'x', age: 20, name: 'a' },
].map(doc);

function planFor(
  query: { filter: Plain; sort?: Plain; keys: readonly Plain[] },
  isUnique?: boolean,
): Plan<Stored> {
  const indexes = query.keys.map((key) => store(people, key, isUnique));
  return planQuery({ filter: parseFilter(doc(query.filter)), sort: doc(query.sort ?? {}), indexes });
}

describe('planQuery', () => {
  it('looks one document up by its _id', () => {
    const plan = planFor({ filter: { _id: Long.fromNumber(1) }, keys: [{ _id: 1 }, { age: 1 }] }, true);

    expect(plan).toMatchObject({ index: { name: '{"_id":1}' }, covers: true, isLookup: true });
    expect(plan.ranges.map(({ from }) => from)).toEqual([encodeKey([Long.fromNumber(1)])]);
  });

  it('looks many documents up by $in, each once and in order', () => {
    const plan = planFor({ filter: { _id: { $in: [3, 1, 3, 2] } }, sort: { _id: -1 }, keys: [{ _id: 1 }] });

    expect(plan).toMatchObject({ covers: true, sorted: true, reverse: true, merge: false });
    expect(plan.ranges).toHaveLength(3);
  });

  it('finds nothing by an empty $in', () => {
    const plan = planFor({ filter: { _id: { $in: [] } }, keys: [{ _id: 1 }] });

    expect(plan).toMatchObject({ index: { name: '{"_id":1}' }, ranges: [] });
  });

  it('prefers the index that bounds more fields', () => {
    const plan = planFor({
      filter: { age: 20, name: { $gt: 'a' } },
      keys: [{ age: 1 }, { age: 1, name: 1 }],
    });

    expect(plan).toMatchObject({ index: { name: '{"age":1,"name":1}' }, covers: true });
  });

  it('sorts by the field after those that are bounded to one value', () => {
    const query = { filter: { age: 20 }, sort: { name: -1 }, keys: [{ age: 1 }, { age: 1, name: 1 }] };

    expect(planFor(query)).toMatchObject({
      index: { name: '{"age":1,"name":1}' },
      sorted: true,
      reverse: true,
      covers: true,
    });
  });

  it('merges the ranges of $in when the sort comes after it', () => {
    const plan = planFor({
      filter: { age: { $in: [20, 30] } },
      sort: { name: 1 },
      keys: [{ age: 1, name: 1 }],
    });

    expect(plan).toMatchObject({ sorted: true, merge: true, covers: true });
    expect(plan.ranges).toHaveLength(2);
  });

  it('sorts by a plain field after a bounded array', () => {
    const plan = planFor({ filter: { tags: 'x' }, sort: { age: 1 }, keys: [{ tags: 1, age: 1 }] });

    expect(plan).toMatchObject({ sorted: true, covers: true });
  });

  it('does not sort by an array', () => {
    expect(planFor({ filter: { tags: { $gt: '' } }, sort: { tags: 1 }, keys: [{ tags: 1 }] }).sorted).toBe(
      false,
    );
  });

  it('reads an index from end to end for a sort alone', () => {
    const plan = planFor({ filter: {}, sort: { name: -1 }, keys: [{ name: 1 }] });

    expect(plan).toMatchObject({ index: { name: '{"name":1}' }, sorted: true, reverse: true, covers: true });
  });

  it('turns a prefix into a range, and into one of a stored regular expression that is the same', () => {
    const plan = planFor({ filter: { name: new BSONRegExp('^ab') }, keys: [{ name: 1 }] });

    expect(plan.covers).toBe(true);
    const regex = encodeKey([new BSONRegExp('^ab')]);
    expect(plan.ranges).toEqual([
      { from: Buffer.from('0ab'), to: Buffer.from('0ac'), shared: 0 },
      { from: regex, to: successor(regex), shared: regex.length },
    ]);
  });

  it('joins two bounds of a plain field, and keeps one of an array', () => {
    const between = { $gte: 'a', $lt: 'c' };

    expect(planFor({ filter: { name: between }, keys: [{ name: 1 }] })).toMatchObject({ covers: true });
    expect(planFor({ filter: { tags: between }, keys: [{ tags: 1 }] })).toMatchObject({ covers: false });
  });

  it('applies the filter again where null represents missing fields', () => {
    expect(planFor({ filter: { age: null }, keys: [{ age: 1 }] })).toMatchObject({
      index: { name: '{"age":1}' },
      covers: false,
    });
  });

  it('reads everything for negations and alternatives', () => {
    expect(planFor({ filter: { age: { $ne: 1 } }, keys: [{ age: 1 }] }).index).toBeUndefined();
    expect(planFor({ filter: { $or: [{ age: 1 }, { age: 2 }] }, keys: [{ age: 1 }] }).index).toBeUndefined();
  });
});
