import { Double, Int32, Long, ObjectId } from 'bson';
import fc from 'fast-check';
import { compare, cutKey, encodeKey, isExact, MAX_KEY_BYTES, successor } from '../../src/query/key';
import type { Value } from '../../src/query/value';
import { anyNumber, anyText, anyValue, RUNS } from './model/arbitrary';

const sign = (value: number) => Math.sign(value) + 0;
const up = (value: Value | undefined) => cutKey(encodeKey([value]));

function expectSameOrder(left: Value, right: Value): void {
  const order = sign(compare(left, right));

  expect(sign(Buffer.compare(up(left), up(right)))).toBe(order);
}

describe('compare', () => {
  it('is reflexive, antisymmetric and transitive', () => {
    fc.assert(
      fc.property(anyValue, anyValue, anyValue, (a, b, c) => {
        const [low, middle, high] = [a, b, c].sort(compare) as [Value, Value, Value];

        expect(compare(a, a)).toBe(0);
        expect(sign(compare(a, b)) + sign(compare(b, a))).toBe(0);
        expect(compare(low, middle)).toBeLessThanOrEqual(0);
        expect(compare(low, high)).toBeLessThanOrEqual(0);
        expect(compare(middle, high)).toBeLessThanOrEqual(0);
      }),
      { numRuns: RUNS },
    );
  });

  it.each<[string, Value | undefined, Value | undefined]>([
    ['the empty array of an index before null', undefined, null],
    ['null before numbers', null, new Int32(-5)],
    ['NaN before all numbers', new Double(NaN), new Double(-Infinity)],
    ['2^53 as double before 2^53 + 1 as long', new Double(2 ** 53), Long.fromString('9007199254740993')],
    [
      '-2^53 - 1 as long before -2^53 as double',
      Long.fromString('-9007199254740993'),
      new Double(-(2 ** 53)),
    ],
    ['the largest long before 2^63 as double', Long.MAX_VALUE, new Double(2 ** 63)],
    ['numbers before texts', new Double(Infinity), ''],
    ['U+FFFF before characters outside the BMP', '\uffff', '😀'],
    ['a text before its extensions', 'a', 'a\0'],
    ['texts before documents', 'z', new Map()],
    ['documents by type before name', new Map([['z', new Int32(1)]]), new Map([['a', 'x']])],
    ['documents by name before value', new Map([['a', new Int32(9)]]), new Map([['b', new Int32(1)]])],
    [
      'a document before its extensions',
      new Map([['a', null]]),
      new Map<string, Value>([
        ['a', null],
        ['b', null],
      ]),
    ],
    ['documents before arrays', new Map(), []],
    ['ObjectIds before booleans', new ObjectId('f'.repeat(24)), false],
    ['false before true', false, true],
    ['booleans before dates', true, new Date(-1)],
  ])('has %s', (_, left, right) => {
    expect(compare(left, right)).toBeLessThan(0);
    expect(compare(right, left)).toBeGreaterThan(0);
    expect(Buffer.compare(up(left), up(right))).toBe(-1);
  });

  it.each<[string, Value, Value]>([
    ['zero and minus zero', new Double(0), new Double(-0)],
    ['the three types of one', new Int32(1), Long.fromNumber(1)],
    ['2^62 as long and double', Long.fromString('4611686018427387904'), new Double(2 ** 62)],
    ['NaN and NaN', new Double(NaN), new Double(NaN)],
  ])('has %s equal', (_, left, right) => {
    expect(compare(left, right)).toBe(0);
    expect(up(left).equals(up(right))).toBe(true);
  });
});

describe('encodeKey', () => {
  it('orders values as compare does', () => {
    fc.assert(fc.property(anyValue, anyValue, expectSameOrder), { numRuns: RUNS * 5 });
  });

  it('orders numbers as compare does', () => {
    fc.assert(fc.property(anyNumber, anyNumber, expectSameOrder), { numRuns: RUNS * 5 });
  });

  it('orders texts as compare does', () => {
    fc.assert(fc.property(anyText, anyText, expectSameOrder), { numRuns: RUNS * 5 });
  });

  it('orders compound keys field by field', () => {
    const small = fc.oneof(
      fc.constantFrom<Value>(null, 'a', 'a\0', 'ab', new Int32(1), Long.fromNumber(2)),
      anyValue,
    );
    const tuple = fc.tuple(small, small, small);

    fc.assert(
      fc.property(tuple, tuple, (left, right) => {
        const orders = left.map((value, at) => compare(value, right[at]));

        expect(Buffer.compare(encodeKey(left), encodeKey(right))).toBe(
          sign(orders.find((order) => order !== 0) ?? 0),
        );
      }),
      { numRuns: RUNS * 3 },
    );
  });

  it('makes the key of fewer values a prefix of the key of more', () => {
    fc.assert(
      fc.property(anyValue, anyValue, (first, second) => {
        const short = encodeKey([first]);

        expect(encodeKey([first, second]).subarray(0, short.length).equals(short)).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  it('cuts long keys to the limit, keeps them distinct and in order with shorter ones', () => {
    const long = 'x'.repeat(5000);
    const keys = [up('x'.repeat(100)), up(`${long}a`), up(`${long}b`), up('y')];

    expect(keys.map((key) => isExact(key))).toEqual([true, false, false, true]);
    expect(keys[1]).toHaveLength(MAX_KEY_BYTES);
    expect(keys[1]!.equals(keys[2]!)).toBe(false);
    expect(keys[1]!.equals(up(`${long}a`))).toBe(true);
    expect(Buffer.compare(keys[0]!, keys[1]!)).toBe(-1);
    expect(Buffer.compare(keys[2]!, keys[3]!)).toBe(-1);
  });
});

describe('successor', () => {
  it('is the first key after all keys with the prefix', () => {
    expect(successor(Buffer.from([1, 2]))).toEqual(Buffer.from([1, 3]));
    expect(successor(Buffer.from([1, 255, 255]))).toEqual(Buffer.from([2]));
  });
});
