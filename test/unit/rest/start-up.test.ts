import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { restRouter } from '../../../src/rest/adapter/router';
import { rows } from '../../../src/rest/routes';
import { reads, type RouteDefinition } from '../../../src/rest/table/route';
import { dictionarySchema } from './support/dictionary-schema';
import { OPERATIONS } from './support/server';

const LIST =
  'query L($limit: Int, $page: Int, $sort: SortDirection) { articles(first: $limit, page: $page, sort: $sort) { nodes { id } } }';
const ONE =
  'query O($dictionary_id: ID!, $article_id: ID!) { article(dictionaryId: $dictionary_id, id: $article_id) { id } }';

const listRow: RouteDefinition = {
  id: 'L',
  method: 'GET',
  path: '/lexicon/articles',
  run: 'list',
  shows: 'list',
  replies: reads('Articles'),
};
const oneRow: RouteDefinition = {
  id: 'O',
  method: 'GET',
  path: '/lexicon/articles/:dictionary_id/:article_id',
  run: 'one',
  shows: 'one',
  replies: reads('Article'),
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
    rows: served,
  });
}

test('the rows and documents of the project fit together', () => {
  const options = {
    schema: dictionarySchema,
    operationsFolder: OPERATIONS,
    contextOf: () => Promise.resolve({}),
    requestIdOf: () => '',
    report: () => undefined,
  };

  expect(() => restRouter(options)).not.toThrow();
  expect(rows.map(({ id }) => id)).toEqual([...new Set(rows.map(({ id }) => id))]);
});

test('rows and documents that fit are accepted, in folders too', () => {
  expect(() =>
    start({ list: LIST, 'deep/one': ONE }, [listRow, { ...oneRow, run: 'deep/one' }]),
  ).not.toThrow();
});

test('a fragment serves the documents that spread it, through other fragments too', () => {
  const documents = {
    one: ONE.replace('{ id }', '{ ...A }'),
    a: 'fragment A on Article { id ...B }',
    b: 'fragment B on Article { number }',
  };

  expect(() => start(documents, [oneRow])).not.toThrow();
});

const refused: readonly [string, Readonly<Record<string, string>>, readonly RouteDefinition[], RegExp][] = [
  ['a document that does not parse', { one: '{' }, [oneRow], /one.*Syntax Error/],
  [
    'a document that does not fit the schema',
    { one: ONE.replace('{ id }', '{ wings }') },
    [oneRow],
    /one.*wings/,
  ],
  [
    'a document with two operations',
    { one: `${ONE} query P { article(dictionaryId: 1, id: 2) { id } }` },
    [oneRow],
    /one.*exactly one operation/,
  ],
  [
    'a document with two root fields',
    { one: ONE.replace(/\}$/, ' other: __typename }') },
    [oneRow],
    /one.*one root field/,
  ],
  [
    'a document that shows nothing',
    { one: ONE.replace('{ article', '{ _: article').replace('{ id }', '{ _id: id }') },
    [oneRow],
    /one.*shows/,
  ],
  [
    'a fragment that no document uses',
    { one: ONE, a: 'fragment A on Article { id }' },
    [oneRow],
    /A.*no document/,
  ],
  ['a fragment that does not exist', { one: ONE.replace('{ id }', '{ ...A }') }, [oneRow], /one.*A/],
  ['a row without a document', { one: ONE }, [oneRow, listRow], /L.*no document list/],
  ['a document without a row', { one: ONE, list: LIST }, [oneRow], /list.*no row/],
  [
    'a path parameter that is no variable',
    { one: ONE },
    [{ ...oneRow, path: '/lexicon/articles/:wings/:article_id' }],
    /O.*wings/,
  ],
  ['a query parameter that is no variable', { one: ONE }, [{ ...oneRow, query: ['wings'] }], /O.*wings/],
  [
    'a required variable that nothing fills',
    { one: ONE },
    [{ ...oneRow, path: '/lexicon/articles/:article_id' }],
    /O.*dictionary_id/,
  ],
  [
    'a list without a connection',
    { one: LIST.replace('{ nodes { id } }', '{ totalCount }') },
    [{ ...listRow, run: 'one' }],
    /L.*connection/,
  ],
  ['two rows with one selector', { one: ONE }, [oneRow, { ...oneRow, id: 'P' }], /O and P.*one selector/],
  [
    'two rows that differ by the names of their parameters',
    { one: ONE.replaceAll('article_id', 'x'), two: ONE },
    [
      { ...oneRow, path: '/lexicon/articles/:dictionary_id/:x' },
      { ...oneRow, id: 'P', run: 'two' },
    ],
    /O and P/,
  ],
  [
    'a row that is the alias of another',
    { list: LIST },
    [listRow, { ...listRow, id: 'M', path: '/lexicon/dictionaries/articles' }],
    /L and M/,
  ],
];

test.each(refused)('%s is refused', (_what, documents, served, message) => {
  expect(() => start(documents, served)).toThrow(message);
});
