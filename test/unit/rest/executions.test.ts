import type { DocumentNode } from 'graphql';
import { ExampleRunner } from '../../../src/openapi/examples';
import { type Executor, loadOperations } from '../../../src/rest/document/operations';
import { routes } from '../../../src/rest/routes';
import { documentNamesOf } from '../../../src/rest/table/route';
import { openApi } from '../../support/openapi';
import { dictionarySchema } from './support/dictionary-schema';
import { OPERATIONS, serve, type Server } from './support/server';

const operations = loadOperations(dictionarySchema, OPERATIONS);
/** By their text: each server parses the documents again. */
const nameOf = new Map([...operations].map(([name, { document }]) => [JSON.stringify(document), name]));
const runner = new ExampleRunner(dictionarySchema);

/** Names of the documents that were executed, one for each execution. */
let executed: string[] = [];

/** How many pages a list has. */
let pages = 1;

const counting: Executor = (document, variables) => {
  const name = executedName(document);
  const operation = operations.get(name)!;
  // Defaults that the adapter leaves to the document.
  const given = Object.entries(variables).filter(([, value]) => value !== null);
  const data = runner.run(operation, Object.fromEntries(given));
  // Samples of texts are no values of headers.
  const text = JSON.stringify(data).replaceAll('…', 'x');
  const hasNextPage = `"hasNextPage":${String(executed.length < pages)}`;
  return { data: JSON.parse(text.replace(/"hasNextPage":\w+/, hasNextPage)) as Record<string, unknown> };
};

const failing: Executor = (document) => {
  executedName(document);
  return Promise.reject(new Error('lost'));
};

function executedName(document: DocumentNode): string {
  const name = nameOf.get(JSON.stringify(document))!;
  executed.push(name);
  return name;
}

/** An example request of every route, from the OpenAPI document, by the id of its route. */
const EXAMPLES = new Map(
  Object.entries(openApi().paths).flatMap(([path, item]) =>
    Object.values(item).flatMap((operation) =>
      operation['x-routes'].map(({ id, request }) => {
        const examples = operation.requestBody?.content['application/json'].examples ?? {};
        return [id, { path, request, body: Object.values(examples)[0]?.value }] as const;
      }),
    ),
  ),
);

const AUTHORIZATION = `Basic ${Buffer.from('ade:a long password').toString('base64')}`;

function ask(server: Server, id: string, edit = (address: string) => address) {
  const { request, body } = EXAMPLES.get(id)!;
  const [method = '', address = ''] = request.split(' ');
  return server.call(edit(withRequired(id, address)), {
    method,
    headers: { authorization: AUTHORIZATION, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Adds the query parameters that the documents of writes need. */
function withRequired(id: string, address: string): string {
  const { run, query = [] } = routes.find((definition) => definition.id === id)!;
  const { variables } = operations.get(run)!;
  const required = query.filter((name) => variables.get(name)?.isRequired === true);
  return required.length === 0 ? address : `${address}?${required.map((name) => `${name}=1`).join('&')}`;
}

let server: Server;
let broken: Server;
beforeAll(async () => {
  server = await serve([], { execute: counting });
  broken = await serve([], { execute: failing });
});
afterAll(() => Promise.all([server.close(), broken.close()]));
beforeEach(() => {
  executed = [];
  pages = 1;
});

test('every route has an example request', () => {
  expect([...EXAMPLES.keys()].sort()).toEqual(routes.map(({ id }) => id).sort());
});

test.each(routes.map((definition) => [definition.id, definition] as const))(
  'the success of %s comes from executing its documents, each once',
  async (id, definition) => {
    const { status } = await ask(server, id);

    expect(status).toBe(definition.responses.success[0]);
    const others = (definition.lists ?? []).filter(({ isForSome }) => isForSome).map(({ run }) => run);
    const expected = documentNamesOf(definition).filter((name) => !others.includes(name));
    expect(executed.sort()).toEqual(expected.sort());
  },
);

test.each(routes.map(({ id }) => id))('%s has no success where its document fails', async (id) => {
  const { status } = await ask(broken, id);

  expect(status).toBe(500);
  expect(executed).toHaveLength(1);
});

const TEXTS = routes.filter(({ when }) => when === 'search' || when === 'trad');

test.each(TEXTS.map((definition) => [definition.id, definition] as const))(
  '%s executes its document also for an empty text',
  async (id, { run, state }) => {
    for (const empty of ['', '=']) {
      executed = [];

      const { status } = await ask(server, id, (address) =>
        address.replace(/(search|trads?)=[^&]*/, `$1${empty}`),
      );

      expect([status, executed]).toEqual([status < 300 ? status : 200, [state ?? [], run].flat()]);
      expect((await ask(broken, id, (address) => address.replace(/=[^&]*/, empty))).status).toBe(500);
    }
  },
);

test.each(
  routes
    .filter(({ maxPageSize = 0 }) => maxPageSize > 1000)
    .map((definition) => [definition.id, definition] as const),
)('%s executes its document for every page that it streams', async (id, { run, state }) => {
  // The state of the list is executed before its pages.
  pages = state === undefined ? 3 : 4;

  const { status } = await ask(server, id, (address) => address.replace('limit=1', 'limit=15000'));

  expect([status, executed]).toEqual([200, [state ?? [], run, run, run].flat()]);
});
