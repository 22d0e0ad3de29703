import type { Document as Plain } from 'bson';
import {
  assert,
  constant,
  constantFrom,
  date,
  double,
  oneof,
  property,
  record,
  string,
  array as list,
} from 'fast-check';
import { compileIndex, tuplesOf } from '../../src/query/index-keys';
import { cutKey, encodeKey } from '../../src/query/key';
import { parsedPath } from '../../src/query/path';
import type { Value } from '../../src/query/value';
import { codeOf, doc, value } from './model/plain';

function keysOf(document: Plain, key: Plain) {
  return compileIndex(doc(key)).keysOf(doc(document));
}

/** Keys of ascending fields; `undefined` means an empty array. */
const ascending = (...tuples: unknown[][]) =>
  tuples.map((tuple) =>
    encodeKey(tuple.map((item): Value | undefined => (item === undefined ? item : value(item)))),
  );

describe('the keys of a document', () => {
  it.each<[string, Plain, Plain, Buffer[], string | undefined]>([
    ['a field', { a: 5 }, { a: 1 }, ascending([5]), undefined],
    ['a missing field as null', {}, { a: 1 }, ascending([null]), undefined],
    ['a path', { a: { b: 5 } }, { 'a.b': 1 }, ascending([5]), undefined],
    ['a scalar on the way as null', { a: 5 }, { 'a.b': 1 }, ascending([null]), undefined],
    ['an array by its elements, each once', { a: [1, 2, 1] }, { a: 1 }, ascending([1], [2]), 'a'],
    ['an empty array as less than null', { a: [] }, { a: 1 }, ascending([undefined]), 'a'],
    ['arrays in arrays as they are', { a: [[1, 2]] }, { a: 1 }, ascending([[1, 2]]), 'a'],
    ['documents in arrays as they are', { a: [{ b: 1 }] }, { a: 1 }, ascending([{ b: 1 }]), 'a'],
    ['an array at a path', { a: { b: [1, 2] } }, { 'a.b': 1 }, ascending([1], [2]), 'a.b'],
    ['an array with a plain field', { a: [1, 2], c: 9 }, { a: 1, c: 1 }, ascending([1, 9], [2, 9]), 'a'],
  ])('hold %s', (...[, document, key, keys, multikey]) => {
    const found = keysOf(document, key);

    expect(found.keys).toEqual(keys);
    expect(found.multikey).toEqual(multikey);
  });

  it('contain one key for each combination of values', () => {
    const text = oneof(string({ unit: 'binary' }), constantFrom('', '\0', 'a\0b', 'é'.repeat(1000)));
    const scalar = oneof(text, double(), date({ noInvalidDate: true }), constantFrom(null, true, 1, 2 ** 40));
    const any = oneof(scalar, list(scalar, { maxLength: 3 }), record({ b: scalar }));
    const documents = record({
      a: scalar,
      many: oneof(scalar, list(oneof(any, constant('twice')), { maxLength: 6 })),
      c: record({ d: scalar }, { requiredKeys: [] }),
    });
    const fields = ['a', 'many', 'c.d'];
    const patterns = constantFrom([0], [1], [0, 1, 2], [1, 0], [2, 1, 0]);
    assert(
      property(documents, patterns, (document, pattern) => {
        const named = pattern.map((at) => fields[at] ?? '');
        const { tuples } = tuplesOf(doc(document), named.map(parsedPath));
        const each = tuples.map((tuple) => cutKey(encodeKey(tuple)).toString('hex'));

        const { keys } = keysOf(document, Object.fromEntries(named.map((name) => [name, 1])));

        expect(keys.map((key) => key.toString('hex'))).toEqual([...new Set(each)]);
      }),
      { numRuns: 500 },
    );
  });

  it('are the same for a descending index, which is read the other way', () => {
    expect(keysOf({ a: 5, b: 1 }, { a: -1, b: -1 })).toEqual(keysOf({ a: 5, b: 1 }, { a: 1, b: 1 }));
  });

  it('are refused for parallel arrays, also short ones', () => {
    expect(codeOf(() => keysOf({ a: [1], b: [] }, { a: 1, b: 1 }))).toBe(171);
  });

  it('are refused for an array within a path, also an empty one', () => {
    expect(codeOf(() => keysOf({ a: [{ b: 1 }] }, { 'a.b': 1 }))).toBe(238);
    expect(codeOf(() => keysOf({ a: [] }, { 'a.b': 1 }))).toBe(238);
  });

  it.each<[string, Plain, number]>([
    ['no fields', {}, 67],
    ['a text index', { a: 'text' }, 238],
    ['a position', { 'a.0': 1 }, 238],
    ['fields of both directions', { a: 1, b: -1 }, 238],
    ['a hashed field', { a: 'hashed' }, 238],
    ['all fields', { '$**': 1 }, 238],
  ])('are refused for an index of %s', (_, key, code) => {
    expect(codeOf(() => keysOf({}, key))).toBe(code);
  });
});
