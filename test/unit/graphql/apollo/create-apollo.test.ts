import { getIntrospectionQuery, GraphQLInt, GraphQLObjectType, GraphQLSchema, parse } from 'graphql';
import { documentCache } from '../../../../src/graphql/apollo/create-apollo';
import { liveHandler } from '../../../../src/graphql/live/live-handler';
import type { HttpRequest } from '../../../../src/shared/http';
import { ANONYMOUS } from '../../../../src/shared/viewer';
import { Work } from '../../../../src/shared/work';
import { listening } from '../../support/listening';
import { graphqlServer, replyOf, type GraphqlServer } from '../../support/apollo-server';

let server: GraphqlServer;

beforeEach(async () => {
  server = await graphqlServer();
});
afterEach(() => server.close());

describe('a request', () => {
  it('by POST is answered, and caches do not store the response', async () => {
    const reply = await server.ask('{ hello }');

    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ data: { hello: 'hello' } });
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('by POST can change data', async () => {
    expect((await server.ask('mutation { change }')).body).toEqual({ data: { change: 1 } });
  });

  it('by GET is refused without a header that forms cannot send', async () => {
    const reply = await replyOf(await fetch(`${server.url}/graphql?query={hello}`));

    expect(reply.status).toBe(400);
    expect(reply.body.errors?.[0]?.message).toContain('CSRF');
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'by POST in the encoding of a web form, %s, is refused',
    async (type) => {
      const body = JSON.stringify({ query: 'mutation { change }' });
      const response = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': type },
        body,
      });

      expect(response.status).toBe(415);
    },
  );

  it('answers a GET with such a header', async () => {
    const headers = { 'Apollo-Require-Preflight': 'true' };
    const reply = await replyOf(await fetch(`${server.url}/graphql?query={hello}`, { headers }));

    expect(reply.body).toEqual({ data: { hello: 'hello' } });
  });

  it('by GET cannot change data', async () => {
    const headers = { 'Apollo-Require-Preflight': 'true' };
    const response = await fetch(`${server.url}/graphql?query=mutation{change}`, { headers });

    expect(response.status).toBe(405);
  });

  it('with several operations is refused', async () => {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify([{ query: '{ hello }' }, { query: '{ hello }' }]),
    });

    expect(response.status).toBe(400);
  });

  it('for an HTML page gets no page of Apollo', async () => {
    const response = await fetch(`${server.url}/graphql`, { headers: { Accept: 'text/html' } });

    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).not.toContain('html');
  });

  it('that names no operation of its document is 400', async () => {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: 'query A { hello } query B { hello }', operationName: 'C' }),
    });

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: [{ extensions: { code: 'OPERATION_RESOLUTION_FAILURE' } }],
    });
  });
});

describe('introspection', () => {
  it('is answered in full by default', async () => {
    const reply = await server.ask(getIntrospectionQuery({ inputValueDeprecation: true, oneOf: true }));

    expect(reply.status).toBe(200);
    expect(reply.body.errors).toBeUndefined();
    expect(reply.text).toContain('"Numbered"');
  });

  it('cannot be nested without end', async () => {
    const nested = '{fields{type'.repeat(12) + '{name}' + '}}'.repeat(12);

    const reply = await server.ask(`{ __schema { types ${nested} } }`);

    expect(reply.status).toBe(400);
  });

  it('is refused, and errors suggest no fields, where it is switched off', async () => {
    await server.close();
    server = await graphqlServer({ config: { introspection: false } });

    const introspection = await server.ask('{ __schema { types { name } } }');
    const misspelled = await server.ask('{ helo }');

    expect(introspection.status).toBe(400);
    expect(introspection.text).not.toContain('Numbered');
    expect(misspelled.status).toBe(400);
    expect(misspelled.text).not.toContain('hello');
  });
});

test('documents that differ from each other fill four megabytes, and the oldest of them go', async () => {
  const kept = documentCache();
  const fields = Array.from({ length: 200 }, (_, i) => `alias${String(i)}: hello`).join(' ');
  const documents = Array.from({ length: 200 }, (_, i) => parse(`query Q${String(i)} { ${fields} }`));
  for (const [i, document] of documents.entries()) await kept.set(String(i), document);

  const found = await Promise.all(documents.map((_, i) => kept.get(String(i))));
  const size = Buffer.byteLength(JSON.stringify(found.filter((document) => document !== undefined)));
  expect(found[0]).toBeUndefined();
  expect(found.at(-1)).toBe(documents.at(-1));
  expect(size).toBeGreaterThan(3 * 2 ** 20);
  expect(size).toBeLessThan(4.1 * 2 ** 20);
});

test('documents of few fields and much space go as soon', async () => {
  const kept = documentCache();
  const documents = Array.from({ length: 8 }, (_, i) =>
    parse(`{ a${String(i)}: hello }${' '.repeat(2 ** 20)}`),
  );
  for (const [i, document] of documents.entries()) await kept.set(String(i), document);

  const found = await Promise.all(documents.map((_, i) => kept.get(String(i))));
  expect(found.filter((document) => document !== undefined)).toEqual(documents.slice(-3));
});

test('resolves two events of one caller at a time, however many streams it has', async () => {
  const seen = { streams: 0, running: 0, most: 0 };
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const told = {
    type: GraphQLInt,
    subscribe: async function* () {
      if (++seen.streams === 10) setImmediate(open);
      yield await Promise.resolve({ id: '1', value: 1 });
    },
    resolve: async (value: number) => {
      seen.most = Math.max(seen.most, ++seen.running);
      await gate;
      seen.running--;
      return value;
    },
  };
  const handler = liveHandler({
    schema: new GraphQLSchema({
      query: new GraphQLObjectType({ name: 'Query', fields: { nothing: { type: GraphQLInt } } }),
      subscription: new GraphQLObjectType({ name: 'Subscription', fields: { told } }),
    }),
    live: {} as never,
    freshContext: () => Promise.resolve({ viewer: ANONYMOUS } as never),
    onDrain: () => undefined,
    documents: { resolve: (received: unknown) => received } as never,
    rules: [],
    report: () => undefined,
  });
  const streams = await listening((request, response) => {
    const incoming = Object.assign(request, { work: new Work('a') }) as unknown as HttpRequest;
    void handler(incoming, response, () => undefined);
  });

  const read = async () =>
    (await fetch(`${streams.url}/graphql?query=${encodeURIComponent('subscription { told }')}`)).text();
  const texts = await Promise.all(Array.from({ length: 10 }, read));
  await streams.close();

  expect(texts.every((text) => text.includes('{"data":{"told":1}}'))).toBe(true);
  expect(seen.most).toBe(2);
});
