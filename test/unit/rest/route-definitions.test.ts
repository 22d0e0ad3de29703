import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RouteDefinition } from '../../../src/rest/table/route';
import { article } from './support/dictionary-schema';
import { serve, type Server } from './support/server';

/** Routes of the kinds that article reads do not need: they show what a route can say. */
const definitions: readonly RouteDefinition[] = [
  {
    id: 'write',
    method: 'PUT',
    path: '/lexicon/articles/:dictionary_id',
    run: 'write',
    shows: 'object',
    responses: { success: [201, 'Article updated'] },
    adds: ['message', 'status', 'uri'],
  },
  {
    id: 'login',
    method: 'GET',
    path: '/lexicon/login',
    run: 'login',
    shows: 'object',
    responses: { success: [200, 'Token generated'] },
  },
  {
    id: 'counted',
    method: 'GET',
    path: '/chatbot/core/applications',
    run: 'list',
    shows: 'list',
    responses: { success: [200, 'Successfully load applications'] },
    query: ['search'],
    adds: ['message', 'status', 'total', 'uri'],
  },
];

const documents = {
  write: `mutation Write($dictionary_id: ID!, $article: JSON, $isDisabled: Boolean) {
    article: writeArticle(dictionaryId: $dictionary_id, article: $article, isDisabled: $isDisabled) { id_article: number _etag: etag }
  }`,
  login: 'mutation LogIn { _: writeArticle(dictionaryId: 1) { token: id validity: text } }',
  list: `query List($limit: Int, $page: Int, $sort: SortDirection, $search: ID) {
    applications: articles(filter: { dictionary: $search }, first: $limit, page: $page, sort: $sort) { totalCount nodes { name: headword } }
  }`,
};

const operationsFolder = mkdtempSync(join(tmpdir(), 'operations-'));
let server: Server;
beforeAll(async () => {
  for (const [name, text] of Object.entries(documents))
    writeFileSync(join(operationsFolder, `${name}.graphql`), text);
  server = await serve([article({ number: 7 })], { definitions, operationsFolder });
});
afterAll(async () => {
  await server.close();
  rmSync(operationsFolder, { recursive: true });
});

const put = (body: unknown, path = '/lexicon/articles/wol_fra') =>
  server.call(path, {
    method: 'PUT',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'if-none-match': '*' },
  });

test('a route that writes takes the members of the body as variables and adds message, status and uri', async () => {
  const content = { b: [1, 'x'], a: null };

  const response = await put({ article: content, other: 1 });

  expect(response.status).toBe(201);
  expect(response.body).toEqual({
    article: { id_article: 7 },
    message: 'Article updated',
    status: 201,
    uri: '/lexicon/articles/wol_fra',
  });
  expect(response.headers.get('etag')).toBe('"7.3.2.1"');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(server.calls.at(-1)).toEqual({ dictionaryId: 'wol_fra', article: content });
});

test('the path goes before the body, and the query fills no variable of a body', async () => {
  await put({ dictionary_id: 'other', article: 1 }, '/lexicon/articles/wol_fra?isDisabled=true');

  expect(server.calls.at(-1)).toEqual({ dictionaryId: 'wol_fra', article: 1 });
});

test.each(['maybe', 'true', 1])(
  'a member of the body is of its type or refused: %j is no boolean',
  async (isDisabled) => {
    const response = await put({ isDisabled });

    expect(response.status).toBe(400);
    expect(response.body['message']).toBe('isDisabled must be true or false');
  },
);

test('no body has no members', async () => {
  const response = await server.call('/lexicon/articles/wol_fra', { method: 'PUT' });

  expect(response.status).toBe(201);
  expect(server.calls.at(-1)).toEqual({ dictionaryId: 'wol_fra' });
});

test.each(['[]', '["article"]', '{"__proto__": {}}', '{"constructor": 1}'])(
  'the body %s is refused',
  async (body) => {
    const headers = { 'content-type': 'application/json' };

    const response = await server.call('/lexicon/articles/wol_fra', { method: 'PUT', body, headers });

    expect(response.status).toBe(400);
    expect(response.body['message']).toMatch(/^The request body (must be a JSON object|has a member)/);
  },
);

test('a lifted root is the body', async () => {
  const response = await server.get('/lexicon/login');

  expect(response.body).toEqual({ token: 'wol_fra/7', validity: 'text of word 7' });
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('does not execute mutations for HEAD', async () => {
  const before = server.calls.length;

  const response = await server.call('/lexicon/login', { method: 'HEAD' });

  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('GET, OPTIONS');
  expect(server.calls).toHaveLength(before);
});

test('login answers under /lexicon/core as well', async () => {
  expect((await server.get('/lexicon/core/login')).status).toBe(200);
});

test('a list may say its total in the body; under /chatbot the status is a string', async () => {
  const response = await server.get('/chatbot/core/applications?search=');

  expect(response.body).toEqual({
    applications: [{ name: 'word 7' }],
    message: 'Successfully load applications',
    status: '200',
    total: 1,
    uri: '/chatbot/core/applications?search=',
  });
});

test('an empty list without a documented message is a success', async () => {
  const response = await server.get('/chatbot/core/applications?searchTerm=nobody');

  expect(response.status).toBe(200);
  expect(response.body).toMatchObject({ applications: [], total: 0, status: '200' });
});
