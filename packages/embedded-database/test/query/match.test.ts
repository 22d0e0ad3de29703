import { BSONRegExp, Double, Int32, Long, type Document as Plain } from 'bson';
import fc from 'fast-check';
import { parseFilter } from '../../src/query/filter';
import { matcherOf } from '../../src/query/match';
import { RUNS } from './model/arbitrary';
import { naiveMatch } from './model/naive-match';
import { codeOf, doc } from './model/plain';
import { plainDocument, plainFilter } from './model/world';

const matches = (filter: Plain, document: Plain) => matcherOf(parseFilter(doc(filter)))(doc(document));

describe('a filter', () => {
  it.each<[string, Plain, Plain, boolean]>([
    ['equality finds the value', { a: 1 }, { a: 1 }, true],
    ['equality finds the value in an array', { a: 1 }, { a: [2, 1] }, true],
    ['equality compares numbers by value', { a: Long.fromNumber(1) }, { a: new Double(1) }, true],
    [
      'equality tells a long from its nearest double',
      { a: Long.fromString('9007199254740993') },
      { a: 2 ** 53 },
      false,
    ],
    ['equality with null finds missing fields', { a: null }, {}, true],
    ['equality with null finds null in an array', { a: null }, { a: [1, null] }, true],
    ['equality with null does not find an empty array', { a: null }, { a: [] }, false],
    [
      'a path with null finds an array element without the field',
      { 'a.b': null },
      { a: [{ b: 1 }, {}] },
      true,
    ],
    ['a path with null does not find an array of scalars', { 'a.b': null }, { a: [1] }, false],
    ['a path with null finds a scalar on the way', { 'a.b': null }, { a: 1 }, true],
    ['a document equals one with the same order only', { a: { b: 1, c: 2 } }, { a: { c: 2, b: 1 } }, false],
    ['a path enters arrays', { 'a.b': 2 }, { a: [{ b: 1 }, { b: 2 }] }, true],
    ['a path enters arrays in arrays not', { 'a.b': 2 }, { a: [[{ b: 2 }]] }, false],
    ['$gt compares one type only', { a: { $gt: 1 } }, { a: 'x' }, false],
    ['$gt takes any element', { a: { $gt: 4, $lt: 2 } }, { a: [1, 5] }, true],
    ['$gte null finds missing fields', { a: { $gte: null } }, {}, true],
    ['$gt null finds nothing', { a: { $gt: null } }, { a: 1 }, false],
    ['$lt does not find NaN', { a: { $lt: 1 } }, { a: NaN }, false],
    ['$lte NaN finds NaN', { a: { $lte: NaN } }, { a: NaN }, true],
    ['$ne asks all elements', { a: { $ne: 1 } }, { a: [1, 2] }, false],
    ['$ne finds missing fields', { a: { $ne: 1 } }, {}, true],
    ['$in finds one of many', { a: { $in: [3, 'x', 1] } }, { a: 1 }, true],
    ['$in with null finds missing fields', { a: { $in: [null] } }, {}, true],
    ['$in of nothing finds nothing', { a: { $in: [] } }, { a: 1 }, false],
    ['$nin of nothing finds all', { a: { $nin: [] } }, { a: 1 }, true],
    ['$nin asks all elements', { a: { $nin: [1] } }, { a: [1, 2] }, false],
    ['$exists finds null', { a: { $exists: true } }, { a: null }, true],
    ['$exists finds an empty array', { a: { $exists: true } }, { a: [] }, true],
    ['$exists false finds missing fields', { 'a.b': { $exists: false } }, { a: 1 }, true],
    ['$exists 0 means false', { a: { $exists: 0 } }, { a: 1 }, false],
    ['$not negates all operators', { a: { $not: { $gt: 1, $lt: 5 } } }, { a: 3 }, false],
    ['$not finds missing fields', { a: { $not: { $gt: 1 } } }, {}, true],
    ['$and needs all', { $and: [{ a: 1 }, { b: 2 }] }, { a: 1 }, false],
    ['$or needs one', { $or: [{ a: 1 }, { b: 2 }] }, { a: 1 }, true],
    ['a prefix finds texts that begin so', { a: new BSONRegExp('^b\\.c') }, { a: 'b.cd' }, true],
    ['a prefix is literal', { a: new BSONRegExp('^b\\.c') }, { a: 'bxc' }, false],
    ['a prefix finds elements', { a: { $not: new BSONRegExp('^b') } }, { a: ['x', 'bc'] }, false],
    ['a text within another ignores case', { a: new BSONRegExp('b\\.C', 'i') }, { a: 'xB.c' }, true],
    ['a text within another is literal', { a: new BSONRegExp('b\\.c', 'i') }, { a: 'bxc' }, false],
    ['a text within another ignores case beyond ASCII', { a: new BSONRegExp('Ŋ', 'i') }, { a: 'saŋa' }, true],
    ['a prefix may be outside the BMP', { a: new BSONRegExp('^😀') }, { a: '😀!' }, true],
    ['names of the language are names', { constructor: 1 }, { a: 1 }, false],
  ])('%s', (_, filter, document, expected) => {
    expect(matches(filter, document)).toBe(expected);
  });

  it.each<[string, Plain, number]>([
    ['an unknown operator', { a: { $size: 1 } }, 2],
    ['an unknown operator after a known one', { a: { $gt: 1, constructor: 1 } }, 2],
    ['an unknown top-level operator', { $where: 'true' }, 2],
    ['$and without branches', { $and: [] }, 2],
    ['$or of scalars', { $or: [1] }, 2],
    ['$in without an array', { a: { $in: 1 } }, 2],
    ['operators inside $in', { a: { $in: [{ $gt: 1 }] } }, 2],
    ['$not without operators', { a: { $not: {} } }, 2],
    ['$not of a scalar', { a: { $not: 1 } }, 2],
    ['$regex', { a: { $regex: '^a' } }, 2],
    ['$nor', { $nor: [{ a: 1 }] }, 2],
    ['a position', { 'a.1': 2 }, 238],
    ['an empty name', { 'a..b': 2 }, 238],
    ['a regular expression for $ne', { a: { $ne: new BSONRegExp('^a') } }, 2],
    ['equality with an array', { a: [1] }, 238],
    ['a range from an array', { a: { $gt: [1] } }, 238],
    ['an array in $in', { a: { $in: [[1]] } }, 238],
    ['a regular expression without an anchor', { a: new BSONRegExp('b') }, 238],
    ['a regular expression with a class', { a: new BSONRegExp('^a\\d') }, 238],
    ['a regular expression with options', { a: new BSONRegExp('^b', 'i') }, 238],
    ['a regular expression with an end', { a: new BSONRegExp('^a$') }, 238],
  ])('refuses %s', (_, filter, code) => {
    expect(codeOf(() => matcherOf(parseFilter(doc(filter))))).toBe(code);
  });

  it('keeps int32 operands exact', () => {
    expect(matches({ a: new Int32(1) }, { a: 1.5 })).toBe(false);
  });

  it('agrees with a naive evaluation', () => {
    fc.assert(
      fc.property(
        plainFilter,
        fc.array(plainDocument, { minLength: 1, maxLength: 5 }),
        (filter, documents) => {
          const matcher = matcherOf(parseFilter(doc(filter)));

          expect(documents.map((document) => matcher(doc(document)))).toEqual(
            documents.map((document) => naiveMatch(document, filter)),
          );
        },
      ),
      { numRuns: RUNS * 5 },
    );
  });
});
