import { Binary, type Document as Plain } from 'bson';
import { compileSort, sortDocuments } from '../../../src/embedded/query/sort';
import { codeOf, doc, plainOf } from './plain';

const sorted = (documents: Plain[], sort: Plain) =>
  [...sortDocuments(documents.map(doc), compileSort(doc(sort)))].map(plainOf);

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

    expect(sorted(documents, { a: 1, b: -1 })).toEqual([
      { a: 1, b: 2 },
      { a: 1, b: 1 },
      { a: 2, b: 1 },
    ]);
  });

  it('refuses parallel arrays and other orders than 1 and -1', () => {
    expect(codeOf(() => sorted([{ a: [1], b: [1] }], { a: 1, b: 1 }))).toBe(2);
    expect(codeOf(() => sorted([], { a: 2 }))).toBe(238);
  });

  it('refuses more than 32 MB', () => {
    const document = { a: new Binary(Buffer.alloc(11 * 1024 * 1024)) };

    expect(codeOf(() => sorted([document, document], { b: 1 }))).toBeUndefined();
    expect(codeOf(() => sorted([document, document, document], { b: 1 }))).toBe(292);
  });
});
