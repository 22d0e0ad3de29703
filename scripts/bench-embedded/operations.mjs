const DOCUMENTS = 10_000;
const INDEXES = [
  [{ dictionaryId: 1, number: 1 }, { unique: true }],
  [{ dictionaryId: 1, sortKey: 1 }, {}],
];

/** The fields of an article in a list of headwords. */
const LISTED = { _id: 0, dictionaryId: 1, number: 1, sortKey: 1, isDisabled: 1, headword: 1 };

/** A document of about 1.5 kB, in the shape of an article. */
function articleOf(number) {
  const word = `word${(number * 7919) % 1_000_003}`;
  return {
    dictionaryId: 'bench',
    number,
    sortKey: `${word}\u0001${String(number).padStart(16, '0')}`,
    headword: word,
    content: {
      entry: { headword: word, variants: [{ radical: `${word}a`, type: 'north' }] },
      category: 'n',
      examples: Array.from({ length: 4 }, (_, n) => ({
        number: n,
        content: `${word} ${'ni kubwa '.repeat(12)}`,
      })),
      translations: ['en', 'fr', 'sw'].map((lang) => ({
        lang,
        content: `${lang} ${word} ${'thing '.repeat(12)}`,
      })),
    },
    isDisabled: false,
    likeCount: 0,
    createdAt: new Date(0),
  };
}

async function concurrently(writers, count, work) {
  let next = 0;
  const run = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: writers }, run));
}

/**
 * The measured operations. `prepare` is not timed, and `run` executes `count` operations. Limits are in milliseconds of processor time
 * of client and engine together, except `perSecond`, the minimum number of operations per second of the busier process.
 */
export function operationsOn(client) {
  const db = client.db('bench');
  const articles = db.collection('articles');
  // As in src/storage/mongo/find-all.ts: one command, whose reply is decoded as a whole.
  const findAll = async (question) => {
    const command = { find: 'articles', skip: 0, limit: 0, batchSize: 10_000, ...question };
    const { cursor } = await db.command(command);
    return cursor.firstBatch;
  };
  const readPage = (projection) => async (n) => {
    const from = `word${100_000 + ((n * 104_729) % 700_000)}`;
    const filter = { dictionaryId: 'bench', sortKey: { $gt: from } };
    const page = { sort: { sortKey: 1 }, limit: 100, batchSize: 100 };
    const found = await findAll({ filter, projection, ...page });
    if (found.length !== 100) throw new Error(`${found.length} documents from ${from}`);
  };
  let number = DOCUMENTS;
  const fill = async () => {
    for (const [key, options] of INDEXES) await articles.createIndex(key, options);
    for (let from = 0; from < DOCUMENTS; from += 500)
      await articles.insertMany(Array.from({ length: 500 }, (_, n) => articleOf(from + n)));
  };
  const inserts = (writers, count) => ({
    name: `insert, ${writers} at once`,
    count,
    run: () => concurrently(writers, count, () => articles.insertOne(articleOf(number++))),
  });
  // Without concurrent requests, each request wakes two sleeping processes, which on some machines costs more than its execution.
  const asked = (atOnce, { name, count, limit, ask }) => ({
    name: `${name}, ${atOnce} at once`,
    count,
    limit,
    run: () => concurrently(atOnce, count, ask),
  });
  const hello = { name: 'hello', count: 1000, ask: () => db.command({ hello: 1 }) };
  const point = {
    name: 'point read as the gateway reads',
    count: 1000,
    limit: 0.25,
    ask: async (n) => {
      const filter = { dictionaryId: 'bench', number: { $in: [(n * 7919) % DOCUMENTS] } };
      const found = await findAll({ filter, projection: { _id: 0 } });
      if (found.length !== 1) throw new Error('a document is missing');
    },
  };
  const page = {
    name: '100 documents as the gateway reads',
    count: 200,
    limit: 1.2,
    ask: readPage({ _id: 0 }),
  };
  const list = { name: 'the same, of the fields that a list shows', count: 200, ask: readPage(LISTED) };
  // The driver decodes each document of the reply separately; the gateway does not.
  const byDriver = {
    name: 'the same, by a cursor of the driver',
    count: 200,
    ask: async (n) => {
      const from = `word${100_000 + ((n * 104_729) % 700_000)}`;
      const found = await articles
        .find({ dictionaryId: 'bench', sortKey: { $gte: from } })
        .sort({ dictionaryId: 1, sortKey: 1 })
        .limit(100)
        .toArray();
      if (found.length !== 100) throw new Error(`${found.length} documents from ${from}`);
    },
  };
  const findOne = {
    name: 'point read by findOne',
    count: 1000,
    limit: 0.25,
    ask: async (n) => {
      const found = await articles.findOne({ dictionaryId: 'bench', number: (n * 7919) % DOCUMENTS });
      if (!found) throw new Error('a document is missing');
    },
  };
  return [
    { ...asked(1, hello), prepare: fill },
    ...[findOne, point, page, list, byDriver].map((question) => asked(1, question)),
    ...[hello, findOne, point, page, list, byDriver].map((question) => asked(16, question)),
    inserts(1, 100),
    { ...inserts(32, 3000), perSecond: 5000 },
    {
      name: 'insertMany of 500, per document',
      count: 3000,
      run: () =>
        concurrently(1, 6, () => articles.insertMany(Array.from({ length: 500 }, () => articleOf(number++)))),
    },
    {
      name: '500 in a transaction, per document',
      count: 3000,
      run: () =>
        concurrently(1, 6, () =>
          client.withSession((session) =>
            session.withTransaction(() => {
              const batch = Array.from({ length: 500 }, () => ({
                insertOne: { document: articleOf(number++) },
              }));
              return articles.bulkWrite(batch, { session });
            }),
          ),
        ),
    },
  ];
}
