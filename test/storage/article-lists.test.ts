import fc from 'fast-check';
import { deriveArticle } from '../../src/domain/article/derive-article';
import type { ArticleRecord } from '../../src/domain/article/article-record';
import type { Json } from '../../src/shared/json';
import type { Visibility } from '../../src/shared/viewer';
import { ALL_DICTIONARIES } from '../../src/storage/lists/list-segment';
import { recordCommands, type RecordedCommand } from '../support/recorded-commands';
import { testStorage, type TestStorage } from '../support/storage';

/** Enough articles for segments of several sizes: they are split above 800. */
const MANY = 2_600;

const DICTIONARIES = ['aa_test', 'bb_test'] as const;

interface ListName {
  readonly scope: string;
  readonly list: string;
}

let storage: TestStorage;
const present = new Map<string, ArticleRecord>();

beforeAll(async () => {
  storage = await testStorage();
  await storage.models.dictionaries.collection.insertMany(
    DICTIONARIES.map((dictionaryId) => ({ dictionaryId })),
  );
  for (const dictionaryId of DICTIONARIES) {
    for (let from = 1; from <= MANY / 2; from += 325)
      await store(Array.from({ length: 325 }, (_, i) => record(dictionaryId, from + i)));
  }
});

afterAll(() => storage.close());

test('totals of every list are exact after inserts, changes of content and disabling', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ at: fc.nat(MANY - 1), seed: fc.nat(9999), isDisabled: fc.boolean() }), {
        minLength: 1,
        maxLength: 40,
      }),
      async (edits) => {
        const latest = [...new Map(edits.map((edit) => [edit.at, edit])).values()];
        for (const [side, dictionaryId] of DICTIONARIES.entries())
          await store(
            latest
              .filter(({ at }) => at % 2 === side)
              .map(({ at, seed, isDisabled }) =>
                record(dictionaryId, Math.floor(at / 2) + 1, { seed, isDisabled }),
              ),
          );

        for (const list of ['article', 'class', 'translation:fr', 'translation:en'])
          for (const scope of [...DICTIONARIES, ALL_DICTIONARIES])
            for (const visibility of [['shown'], ['shown', 'hidden']] as const)
              expect(await total(scope, list, visibility)).toBe(expected(scope, list, visibility).length);
      },
    ),
    { numRuns: 6 },
  );
});

test.each(['ASC', 'DESC'] as const)(
  'a page at any offset contains what a plain sort of all articles returns (%s)',
  async (order) => {
    for (const [scope, list, visibility] of [
      ['aa_test', 'article', ['shown']],
      ['bb_test', 'class', ['shown', 'hidden']],
      [ALL_DICTIONARIES, 'translation:fr', ['shown']],
      [ALL_DICTIONARIES, 'article', ['shown', 'hidden']],
    ] as const) {
      const whole = expected(scope, list, visibility);
      const ordered = order === 'ASC' ? whole : whole.toReversed();
      for (const offset of [0, 1, 399, 400, 401, 799, 800, 1200, whole.length - 1, whole.length]) {
        const open = storage.lists.open({ scope, list, visibility });
        const start = await open.seek(order, offset);
        const page = start ? (await open.read({ ...start, order, limit: 7 })).items : [];
        expect(page.map(nameOf)).toEqual(ordered.slice(offset, offset + 7).map(nameOf));
        if (start) expect(start.skip).toBeLessThan(800);
      }
    }
  },
);

describe.each([
  ['one dictionary', 'aa_test', 'article'],
  ['all dictionaries', ALL_DICTIONARIES, 'article'],
  ['a part of one dictionary', 'bb_test', 'class'],
  ['a part of all dictionaries', ALL_DICTIONARIES, 'class'],
  ['translations', ALL_DICTIONARIES, 'translation:fr'],
  ['a filter', 'aa_test', 'class=7/8'],
])('a page of %s', (_, scope, list) => {
  test.each([0, 0.25, 0.5, 0.75, 1])(
    'at %d of the list and its total are read along an index',
    async (part) => {
      const { length } = expected(scope, list, ['shown']);
      const { commands, stop } = recordCommands();

      const open = storage.lists.open({ scope, list, visibility: ['shown'] });
      const start = await open.seek('ASC', Math.min(length - 1, Math.floor(length * part)));
      await open.read({ ...start, order: 'ASC', limit: 21 });
      const counted = await open.total();
      stop();

      expect(counted).toBe(length);
      const ofLists = commands.filter(({ collection }) => collection !== 'counters');
      expect(ofLists.length).toBeLessThanOrEqual(2);
      expect(commands.length - ofLists.length).toBeLessThanOrEqual(1);
      for (const command of commands) expectBounded(command, { scope, list });
    },
  );
});

/** Reads only what leads an index, and no more of it than a page and what is skipped of a segment. */
function expectBounded({ name, collection, command }: RecordedCommand, { scope, list }: ListName): void {
  const inList = {
    ...(scope === ALL_DICTIONARIES ? {} : { dictionaryId: scope }),
    lists: list,
    isDisabled: false,
  };
  if (collection === 'counters') {
    // Whether what was read of the list before is the same still.
    expect(command).toMatchObject({ find: 'counters', filter: { _id: `article:${scope}` }, limit: 1 });
  } else if (collection === 'listSegments') {
    expect(command).toMatchObject({ find: 'listSegments', filter: { scope } });
  } else if (name === 'aggregate') {
    const [match, limit, ...rest] = command['pipeline'] as readonly Record<string, unknown>[];
    expect([match, limit]).toEqual([{ $match: inList }, { $limit: 10_001 }]);
    expect(rest.map((stage) => Object.keys(stage))).toEqual([['$group']]);
  } else {
    const { sortKey = {}, ...filter } = command['filter'] as Record<string, unknown>;
    expect(command).toMatchObject({ find: 'articles', sort: { sortKey: 1 }, limit: 21 });
    expect(filter).toEqual(inList);
    expect(Object.keys(sortKey as object).filter((bound) => bound !== '$gte')).toEqual([]);
    expect(command['skip']).toBeLessThan(800);
  }
}

test('a write is left out if its article has changed since it was read', async () => {
  const [one] = await storage.articles.findMany('aa_test', { numbers: [1] });

  const stored = await storage.articles.store('aa_test', [
    { before: { ...one!, revision: 99 }, after: { ...one!, revision: 100 } },
  ]);

  expect(stored).toEqual([]);
  const now = await storage.articles.findOne({ dictionaryId: 'aa_test', name: { number: 1 } });
  expect(now?.revision).toBe(one!.revision);
});

test('equal new articles stored at once are stored once', async () => {
  const results = await Promise.all(
    Array.from({ length: 8 }, () =>
      storage.articles.store('aa_test', [{ after: record('aa_test', 900_001) }]),
    ),
  );

  expect(results.flat()).toEqual([900_001]);
  present.set('aa_test/900001', record('aa_test', 900_001));
  expect(await total('aa_test', 'article', ['shown'])).toBe(expected('aa_test', 'article', ['shown']).length);
});

function record(
  dictionaryId: string,
  number: number,
  { seed = number * 7919, isDisabled = false } = {},
): ArticleRecord {
  const source: Json = {
    entry: { headword: `w${String((seed * 31) % 977)}ɛ` },
    ...(seed % 3 === 0 ? { class: '7/8' } : {}),
    translations: [{ lang: seed % 2 === 0 ? 'fr' : 'en', number: 1, content: 'x' }],
  };
  const now = new Date();
  return {
    ...deriveArticle({ dictionary: { dictionaryId }, number, source }),
    dictionaryId,
    number,
    publicId: `${dictionaryId}-${String(number)}`,
    source: JSON.stringify(source),
    isDisabled,
    revision: 1,
    likeCount: 0,
    unlikeCount: 0,
    createdAt: now,
    updatedAt: now,
  };
}

async function store(records: readonly ArticleRecord[]): Promise<void> {
  const dictionaryId = records[0]?.dictionaryId;
  if (dictionaryId === undefined) return;
  const found = await storage.articles.findMany(dictionaryId, {
    numbers: records.map(({ number }) => number),
  });
  const before = new Map(found.map((record) => [record.number, record]));
  const changes = records.map((record) => {
    const old = before.get(record.number);
    return { before: old, after: old ? { ...record, revision: old.revision + 1 } : record };
  });
  expect(await storage.articles.store(dictionaryId, changes)).toHaveLength(records.length);
  for (const { after } of changes) present.set(nameOf(after), after);
}

function total(scope: string, list: string, visibility: readonly Visibility[]): Promise<number | null> {
  return storage.lists.open({ scope, list, visibility }).total();
}

/** The list from what the test stored, sorted plainly by UTF-8 bytes. */
function expected(scope: string, list: string, visibility: readonly Visibility[]): ArticleRecord[] {
  return [...present.values()]
    .filter((record) => scope === ALL_DICTIONARIES || record.dictionaryId === scope)
    .filter(
      (record) => record.lists.includes(list) && visibility.includes(record.isDisabled ? 'hidden' : 'shown'),
    )
    .sort((a, b) => Buffer.compare(Buffer.from(a.sortKey), Buffer.from(b.sortKey)));
}

function nameOf({ dictionaryId, number }: Pick<ArticleRecord, 'dictionaryId' | 'number'>): string {
  return `${dictionaryId}/${String(number)}`;
}
