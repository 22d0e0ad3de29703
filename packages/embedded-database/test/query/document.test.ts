import { calculateObjectSize, Code, Decimal128, Double, Int32, Long, MaxKey, MinKey, serialize } from 'bson';
import fc from 'fast-check';
import { CommandError } from '../../src/errors';
import { decode } from '../../src/query/decode';
import { encode } from '../../src/query/encode';
import type { Document } from '../../src/query/value';
import { anyDocument, RUNS } from './model/arbitrary';

const hex = (document: Document) => encode(document).toString('hex');

function codeOf(action: () => unknown): number | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return error instanceof CommandError ? error.code : -1;
  }
}

describe('decode and encode', () => {
  it('return every byte that the official codec wrote', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const bytes = Buffer.from(serialize(document as Map<string, unknown>, { ignoreUndefined: false }));

        expect(encode(decode(bytes)).toString('hex')).toBe(bytes.toString('hex'));
      }),
      { numRuns: RUNS },
    );
  });

  it('keep the order of fields whose names look like numbers', () => {
    const document = new Map([
      ['2', 'x'],
      ['1', 'y'],
    ]);

    expect([...decode(encode(document)).keys()]).toEqual(['2', '1']);
  });

  it('keep int32, double and long apart', () => {
    const document = decode(serialize({ i: new Int32(1), d: new Double(1), l: Long.fromNumber(1) }));

    expect([...document.values()].map((value) => (value as Int32)._bsontype)).toEqual([
      'Int32',
      'Double',
      'Long',
    ]);
  });

  it('grow for long texts', () => {
    const text = 'ŋ'.repeat(100_000);

    const bytes = encode(new Map([['t', text]]));

    expect(bytes.length).toBe(calculateObjectSize({ t: text }));
    expect(decode(bytes).get('t')).toBe(text);
  });

  it.each<[string, unknown]>([
    ['decimal128', Decimal128.fromString('1.5')],
    ['javascript', new Code('0')],
    ['minKey', new MinKey()],
    ['maxKey', new MaxKey()],
  ])('refuse %s by name', (name, value) => {
    const bytes = serialize({ price: value });

    expect(() => decode(bytes)).toThrow(name);
    expect(codeOf(() => decode(bytes))).toBe(238);
  });

  it('refuse invalid BSON, invalid UTF-8 and repeated fields', () => {
    const once = serialize({ aa: 1, ab: 2 });
    const twice = Buffer.from(once.map((byte, at) => (at === 14 ? 0x61 : byte)));
    const broken = Buffer.from(serialize({ a: 'é' }).map((byte) => (byte === 0xc3 ? 0xff : byte)));

    expect(codeOf(() => decode(once.subarray(0, 9)))).toBe(22);
    expect(codeOf(() => decode(twice))).toBe(22);
    expect(codeOf(() => decode(broken))).toBe(22);
  });

  it('refuse more levels than allowed', () => {
    const nested = (depth: number): Document =>
      depth === 1 ? new Map() : new Map([['a', nested(depth - 1)]]);
    const plain = (depth: number): object => (depth === 1 ? {} : { a: plain(depth - 1) });

    expect(codeOf(() => decode(encode(nested(200))))).toBeUndefined();
    expect(codeOf(() => encode(nested(201)))).toBe(15);
    expect(codeOf(() => decode(serialize(plain(201))))).toBe(15);
  });

  it('write what the official codec reads', () => {
    expect(hex(new Map([['a', new Int32(7)]]))).toBe(Buffer.from(serialize({ a: 7 })).toString('hex'));
  });
});
