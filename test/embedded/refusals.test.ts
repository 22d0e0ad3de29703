import { Decimal128, MinKey } from 'mongodb';
import { connectEmbedded, failureOf, type Connection } from './support';

/**
 * For the embedded engine only: what MongoDB can do beyond the profile must fail loudly, with a code of MongoDB and a
 * message that names the thing. On another server these tests speak to the embedded engine all the same.
 */
type Refusal = readonly [named: string, command: Record<string, unknown>, code: number];

const commands = (code: number, ...names: string[]): Refusal[] =>
  names.map((name) => [name, { [name]: 'words' }, code]);

/** Fields of a command, or of its first statement, that stand for options. */
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

const REFUSED: readonly Refusal[] = [
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
  [
    'batchSize',
    { aggregate: 'words', pipeline: [{ $match: {} }, COUNTING], cursor: { batchSize: 1 } },
    40415,
  ],
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
    ['$addToSet', { $addToSet: { a: 1 } }],
    ['$bit', { $bit: { n: { or: 1 } } }],
  ),
  ...updates(238, ['pipeline', [{ $set: { a: 1 } }]], ["'a.$'", { $set: { 'a.$': 1 } }]),
  ...updates(238, ["'a.$[]'", { $set: { 'a.$[]': 1 } }], ["'a.0'", { $set: { 'a.0': 1 } }]),
  ...updates(
    238,
    ['$slice', { $push: { a: { $each: [], $slice: 1 } } }],
    ['$position', { $push: { a: { $each: [], $position: 0 } } }],
  ),
  ...updates(238, ['$sort', { $push: { a: { $each: [], $sort: 1 } } }]),
  ...stages(40324, ['$lookup', {}], ['$unwind', '$a'], ['$skip', 1], ['$project', { a: 1 }]),
  ...stages(40324, ['$count', 'n'], ['$facet', {}], ['$addFields', {}], ['$set', {}]),
  ...stages(40324, ['$out', 'x'], ['$merge', 'x']),
  ...stages(40324, ['$changeStream', {}], ['$sample', { size: 1 }], ['$geoNear', {}], ['$graphLookup', {}]),
  ...stages(
    40324,
    ['$bucket', {}],
    ['$replaceRoot', {}],
    ['$unionWith', 'x'],
    ['$collStats', {}],
    ['$search', {}],
  ),
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

/** Refused as MongoDB refuses it. */
const UNKNOWN_TO_MONGODB: ReadonlySet<string> = new Set(['insert.foo', "'w'", 'system']);

it('at least a hundred of them are known', () => {
  expect(new Set(REFUSED.map((refusal) => JSON.stringify(refusal))).size).toBeGreaterThan(100);
});

describe('what is outside the profile', () => {
  let connection: Connection;

  beforeAll(async () => {
    connection = await connectEmbedded();
    await connection.db.collection('words').insertOne({ n: 1 });
  });
  afterAll(() => connection.close());

  it.each(REFUSED)('is refused by name: %s', async (named, command, code) => {
    const error = await failureOf(connection.db.command(command).then(thrown));

    expect([error.code, error.message]).toEqual([code, expect.stringContaining(named)]);
    expect(await connection.db.collection('words').countDocuments({})).toBe(1);
  });

  it.each(REFUSED.filter(([named]) => !UNKNOWN_TO_MONGODB.has(named)))(
    'is told from a typing error: %s',
    async (_named, command) => {
      const error = await failureOf(connection.db.command(command).then(thrown));

      expect(error.message).toContain('outside the profile of the embedded database');
    },
  );

  it.each<Refusal>([
    ['fnd', { fnd: 'words' }, 59],
    ['find.fitler', { find: 'words', fitler: {} }, 40415],
    ['$gr', { find: 'words', filter: { a: { $gr: 1 } } }, 2],
    ['$not', { find: 'words', filter: { $not: [{ a: 1 }] } }, 2],
    ['$sett', { update: 'words', updates: [{ q: {}, u: { $sett: { a: 1 } } }] }, 9],
    ['$mtach', { aggregate: 'words', pipeline: [{ $mtach: {} }], cursor: {} }, 40324],
  ])('is told from a typing error, which says so itself: %s', async (named, command, code) => {
    const error = await failureOf(connection.db.command(command).then(thrown));

    expect([error.code, error.message]).toEqual([code, expect.stringContaining(named)]);
    if (named !== '$not') expect(error.message).not.toContain('profile');
  });

  it('is refused in a sort of more than 32 MB without an index', async () => {
    const words = connection.db.collection('large');
    const text = 'x'.repeat(1024 * 1024);
    for (let n = 0; n < 40; n++) await words.insertOne({ n, text });

    const error = await failureOf(words.find().sort({ n: 1 }).toArray());
    const [last] = await words.find().sort({ n: -1 }).limit(1).toArray();

    expect(error.code).toBe(292);
    expect(last!['n']).toBe(39);
  });

  it('is refused as MongoDB refuses it: two arrays in one index', async () => {
    const words = connection.db.collection('parallel');
    await words.createIndex({ a: 1, b: 1 }, {}, {});

    const error = await failureOf(words.insertOne({ a: [1, 2], b: [3, 4] }));

    expect(error.code).toBe(171);
    expect(await words.countDocuments()).toBe(0);
  });

  it('is refused where a document holds an array on the way: of an index, a sort, a projection', async () => {
    const words = connection.db.collection('arrays');
    await words.insertOne({ parts: [{ lang: 'fr' }] });

    const errors = await Promise.all([
      failureOf(words.createIndex({ 'parts.lang': 1 }, {}, {})),
      failureOf(words.find().sort({ 'parts.lang': 1 }).toArray()),
      failureOf(words.find({}, { projection: { 'parts.lang': 1 } }).toArray()),
    ]);

    expect(errors.map(({ code }) => code)).toEqual([238, 238, 238]);
    for (const { message } of errors) expect(message).toContain('parts');
    expect(await words.countDocuments({ 'parts.lang': 'fr' })).toBe(1);
  });

  it('is refused in a transaction: making indexes', async () => {
    const session = connection.client.startSession();
    session.startTransaction();

    const error = await failureOf(connection.db.collection('words').createIndex({ a: 1 }, {}, { session }));

    expect(error.code).toBe(263);
    await session.endSession();
  });

  it('is refused for writes that are numbered to be repeated', async () => {
    const session = connection.client.startSession();
    const { id } = session.serverSession;

    const error = await failureOf(
      connection.db
        .admin()
        .command({ find: 'words', lsid: id, txnNumber: 1 }, { session: undefined as never }),
    );

    expect(error.code).toBe(20);
    await session.endSession();
  });
});

/** Errors of single statements stand in the answer; `command` does not throw them. */
function thrown(answer: Record<string, unknown>): void {
  const [first] = (answer['writeErrors'] ?? []) as readonly {
    readonly code: number;
    readonly errmsg: string;
  }[];
  if (first) throw Object.assign(new Error(first.errmsg), { code: first.code });
}
