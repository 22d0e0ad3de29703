import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { restRouter } from '../../../src/rest/adapter/router';
import { routes } from '../../../src/rest/routes';
import { validateDocuments } from '../../../src/shared/documents';
import { reads, type RouteDefinition } from '../../../src/rest/table/route';
import { dictionarySchema } from './support/dictionary-schema';
import { OPERATIONS } from './support/server';

const LIST =
  'query L($limit: Int, $page: Int, $sort: SortDirection) { articles(first: $limit, page: $page, sort: $sort) { nodes { id } } }';
const ONE =
  'query O($dictionary_id: ID!, $article_id: ID!) { article(dictionary: $dictionary_id, number: $article_id) { id } }';

const listRoute: RouteDefinition = {
  id: 'L',
  method: 'GET',
  path: '/lexicon/articles',
  run: 'list',
  shows: 'list',
  responses: reads('Articles'),
};
const oneRoute: RouteDefinition = {
  id: 'O',
  method: 'GET',
  path: '/lexicon/articles/:dictionary_id/:article_id',
  run: 'one',
  shows: 'object',
  responses: reads('Article'),
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'operations-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function start(documents: Readonly<Record<string, string>>, served: readonly RouteDefinition[]) {
  for (const [name, text] of Object.entries(documents)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, `${name}.graphql`), text);
  }
  return restRouter({
    schema: dictionarySchema,
    operationsFolder: folder,
    contextOf: () => Promise.resolve({}),
    requestIdOf: () => '',
    report: () => undefined,
    definitions: served,
  });
}

test('the routes and documents of the project fit together', () => {
  const options = {
    schema: dictionarySchema,
    operationsFolder: OPERATIONS,
    contextOf: () => Promise.resolve({}),
    requestIdOf: () => '',
    report: () => undefined,
  };

  expect(() => restRouter(options)).not.toThrow();
  expect(routes.map(({ id }) => id)).toEqual([...new Set(routes.map(({ id }) => id))]);
});

test.each(['reader', 'desk'])('the documents of the %s fit the schema', (pages) => {
  expect(() => {
    validateDocuments(dictionarySchema, join(OPERATIONS, pages));
  }).not.toThrow();
  mkdirSync(join(folder, pages), { recursive: true });
  writeFileSync(join(folder, pages, 'one.graphql'), ONE.replace('{ id }', '{ wings }'));
  expect(() => {
    validateDocuments(dictionarySchema, join(folder, pages));
  }).toThrow(/one.*wings/);
});

test('routes and documents that fit are accepted, in folders too', () => {
  expect(() =>
    start({ list: LIST, 'deep/one': ONE }, [listRoute, { ...oneRoute, run: 'deep/one' }]),
  ).not.toThrow();
});

test('a fragment serves the documents that spread it, through other fragments too', () => {
  const documents = {
    one: ONE.replace('{ id }', '{ ...A }'),
    a: 'fragment A on Article { id ...B }',
    b: 'fragment B on Article { number }',
  };

  expect(() => start(documents, [oneRoute])).not.toThrow();
});

const refused: readonly [string, Readonly<Record<string, string>>, readonly RouteDefinition[], RegExp][] = [
  ['a document that does not parse', { one: '{' }, [oneRoute], /one.*Syntax Error/],
  [
    'a document that does not fit the schema',
    { one: ONE.replace('{ id }', '{ wings }') },
    [oneRoute],
    /one.*wings/,
  ],
  [
    'a document with two operations',
    { one: `${ONE} query P { article(dictionary: 1, number: 2) { id } }` },
    [oneRoute],
    /one.*exactly one operation/,
  ],
  [
    'a document with two root fields',
    { one: ONE.replace(/\}$/, ' other: __typename }') },
    [oneRoute],
    /one.*one root field/,
  ],
  [
    'a document that shows nothing',
    { one: ONE.replace('{ article', '{ _: article').replace('{ id }', '{ _id: id }') },
    [oneRoute],
    /one.*shows/,
  ],
  [
    'a fragment that no document uses',
    { one: ONE, a: 'fragment A on Article { id }' },
    [oneRoute],
    /A.*no document/,
  ],
  ['a fragment that does not exist', { one: ONE.replace('{ id }', '{ ...A }') }, [oneRoute], /one.*A/],
  ['a definition without a document', { one: ONE }, [oneRoute, listRoute], /L.*no document list/],
  ['a document without a route', { one: ONE, list: LIST }, [oneRoute], /list.*no route/],
  [
    'a path parameter that is no variable',
    { one: ONE },
    [{ ...oneRoute, path: '/lexicon/articles/:wings/:article_id' }],
    /O.*wings/,
  ],
  ['a query parameter that is no variable', { one: ONE }, [{ ...oneRoute, query: ['wings'] }], /O.*wings/],
  [
    'a required variable that nothing fills',
    { one: ONE },
    [{ ...oneRoute, path: '/lexicon/articles/:article_id' }],
    /O.*dictionary_id/,
  ],
  [
    'a list without a connection',
    { one: LIST.replace('{ nodes { id } }', '{ totalCount }') },
    [{ ...listRoute, run: 'one' }],
    /L.*connection/,
  ],
  [
    'two routes with one selector',
    { one: ONE },
    [oneRoute, { ...oneRoute, id: 'P' }],
    /O and P.*one selector/,
  ],
  [
    'two routes that differ by the names of their parameters',
    { one: ONE.replaceAll('article_id', 'x'), two: ONE },
    [
      { ...oneRoute, path: '/lexicon/articles/:dictionary_id/:x' },
      { ...oneRoute, id: 'P', run: 'two' },
    ],
    /O and P/,
  ],
  [
    'a route that is the alias of another',
    { list: LIST },
    [listRoute, { ...listRoute, id: 'M', path: '/lexicon/dictionaries/articles' }],
    /L and M/,
  ],
];

test.each(refused)('%s is refused', (_what, documents, served, message) => {
  expect(() => start(documents, served)).toThrow(message);
});
