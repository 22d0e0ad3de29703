import type { Migration } from '../../src/storage/migrations/migration';
import { migrate, NewerDataError, usableFormat } from '../../src/storage/migrations/migrate';
import { MIGRATIONS } from '../../src/storage/migrations/migrations';
import type { Models } from '../../src/storage/models';
import { testModels } from '../support/storage';

let models: Models;
let close: () => Promise<void>;

beforeEach(async () => {
  ({ models, close } = await testModels());
});

afterEach(() => close());

const silent = () => undefined;

function migration(number: number, run: Migration['run'], isSafeForOlderGateways = true): Migration {
  return { number, name: `test ${String(number)}`, isSafeForOlderGateways, run };
}

test('a new database gets every collection with the indexes that its schema declares', async () => {
  await migrate({ models, migrations: MIGRATIONS, report: silent });

  for (const model of Object.values(models) as Models['articles'][]) {
    const declared = model.schema.indexes().map(([key]) => JSON.stringify(key));
    const built = (await model.collection.indexes()).map(({ key }) => JSON.stringify(key));
    expect(built.sort()).toEqual([...declared, '{"_id":1}'].sort());
  }
});

test('migrations run once and in order, regardless of the number of starts', async () => {
  const ran: number[] = [];
  const migrations = [1, 2, 3].map((number) =>
    migration(number, () => Promise.resolve(void ran.push(number))),
  );

  await migrate({ models, migrations: migrations.slice(0, 2), report: silent });
  await migrate({ models, migrations, report: silent });
  await migrate({ models, migrations, report: silent });

  expect(ran).toEqual([1, 2, 3]);
  expect((await usableFormat(models, 3)).version).toBe(3);
});

test('a migration that only creates collections and indexes is recorded with the next other one, or at the end', async () => {
  const ran: number[] = [];
  let fails = true;
  const migrations = [
    migration(1, () => Promise.resolve(void ran.push(1))),
    migration(2, undefined),
    migration(3, () => (fails ? Promise.reject(new Error('stopped')) : Promise.resolve(void ran.push(3)))),
    migration(4, undefined),
  ];

  await expect(migrate({ models, migrations, report: silent })).rejects.toThrow('stopped');
  expect((await usableFormat(models, 4)).version).toBe(1);
  fails = false;
  await migrate({ models, migrations, report: silent });

  expect(ran).toEqual([1, 3]);
  expect((await usableFormat(models, 4)).version).toBe(4);
});

test('one of several concurrent starts migrates, and the others wait', async () => {
  let running = 0;
  let runs = 0;
  const slow = migration(1, async () => {
    runs += 1;
    running += 1;
    expect(running).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    running -= 1;
  });

  await Promise.all(Array.from({ length: 4 }, () => migrate({ models, migrations: [slow], report: silent })));

  expect(runs).toBe(1);
});

test('an interrupted migration continues from its saved progress', async () => {
  const seen: unknown[] = [];
  const stumbling = migration(1, async ({ progress, save }) => {
    seen.push(progress);
    if (progress !== undefined) return;
    await save({ upTo: 'm' });
    throw new Error('interrupted');
  });

  await expect(migrate({ models, migrations: [stumbling], report: silent })).rejects.toThrow('interrupted');
  await migrate({ models, migrations: [stumbling], report: silent });

  expect(seen).toEqual([undefined, { upTo: 'm' }]);
});

test('data of a newer format are refused and remain unchanged', async () => {
  const breaking = migration(2, () => Promise.resolve(), false);
  await migrate({ models, migrations: [migration(1, () => Promise.resolve()), breaking], report: silent });
  const before = await models.system.find().sort({ _id: 1 }).lean();

  const older = migrate({ models, migrations: [migration(1, () => Promise.resolve())], report: silent });

  await expect(older).rejects.toThrow(NewerDataError);
  expect(await models.system.find().sort({ _id: 1 }).lean()).toEqual(before);
});

test('an older Griot uses data of a newer format that is safe for it', async () => {
  const safe = migration(2, () => Promise.resolve(), true);
  await migrate({ models, migrations: [migration(1, () => Promise.resolve()), safe], report: silent });

  await migrate({
    models,
    migrations: [migration(1, () => Promise.reject(new Error('ran')))],
    report: silent,
  });

  expect((await usableFormat(models, 1)).version).toBe(2);
});

test('while a breaking migration runs, older gateways refuse the data', async () => {
  let formatInBetween: Promise<unknown> | undefined;
  const breaking = migration(
    2,
    async () => {
      formatInBetween = usableFormat(models, 1);
      await formatInBetween.catch(() => undefined);
    },
    false,
  );

  await migrate({ models, migrations: [migration(1, () => Promise.resolve()), breaking], report: silent });

  await expect(formatInBetween).rejects.toThrow(NewerDataError);
});

test('the lock of a killed migration is taken over when its lease has expired', async () => {
  await models.system.collection.insertOne({
    _id: 'migration-lock' as never,
    owner: 'gone',
    until: Date.now() + 700,
  });
  let ran = false;

  await migrate({
    models,
    migrations: [migration(1, () => Promise.resolve(void (ran = true)))],
    report: silent,
  });

  expect(ran).toBe(true);
});

test('accounts with look-alike names from before the rule stay unchanged and are reported', async () => {
  await migrate({ models, migrations: MIGRATIONS.slice(0, 4), report: silent });
  const names = ['paypal', 'раураl', 'ɓala', 'bala'];
  await models.users.collection.insertMany(
    names.map((username, number) => ({ username, nameKey: username, number })),
  );
  await models.applications.collection.insertOne({
    name: 'Bot',
    nameKey: 'bot',
    emailKey: 'b',
    publicId: 'b',
  });
  const reported: string[] = [];

  await migrate({ models, migrations: MIGRATIONS, report: (sentence) => reported.push(sentence) });

  const kept = await models.users.collection.find({}).sort({ number: 1 }).toArray();
  expect(kept.map(({ username }) => String(username))).toEqual(names);
  const skeletons = kept.map(({ skeleton }) => String(skeleton));
  expect(skeletons[0]).toBe(skeletons[1]);
  expect(new Set(skeletons).size).toBe(3);
  expect(await models.applications.collection.countDocuments({ skeleton: { $exists: true } })).toBe(1);
  expect(reported.filter((sentence) => sentence.includes('look the same:'))).toEqual([
    expect.stringContaining('"paypal", "раураl"') as string,
  ]);
});

test('dictionaries of earlier versions get the languages in their names, or none', async () => {
  await migrate({ models, migrations: MIGRATIONS.slice(0, 14), report: silent });
  const dictionaries = [
    { dictionaryId: 'wol_fra_cisse', abbreviatedName: null },
    { dictionaryId: 'my_words', abbreviatedName: 'my words' },
    { dictionaryId: 'words', abbreviatedName: 'hau-en' },
    { dictionaryId: 'yor_2020', abbreviatedName: null },
  ];
  await models.dictionaries.collection.insertMany(dictionaries.map((dictionary) => ({ ...dictionary })));
  const reported: string[] = [];

  await migrate({ models, migrations: MIGRATIONS, report: (sentence) => reported.push(sentence) });

  const kept = await models.dictionaries.collection.find({}, { projection: { _id: 0 } }).toArray();
  const empty = { scripts: [], license: null, logo: null };
  expect(kept).toEqual([
    { ...dictionaries[0], ...empty, language: 'wo', targetLanguages: ['fr'] },
    { ...dictionaries[1], ...empty, language: null, targetLanguages: [] },
    // Its letters are others now, so its keys are to be rebuilt.
    { ...dictionaries[2], ...empty, language: 'ha', targetLanguages: ['en'], searchProfileRevision: 1 },
    { ...dictionaries[3], ...empty, language: null, targetLanguages: [], searchProfileRevision: 1 },
  ]);
  expect(reported).toContainEqual(expect.stringContaining('no language of headwords: my_words, yor_2020.'));
});

test('articles of earlier versions get sequence numbers, and disabled ones are recorded as removed', async () => {
  await migrate({ models, migrations: MIGRATIONS.slice(0, 18), report: silent });
  const articles = Array.from({ length: 600 }, (_, i) => {
    const number = i + 1;
    const dictionaryId = i % 3 === 0 ? 'b' : 'a';
    return { dictionaryId, number, publicId: `p${number}`, revision: 1, isDisabled: i % 50 === 1 };
  });
  await models.articles.collection.insertMany(articles);
  await models.counters.collection.insertOne({ _id: 'article:a' as never, value: 700 });

  await migrate({ models, migrations: MIGRATIONS, report: silent });

  for (const [dictionaryId, amount] of [
    ['a', 400],
    ['b', 200],
  ] as const) {
    const placed = await models.articles.collection.find({ dictionaryId }).toArray();
    const places = placed.map(({ seq }) => Number(seq)).sort((x, y) => x - y);
    expect(places).toEqual(Array.from({ length: amount }, (_, i) => i + 1));
    const hidden = placed.filter(({ isDisabled }) => isDisabled === true);
    const removals = await models.removals.collection.find({ dictionaryId }).toArray();
    const keyOf = ({ number, publicId, seq }: (typeof placed)[number]) => [number, publicId, seq].join();
    expect(removals.map(keyOf).sort()).toEqual(hidden.map(keyOf).sort());
    const counter = await models.counters.findOne({ _id: `article:${dictionaryId}` }).lean();
    expect(counter).toMatchObject({ seq: amount, value: dictionaryId === 'a' ? 700 : 0 });
  }
});
