import { Int32, Long, type Document as Plain } from 'bson';
import fc from 'fast-check';
import { encode } from '../../src/query/encode';
import { compileUpdate } from '../../src/query/update';
import { anyDocument, RUNS } from './model/arbitrary';
import { codeOf, doc, plainOf, value } from './model/plain';
import { plainDocument } from './model/world';
import { plainUpdate } from './model/world-update';

const applyTo = (document: Plain, update: Plain) =>
  plainOf(compileUpdate(value(update)).apply(doc(document)));

const MAX_INT = 2147483647;
const MAX_LONG = Long.MAX_VALUE;

describe('an update', () => {
  it.each<[string, Plain, Plain, Plain]>([
    ['$set replaces a field in its place', { a: 1, b: 2 }, { $set: { a: 3 } }, { a: 3, b: 2 }],
    ['$set builds documents on the way', {}, { $set: { 'a.b.c': 1 } }, { a: { b: { c: 1 } } }],
    ['$unset removes a field', { a: { b: 1, c: 2 } }, { $unset: { 'a.b': '' } }, { a: { c: 2 } }],
    [
      '$unset passes over paths that cannot be',
      { a: 1, b: [1] },
      { $unset: { 'a.x': '', 'b.x': '' } },
      { a: 1, b: [1] },
    ],
    ['$inc adds', { a: 1 }, { $inc: { a: 2 } }, { a: 3 }],
    ['$inc starts a missing field', {}, { $inc: { 'a.b': -2 } }, { a: { b: -2 } }],
    ['$inc makes a double of a sum with one', { a: 1 }, { $inc: { a: 0.5 } }, { a: 1.5 }],
    ['$setOnInsert does nothing to a stored document', { a: 1 }, { $setOnInsert: { b: 1 } }, { a: 1 }],
    [
      'operators on several paths apply together',
      { a: 1, b: 1 },
      { $set: { a: 2 }, $inc: { b: 2 } },
      { a: 2, b: 3 },
    ],
    ['a replacement keeps the _id', { _id: 1, a: 1 }, { b: 2 }, { _id: 1, b: 2 }],
    ['a replacement may name the _id', { _id: 1, a: 1 }, { b: 2, _id: 1 }, { _id: 1, b: 2 }],
    ['an empty $set does nothing', { a: 1 }, { $set: {} }, { a: 1 }],
  ])('%s', (_, document, update, expected) => {
    expect(applyTo(document, update)).toEqual(expected);
  });

  it.each<[string, Plain, Plain, string]>([
    ['int32 overflows into a long', { a: MAX_INT }, { $inc: { a: 1 } }, 'Long'],
    ['int32 stays int32', { a: 1 }, { $inc: { a: 1 } }, 'Int32'],
    ['a long stays a long', { a: 1 }, { $inc: { a: Long.fromNumber(1) } }, 'Long'],
    ['a double stays a double', { a: 1.5 }, { $inc: { a: new Int32(1) } }, 'Double'],
  ])('$inc: %s', (_, document, update, type) => {
    const sum = compileUpdate(doc(update)).apply(doc(document)).get('a');

    expect((sum as Long)._bsontype).toBe(type);
  });

  it('adds longs exactly', () => {
    const sum = compileUpdate(doc({ $inc: { a: 1 } })).apply(doc({ a: Long.fromString('9007199254740992') }));

    expect(String(sum.get('a') as Long)).toBe('9007199254740993');
  });

  it('adds new fields by name', () => {
    const result = applyTo({ z: 1 }, { $set: { 'm.b': 1, 'm.a': 1, c: 1 }, $inc: { b: 1 } });

    expect(Object.keys(result)).toEqual(['z', 'b', 'c', 'm']);
    expect(Object.keys(result['m'] as Plain)).toEqual(['a', 'b']);
  });

  it('gives the same document back when nothing changes', () => {
    const document = doc({ _id: 1, a: 1, b: [1], c: { d: 1 } });
    const update = { $set: { a: 1 }, $unset: { x: '' }, $inc: { 'c.d': 0 } };

    expect(compileUpdate(doc(update)).apply(document)).toBe(document);
    expect(compileUpdate(doc({ a: 1, b: [1], c: { d: 1 } })).apply(document)).toBe(document);
  });

  it('changes the type of an equal number', () => {
    const result = compileUpdate(doc({ $set: { a: Long.fromNumber(1) } })).apply(doc({ a: 1 }));

    expect((result.get('a') as Long)._bsontype).toBe('Long');
  });

  it('never writes to the document it is given', () => {
    fc.assert(
      fc.property(plainDocument, plainUpdate, (plain, update) => {
        const document = doc({ _id: 1, ...plain });
        const before = encode(document);

        codeOf(() => compileUpdate(doc(update)).apply(document, { isInsert: true }));

        expect(encode(document).equals(before)).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  it('replaces any document by any other', () => {
    fc.assert(
      fc.property(anyDocument, anyDocument, (document, other) => {
        const target = new Map([['_id', 'x'], ...[...document].filter(([name]) => name !== '_id')]);
        const replacement = new Map([...other].filter(([name]) => name !== '_id'));

        const result = compileUpdate(replacement).apply(target);

        expect(encode(result)).toEqual(encode(new Map([['_id', 'x'], ...replacement])));
      }),
      { numRuns: RUNS },
    );
  });

  it.each<[string, Plain, Plain, number]>([
    ['an unknown operator', {}, { $rename: { a: 'b' } }, 9],
    ['fields among operators', {}, { $set: { a: 1 }, b: 1 }, 9],
    ['operators among fields', {}, { a: 1, $set: { b: 1 } }, 52],
    ['an operator on a scalar', {}, { $set: 1 }, 9],
    ['two operators on one path', {}, { $set: { a: 1 }, $inc: { a: 1 } }, 40],
    ['one path inside another', {}, { $set: { 'a.b': 1 }, $unset: { a: '' } }, 40],
    ['a conflict that only an insert would meet', {}, { $set: { a: 1 }, $setOnInsert: { a: 2 } }, 40],
    ['a field in a scalar', { a: 1 }, { $set: { 'a.b': 1 } }, 28],
    ['a field in null', { a: null }, { $set: { 'a.b': 1 } }, 28],
    ['a name in an array', { a: [1] }, { $set: { 'a.b': 1 } }, 28],
    ['$inc of a text', { a: 'x' }, { $inc: { a: 1 } }, 14],
    ['$inc of null', { a: null }, { $inc: { a: 1 } }, 14],
    ['$inc by a text', {}, { $inc: { a: 'x' } }, 14],
    ['$inc beyond a long', { a: MAX_LONG }, { $inc: { a: 1 } }, 2],
    ['a new _id', { _id: 1 }, { $set: { _id: 2 } }, 66],
    ['no _id', { _id: 1 }, { $unset: { _id: '' } }, 66],
    ['a replacement with another _id', { _id: 1 }, { _id: 2 }, 66],
    ['an empty name in a path', {}, { $set: { 'a..b': 1 } }, 56],
    ['a dollar at the beginning of a path', {}, { $set: { '$b.a': 1 } }, 52],
    ['a position', { a: [1] }, { $set: { 'a.0': 2 } }, 238],
    ['a pipeline', { a: [1] }, [{ $set: { a: 1 } }], 238],
    ['the positional operator', { a: [1] }, { $set: { 'a.$': 1 } }, 238],
    ['the filtered positional operator', { a: [1] }, { $set: { 'a.$[x]': 1 } }, 238],
  ])('refuses %s', (_, document, update, code) => {
    expect(codeOf(() => applyTo(document, update))).toBe(code);
  });
});
