import {
  Binary,
  BSONRegExp,
  deserialize,
  Long,
  ObjectId,
  serialize,
  Timestamp,
  type Document as Plain,
} from 'bson';
import { compileProjection } from '../../src/query/project';
import { codeOf, doc } from './model/plain';

const project = (projection: Plain, document: Plain) =>
  deserialize(compileProjection(doc(projection))(Buffer.from(serialize(document))), {
    promoteBuffers: false,
    bsonRegExp: true,
  });

const DOCUMENT = { _id: 1, a: 1, b: { c: 2, d: 3 }, e: [{ c: 4, d: 5 }, 6, [{ c: 7 }]] };

describe('a projection', () => {
  it.each<[string, Plain, Plain]>([
    ['a field, with _id', { a: 1 }, { _id: 1, a: 1 }],
    ['a field, without _id', { a: true, _id: 0 }, { a: 1 }],
    ['_id alone', { _id: 1 }, { _id: 1 }],
    ['all but _id', { _id: 0 }, { a: 1, b: DOCUMENT.b, e: DOCUMENT.e }],
    ['a path', { 'b.c': 1 }, { _id: 1, b: { c: 2 } }],
    ['a path through a scalar', { 'a.x': 1 }, { _id: 1 }],
    ['the order of the document', { b: 1, a: 1 }, { _id: 1, a: 1, b: DOCUMENT.b }],
  ])('gives %s', (_, projection, expected) => {
    const result = project(projection, DOCUMENT);

    expect(result).toEqual(expected);
    expect(Object.keys(result)).toEqual(Object.keys(expected));
  });

  it('copies a value of every type unchanged, and finds the value after it', () => {
    const values: Plain = {
      double: 0.5,
      text: 'Ɛwe \0 ŋ',
      empty: '',
      document: { a: { b: [] } },
      array: [1, [2], {}],
      binary: new Binary(Buffer.from([0, 1, 2]), 4),
      noBytes: new Binary(Buffer.alloc(0)),
      id: new ObjectId(),
      yes: true,
      date: new Date(-1),
      nothing: null,
      regex: new BSONRegExp('^a', 'i'),
      noRegex: new BSONRegExp('', ''),
      int: -1,
      time: new Timestamp({ t: 1, i: 2 }),
      long: Long.MIN_VALUE,
      ŋ: 1,
    };
    const bytes = Buffer.from(serialize({ ...values, last: 'z' }));

    for (const name of Object.keys(values)) {
      const result = compileProjection(doc({ _id: 0, [name]: 1, last: 1 }))(bytes);

      expect(result).toEqual(Buffer.from(serialize({ [name]: values[name] as unknown, last: 'z' })));
    }
  });

  it('refuses bytes that are not a document', () => {
    const bytes = Buffer.from(serialize({ a: 'text', b: 1 }));
    bytes.writeInt32LE(-4, 7);

    expect(codeOf(() => compileProjection(doc({ b: 1 }))(bytes))).toBe(22);
  });

  it('refuses a document that says to be longer than it is', () => {
    const bytes = Buffer.from(serialize({ a: 'text' }));
    bytes.writeInt32LE(1912, 0);
    bytes.writeInt32LE(1900, 7);

    expect(codeOf(() => compileProjection(doc({ _id: 0 }))(bytes))).toBe(22);
    expect(codeOf(() => compileProjection(doc({ a: 1 }))(Buffer.alloc(0)))).toBe(22);
  });

  it.each<[string, Plain, number]>([
    ['an exclusion among inclusions', { a: 1, b: 0 }, 31254],
    ['all but a field', { a: 0 }, 238],
    ['all but a path', { _id: 0, 'b.c': false }, 238],
    ['a path as a document', { b: { c: 1 } }, 238],
    ['a position', { 'e.0': 1 }, 238],
    ['a path below one that is named before', { b: 1, 'b.c': 1 }, 31249],
    ['a path above one that is named before', { 'b.c': 1, b: 1 }, 31250],
    ['a text', { a: '$b' }, 238],
    ['$slice', { e: { $slice: 1 } }, 238],
    ['the positional operator', { 'e.$': 1 }, 238],
  ])('refuses %s', (_, projection, code) => {
    expect(codeOf(() => compileProjection(doc(projection)))).toBe(code);
  });
});
