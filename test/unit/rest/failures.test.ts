import { execute, GraphQLError } from 'graphql';
import type { Executor } from '../../../src/rest/document/operations';
import { routes } from '../../../src/rest/routes';
import type { RouteDefinition } from '../../../src/rest/table/route';
import { Failure, type FailureReason } from '../../../src/shared/failure';
import { dictionarySchema } from './support/dictionary-schema';
import { serve } from './support/server';

const PATH = '/lexicon/articles/wol_fra';

/** Runs documents with a root field that throws. */
const executorThrowing =
  (thrown: unknown): Executor =>
  (document, variableValues) => {
    const throwing = () => {
      throw thrown;
    };
    const articlesState = () => ({ version: '1', modifiedAt: null });
    const rootValue = { article: throwing, articles: throwing, articlesState };
    return execute({ schema: dictionarySchema, document, variableValues, rootValue });
  };

async function responseWhere(options: Parameters<typeof serve>[1], path = PATH) {
  const server = await serve([], options);
  const response = await server.get(path);
  await server.close();
  return { ...response, reported: server.reported };
}

const kinds: readonly [FailureReason, number][] = [
  ['INVALID_INPUT', 400],
  ['UNAUTHENTICATED', 401],
  ['FORBIDDEN', 403],
  ['NOT_FOUND', 404],
  ['CONFLICT', 409],
  ['REVISION_MISMATCH', 412],
  ['TOO_LARGE', 413],
  ['UNAVAILABLE', 503],
];

test.each(kinds)('a resolver that fails with %s answers %i in its own words', async (reason, status) => {
  const execute = executorThrowing(new Failure(reason, 'The reason in words'));

  const response = await responseWhere({ execute });

  expect(response.status).toBe(status);
  expect(response.body).toEqual({
    message: 'The reason in words',
    status,
    uri: PATH,
    code: reason,
    request_id: 'request-1',
  });
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('retry-after')).toBe(status === 503 ? '1' : null);
  expect(response.reported).toEqual([]);
});

test('a context that fails on purpose answers the same way', async () => {
  const contextOf = () => Promise.reject(new Failure('UNAUTHENTICATED', 'Who is it'));

  const response = await responseWhere({ contextOf });

  expect(response.status).toBe(401);
  expect(response.body['message']).toBe('Who is it');
});

describe('the words of the route', () => {
  const worded = (
    failures: NonNullable<RouteDefinition['responses']['failures']>,
  ): readonly RouteDefinition[] =>
    routes.map((definition) => ({ ...definition, responses: { ...definition.responses, failures } }));
  const execute = executorThrowing(new Failure('FORBIDDEN', 'own words'));

  test('go before those of the failure, by kind', async () => {
    const response = await responseWhere({
      execute,
      definitions: worded({ forbidden: [401, 'Unauthorized to do so'] }),
    });

    expect(response.status).toBe(401);
    expect(response.body).toMatchObject({ message: 'Unauthorized to do so', status: 401, code: 'FORBIDDEN' });
  });

  test('by reason take precedence over those by kind', async () => {
    const failures = { forbidden: [401, 'by kind'], FORBIDDEN: [403, 'by reason'] } as const;

    const response = await responseWhere({ execute, definitions: worded(failures) });

    expect(response.body).toMatchObject({ message: 'by reason', status: 403 });
  });

  test('serve for bad input too', async () => {
    const response = await responseWhere(
      { definitions: worded({ invalid: [400, 'Malformed data'] }) },
      `${PATH}?limit=x`,
    );

    expect(response.body).toMatchObject({ message: 'Malformed data', status: 400, code: 'INVALID_INPUT' });
  });
});

describe('unexpected errors', () => {
  const secret = new TypeError('mongodb://user:secret@host is away');

  test.each([
    ['in a resolver', { execute: executorThrowing(secret) }],
    ['in the context', { contextOf: () => Promise.reject(secret) }],
    ['in the executor', { execute: () => Promise.reject(secret) }],
  ])('%s is 500 without details, and is reported once', async (_where, options) => {
    const response = await responseWhere(options);

    expect(response.status).toBe(500);
    expect(response.body).toEqual({
      message: 'Internal error',
      status: 500,
      uri: PATH,
      code: 'INTERNAL_SERVER_ERROR',
      request_id: 'request-1',
    });
    expect(response.text).not.toContain('mongodb');
    expect(response.reported).toEqual([secret]);
  });

  test('together with a failure is still 500', async () => {
    const errors = [new Failure('FORBIDDEN', 'no'), secret].map(
      (originalError) => new GraphQLError(originalError.message, { originalError }),
    );

    const response = await responseWhere({ execute: () => ({ data: null, errors }) });

    expect(response.status).toBe(500);
    expect(response.reported).toEqual([secret]);
  });

  test('an error of the execution itself is 500, and is reported', async () => {
    const error = new GraphQLError('Cannot return null for non-nullable field Article.number.');

    const response = await responseWhere({ execute: () => ({ data: null, errors: [error] }) });

    expect(response.status).toBe(500);
    expect(response.reported).toEqual([error]);
  });
});
