import { openDatabase } from '../../../src/server/database';
import { createLogger } from '../../../src/observability/logger';
import { connect } from '../../../src/storage/mongo/connection';
import { type ChatbotServer, startWithApplications } from '../../support/applications';
import { filterOf, recordCommands } from '../../support/recorded-commands';
import { examineAtMost } from '../../support/replaced';

// Bounds that need tens of objects to be met instead of 10,000.
examineAtMost({ MAX_EXAMINED: 7, FIRST_EXAMINED: 3 });

const DICTIONARY = 'qaa_fr_pages';
const MANY = 20;
const ARTICLE = `dictionary: "${DICTIONARY}"`;

let server: ChatbotServer;
let [reader, owner, holed] = ['', '', ''];

/** Whether a comment is hidden, and what a conversation is: the middle of each list has a stretch in which nothing is found. */
const isHidden = (n: number) => n % 4 === 1 || (n > 4 && n < 15);
const inputOf = (n: number) => ({
  externalUserId: n % 2 === 0 ? 'u1' : 'u2',
  isActive: n < 4 || n > 16,
  botLanguage: n === 3 ? 'ff' : 'wo',
});

/** The selection of a write whose result no test needs. */
const WRITTEN = '{ userErrors { code } }';
const NUMBERS = Array.from({ length: MANY }, (_, n) => n);

beforeAll(async () => {
  server = await startWithApplications();
  const { admin, execute, logIn } = server;
  const write = (operation: string, variables = {}) => execute(operation, variables, admin);
  const repeat = (one: (n: number) => string) =>
    write(`mutation { ${NUMBERS.map((n) => `m${n}: ${one(n)}`).join(' ')} }`);
  await repeat((n) => `createDictionary(input: { publicId: "${DICTIONARY}${n || ''}" }) ${WRITTEN}`);
  await write(
    `mutation { createArticle(${ARTICLE}, input: { source: { entry: { headword: "mot" } } }) ${WRITTEN} }`,
  );
  const category = (n: number) => `parts: [{ part: CATEGORY, value: "noun ${n}" }]`;
  for (const n of NUMBERS)
    await write(`mutation { updateArticleParts(${ARTICLE}, number: "1", ${category(n)}) ${WRITTEN} }`);
  const comments: Record<string, { publicId: string }> = await repeat(
    (n) =>
      `createComment(input: { ${ARTICLE}, number: "1", text: "${n}" }) { comment { publicId } userErrors { code } }`,
  );
  for (const n of NUMBERS.filter(isHidden))
    await write(`mutation ($id: ID!) { setCommentDisabled(publicId: $id, isDisabled: true) ${WRITTEN} }`, {
      id: comments[`m${n}`]!.publicId,
    });
  await repeat((n) => `createUser(input: { username: "user${n}", password: "a password of it" }) ${WRITTEN}`);
  reader = await logIn('user1', 'a password of it');
  for (const n of NUMBERS) await server.register(`another ${n}`);
  owner = (await server.register('owner')).token;
  const createConversations = (token: string) =>
    execute(
      `mutation (${NUMBERS.map((n) => `$i${n}: ConversationInput!`).join(' ')}) {
        ${NUMBERS.map((n) => `m${n}: createConversation(input: $i${n}) { conversation { id } userErrors { code } }`).join(' ')} }`,
      Object.fromEntries(NUMBERS.map((n) => [`i${n}`, inputOf(n)])),
      token,
    );
  await createConversations(owner);
  holed = (await server.register('holed')).token;
  const made = (await createConversations(holed)) as Record<string, { id: string }>;
  const deletedId = made['m0']!.id;
  await execute(`mutation ($id: ID!) { deleteConversation(id: $id) ${WRITTEN} }`, { id: deletedId }, holed);
});
afterAll(() => server.server.close());

interface Listing {
  readonly nodes: readonly Readonly<Record<string, unknown>>[];
  readonly totalCount: number | null;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly hasPreviousPage: boolean } & Readonly<
    Record<'startCursor' | 'endCursor', string | null>
  >;
}

interface Query {
  readonly token: string;
  /** The field and what of each item is asked for. */
  readonly list: readonly [string, string];
  readonly args?: string;
  readonly isResource?: boolean;
}

async function read({ token, list: [name, node], args = '', isResource = false }: Query, page: string) {
  const field = `list: ${name}(${args} ${page}) {
    nodes { ${node} } totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }`;
  const { data, errors } = await server.graphql(
    isResource ? `{ of: application { ${field} } }` : `{ ${field} }`,
    {},
    token,
  );
  const found = (isResource ? (data['of'] as typeof data | null | undefined) : data)?.['list'] as Listing;
  return { found, errors };
}

/** All items in the order of the list, by cursor. */
async function walk(query: Query, { isBackwards = false } = {}): Promise<unknown[]> {
  const [size, from, more] = isBackwards
    ? ['last', 'before', 'hasPreviousPage']
    : ['first', 'after', 'hasNextPage'];
  let items: unknown[] = [];
  for (let cursor: string | null = null; ;) {
    const start = cursor === null ? '' : `${from}: "${cursor}"`;
    const { found, errors } = await read(query, `${size}: 2 ${start}`);
    expect(errors).toEqual([]);
    const next = found.nodes.map((node) => Object.values(node)[0]);
    items = isBackwards ? [...next, ...items] : [...items, ...next];
    if (!found.pageInfo[more as 'hasNextPage']) return items;
    cursor = found.pageInfo[isBackwards ? 'startCursor' : 'endCursor'];
    expect(cursor).not.toBeNull();
  }
}

const LISTS: readonly (readonly [name: string, node: string, isKept: boolean, args: string])[] = [
  ['users', 'number', true, ''],
  ['dictionaries', 'publicId', true, ''],
  ['applications', 'name', true, ''],
  ['auditLog', 'id', false, ''],
  ['comments', 'text', false, `filter: { ${ARTICLE}, number: "1" }`],
  ['comments', 'text', false, ''],
  ['articleRevisions', 'revision', false, `${ARTICLE}, number: "1"`],
];

describe.each(LISTS)('%s (%s)', (name, node, isKept, args) => {
  const query = (): Query => ({
    token: name === 'applications' ? server.platform : server.admin,
    list: [name, node],
    args,
  });

  test('a page by number is read up to the maximum skip, and refused beyond it with advice to use cursors', async () => {
    const near = await read(query(), 'first: 3, page: 3');
    const far = await read(query(), 'first: 3, page: 4');

    expect(near.found.nodes).toHaveLength(3);
    expect(far.errors[0]).toMatchObject({ extensions: { code: 'INVALID_INPUT' } });
    expect(far.errors[0]?.message).toContain('after');
  });

  test('its total is known if it is stored, else unknown', async () => {
    const { found } = await read(query(), 'first: 1');

    expect(found.totalCount).toEqual(isKept ? expect.any(Number) : null);
  });

  test('is walked by cursor to its end', async () => {
    expect((await walk(query())).length).toBeGreaterThanOrEqual(MANY);
  });

  if (isKept)
    test('a page after its end is empty', async () => {
      expect((await read(query(), 'first: 3, page: 1000')).found.nodes).toEqual([]);
    });
});

test('a page after the end of a short list is empty, at any distance', async () => {
  const query = {
    token: server.admin,
    list: ['comments', 'text'],
    args: 'filter: { dictionary: "none" }',
  } as const;
  const { found, errors } = await read(query, 'first: 3, page: 1000');

  expect(errors).toEqual([]);
  expect(found.nodes).toEqual([]);
});

describe('comments of which many are hidden', () => {
  const visible = NUMBERS.filter((n) => !isHidden(n)).map(String);
  const query = (): Query => ({ token: reader, list: ['comments', 'text'], args: `filter: { ${ARTICLE} }` });

  test.each([false, true])('are walked without them (backwards: %s)', async (isBackwards) => {
    expect(await walk(query(), { isBackwards })).toEqual(visible);
  });

  test('are skipped by an index: a page is full even if more are hidden than are examined', async () => {
    const { found } = await read(query(), 'first: 10');

    expect(found.nodes.map(({ text }) => text)).toEqual(visible);
    expect(found.pageInfo.hasNextPage).toBe(false);
    expect(found.totalCount).toBeNull();
  });
});

const numbersWith = (holds: (facts: ReturnType<typeof inputOf>) => boolean) =>
  NUMBERS.filter((n) => holds(inputOf(n))).map((n) => n + 1);

describe('conversations of an application with two filters', () => {
  const MINE = 'externalUserId: "u1", botLanguage: "wo"';
  const FILTERS: readonly (readonly [string, (facts: ReturnType<typeof inputOf>) => boolean])[] = [
    ['externalUserId: "u1", isActive: false', (one) => one.externalUserId === 'u1' && !one.isActive],
    ['externalUserId: "u2", botLanguage: "ff"', (o) => o.externalUserId === 'u2' && o.botLanguage === 'ff'],
    ['isActive: true, botLanguage: "wo"', (one) => one.isActive && one.botLanguage === 'wo'],
    ['isActive: true, botLanguage: "wo", externalUserId: "u3"', () => false],
  ];
  const query = (filter: string): Query => ({
    token: owner,
    list: ['conversations', 'number'],
    args: `filter: { ${filter} }`,
    isResource: true,
  });

  test.each(FILTERS)('%s are walked both ways', async (filter, holds) => {
    expect(await walk(query(filter))).toEqual(numbersWith(holds));
    expect(await walk(query(filter), { isBackwards: true })).toEqual(numbersWith(holds));
  });

  test('are all found through the filter with the fewest matches', async () => {
    const { found } = await read(query('externalUserId: "u2", botLanguage: "ff"'), 'first: 10');

    expect(found).toMatchObject({ nodes: [{ number: 4 }], totalCount: 1, pageInfo: { hasNextPage: false } });
  });

  test('no read examines more than the bound, and the total is unknown', async () => {
    const recorded = recordCommands();
    const { found } = await read(query(`${MINE}, isActive: false`), 'last: 10');
    recorded.stop();

    expect(found.nodes.length).toBeLessThan(10);
    expect(found.totalCount).toBeNull();
    await expectBounded(recorded.commands, 'conversations', [
      'owner',
      'userId',
      'botLanguage',
      'isActive',
      'number',
    ]);
  });

  test('page numbers beyond the bound of a filter are refused', async () => {
    const { errors } = await read(query('botLanguage: "wo"'), 'first: 5, page: 3');

    expect(errors[0]?.message).toContain('after');
  });
});

describe('pages by number of all conversations', () => {
  const query = (token: string): Query => ({
    token,
    list: ['conversations', 'number'],
    isResource: true,
  });
  const page = async (token: string, page: string) =>
    (await read(query(token), page)).found.nodes.map((n) => n['number']);

  test('are found by the numbers where none was deleted, both ways', async () => {
    expect(await page(owner, 'first: 2, page: 5')).toEqual([9, 10]);
    expect(await page(owner, 'first: 2, page: 5, sort: DESC')).toEqual([12, 11]);
    expect(await page(owner, 'first: 3, page: 7')).toEqual([19, 20]);
    expect(await page(owner, 'first: 3, page: 8')).toEqual([]);
  });

  test('are read from the nearer end where some were, and refused in the middle', async () => {
    expect(await page(holed, 'first: 3, page: 2')).toEqual([5, 6, 7]);
    expect(await page(holed, 'first: 3, page: 6')).toEqual([17, 18, 19]);
    expect((await read(query(holed), 'first: 1, page: 10')).errors[0]?.message).toContain('after');
  });
});

describe('applications that are searched', () => {
  const search = async (text: string) => {
    const list = ['applications', 'name'] as const;
    const query = { token: server.platform, list, args: `filter: { text: "${text}" }` };
    const { found } = await read(query, 'first: 30');
    return { names: found.nodes.map(({ name }) => name), total: found.totalCount };
  };

  test('are all found if a part of the text is rare', async () => {
    expect(await search('her 17')).toEqual({ names: ['another 17'], total: 1 });
  });

  test('are partly found if all parts of the text are frequent, and the total is unknown', async () => {
    const { names, total } = await search('another');

    expect(names).toHaveLength(7);
    expect(total).toBeNull();
  });
});

type Recorded = ReturnType<typeof recordCommands>['commands'];

/** Counts for each read that asks something of what an index gives how much that is. */
async function expectBounded(commands: Recorded, name: string, indexed: readonly string[]): Promise<void> {
  const narrowed = commands.filter(
    ({ collection, command }) => collection === name && '$or' in filterOf(command),
  );
  expect(narrowed).not.toHaveLength(0);
  const { DATA_DIR: dataDir = '', MONGODB_URI: mongodbUri } = server.server.env;
  const database = await openDatabase({ mongodbUri, dataDir }, createLogger({ logLevel: 'silent' }));
  const connection = await connect(database.address);
  const collection = connection.collection(name);
  for (const { command } of narrowed) {
    const along = Object.entries(filterOf(command)).filter(([field]) => indexed.includes(field));
    expect(await collection.countDocuments(Object.fromEntries(along))).toBeLessThanOrEqual(7);
  }
  await connection.close();
  await database.close();
}
