import { join } from 'node:path';
import { Spectral, type RulesetDefinition } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { startWithApplications } from '../../support/applications';
import { startGateway, type TestGateway } from '../../support/gateway';
import { call } from '../../support/http';
import { documentChecker, openApi, type Operation } from '../../support/openapi';

const document = openApi();
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => [path, method, operation] as const),
);

/** Reads of articles: id in the interface description, path, documented flag, key, messages of 200 and of nothing found. */
const READS = [
  ['B4', '/articles', 'search=', 200, 206, 'Articles not found'],
  ['B5', '/articles/{dictionary_id}', 'search=', 200, 206, 'Articles not found'],
  ['B6', '/articles/{dictionary_id}/{article_id}', 'form', 200, 206, 'Article form not found'],
  ['B7', '/articles', 'html', 200, 206, 'Article html not found'],
  ['B9', '/articles', 'contents', 200, 206, 'Article contents not found'],
  ['B11', '/articles', undefined, 200, 206, 'Articles not found'],
  ['B12', '/articles/{dictionary_id}', undefined, 200, 206, 'Articles not found'],
  ['B13', '/articles/{dictionary_id}/{article_id}', undefined, 200, 206, 'Article not found'],
  ['B14', '/articles', 'cats', 200, 206, 'Article categories not found'],
  ['B19', '/articles/{dictionary_id}', 'classes', 200, 206, 'Article classes not found'],
  ['B20', '/articles/{dictionary_id}/{article_id}', 'content', 200, 206, 'Article content not found'],
  ['B22', '/articles/{dictionary_id}', 'entries', 200, 206, 'Article entries not found'],
  ['B23', '/articles/{dictionary_id}/{article_id}', 'entry', 200, 404, 'Article entry not found'],
  ['B24', '/articles/{dictionary_id}/{article_id}', 'example', 200, 206, 'Article example not found'],
  ['B28', '/articles/{dictionary_id}', 'forms', 200, 206, 'Article forms not found'],
  ['B29', '/articles/{dictionary_id}/{article_id}', 'trad=', 200, 206, 'Article translate not found'],
  ['B31', '/articles/{dictionary_id}', 'trads=', 200, 206, 'Article translations not found'],
] as const;

test.each(READS)('%s is described at %s, flag %s, also under its alias', (...route) => {
  const [id, path, flag, found, nothing, message] = route;

  for (const prefix of ['/lexicon', '/lexicon/dictionaries']) {
    const operation = document.paths[prefix + path]?.['get'];
    const note = operation?.['x-routes'].find((note) => note.id === id);
    expect(note?.flag).toBe(flag);
    expect(note?.responses.map(({ status }) => status)).toEqual([found, nothing]);
    expect(note?.responses[1]?.message).toBe(message);
    if (flag !== undefined) {
      expect(operation?.parameters.map(({ name }) => name)).toContain(flag.replace('=', ''));
    }
  }
});

const exampleBody = (method: string, path: string) =>
  Object.values(document.paths[path]?.[method]?.requestBody?.content['application/json'].examples ?? {})[0]
    ?.value;

test('every body of a request has an example that its schema allows', () => {
  const checker = documentChecker();

  for (const [path, method, { requestBody }] of operations) {
    if (requestBody === undefined) continue;
    const at = ['', 'paths', path.replaceAll('/', '~1'), method, 'requestBody'].join('/');
    const mismatches = checker.errors(`${at}/content/application~1json/schema`, exampleBody(method, path));
    expect([method, path, exampleBody(method, path) === undefined, mismatches]).toEqual([
      method,
      path,
      false,
      [],
    ]);
  }
});

test('the examples of bodies are accepted, one after another', async () => {
  const chatbots = await startWithApplications();
  await chatbots.server.load(join(__dirname, '..', '..', '..', 'samples', 'yor_eng_fra_griot'));
  const send = async (method: 'POST' | 'PUT', path: string, token?: string) => {
    const template = path.replace('yor_eng_fra_griot', '{dictionary_id}').replace('/1', '/{article_id}');
    const body = exampleBody(method.toLowerCase(), template);
    return (await chatbots.rest(method, path, { token, body })).status;
  };

  const statuses = [
    await send('POST', '/lexicon/articles/yor_eng_fra_griot', chatbots.admin),
    await send('PUT', '/lexicon/articles/yor_eng_fra_griot/1', chatbots.admin),
    await send('POST', '/lexicon/metadata', chatbots.admin),
    await send('POST', '/lexicon/users', chatbots.admin),
    await send('POST', '/lexicon/login'),
    await send('POST', '/chatbot/core/applications', chatbots.platform),
    await send('PUT', '/chatbot/core/applications', chatbots.platform),
  ];
  await chatbots.server.close();

  expect(statuses).toEqual([201, 201, 201, 201, 200, 201, 200]);
});

/** Severity of an error in Spectral. */
const ERROR = 0;

test('Spectral finds no error and no unused component in it', async () => {
  const spectral = new Spectral();
  // Its own type of a rule set is narrower than the one that it takes.
  spectral.setRuleset({ extends: oas } as RulesetDefinition);

  const findings = await spectral.run(JSON.stringify(document));

  const errors = findings.filter(({ severity }) => Number(`${severity}`) === ERROR);
  expect([...errors, ...findings.filter(({ code }) => code === 'oas3-unused-component')]).toEqual([]);
});

test('operations have names of their effect: only those that read begin with get or list', () => {
  const reads = /^(get|list|search|export|logIn|logOut)/;
  const misnamed = operations.filter(
    ([, method, { operationId }]) => method !== 'get' && /^(get|list)[A-Z]/.test(operationId ?? ''),
  );
  const unnamed = operations.filter(
    ([, method, { operationId }]) => method === 'get' && !reads.test(operationId ?? ''),
  );

  expect(
    [...misnamed, ...unnamed].map(([path, method, { operationId }]) => [method, path, operationId]),
  ).toEqual([]);
});

test('every example fits its schema', () => {
  const checker = documentChecker();
  let checked = 0;

  for (const [path, method, { responses }] of operations) {
    for (const [status, response] of Object.entries(responses)) {
      for (const { value } of Object.values(response.content?.['application/json']?.examples ?? {})) {
        const mismatches = checker.misfitsOf(method, path.replace(/\{\w+\}/g, 'x'), {
          status: Number(status),
          body: value,
        });
        expect([path, status, mismatches]).toEqual([path, status, []]);
        checked += 1;
      }
    }
  }
  expect(checked).toBeGreaterThan(100);
});

test('a response with an additional member, a missing one, or another message does not match', () => {
  const checker = documentChecker();
  const path = '/lexicon/articles/x';
  const item = { entry: {}, id_article: 1, id_dico: 'x' };
  const nothing = { entries: [], message: 'Article entries not found', status: 206, uri: path };

  expect(checker.misfitsOf('get', path, { status: 200, body: { entries: [item] } })).toEqual([]);
  expect(checker.misfitsOf('get', path, { status: 206, body: nothing })).toEqual([]);
  for (const [status, body] of [
    [200, { entries: [{ ...item, more: 1 }] }],
    [200, { entries: [{ entry: {}, id_article: 1 }] }],
    [200, { entries: [item], total: 1 }],
    [200, { entries: [{ ...item, id_article: '1' }] }],
    [206, { ...nothing, message: 'Nothing' }],
    [206, { ...nothing, status: 200 }],
    [206, { entries: [] }],
    [404, { message: 'No' }],
  ] as const) {
    expect(checker.misfitsOf('get', path, { status, body })).not.toEqual([]);
  }
});

describe('the sample dictionary', () => {
  let server: TestGateway;

  beforeAll(async () => {
    server = await startGateway();
    await server.load(join(__dirname, '..', '..', '..', 'samples', 'yor_eng_fra_griot'));
  });

  afterAll(() => server.close());

  const reads = operations
    .filter(([path, method]) => method === 'get' && path.startsWith('/lexicon/articles'))
    .flatMap(([, , operation]) => operation['x-routes'].map((note) => [note, operation] as const))
    // Yoruba has no grammatical classes.
    .filter(([{ flag }]) => !flag?.startsWith('class'))
    .map(([note, operation]) => [note.id, note, operation] as const);

  test.each(reads)('%s answers as its example says', async (id, { request }, operation) => {
    const { status, body } = await call(server.url + request.slice(4).replace('limit=1', 'limit=100'));

    expect(status).toBe(200);
    for (const [key, value] of Object.entries(exampleOf(operation, id))) {
      if (request.includes('limit=1')) expect(body[key]).toContainEqual((value as unknown[])[0]);
      else expect(body[key]).toEqual(value);
    }
  });
});

function exampleOf({ responses }: Operation, id: string): Readonly<Record<string, unknown>> {
  return responses['200']?.content?.['application/json']?.examples?.[id]?.value as Record<string, unknown>;
}
