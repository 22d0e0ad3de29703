import { mongo } from 'mongoose';
import { wholeReply } from '../../src/storage/mongo/find-all';
import { countTogether, findTogether } from '../../src/storage/mongo/read-together';
import { recordCommands } from '../support/recorded-commands';
import { testStorage, type TestStorage } from '../support/storage';

const KILOBYTES_250 = 'x'.repeat(250 * 1024);

let storage: TestStorage;

const named = (dictionaryId: string, number: number) => ({ dictionaryId, number, publicId: String(number) });

beforeAll(async () => {
  storage = await testStorage();
  const { articles, dictionaries } = storage.models;
  await articles.collection.insertMany([1, 2, 3].map((n) => named('qaa_1', n)));
  await dictionaries.collection.insertOne({ dictionaryId: 'qaa_1', number: 7 });
});

afterAll(() => storage.close());

/** Runs questions of one tick, and tells which commands they were. */
async function recorded<Result>(questions: () => readonly Promise<Result>[]) {
  const { commands, stop } = recordCommands();
  try {
    const results = await Promise.allSettled(questions());
    return { results, names: commands.map(({ name }) => name) };
  } finally {
    stop();
  }
}

test('queries of one tick are one command, even of several collections', async () => {
  const { articles, dictionaries } = storage.models;
  const dictionaryId = 'qaa_1';
  const fields = { number: 1 } as const;
  const { results, names } = await recorded<unknown>(() => [
    findTogether(articles, { filter: { dictionaryId }, fields, sort: { number: -1 }, skip: 1, limit: 2 }),
    findTogether(dictionaries, { filter: { dictionaryId }, fields, limit: 1 }),
    findTogether(articles, { filter: { number: 999 }, fields, limit: 1 }),
    countTogether(articles, { dictionaryId, number: { $gt: 1 } }, 10),
    countTogether(articles, { number: 999 }, 10),
  ]);

  const values = results.map((result) => (result.status === 'fulfilled' ? result.value : result.status));
  expect(values).toEqual([[{ number: 2 }, { number: 1 }], [{ number: 7 }], [], 2, 0]);
  expect(names).toEqual(['aggregate']);
});

test('a single query is a separate command', async () => {
  const { articles } = storage.models;

  expect((await recorded(() => [findTogether(articles, { filter: {}, limit: 1 })])).names).toEqual(['find']);
});

test('queries whose results do not fit into one reply are sent one by one', async () => {
  const { articles } = storage.models;
  const documents = Array.from({ length: 80 }, (_, n) => ({ ...named('qaa_2', n), source: KILOBYTES_250 }));
  await articles.collection.insertMany(documents);
  const part = (number: object) => {
    const filter = { dictionaryId: 'qaa_2', number };
    return { filter, sort: { number: 1 } as const, limit: 60 };
  };

  const { results } = await recorded(() => [
    findTogether(articles, part({ $lt: 40 })),
    findTogether(articles, part({ $gte: 40 })),
  ]);

  const found = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  expect(found.map(({ number }) => number)).toEqual(documents.map(({ number }) => number));
});

test('a refusal by the database applies to all queries of the command, and is not repeated', async () => {
  const { articles } = storage.models;
  const { results, names } = await recorded(() => [
    findTogether(articles, { filter: { number: { $in: 1 } }, limit: 1 }),
    findTogether(articles, { filter: {}, limit: 1 }),
  ]);

  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(names).toEqual(['aggregate']);
});

test('a command with a stage that the database does not know is replaced by single queries', async () => {
  const refusing = (code: number) => {
    const command = () => Promise.reject(new mongo.MongoServerError({ message: 'refused', code }));
    return { collection: { collectionName: 'articles' }, db: { db: { command } } } as never;
  };

  expect(await wholeReply(refusing(40324), {})).toBeUndefined();
  await expect(wholeReply(refusing(2), {})).rejects.toThrow('refused');
});
