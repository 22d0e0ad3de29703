import { Decimal128, MinKey } from 'mongodb';

/** Commands of MongoDB that the engine does not support: the feature that the error names, the command, and the code of the error. */
export type Refusal = readonly [named: string, command: Record<string, unknown>, code: number];

const commands = (code: number, ...names: string[]): Refusal[] =>
  names.map((name) => [name, { [name]: 'words' }, code]);

/** A command with one option, in the command or in its first statement. */
const options = (where: string, command: (extra: object) => object, ...names: string[]): Refusal[] =>
  names.map((name) => [`${where}.${name}`, { ...command({ [name]: 1 }) }, 40415]);

const filters = (code: number, operands: Record<string, unknown>): Refusal[] =>
  Object.entries(operands).map(([name, operand]) => [
    name,
    { find: 'words', filter: { a: { [name]: operand } } },
    code,
  ]);

const updates = (code: number, ...named: (readonly [string, unknown])[]): Refusal[] =>
  named.map(([name, u]) => [name, { update: 'words', updates: [{ q: {}, u }] }, code]);

const stages = (code: number, ...named: (readonly [string, unknown])[]): Refusal[] =>
  named.map(([name, operand]) => [
    name,
    { aggregate: 'words', pipeline: [{ [name]: operand }], cursor: {} },
    code,
  ]);

const indexes = (code: number, ...named: (readonly [string, object])[]): Refusal[] =>
  named.map(([name, index]) => [
    name,
    { createIndexes: 'words', indexes: [{ name: 'x', key: { a: 1 }, ...index }] },
    code,
  ]);

const COUNTING = { $group: { _id: 1, n: { $sum: 1 } } };
const UPDATE = { q: {}, u: { $set: { a: 1 } } };

export const REFUSED: readonly Refusal[] = [
  ...commands(59, 'mapReduce', 'collStats', 'dbStats', 'bulkWrite', 'distinct', 'count', 'dropDatabase'),
  ...commands(59, 'dropIndexes', 'renameCollection', 'collMod', 'compact', 'validate', 'convertToCapped'),
  ...commands(59, 'killSessions', 'listDatabases', 'ping', 'buildInfo', 'serverStatus', 'explain', 'eval'),
  ...commands(59, 'geoNear', 'group', 'getLog', 'shutdown', 'createUser', 'fsync', 'killOp', 'currentOp'),
  ...options('find', (extra) => ({ find: 'words', ...extra }), 'hint', 'collation', 'noCursorTimeout', 'let'),
  ...options(
    'find',
    (extra) => ({ find: 'words', ...extra }),
    'tailable',
    'awaitData',
    'returnKey',
    'min',
    'max',
  ),
  ...options('find', (extra) => ({ find: 'words', ...extra }), 'showRecordId', 'allowDiskUse', 'comment'),
  ...options(
    'insert',
    (extra) => ({ insert: 'words', documents: [{}], ...extra }),
    'foo',
    'bypassDocumentValidation',
  ),
  ...options('update', (extra) => ({ update: 'words', updates: [UPDATE], ...extra }), 'let', 'comment'),
  ...options(
    'update.updates',
    (extra) => ({ update: 'words', updates: [{ ...UPDATE, ...extra }] }),
    ...['collation', 'hint', 'arrayFilters', 'c', 'sort', 'maxTimeMS'],
  ),
  ...options(
    'delete.deletes',
    (extra) => ({ delete: 'words', deletes: [{ q: {}, limit: 1, ...extra }] }),
    ...['hint', 'collation'],
  ),
  ...options(
    'findAndModify',
    (extra) => ({ findAndModify: 'words', query: {}, update: { $set: { a: 1 } }, ...extra }),
    ...['sort', 'fields', 'arrayFilters', 'hint', 'collation'],
  ),
  ...options(
    'create',
    (extra) => ({ create: 'other', ...extra }),
    'capped',
    'timeseries',
    'validator',
    'viewOn',
  ),
  ...options(
    'aggregate',
    (extra) => ({ aggregate: 'words', pipeline: [], cursor: {}, ...extra }),
    ...['explain', 'allowDiskUse', 'hint', 'let', 'collation'],
  ),
  ['comment', { aggregate: 'words', pipeline: [{ $match: {} }, COUNTING], cursor: { comment: 1 } }, 40415],
  ...indexes(
    40415,
    ['collation', { collation: {} }],
    ['hidden', { hidden: true }],
    ['weights', { weights: {} }],
  ),
  ...indexes(40415, ['wildcardProjection', { wildcardProjection: {} }], ['bits', { bits: 2 }]),
  ...indexes(
    40415,
    ['v', { v: 2 }],
    ['background', { background: true }],
    ['sparse', { sparse: true }],
    ['partialFilterExpression', { partialFilterExpression: {} }],
  ),
  ...indexes(
    238,
    ["'a'", { key: { a: 'text' } }],
    ["'b'", { key: { b: 'hashed' } }],
    ["'c'", { key: { c: '2d' } }],
  ),
  ...indexes(238, ["'d'", { key: { d: '2dsphere' } }], ["'f'", { key: { a: 1, f: -1 } }]),
  ['nameOnly', { listCollections: 1 }, 238],
  ['replacement', { update: 'words', updates: [{ q: { n: 2 }, u: { n: 3 }, upsert: true }] }, 238],
  ...indexes(238, ['a path of more than 1000 bytes', { key: { ['f'.repeat(1001)]: 1 } }]),
  ...indexes(238, ["'a.0'", { key: { 'a.0': 1 } }], ["'$**'", { key: { '$**': 1 } }]),
  ...filters(2, { $regex: '^a', $type: 'string', $mod: [2, 0], $size: 1, $all: [1], $near: [0, 0] }),
  ...filters(2, { $geoWithin: {}, $geoIntersects: {}, $bitsAllSet: 1, $nearSphere: [0, 0], $rand: {} }),
  ...['$nor', '$expr', '$where', '$text', '$jsonSchema', '$comment'].map((name): Refusal => [
    name,
    { find: 'words', filter: { [name]: [{ a: 1 }] } },
    2,
  ]),
  ['whole array', { find: 'words', filter: { a: [1] } }, 238],
  ['/b/', { find: 'words', filter: { a: /b/ } }, 238],
  ['/^b/i', { find: 'words', filter: { a: /^b/i } }, 238],
  ["'a.0'", { find: 'words', filter: { 'a.0': 1 } }, 238],
  ["'n'", { find: 'words', sort: { n: { $meta: 'textScore' } } }, 238],
  ["'b'", { find: 'words', sort: { a: 1, b: -1 } }, 238],
  ["'$natural'", { find: 'words', sort: { $natural: 1 } }, 238],
  ["'a'", { find: 'words', projection: { a: 0 } }, 238],
  ["'b'", { find: 'words', projection: { b: { $slice: 1 } } }, 238],
  ["'c'", { find: 'words', projection: { c: '$b' } }, 238],
  ["'a.$'", { find: 'words', projection: { 'a.$': 1 } }, 238],
  ...updates(
    9,
    ['$rename', { $rename: { a: 'b' } }],
    ['$mul', { $mul: { n: 2 } }],
    ['$min', { $min: { n: 0 } }],
  ),
  ...updates(9, ['$max', { $max: { n: 9 } }], ['$currentDate', { $currentDate: { d: true } }]),
  ...updates(
    9,
    ['$pop', { $pop: { a: 1 } }],
    ['$pullAll', { $pullAll: { a: [1] } }],
    ['$pull', { $pull: { a: 1 } }],
    ['$push', { $push: { a: 1 } }],
    ['$addToSet', { $addToSet: { a: 1 } }],
    ['$bit', { $bit: { n: { or: 1 } } }],
  ),
  ...updates(238, ['pipeline', [{ $set: { a: 1 } }]], ["'a.$'", { $set: { 'a.$': 1 } }]),
  ...updates(238, ["'a.$[]'", { $set: { 'a.$[]': 1 } }], ["'a.0'", { $set: { 'a.0': 1 } }]),
  ...stages(40324, ['$lookup', {}], ['$unwind', '$a']),
  ...stages(238, ['$skip', 1], ['$project', { a: 1 }], ['$set', { a: '$b' }], ['$set', { 'a.b': 1 }]),
  ...stages(40324, ['$count', 'n'], ['$facet', {}], ['$addFields', {}]),
  ...stages(40324, ['$out', 'x'], ['$merge', 'x']),
  ...stages(40324, ['$changeStream', {}], ['$sample', { size: 1 }], ['$geoNear', {}], ['$graphLookup', {}]),
  ...stages(40324, ['$bucket', {}], ['$replaceRoot', {}], ['$collStats', {}], ['$search', {}]),
  ...['x', { coll: 'x' }, { coll: 'x', pipeline: [], let: {} }].map(($unionWith): Refusal => [
    '$unionWith',
    { aggregate: 'words', pipeline: [{ $match: {} }, { $unionWith }], cursor: {} },
    238,
  ]),
  [
    '$limit',
    {
      aggregate: 'words',
      pipeline: [{ $match: {} }, { $unionWith: { coll: 'x', pipeline: [{ $match: {} }] } }, { $limit: 1 }],
      cursor: {},
    },
    238,
  ],
  ...[{ _id: '$a' }, { _id: 1, n: { $avg: '$n' } }].map(($group): Refusal => [
    '$group',
    { aggregate: 'words', pipeline: [{ $match: {} }, { $group }], cursor: {} },
    238,
  ]),
  ['filter', { listCollections: 1, nameOnly: true, filter: { name: 'words' } }, 238],
  ['decimal128', { insert: 'words', documents: [{ n: Decimal128.fromString('1') }] }, 238],
  ['minKey', { insert: 'words', documents: [{ n: new MinKey() }] }, 238],
  ['afterClusterTime', { find: 'words', readConcern: { afterClusterTime: 1 } }, 72],
  ['level', { find: 'words', readConcern: { level: 'linearizable' } }, 72],
  ["'w'", { insert: 'words', documents: [{}], writeConcern: { w: 2 } }, 2],
  ['system', { insert: 'system.users', documents: [{}] }, 73],
];

/** Commands that MongoDB refuses with the same error. */
export const UNKNOWN_TO_MONGODB: ReadonlySet<string> = new Set(['insert.foo', "'w'", 'system']);
