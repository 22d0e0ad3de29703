import { existsSync } from 'node:fs';
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MongoClient } from 'mongodb';
import { compactData } from '../../src/client/spawn-engine';
import { checkFile } from '../../src/store/file/check-file';
import { failureOf, inEngine, temporaryFolder } from '../support/engines';

const WORDS = 3000;

let dataDir: string;

beforeEach(async () => {
  dataDir = await temporaryFolder();
});
afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

const file = () => join(dataDir, 'griot.mdb');

const withWords = <Result>(work: (words: ReturnType<typeof wordsOf>) => Promise<Result>): Promise<Result> =>
  inEngine(dataDir, (_, client) => work(wordsOf(client)));

const wordsOf = (client: MongoClient) => client.db('t').collection<{ n: number; text: string }>('words');

/** Stores words, and deletes two of three. */
async function fill(): Promise<void> {
  await withWords(async (words) => {
    await words.createIndex({ text: 1 }, {}, {});
    const documents = Array.from({ length: WORDS }, (_, n) => ({
      n,
      text: `${String((n * 7919) % WORDS)} ${'x'.repeat(300)}`,
    }));
    await words.insertMany(documents);
    for (const rest of [1, 2])
      await words.deleteMany({ n: { $in: documents.map(({ n }) => n).filter((n) => n % 3 === rest) } });
  });
}

test('a compacted file is smaller, whole, and holds the same documents in the same order of its indexes', async () => {
  await fill();
  const read = () => withWords((words) => words.find({}).sort({ text: 1 }).toArray());
  const stored = await read();

  const { before, after } = await compactData(dataDir);

  // Each text is stored in its document and in the index, with 80 further bytes. Half-full pages would take a third more.
  const bytes = stored.reduce((sum, { text }) => sum + 2 * text.length + 80, 0);
  expect(before).toBeGreaterThan(4 * after);
  expect(after).toBeLessThan(1.25 * bytes);
  expect((await stat(file())).size).toBe(after);
  expect((await stat(file())).mode & 0o077).toBe(0);
  await checkFile(file());
  expect(stored).toHaveLength(WORDS / 3);
  expect(await read()).toEqual(stored);
  await withWords((words) => words.insertOne({ n: WORDS, text: 'afterwards' }));
  expect(await read()).toHaveLength(WORDS / 3 + 1);
});

test('files of an interrupted compaction do not prevent the next one', async () => {
  await fill();
  await writeFile(`${file()}.compact`, 'half a copy');

  await compactData(dataDir);

  expect(existsSync(`${file()}.compact`)).toBe(false);
});

test('a folder in use is refused, and so is one without data', async () => {
  const empty = await failureOf(compactData(dataDir));
  const inUse = await withWords(async (words) => {
    await words.insertOne({ n: 1, text: 'one' });
    return failureOf(compactData(dataDir));
  });

  expect(empty.message).toBe(`${dataDir} has no data file`);
  expect(inUse.message).toBe(`${dataDir} is in use; stop every gateway and command that uses it first`);
});
