import { createHash } from 'node:crypto';
import { graphqlServer, replyOf, type GraphqlServer, type Reply } from '../../support/apollo-server';

const PUBLIC = 'public, max-age=60, stale-while-revalidate=600';

let server: GraphqlServer;

beforeEach(async () => {
  server = await graphqlServer();
});
afterEach(() => server.close());

async function get(
  parameters: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const query = new URLSearchParams(parameters).toString();
  return replyOf(
    await fetch(`${server.url}/graphql?${query}`, {
      headers: { 'Apollo-Require-Preflight': 'true', ...headers },
    }),
  );
}

/** The parameter by which a client names a query that the server knows already. */
function persisted(query: string, { claimed = query } = {}): Readonly<Record<string, string>> {
  const sha256Hash = createHash('sha256').update(claimed).digest('hex');
  return { extensions: JSON.stringify({ persistedQuery: { version: 1, sha256Hash } }) };
}

describe('the response to a query by GET', () => {
  it('may be stored by every cache, which must distinguish callers with a token', async () => {
    const { status, headers, body } = await get({ query: '{ hello }' });

    expect(status).toBe(200);
    expect(body).toEqual({ data: { hello: 'hello' } });
    expect(headers.get('cache-control')).toBe(PUBLIC);
    expect(headers.get('vary')?.split(', ')).toEqual(
      expect.arrayContaining(['Accept', 'Accept-Encoding', 'X-Access-Token', 'Authorization']),
    );
  });

  it.each([['X-Access-Token'], ['Authorization']])('is kept by none with the header %s', async (name) => {
    expect((await get({ query: '{ hello }' }, { [name]: 'x' })).headers.get('cache-control')).toBe(
      'no-store',
    );
  });

  it.each(['{ hello fails }', '{ refused }', '{ helo }', '{'])(
    'is kept by none with errors: %s',
    async (query) => {
      const { headers, body } = await get({ query });

      expect(body.errors).toHaveLength(1);
      expect(headers.get('cache-control')).toBe('no-store');
    },
  );

  it('is not cached for POST', async () => {
    expect((await server.ask('{ hello }')).headers.get('cache-control')).toBe('no-store');
  });
});

describe('a query that is named by its hash', () => {
  it('is requested once, and found afterwards', async () => {
    const query = '{ hello }';

    const unknown = await get(persisted(query));
    const registered = await get({ query, ...persisted(query) });
    const known = await get(persisted(query));

    expect(unknown.body.errors?.[0]?.extensions['code']).toBe('PERSISTED_QUERY_NOT_FOUND');
    expect(unknown.headers.get('cache-control')).not.toContain('public');
    expect(registered.body).toEqual({ data: { hello: 'hello' } });
    expect(known.body).toEqual({ data: { hello: 'hello' } });
    expect(known.headers.get('cache-control')).toBe(PUBLIC);
  });

  it('is refused if the hash belongs to another document', async () => {
    const { status, body } = await get({ query: '{ hello }', ...persisted('', { claimed: '{ plain }' }) });

    expect(status).toBe(400);
    expect(body.errors?.[0]).toMatchObject({
      message: expect.stringContaining('sha') as string,
      extensions: { code: 'BAD_REQUEST' },
    });
    expect(server.log.text()).not.toContain('A GraphQL operation failed');
  });

  it('is not kept when it is not valid', async () => {
    const query = '{ helo }';
    await get({ query, ...persisted(query) });

    expect((await get(persisted(query))).body.errors?.[0]?.extensions['code']).toBe(
      'PERSISTED_QUERY_NOT_FOUND',
    );
  });

  it('may come without that header from a client that asks for GraphQL by its own type', async () => {
    const parameters = new URLSearchParams({ query: '{ hello }' });
    // What the default transport of urql sends.
    const Accept =
      'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed';

    const reply = await replyOf(
      await fetch(`${server.url}/graphql?${parameters.toString()}`, { headers: { Accept } }),
    );

    expect(reply.body).toEqual({ data: { hello: 'hello' } });
    expect(reply.headers.get('content-type')).toContain('application/graphql-response+json');
  });

  it('needs the header that no form can send, as every query by GET', async () => {
    const parameters = new URLSearchParams({ query: '{ hello }', ...persisted('{ hello }') });

    const reply = await replyOf(await fetch(`${server.url}/graphql?${parameters.toString()}`));

    expect(reply.status).toBe(400);
    expect(reply.body.errors?.[0]?.message).toContain('CSRF');
  });
});
