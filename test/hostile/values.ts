import NAUGHTY from 'big-list-of-naughty-strings';
import type { Random } from './random';

/** JSON with members that an object literal would take as its prototype. */
const json = (text: string): unknown => JSON.parse(text) as unknown;

const OPERATORS: readonly unknown[] = [
  { $gt: '' },
  { $ne: null },
  { $regex: '.*', $options: 's' },
  { $where: 'sleep(5000) || true' },
  { $in: [{ $exists: true }] },
  { $or: [{}, { a: 1 }] },
  { $expr: { $function: { body: 'return 1', args: [], lang: 'js' } } },
  { $set: { role: 'admin' } },
  [{ $gt: '' }],
  { _bsontype: 'ObjectId', id: 1 },
  { $numberLong: '9223372036854775807' },
  { $oid: '000000000000000000000000' },
  { toString: 'x', valueOf: 1 },
  '$where',
  '{"$gt":""}',
  'keys.precise',
  '$[]',
  '.',
  'a.$.b',
];

const PROTOTYPES: readonly unknown[] = [
  json('{"__proto__":{"isAdmin":true,"role":"admin"}}'),
  json('{"constructor":{"prototype":{"role":"admin"}}}'),
  json('{"a":{"__proto__":[]}}'),
  json('{"prototype":{}}'),
  json('[{"__proto__":null}]'),
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  '__defineGetter__',
  'then',
];

const WRONG_TYPES: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    1,
    -1,
    1.5,
    '',
    ' ',
    [],
    {},
    [[]],
    [null],
    { a: null },
    [1, 'a', {}],
    'true',
    '1',
  ],
  ...['null', 'undefined', 'NaN', '[]', '{}', '0x10', '1e3', '+1', ' 1', '1 ', '١٢', '①'],
];

const NUMBERS: readonly unknown[] = [
  ...[
    2 ** 31 - 1,
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 53,
    2 ** 53 + 2,
    -(2 ** 53),
    1e21,
    1e308,
    -1e308,
    5e-324,
    -0,
  ],
  ...[
    '2147483648',
    '9007199254740993',
    '99999999999999999999',
    '1'.repeat(400),
    '-1',
    '-0',
    '1e400',
    'Infinity',
  ],
];

const TEXTS: readonly string[] = [
  ...[
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udc00a',
    'a\ud83d',
    '\ufeff',
    '\u202eabc',
    '\u2028',
    '\uffff',
    '\u{10ffff}',
  ],
  ...[
    'e\u0301'.repeat(50),
    '\u0301'.repeat(200),
    '\u1100\u1161\u11a8'.repeat(60),
    'ﷺ'.repeat(80),
    'İ'.repeat(90),
  ],
  ...[
    '../../../../etc/passwd',
    '..%2f..%2f',
    '/',
    '//',
    '.',
    '..',
    '%',
    '%00',
    '%ff',
    '\r\nSet-Cookie: a=b',
    '\t',
  ],
  ...[
    '"',
    '\\',
    "'",
    '`',
    '${7*7}',
    '{{7*7}}',
    '#{7*7}',
    '<script>alert(1)</script>',
    ']]>',
    '-->',
    '*',
    '?',
    '&',
  ],
  ...['(a+)+$', '[', '(', ')', '\\', '^', '.*', '(?<=a)b', '\\p{L}', '|', '+', '{1,9999}'],
  ...['UXJ0aWNsZTox', 'e30=', 'bnVsbA==', 'W10=', 'eyIkZ3QiOiIifQ==', '====', 'AAAA'],
];

const HUGE: readonly ((random: Random) => unknown)[] = [
  (random) => 'a'.repeat(1000 + random.below(20_000)),
  (random) => '\u0301'.repeat(1000 + random.below(10_000)),
  (random) => 'ŋ́ '.repeat(500 + random.below(5000)),
  (random) => '9'.repeat(1000 + random.below(10_000)),
  (random) => '(['.repeat(1000 + random.below(5000)),
  (random) => Array.from({ length: 500 + random.below(2000) }, (_, n) => n),
  (random) => Array.from({ length: 200 + random.below(2000) }, () => ({})),
  (random) =>
    Object.fromEntries(Array.from({ length: 500 + random.below(1500) }, (_, n) => [`k${String(n)}`, n])),
];

/** Values that break programs, by what they are after. */
const KINDS: readonly ((random: Random) => unknown)[] = [
  (random) => random.pick(NAUGHTY),
  (random) => random.pick(NAUGHTY),
  (random) => random.pick(OPERATORS),
  (random) => random.pick(PROTOTYPES),
  (random) => random.pick(WRONG_TYPES),
  (random) => random.pick(NUMBERS),
  (random) => random.pick(TEXTS),
  (random) => (random.isHit(0.3) ? random.pick(HUGE)(random) : random.pick(TEXTS)),
  (random) => deep(random.pick([31, 32, 33, 100, 800]), random),
];

/** A value that nobody sends with good intent, of any JSON type. */
export function hostileValue(random: Random): unknown {
  return random.pick(KINDS)(random);
}

/** The same as text, for places that hold nothing else. */
export function hostileText(random: Random): string {
  const value = hostileValue(random);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** So many lists or objects within each other. */
function deep(depth: number, random: Random): unknown {
  const isList = random.isHit(0.5);
  let value: unknown = 'deep';
  for (let n = 0; n < depth; n++) value = isList ? [value] : { entry: value };
  return value;
}
