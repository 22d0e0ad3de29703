import type { Document as Plain } from 'bson';
import { compileUpdate } from '../../src/query/update';
import { codeOf, doc, plainOf } from './model/plain';

describe('an upsert', () => {
  const upsert = (filter: Plain, update: Plain) => {
    const prepared = compileUpdate(doc(update));
    return plainOf(prepared.apply(prepared.seed(doc(filter)), { isInsert: true }));
  };

  it.each<[string, Plain, Plain, Plain]>([
    [
      'begins with the equalities of the filter',
      { a: 1, 'b.c': { $eq: 2 }, d: { $gt: 3 } },
      { $set: { e: 4 } },
      { a: 1, b: { c: 2 }, e: 4 },
    ],
    [
      'looks into $and and a single $or',
      { $and: [{ a: 1 }, { $or: [{ b: 2 }] }] },
      { $set: {} },
      { a: 1, b: 2 },
    ],
    ['takes a list of one value', { a: { $in: [1] } }, { $set: {} }, { a: 1 }],
    ['takes no alternatives or negations', { $or: [{ a: 1 }, { a: 2 }], b: { $ne: 1 } }, { $set: {} }, {}],
    ['applies $setOnInsert', { _id: 1 }, { $setOnInsert: { a: 1 }, $inc: { n: 1 } }, { _id: 1, a: 1, n: 1 }],
    ['changes what the filter named', { a: 1 }, { $inc: { a: 1 } }, { a: 2 }],
    ['has the _id first', { a: 1 }, { $set: { _id: 5 } }, { _id: 5, a: 1 }],
  ])('%s', (_, filter, update, expected) => {
    const result = upsert(filter, update);

    expect(result).toEqual(expected);
    expect(Object.keys(result)).toEqual(Object.keys(expected));
  });

  it.each<[string, Plain, Plain, number]>([
    ['a path named twice', { $and: [{ a: 1 }, { a: 1 }] }, { $set: {} }, 54],
    ['a path inside another', { a: { c: 1 }, 'a.b': 1 }, { $set: {} }, 54],
    ['another _id than that of the filter', { _id: 1 }, { $setOnInsert: { _id: 2 } }, 66],
    ['an array as _id', {}, { $set: { _id: [1] } }, 53],
    ['a replacement', { _id: 1 }, { b: 2 }, 238],
    ['a part of an _id', { '_id.a': 1 }, { $set: {} }, 111],
  ])('refuses %s', (_, filter, update, code) => {
    expect(codeOf(() => upsert(filter, update))).toBe(code);
  });
});
