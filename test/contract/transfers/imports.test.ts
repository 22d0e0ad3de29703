import { setTimeout as sleep } from 'node:timers/promises';
import { type AccountServer, startWithAccounts } from '../../support/accounts';
import { tusClient, wordTable as table } from '../../support/tus';

let accounts: AccountServer;
let tests = 0;
let id: string;

beforeAll(async () => {
  accounts = await startWithAccounts();
});
afterAll(() => accounts.server.close());

beforeEach(() => {
  id = `table_${String(++tests)}`;
});

const FIELDS = `importId: publicId state problem added changed unchanged edited missing preview isNewDictionary report missingArticles`;

interface Job {
  readonly importId: string;
  readonly state: string;
  readonly problem: string | null;
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly edited: number;
  readonly missing: number;
  readonly preview: readonly string[];
  readonly missingArticles: readonly string[];
  readonly report: { readonly entries: number; readonly rows: readonly object[] } | null;
}

async function mutate(text: string): Promise<Readonly<Record<string, unknown>>> {
  const { data, errors } = await accounts.graphql(`mutation { ${text} }`, {}, accounts.admin);
  expect(errors).toEqual([]);
  return data;
}

/** Waits until an import is in one of some states. */
async function settled(importId: string, ...states: readonly string[]): Promise<Job> {
  for (;;) {
    const query = `{ dictionaryImport(import: "${importId}") { ${FIELDS} } }`;
    const { data, errors } = await accounts.graphql(query, {}, accounts.admin);
    expect(errors).toEqual([]);
    const job = data['dictionaryImport'] as Job;
    if (states.includes(job.state)) return job;
    if (job.state === 'FAILED') throw new Error(`The import failed: ${String(job.problem)}`);
    await sleep(20);
  }
}

async function created(text: string, options = '{}', name?: string): Promise<string> {
  const uploadId = await tusClient(accounts).upload(text, name);
  const data = await mutate(
    `createImport(upload: "${uploadId}", dictionary: "${id}", options: ${options}) { dictionaryImport { importId: publicId } userErrors { message } }`,
  );
  return (data['createImport'] as Job).importId;
}

/** Imports a table to its end. */
async function imported(text: string, options = '{}'): Promise<Job> {
  const importId = await created(text, options);
  await settled(importId, 'WAITING');
  await mutate(`acceptImport(import: "${importId}") { dictionaryImport { state } userErrors { message } }`);
  return settled(importId, 'DONE');
}

interface Listed {
  readonly publicId: string;
  readonly headword: string;
  readonly isDisabled: boolean;
  readonly translation: string | null;
}

async function articles(): Promise<readonly Listed[] | null> {
  const query = `{ dictionary(dictionary: "${id}") { exportedArticles(first: 100) { nodes { publicId headword isDisabled translation(language: "fr") } } } }`;
  const { data } = await accounts.graphql(query, {}, accounts.admin);
  const found = data['dictionary'] as { exportedArticles: { nodes: Listed[] } } | null;
  return found?.exportedArticles.nodes ?? null;
}

interface Undo {
  readonly undone: number;
  readonly conflicts: number;
  readonly conflicting: readonly string[];
  readonly import: { readonly state: string };
}

async function undo(importId: string, { keepEdited = false } = {}): Promise<Undo> {
  const data = await mutate(
    `undoImport(import: "${importId}", keepEdited: ${String(keepEdited)}) { importUndo { undone conflicts conflicting import { state } } userErrors { message } }`,
  );
  return data['undoImport'] as Undo;
}

const edit = (publicId: string, type: string) =>
  mutate(
    `updateArticle(dictionary: "${id}", number: "${publicId}", input: { content: { type: "${type}" } }) { article { number } userErrors { message } }`,
  );

const ONE = table(['a1', 'ada', 'un'], ['a2', 'bada', 'deux']);

describe('import jobs', () => {
  test('a file is read, previewed, and stored when it is accepted', async () => {
    const importId = await created(ONE);

    const waiting = await settled(importId, 'WAITING');
    expect(waiting).toMatchObject({ added: 2, isNewDictionary: true, report: { entries: 2 } });
    expect(waiting.preview.join('\n')).toContain('Headword -> headword');
    expect(await articles()).toBeNull();

    await mutate(`acceptImport(import: "${importId}") { dictionaryImport { state } userErrors { message } }`);
    expect(await settled(importId, 'DONE')).toMatchObject({ added: 2, changed: 0 });
    expect((await articles())?.map(({ headword }) => headword)).toEqual(['ada', 'bada']);
  });

  test('a corrected map of columns causes the file to be read again', async () => {
    const importId = await created(ONE);
    await settled(importId, 'WAITING');
    const map = JSON.stringify({
      id: 'id',
      columns: { French: { to: 'headword' }, Headword: { to: 'radical' } },
    });

    await mutate(
      `acceptImport(import: "${importId}", options: { map: ${JSON.stringify(map)} }) { dictionaryImport { state } userErrors { message } }`,
    );
    await settled(importId, 'WAITING');
    await mutate(`acceptImport(import: "${importId}") { dictionaryImport { state } userErrors { message } }`);
    await settled(importId, 'DONE');

    expect((await articles())?.map(({ headword }) => headword)).toEqual(['un', 'deux']);
  });

  test('problems of a file are reported with line and column', async () => {
    const importId = await created(
      '<?xml version="1.0"?>\n<lift version="0.13">\n<entry id="1"><b></entry>\n</lift>',
      '{}',
      'words.lift',
    );

    const { problem } = await settled(importId, 'FAILED');
    expect(problem).toMatch(/line 3, column \d+/);
    expect(await articles()).toBeNull();
  });

  test('an import that another process left is continued, and stores each article once', async () => {
    const { importHistory, importJobs, storage } = accounts.server.gateway;
    const first = await imported(ONE);
    const uploadId = await tusClient(accounts).upload(
      table(['a1', 'ada', 'un'], ['a2', 'bada', 'deux'], ['a3', 'zada', 'trois']),
    );
    const options = { overwrite: false, skipBadEntries: false, missing: 'keep' } as const;
    const job = await importHistory.begin({
      dictionaryId: id,
      file: 'words.csv',
      by: 'Root',
      options,
      uploadId,
      // Such an import is owned from its start, so that the server does not take it before its lease has expired.
      state: 'storing',
    });
    const lapsed = { owner: 'a process that is gone', until: Date.now() - 1 } as const;

    await storage.imports.update(job.importId, lapsed, { states: ['storing'], owner: job.owner ?? '' });
    const next = await Promise.all([importJobs.next(), importJobs.next()]);
    expect(next.filter((record) => record?.importId === job.importId).length).toBeLessThanOrEqual(1);
    await storage.imports.update(
      job.importId,
      { until: 1, owner: null },
      { states: ['storing'], owner: next.find((record) => record)?.owner ?? '' },
    );
    const done = await settled(job.importId, 'DONE');

    expect([first.added, done.added, done.unchanged]).toEqual([2, 1, 2]);
    expect((await articles())?.map(({ publicId }) => publicId)).toEqual(['a1', 'a2', 'a3']);
  });

  test('a cancelled import stores nothing', async () => {
    const importId = await created(ONE);
    await settled(importId, 'WAITING');

    await mutate(`cancelImport(import: "${importId}") { dictionaryImport { state } userErrors { message } }`);

    const { errors } = await accounts.graphql(
      `mutation { acceptImport(import: "${importId}") { userErrors { code } } }`,
      {},
      accounts.admin,
    );
    expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['CONFLICT']);
    expect(await articles()).toBeNull();
  });
});

describe('a later file', () => {
  test('says what was added, changed, unchanged, edited here and missing', async () => {
    await imported(
      table(['a1', 'ada', 'un'], ['a2', 'bada', 'deux'], ['a3', 'cada', 'trois'], ['a4', 'dada', 'quatre']),
    );
    await edit('a3', 'edited');

    const job = await imported(
      table(['a1', 'ada', 'un'], ['a2', 'bada', 'DEUX'], ['a3', 'cada', 'TROIS'], ['a5', 'eada', 'cinq']),
    );

    expect(job).toMatchObject({
      added: 1,
      changed: 1,
      unchanged: 1,
      edited: 1,
      missing: 1,
      missingArticles: ['a4'],
    });
    expect((await articles())?.find(({ publicId }) => publicId === 'a4')?.isDisabled).toBe(false);
  });

  test('hides missing articles on request, and shows them again when a file contains them', async () => {
    await imported(ONE);
    const hides = await imported(table(['a1', 'ada', 'un']), '{ missing: HIDE }');
    const isDisabled = async () => (await articles())?.map((article) => article.isDisabled);

    expect([hides.missing, await isDisabled()]).toEqual([1, [false, true]]);
    await imported(ONE);
    expect(await isDisabled()).toEqual([false, false]);
  });
});

describe('undoing', () => {
  test('deletes what was added and restores what was changed and hidden', async () => {
    await imported(table(['a1', 'ada', 'un'], ['a2', 'bada', 'deux'], ['a3', 'cada', 'trois']));
    const before = await articles();
    const later = await imported(
      table(['a1', 'ada', 'UN'], ['a2', 'bada', 'deux'], ['a9', 'zada', 'neuf']),
      '{ missing: HIDE }',
    );

    expect(await undo(later.importId)).toEqual({
      undone: 3,
      conflicts: 0,
      conflicting: [],
      import: { state: 'UNDONE' },
    });
    expect(await articles()).toEqual(before);
    expect(
      await imported(table(['a1', 'ada', 'un'], ['a2', 'bada', 'deux'], ['a3', 'cada', 'trois'])),
    ).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: 3,
    });
  });

  test('removes the dictionary that the import created', async () => {
    const { importId } = await imported(ONE);

    expect((await undo(importId)).undone).toBe(2);
    expect(await articles()).toBeNull();
  });

  test('changes nothing if somebody has edited an article since, and names the article', async () => {
    const { importId } = await imported(ONE);
    await edit('a2', 'edited');

    expect(await undo(importId)).toMatchObject({
      undone: 0,
      conflicts: 1,
      conflicting: ['a2'],
      import: { state: 'DONE' },
    });
    expect((await articles())?.length).toBe(2);
    expect(await undo(importId, { keepEdited: true })).toMatchObject({ undone: 1, conflicts: 1 });
    expect((await articles())?.map(({ publicId }) => publicId)).toEqual(['a2']);
  });

  test('keeps a new article that has a comment', async () => {
    const { importId } = await imported(ONE);
    const path = `/lexicon/comments/${id}/a1`;
    expect(
      (await accounts.rest('POST', path, { token: accounts.reader, body: { comment: { data: 'kept' } } }))
        .status,
    ).toBe(201);

    expect(await undo(importId)).toMatchObject({ undone: 0, conflicting: ['a1'] });
  });

  test('is refused for an import that a later one has changed', async () => {
    const first = await imported(ONE);
    const second = await imported(table(['a1', 'ada', 'UN'], ['a2', 'bada', 'deux']));

    expect(await undo(first.importId)).toMatchObject({ undone: 0, conflicting: ['a1'] });
    await undo(second.importId);
    const undoAgain = `mutation { undoImport(import: "${second.importId}") { userErrors { code message } } }`;
    const { errors } = await accounts.graphql(undoAgain, {}, accounts.admin);
    expect(errors).toMatchObject([{ message: 'The import was already undone' }]);
    expect(await undo(first.importId)).toMatchObject({ undone: 2, conflicts: 0 });
  });
});
