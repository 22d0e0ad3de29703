import { BSONRegExp, type Document as Plain } from 'bson';
import fc from 'fast-check';
import { parseFilter } from '../../src/query/filter';
import { matcherOf } from '../../src/query/match';
import { planQuery, type Plan } from '../../src/query/plan';
import { encode } from '../../src/query/encode';
import { compileSort } from '../../src/query/sort';
import type { Document } from '../../src/query/value';
import { RUNS } from './model/arbitrary';
import { codeOf, doc } from './model/plain';
import { store, type Stored } from './model/stored-index';
import { scene } from './model/world';

/** Reads the index of a plan in its ranges; all documents if the plan has no index. */
function read(plan: Plan<Stored>, index: Stored, all: number): number[] {
  if (plan.index === undefined) return Array.from({ length: all }, (_, at) => at);
  const ranges = plan.ranges.map(({ from, to, shared }) =>
    index.entries
      .filter(({ key }) => Buffer.compare(key, from) >= 0 && (!to || Buffer.compare(key, to) < 0))
      .map(({ key, at }) => ({ at, rest: key.subarray(shared) })),
  );
  plan.ranges.forEach(({ from, to }, at) => {
    const next = plan.ranges[at + 1]?.from;
    if (next) expect(to && Buffer.compare(from, to) < 0 && Buffer.compare(to, next) <= 0).toBe(true);
  });
  if (!plan.hasDoublesWithin)
    for (const range of ranges) expect(new Set(range.map(({ at }) => at)).size).toBe(range.length);
  const found = ranges.flat();
  if (plan.merge) found.sort((left, right) => Buffer.compare(left.rest, right.rest));
  const order = (plan.reverse ? found.reverse() : found).map(({ at }) => at);
  if (!plan.multikeyDedupe) expect(new Set(order).size).toBe(order.length);
  return [...new Set(order)];
}

function expectSameAsFullScan(
  documents: readonly Document[],
  query: { filter: Plain; sort: Plain; index: Stored },
): Plan<Stored> {
  const { index } = query;
  const filter = doc(query.filter);
  const sort = doc(query.sort);
  const matches = matcherOf(parseFilter(filter));
  const sorter = compileSort(sort);
  const expected = documents.flatMap((document, at) => (matches(document) ? [at] : []));

  const plan = planQuery({ filter: parseFilter(filter), sort, indexes: [index] });
  const all = read(plan, index, documents.length);
  const found = plan.covers ? all : all.filter((at) => matches(documents[at]!));

  expect([...found].sort((a, b) => a - b)).toEqual(expected);
  if (plan.sorted) {
    const keys = found.map((at) => sorter.keyOf(encode(documents[at]!)));
    expect(keys.every((key, at) => at === 0 || sorter.compare(keys[at - 1]!, key) <= 0)).toBe(true);
  }
  return plan;
}

const mixedKey: fc.Arbitrary<Plain> = fc
  .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'a.b', 'a.c', 'a.b.c', 'b.b'), fc.constant(1)), {
    minLength: 1,
    maxLength: 3,
    selector: ([path]) => path,
  })
  .map((entries): Plain => Object.fromEntries(entries));

const anyKey: fc.Arbitrary<Plain> = fc.oneof(
  mixedKey,
  fc.constantFrom<Plain>(
    { 'a.b': 1, 'a.c': 1 },
    { 'a.c': 1, 'a.b': 1 },
    { c: 1 },
    { c: 1, 'a.b': 1 },
    { b: 1, c: 1 },
  ),
);

/** Sort keys with the same direction. */
const anySort = fc
  .tuple(fc.oneof(fc.constant<Plain>({}), anyKey), fc.constantFrom(1, -1))
  .map(([key, direction]): Plain => Object.fromEntries(Object.keys(key).map((path) => [path, direction])));

describe('a plan', () => {
  it('finds the same documents in the same order as a full scan', () => {
    let indexed = 0;

    fc.assert(
      fc.property(scene, anySort, anyKey, ([plain, filter], sort, key) => {
        const stored = plain.map(doc);
        const isRefused =
          codeOf(() => {
            stored.forEach((document) => compileSort(doc(sort)).keyOf(encode(document)));
          }) !== undefined;
        fc.pre(!isRefused && codeOf(() => store(stored, key)) === undefined);

        const plan = expectSameAsFullScan(stored, { filter, sort, index: store(stored, key) });

        if (plan.index !== undefined) indexed++;
      }),
      { numRuns: RUNS * 10 },
    );
    expect(indexed).toBeGreaterThan(RUNS);
  });

  it('finds the same where long texts are cut in the index', () => {
    const long = fc
      .tuple(
        fc.constantFrom(1850, 1862, 1863, 1864, 1880, 1890, 1896, 1897, 1900, 3000),
        fc.constantFrom('', 'a', 'b', 'aa'),
      )
      .map(([length, end]) => 'x'.repeat(length) + end);
    const text = fc.oneof(
      { weight: 4, arbitrary: long },
      { weight: 1, arbitrary: fc.constantFrom('', 'x', 'xx', 'y') },
    );
    const record = fc.record({ a: text, b: fc.integer({ min: 0, max: 2 }) });
    const filter = fc.oneof(
      fc
        .tuple(fc.constantFrom('$eq', '$gt', '$gte', '$lt', '$lte'), text)
        .map(([name, than]) => ({ a: { [name]: than } })),
      fc.tuple(text, fc.integer({ min: 0, max: 2 })).map(([a, b]) => ({ a, b })),
      fc.array(text, { maxLength: 3 }).map((texts) => ({ a: { $in: texts } })),
      long.map((start) => ({ a: new BSONRegExp(`^${start}`) })),
    );
    const key = fc.constantFrom<Plain>({ a: 1 }, { a: 1, b: 1 }, { b: 1, a: 1 });
    const sort = fc.constantFrom<Plain>({}, { a: 1 }, { a: -1 }, { a: -1, b: -1 });

    fc.assert(
      fc.property(
        fc.array(record, { maxLength: 12 }),
        fc.tuple(filter, sort),
        key,
        (plain, [filter, order], pattern) => {
          const stored = plain.map(doc);

          expectSameAsFullScan(stored, { filter, sort: order, index: store(stored, pattern) });
        },
      ),
      { numRuns: RUNS * 2 },
    );
  });
});
