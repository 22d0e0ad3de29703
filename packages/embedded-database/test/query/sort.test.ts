import type { Document as Plain } from 'bson';
import { encode } from '../../src/query/encode';
import { compileSort } from '../../src/query/sort';
import { codeOf, doc } from './model/plain';

function sorted(documents: Plain[], sort: Plain): Plain[] {
  const sorter = compileSort(doc(sort));
  return documents
    .map((document) => ({ document, key: sorter.keyOf(encode(doc(document))) }))
    .sort((left, right) => sorter.compare(left.key, right.key))
    .map(({ document }) => document);
}

describe('a sort in memory', () => {
  it('orders by type, then by value, and keeps the order of equals', () => {
    const documents = [
      { a: 'x' },
      { a: 2 },
      {},
      { a: null },
      { a: { b: 1 } },
      { a: 1.5 },
      { a: [] },
      { a: true },
    ];

    expect(sorted(documents, { a: 1 })).toEqual([
      { a: [] },
      {},
      { a: null },
      { a: 1.5 },
      { a: 2 },
      { a: 'x' },
      { a: { b: 1 } },
      { a: true },
    ]);
  });

  it('takes the smallest element upwards and the largest downwards', () => {
    const documents = [{ a: [1, 9] }, { a: 5 }, { a: [4, 6] }];

    expect(sorted(documents, { a: 1 })).toEqual([{ a: [1, 9] }, { a: [4, 6] }, { a: 5 }]);
    expect(sorted(documents, { a: -1 })).toEqual([{ a: [1, 9] }, { a: [4, 6] }, { a: 5 }]);
  });

  it('orders by several fields', () => {
    const documents = [
      { a: 1, b: 1 },
      { a: 2, b: 1 },
      { a: 1, b: 2 },
    ];

    expect(sorted(documents, { a: -1, b: -1 })).toEqual([
      { a: 2, b: 1 },
      { a: 1, b: 2 },
      { a: 1, b: 1 },
    ]);
  });

  it('orders by a nested field, also together with its parent', () => {
    const documents = [{ a: { c: 1, b: 'y' } }, { a: { b: 'x', d: [1, 2] }, b: 'a' }, { b: 'w' }];

    expect(sorted(documents, { 'a.b': 1 })).toEqual([documents[2], documents[1], documents[0]]);
    // The first field of the second document is a text, which sorts after a number.
    expect(sorted(documents, { a: 1, 'a.b': 1 })).toEqual([documents[2], documents[0], documents[1]]);
    expect(sorted(documents, { 'a.b': -1, a: -1 })).toEqual([documents[0], documents[1], documents[2]]);
  });

  it('names the path that leads through an array', () => {
    expect(() => sorted([{ a: [{ b: 1 }] }], { 'a.b': 1 })).toThrow("the key path 'a.b'");
  });

  it('refuses parallel arrays, mixed directions and other orders than 1 and -1', () => {
    expect(codeOf(() => sorted([{ a: [1], b: [1] }], { a: 1, b: 1 }))).toBe(2);
    expect(codeOf(() => sorted([], { a: 2 }))).toBe(238);
    expect(codeOf(() => sorted([], { a: 1, b: -1 }))).toBe(238);
  });
});
