import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApiDocument } from '../../../src/openapi/openapi-document';
import type { RouteDefinition } from '../../../src/rest/table/route';
import { Checker, type OpenApi } from '../../support/openapi';
import { dictionarySchema } from '../rest/support/dictionary-schema';

const DOCUMENTS = {
  write: `mutation WriteArticle($dictionary_id: ID!, $article: JSON!, $isDisabled: Boolean) {
    article: writeArticle(dictionaryId: $dictionary_id, article: $article, isDisabled: $isDisabled) { id number }
  }`,
  some: `query Some($dictionary_id: ID!, $article_id: ID!, $conversations: Boolean = false) {
    _: article(dictionary: $dictionary_id, number: $article_id) { radical number @include(if: $conversations) }
  }`,
};

const DEFINITIONS: readonly RouteDefinition[] = [
  {
    id: 'W',
    method: 'POST',
    path: '/lexicon/articles/:dictionary_id',
    run: 'write',
    shows: 'object',
    adds: ['message', 'status', 'uri'],
    responses: {
      success: [201, 'Article created'],
      failures: { unauthenticated: [401, 'Unauthorized'], conflict: [409, 'Taken'] },
    },
  },
  {
    id: 'S',
    method: 'GET',
    path: '/chatbot/core/things/:dictionary_id/:article_id',
    run: 'some',
    shows: 'object',
    query: ['conversations'],
    adds: ['status'],
    responses: { success: [200, 'Thing found'], empty: [206, 'Thing not found'] },
  },
];

let folder: string;
let document: OpenApi;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'operations-'));
  for (const [name, text] of Object.entries(DOCUMENTS)) writeFileSync(join(folder, `${name}.graphql`), text);
  document = openApiDocument({
    schema: dictionarySchema,
    definitions: DEFINITIONS,
    operationsFolder: folder,
  }) as unknown as OpenApi;
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('a route that writes has its body, its token and its refusals described, under every alias', () => {
  for (const path of [
    '/lexicon/articles/{dictionary_id}',
    '/lexicon/dictionaries/articles/{dictionary_id}',
  ]) {
    const operation = document.paths[path]?.['post'];

    expect(operation).toMatchObject({
      security: [{ token: [] }],
      requestBody: {
        content: {
          'application/json': {
            schema: {
              properties: { article: {}, isDisabled: { type: ['boolean', 'null'] } },
              required: ['article'],
            },
          },
        },
      },
    });
    expect(Object.keys(operation?.responses ?? {})).toEqual(
      expect.arrayContaining(['201', '400', '401', '409', '503', 'default']),
    );
  }
});

test('responses of a route that writes are checked to the letter', () => {
  const checker = new Checker(document);
  const path = '/lexicon/articles/x';
  const refusal = { status: 401, uri: path, code: 'UNAUTHENTICATED', request_id: 'r' };
  const created = { article: { id: 'a', number: 1 }, message: 'Article created', status: 201, uri: path };

  expect(checker.misfitsOf('post', path, { status: 201, body: created })).toEqual([]);
  expect(checker.misfitsOf('post', path, { status: 201, body: { ...created, message: 'Done' } })).not.toEqual(
    [],
  );
  expect(
    checker.misfitsOf('post', path, { status: 401, body: { ...refusal, message: 'Unauthorized' } }),
  ).toEqual([]);
  expect(checker.misfitsOf('post', path, { status: 401, body: { ...refusal, message: 'No' } })).not.toEqual(
    [],
  );
});

test('a member that a request can leave out is not required, and chatbot routes say their status in text', () => {
  const checker = new Checker(document);
  const path = '/chatbot/core/things/x/1';

  for (const body of [
    { radical: 'r', status: '200' },
    { radical: 'r', number: 1, status: '200' },
  ])
    expect(checker.misfitsOf('get', path, { status: 200, body })).toEqual([]);
  for (const body of [
    { radical: 'r', status: 200 },
    { number: 1, status: '200' },
  ])
    expect(checker.misfitsOf('get', path, { status: 200, body })).not.toEqual([]);
  expect(
    document.paths['/chatbot/core/things/{dictionary_id}/{article_id}']?.['get']?.parameters,
  ).toContainEqual(expect.objectContaining({ name: 'conversations', in: 'query' }));
});

test('a parameter that nothing describes is refused', () => {
  const [, plain] = DEFINITIONS;
  if (plain === undefined) throw new Error('there is no such route');
  const name = join(folder, 'coloured.graphql');
  writeFileSync(name, DOCUMENTS.some.replaceAll('conversations', 'colour'));
  const definitions = [{ ...plain, run: 'coloured', query: ['colour'] }];

  expect(() => openApiDocument({ schema: dictionarySchema, operationsFolder: folder, definitions })).toThrow(
    'nothing describes the parameter colour',
  );
});

test('a response that is both the empty one and a failure is listed once', () => {
  const [, plain] = DEFINITIONS;
  if (plain === undefined) throw new Error('there is no such route');
  const missing = [404, 'There is no such thing'] as const;
  const responses = { success: [200, 'Thing found'], empty: missing, failures: { missing } } as const;
  const { paths } = openApiDocument({
    schema: dictionarySchema,
    operationsFolder: folder,
    definitions: [{ ...plain, responses }],
  }) as unknown as OpenApi;

  const [note] = Object.values(paths).flatMap((methods) => Object.values(methods))[0]?.['x-routes'] ?? [];
  expect(note?.responses.map(({ status }) => status)).toEqual([200, 404]);
});
