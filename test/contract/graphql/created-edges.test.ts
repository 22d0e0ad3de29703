import { startWithApplications, type ChatbotServer } from '../../support/applications';

interface Edge {
  readonly cursor: string;
  readonly node: Readonly<Record<string, unknown>>;
}

type Lists = Readonly<Record<string, { readonly edges: readonly Edge[] }>>;

const DICTIONARY = 'yo_fr_created';
const AS_PAYLOAD = 'userErrors { code message }';
const PASSWORD = 'a password that nobody guesses';

let server: ChatbotServer;
let publicId: string;

beforeAll(async () => {
  server = await startWithApplications();
  ({ publicId } = await server.register('An owner'));
  await create(
    `createDictionary(input: { publicId: "${DICTIONARY}", language: "yo" }) { dictionary { id } ${AS_PAYLOAD} }`,
  );
  await create(
    `createArticle(dictionary: "${DICTIONARY}", input: { source: { entry: { headword: "aya" } } }) { ${AS_PAYLOAD} }`,
  );
});
afterAll(() => server.server.close());

/** The payload of a mutation, as it is. */
async function create(mutation: string): Promise<Readonly<Record<string, never>>> {
  const body = { query: `mutation { made: ${mutation} }` };
  const { body: response } = await server.rest('POST', '/graphql', { token: server.admin, body });
  const { data, errors } = response as { data: { made: Readonly<Record<string, never>> }; errors?: unknown };
  expect(errors).toBeUndefined();
  expect(data.made).toMatchObject({ userErrors: [] });
  return data.made;
}

/** The last edge of a list, which may be below an object. */
async function lastOf(list: string): Promise<Edge | undefined> {
  const data: Readonly<Record<string, Lists | Lists[string]>> = await server.execute(
    `{ ${list} }`,
    {},
    server.admin,
  );
  const [first] = Object.values(data);
  const found = first && 'edges' in first ? first : Object.values(first ?? {})[0];
  return (found as Lists[string]).edges.at(-1);
}

const EDGE = 'cursor node { id }';

describe('what a mutation has created is an edge of the list of its type', () => {
  test('of articles, in the order that the client chooses', async () => {
    const made = await create(
      `createArticle(dictionary: "${DICTIONARY}", input: { source: { entry: { headword: "ẹyẹ" } } }) {
        article { id } articleEdge { cursor node { id headword } } byAlphabet: articleEdge(orderBy: ALPHABET) { ${EDGE} } ${AS_PAYLOAD} }`,
    );
    const listed = await lastOf(
      `articles(filter: { dictionary: "${DICTIONARY}" }) { edges { cursor node { id headword } } }`,
    );
    const inAlphabet = await lastOf(
      `dictionary(dictionary: "${DICTIONARY}") { articles(orderBy: ALPHABET) { edges { ${EDGE} } } }`,
    );

    expect(made['articleEdge']).toEqual(listed);
    expect(made['byAlphabet']).toEqual(inAlphabet);
    expect(made['articleEdge']).toMatchObject({ node: { headword: 'ẹyẹ' } });
  });

  test.each([
    [
      'comment',
      `createComment(input: { dictionary: "${DICTIONARY}", number: 1, text: "well" })`,
      'comments(last: 1)',
    ],
    ['user', `createUser(input: { username: "zz-last", password: "${PASSWORD}" })`, 'users(last: 1)'],
    ['dictionary', 'createDictionary(input: { publicId: "zz_last" })', 'dictionaries(last: 1)'],
    [
      'application',
      `createApplication(input: { name: "zz last", email: "zz@example.org", password: "${PASSWORD}" })`,
      'applications(last: 1)',
    ],
    [
      'proposal',
      `proposeArticle(dictionary: "${DICTIONARY}", input: { source: "ojo" })`,
      `dictionary(dictionary: "${DICTIONARY}") { proposals(last: 1)`,
    ],
    [
      'conversation',
      'createConversation(application: "PUBLIC_ID", input: {})',
      'application(publicId: "PUBLIC_ID") { conversations(last: 1)',
    ],
    [
      'fieldsCompiler',
      'createFieldsCompiler(application: "PUBLIC_ID", input: {})',
      'application(publicId: "PUBLIC_ID") { compilers(last: 1)',
    ],
  ])('%s', async (member, mutation, list) => {
    const named = (text: string) => text.replace('PUBLIC_ID', publicId);
    const made = await create(
      `${named(mutation)} { ${member} { id } ${member}Edge { ${EDGE} } ${AS_PAYLOAD} }`,
    );
    const listed = await lastOf(`${named(list)} { edges { ${EDGE} } } ${list.includes('{') ? '}' : ''}`);

    expect(made[`${member}Edge`]).toEqual(listed);
    expect(made[`${member}Edge`]).toMatchObject({ node: made[member] });
  });
});

test('a mutation that failed has no edge', async () => {
  const query = `mutation { createArticle(dictionary: "${DICTIONARY}", radical: "${'x'.repeat(2000)}", input: { source: 1 }) {
    article { id } articleEdge { cursor } ${AS_PAYLOAD} } }`;
  const { body } = await server.rest('POST', '/graphql', { token: server.admin, body: { query } });

  expect(body['data']).toMatchObject({ createArticle: { article: null, articleEdge: null } });
});
