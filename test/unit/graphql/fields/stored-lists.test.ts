import { join } from 'node:path';
import { parse } from 'graphql';
import { ARTICLE_MEMBERS } from '../../../../src/graphql/articles/article-members';
import { addStoredNodes, withStoredLists } from '../../../../src/graphql/fields/stored-lists';
import { collectPlainFields } from '../../../../src/graphql/fields/object-shape';
import { buildSchema } from '../../../../src/graphql/schema';
import { readDocuments } from '../../../../src/shared/documents';

const schema = addStoredNodes(collectPlainFields(buildSchema()));
const isPrepared = (document: ReturnType<typeof parse>) =>
  withStoredLists(document, schema, ARTICLE_MEMBERS) !== document;

test('the lists of articles and of their parts over REST are written from stored bytes', () => {
  const documents = [...readDocuments(join(__dirname, '../../../../schema/operations'))];
  const prepared = documents
    .filter(([name, document]) => name.startsWith('lexicon/') && isPrepared(document))
    .map(([name]) => name);

  expect(prepared).toEqual([
    'lexicon/article-categories',
    'lexicon/article-classes',
    'lexicon/article-contents',
    'lexicon/article-entries',
    'lexicon/article-examples',
    'lexicon/article-forms',
    'lexicon/article-types',
    'lexicon/articles',
  ]);
});

test.each([
  ['{ articles { nodes { id etag content { entry { variants { form } } extra } } } }', true],
  ['{ dictionary(dictionary: "a") { articles { nodes { source } } } }', true],
  ['{ articles { nodes { html } } }', false],
  ['{ articles { nodes { comments { totalCount } } } }', false],
  ['{ articles { nodes { number @include(if: true) } } }', false],
  ['{ articles { nodes { number } edges { cursor } } }', false],
  ['{ articles { nodes { number } } articles { nodes { radical } } }', false],
  ['{ comments { nodes { id } } }', false],
])('%s is prepared: %s', (query, expected) => {
  expect(isPrepared(parse(query))).toBe(expected);
});

test('fragments that each open another twice are refused at the first that is open already', () => {
  const steps = Array.from(
    { length: 40 },
    (_, at) => `fragment F${at} on Article { ...F${at + 1} ...F${at + 1} }`,
  );
  const query = `{ articles { nodes { ...F0 } } } ${steps.join(' ')} fragment F40 on Article { __typename }`;
  expect(isPrepared(parse(query))).toBe(false);
});
