import { graphqlServer, type GraphqlServer } from '../../support/apollo-server';

let server: GraphqlServer;

beforeAll(async () => {
  server = await graphqlServer();
});
afterAll(() => server.close());

const times = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ');

/** A query with so many fields within each other. */
const deep = (depth: number): string =>
  `{ node ${'{ child '.repeat(depth - 2)}{ id }${' }'.repeat(depth - 2)} }`;

async function accepts(query: string, variables?: Record<string, unknown>): Promise<boolean> {
  const { status, body } = await server.ask(query, variables);
  if (status === 200) return true;
  expect(status).toBe(400);
  expect(body.errors).toHaveLength(1);
  expect(['GRAPHQL_VALIDATION_FAILED', 'GRAPHQL_PARSE_FAILED']).toContain(
    body.errors?.[0]?.extensions['code'],
  );
  return false;
}

describe('the depth of a query', () => {
  it('is at most 10', async () => {
    expect(await accepts(deep(10))).toBe(true);
    expect(await accepts(deep(11))).toBe(false);
  });

  it('counts fields inside fragments, not the fragments', async () => {
    const nested = (depth: number): string =>
      `{ ...A } fragment A on Query { ... on Query { ...B } } fragment B on Query ${deep(depth)}`;

    expect(await accepts(nested(10))).toBe(true);
    expect(await accepts(nested(11))).toBe(false);
  });

  it('is reported in a matching message', async () => {
    const { body } = await server.ask(deep(11));

    expect(body.errors?.[0]?.message).toBe('The query is deeper than 10 levels');
  });
});

describe('aliases', () => {
  it.each(['hello', '__typename'])('of %s may be at most 30', async (field) => {
    expect(await accepts(`{ ${times(30, (index) => `a${index}: ${field}`)} }`)).toBe(true);
    expect(await accepts(`{ ${times(31, (index) => `a${index}: ${field}`)} }`)).toBe(false);
  });
});

describe('directives', () => {
  it('are at most 50', async () => {
    const query = (count: number): string =>
      `{ hello ${times(count, () => '... @include(if: true) { hello }')} }`;

    expect(await accepts(query(50))).toBe(true);
    expect(await accepts(query(51))).toBe(false);
  });
});

describe('the length of a document', () => {
  it('is at most 2000 tokens', async () => {
    const query = (tokens: number): string => `{ numbers(list: [${times(tokens - 9, () => '1')}]) }`;

    expect(await accepts(query(2000))).toBe(true);
    expect(await accepts(query(2001))).toBe(false);
  });

  it('is at most 1000 comments', async () => {
    expect(await accepts(`${'#\n'.repeat(1000)}{ hello }`)).toBe(true);
    expect(await accepts(`${'#\n'.repeat(1001)}{ hello }`)).toBe(false);
  });
});

describe('the cost of a query', () => {
  const pages = 'query ($n: Int) { nodes(first: $n) { children(first: $n) { id child { id } } } }';

  it('counts nested pages by their size, be it written out or a variable', async () => {
    expect(await accepts(pages, { n: 75 })).toBe(true);
    expect(await accepts(pages, { n: 200 })).toBe(false);
    expect(await accepts(pages.replaceAll('$n)', '200)').replace('($n: Int) ', ''))).toBe(false);
  });

  it('counts each list at the root as a separate read', async () => {
    const lists = (count: number): string => times(count, (index) => `a${index}: nodes(first: 1) { id }`);

    expect(await accepts(`{ ${lists(23)} }`)).toBe(true);
    expect(await accepts(`{ ${lists(24)} }`)).toBe(false);
  });

  it('is reported in a message that says what to change', async () => {
    const { body } = await server.ask(pages, { n: 200 });

    expect(body.errors?.[0]?.message).toMatch(
      /^The query could return 121201 fields; at most 24000 are allowed. Request fewer/,
    );
  });
});
