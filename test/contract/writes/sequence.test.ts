import { setTimeout as sleep } from 'node:timers/promises';
import type { ArticleRecord } from '../../../src/domain/article/article-record';
import { newArticle } from '../../../src/services/articles/article-drafts';
import { Failure } from '../../../src/shared/failure';
import type { Gateway } from '../../../src/server/compose';
import { nounLine } from '../../support/articles';
import { dictionaryFolder } from '../../support/dictionary-files';
import { startGateway, type TestGateway } from '../../support/gateway';
import { otherGateway } from '../../support/other-gateway';
import { ADMIN } from '../../support/viewers';

const DICTIONARY = 'qaa_fr_1';

let first: TestGateway;
let second: Gateway;

beforeAll(async () => {
  first = await startGateway();
  second = await otherGateway(first);
  const lines = ['ab', 'bc', 'cd', 'de'].map((word, i) => nounLine(DICTIONARY, i + 1, word));
  await first.load(dictionaryFolder(DICTIONARY, lines));
});

afterAll(async () => {
  await second.close();
  await first.close();
});

/** Writes of each of four writers; a follower's milliseconds between two looks, in which writes of several come to be. */
const WRITES = 5 * Number(process.env['RACE_ROUNDS'] ?? 4);
const PAUSE = 5;

type Copy = Map<number, string>;

/** What readers see, by number. */
async function visibleCopy({ storage }: Gateway): Promise<Copy> {
  const all = await storage.articles.findAfter(DICTIONARY, 0, 10_000);
  return new Map(
    all.filter(({ isDisabled }) => !isDisabled).map((record) => [record.number, stateOf(record)]),
  );
}

const stateOf = ({ revision, source }: ArticleRecord) => `${String(revision)} ${source}`;

/** Takes over all changes behind a place; gives the next place. */
async function follow({ storage }: Gateway, copy: Copy, from: number, limit: number): Promise<number> {
  let [after, isMore] = [from, true];
  while (isMore) {
    const { changes, next, hasMore } = await storage.changes.read(DICTIONARY, { after, limit });
    for (const change of changes) {
      expect(change.seq).toBeGreaterThan(after);
      expect(change.seq).toBeLessThanOrEqual(next);
      if ('removal' in change) copy.delete(change.removal.number);
      else copy.set(change.article.number, stateOf(change.article));
    }
    [after, isMore] = [next, hasMore];
  }
  return after;
}

async function writeOnce(gateway: Gateway, by: string, chance: () => number): Promise<void> {
  const { storage } = gateway;
  const [dictionary] = await storage.dictionaries.findMany([DICTIONARY]);
  const source = { entry: { headword: `${by} ${String(chance())}` } };
  if (!dictionary || chance() < 0.3) {
    const draft = newArticle({
      dictionary: dictionary ?? { dictionaryId: DICTIONARY },
      source,
      number: 0,
      by,
    });
    await storage.articles.add(DICTIONARY, { draft, isNamed: false });
    return;
  }
  const all = await storage.articles.findAfter(DICTIONARY, 0, 10_000);
  const before = all[Math.floor(chance() * all.length)];
  if (!before) return;
  const kind = chance();
  const revision = before.revision + 1;
  const hidden = { ...before, revision, isDisabled: !before.isDisabled };
  const edited = { ...before, revision, source: JSON.stringify(source) };
  if (kind < 0.2) await storage.articles.store(DICTIONARY, [{ before }]);
  else await storage.articles.store(DICTIONARY, [{ before, after: kind < 0.6 ? hidden : edited }]);
}

test('a client that follows the changes of two processes finally has what a reader sees, and misses none', async () => {
  const gateways = [first.gateway, second];
  let isRunning = true;
  const followers = gateways.map(async (gateway, at) => {
    const copy: Copy = new Map();
    let after = 0;
    while (isRunning) {
      after = await follow(gateway, copy, after, 3 + at);
      await sleep(PAUSE);
    }
    await follow(gateway, copy, after, 100);
    return copy;
  });
  const writers = [0, 1, 2, 3].map(async (n) => {
    const gateway = gateways[n % 2]!;
    for (let i = 0; i < WRITES; i++)
      await writeOnce(gateway, `w${String(n)}`, Math.random).catch((error: unknown) => {
        // On a busy machine a write may conflict for longer than a request waits; then nothing of it is stored.
        if (!(error instanceof Failure) || error.reason !== 'UNAVAILABLE') throw error;
      });
  });
  await Promise.all(writers);
  isRunning = false;

  const copies = await Promise.all(followers);

  const expected = await visibleCopy(second);
  expect(expected.size).toBeGreaterThan(0);
  for (const copy of copies) expect([...copy].sort()).toEqual([...expected].sort());
});

test('a vote or a comment is not a change; hiding and showing again are', async () => {
  const { gateway } = first;
  const { articleWrites, storage, votes, comments } = gateway;
  const made = await articleWrites.create(ADMIN, DICTIONARY, { source: { entry: { headword: 'x' } } });
  const target = { dictionaryId: DICTIONARY, id: String(made.number) };
  const start = await storage.changes.last(DICTIONARY);

  await votes.onArticle(ADMIN, target, 'like');
  await comments.create(ADMIN, { ...target, text: 'good' });
  expect(await storage.changes.last(DICTIONARY)).toBe(start);
  await articleWrites.setDisabled(ADMIN, target, { isDisabled: true });
  const hidden = await storage.changes.read(DICTIONARY, { after: start, limit: 10 });
  await articleWrites.setDisabled(ADMIN, target, { isDisabled: false });
  const firstChanges = await storage.changes.read(DICTIONARY, { after: start, limit: 10 });

  expect(hidden.changes).toEqual([
    {
      seq: start + 1,
      removal: expect.objectContaining({ number: made.number, publicId: made.publicId }) as never,
    },
  ]);
  expect(firstChanges.changes.map((change) => 'article' in change && change.article.number)).toEqual([
    made.number,
  ]);
  expect(firstChanges).toMatchObject({ next: start + 2, hasMore: false });
});
