import { Failure } from '../../../src/shared/failure';
import { freeJsonText } from '../../../src/shared/json';

function nested(depth: number): unknown {
  return JSON.parse('['.repeat(depth) + ']'.repeat(depth));
}

function withKeys(count: number): unknown {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));
}

function failureOf(act: () => unknown): Failure {
  try {
    act();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('free JSON', () => {
  it.each<[string, unknown]>([
    ['a text', 'x'],
    ['a number', -1.5],
    ['null', null],
    ['32 levels', nested(32)],
    ['1,000 members', withKeys(1000)],
    ['a list of 5,000', Array.from({ length: 5000 }, () => ({ a: 1 }))],
    ['an object without a prototype', Object.assign(Object.create(null) as object, { a: 1 })],
    ['names of operators', { $where: { 'a.b': 1 } }],
  ])('accepts %s', (_, value) => {
    expect(() => freeJsonText(value)).not.toThrow();
  });

  it.each<[string, unknown, string]>([
    ['33 levels', { a: { b: nested(31) } }, 'a.b[0]'],
    ['levels that no stack would hold', nested(100_000), 'deeper than 32 levels'],
    ['1,001 members', { a: [{}, withKeys(1001)] }, 'a[1] has more than 1000 members'],
    [
      '__proto__',
      { a: JSON.parse('{"__proto__": 1}') as unknown },
      'a has a member with the forbidden name __proto__',
    ],
    ['constructor', [{ constructor: 1 }], '[0] has'],
    ['prototype', { prototype: null }, 'The JSON has'],
    ['undefined', { a: undefined }, 'a is not JSON'],
    ['a number that is not finite', { a: [Infinity] }, 'a[0] is a number beyond 1.8e308'],
    ['a date', { a: new Date() }, 'a is not JSON'],
    ['a function', { a: () => 1 }, 'a is not JSON'],
  ])('refuses %s and names the path', (_, value, message) => {
    const failure = failureOf(() => freeJsonText(value));

    expect(failure.reason).toBe('INVALID_INPUT');
    expect(failure.message).toContain(message);
  });

  it('refuses a circle', () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;

    expect(failureOf(() => freeJsonText(circle)).reason).toBe('INVALID_INPUT');
  });

  it('becomes text with its order and spelling, up to 256 KiB of UTF-8', () => {
    const overhead = 2;
    const longest = 'é'.repeat((256 * 1024 - overhead) / 2);

    expect(freeJsonText({ b: 1, a: 'e\u0301' })).toBe('{"b":1,"a":"e\u0301"}');
    expect(Buffer.byteLength(freeJsonText(longest))).toBe(256 * 1024);
    expect(failureOf(() => freeJsonText(`${longest}x`)).reason).toBe('TOO_LARGE');
  });
});
