import { graphqlServer, type GraphqlServer } from '../../support/apollo-server';
import { Failure } from '../../../../src/shared/failure';

let server: GraphqlServer;

beforeEach(async () => {
  server = await graphqlServer();
});
afterEach(() => server.close());

describe('a mistake in the request', () => {
  it.each([
    ['{ hello', 'GRAPHQL_PARSE_FAILED'],
    ['', 'BAD_REQUEST'],
    ['{ nothing }', 'GRAPHQL_VALIDATION_FAILED'],
    ['{ plain(number: "x") }', 'GRAPHQL_VALIDATION_FAILED'],
  ])('%j is 400 with the code %s', async (query, code) => {
    const reply = await server.ask(query);

    expect(reply.status).toBe(400);
    expect(reply.body.errors?.[0]?.extensions['code']).toBe(code);
    expect(reply.text).not.toContain('stacktrace');
  });

  it('in a variable is 400 with the code BAD_USER_INPUT', async () => {
    const reply = await server.ask('query ($n: Int) { plain(number: $n) }', { n: 'x' });

    expect(reply.status).toBe(400);
    expect(reply.body.errors?.[0]?.extensions['code']).toBe('BAD_USER_INPUT');
  });

  it('in very many values of a variable is 400, not an internal error', async () => {
    const reply = await server.ask('query ($n: [Int!]) { numbers(list: $n) }', { n: Array(200).fill('x') });

    expect(reply.status).toBe(400);
    expect(reply.body.errors).toMatchObject([
      {
        message: expect.stringMatching(
          /got invalid value "x" at "n\[0\]".*and more than 5 other errors/,
        ) as string,
        extensions: { code: 'BAD_USER_INPUT' },
      },
    ]);
    expect(server.log.lines().filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('in a variable is reported in a message whose length does not depend on the input', async () => {
    const n = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`member${i}`, 'x'.repeat(50)]));

    const reply = await server.ask('query ($n: Int) { plain(number: $n) }', { n });

    expect(reply.status).toBe(400);
    expect(reply.body.errors).toHaveLength(1);
    expect(reply.text.length).toBeLessThan(2000);
  });

  it('in the kind of operation is 400, not an internal error', async () => {
    const reply = await server.ask('subscription { hello }');

    expect(reply.status).toBe(400);
    expect(reply.body.errors).toMatchObject([
      {
        message: 'The schema has no subscription operations',
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
      },
    ]);
  });

  it('helps with a suggestion where the schema is public', async () => {
    const reply = await server.ask('{ helo }');

    expect(reply.body.errors?.[0]?.message).toContain('Did you mean "hello"?');
  });

  it('leaves nothing in the log but the request', async () => {
    await server.ask('{ nothing }');

    expect(server.log.lines().filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe('a failure of a resolver', () => {
  it('has its own message and reason and does not affect other fields', async () => {
    const reply = await server.ask('{ refused hello }');

    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      data: { refused: null, hello: 'hello' },
      errors: [{ message: 'The name is taken', path: ['refused'], extensions: { code: 'CONFLICT' } }],
    });
    expect(server.log.lines().filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('in a scalar of a variable has its own message and reason', async () => {
    const reply = await server.ask('query ($e: Even) { plain(even: $e) }', { e: 3 });

    expect(reply.status).toBe(400);
    expect(reply.body.errors).toMatchObject([
      { message: 'The number is odd', extensions: { code: 'INVALID_INPUT' } },
    ]);
  });
});

describe('an unexpected error', () => {
  it.each(['fails', 'forged'])('in the resolver %s is masked', async (field) => {
    const reply = await server.ask(`{ ${field} }`);

    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      data: { [field]: null },
      errors: [{ message: 'Internal error', path: [field], extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
    });
    expect(reply.text).not.toContain('hush');
  });

  it('is logged with the id of the request and the field', async () => {
    await server.ask('{ fails }', {}, { 'X-Request-Id': 'r1' });

    expect(server.log.lines().find(({ level }) => level === 'error')).toMatchObject({
      requestId: 'r1',
      path: 'fails',
      err: { message: 'the password is hush', stack: expect.stringContaining('tiny-schema') as string },
    });
  });
});

describe('a context that cannot be made', () => {
  const refusing = (error: Error): Promise<GraphqlServer> =>
    graphqlServer({ contextOf: () => Promise.reject(error) });

  it('because of a failure has the status of its kind', async () => {
    await server.close();
    server = await refusing(new Failure('UNAVAILABLE', 'The database is unavailable'));

    const reply = await server.ask('{ hello }');

    expect(reply.status).toBe(503);
    expect(reply.body.errors).toEqual([
      { message: 'The database is unavailable', extensions: { code: 'UNAVAILABLE' } },
    ]);
  });

  it('is masked and logged for any other cause', async () => {
    await server.close();
    server = await refusing(new Error('hush'));

    const reply = await server.ask('{ hello }', {}, { 'X-Request-Id': 'r2' });

    expect(reply.status).toBe(500);
    expect(reply.body.errors).toEqual([
      { message: 'Internal error', extensions: { code: 'INTERNAL_SERVER_ERROR' } },
    ]);
    expect(server.log.lines().find(({ level }) => level === 'error')).toMatchObject({
      requestId: 'r2',
      err: { message: 'hush' },
    });
  });
});
