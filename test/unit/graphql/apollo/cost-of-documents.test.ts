import { join } from 'node:path';
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  getIntrospectionQuery,
  getOperationAST,
  Kind,
  parse,
} from 'graphql';
import { MAX_COST } from '../../../../src/graphql/apollo/query-limits';
import { operationCost } from '../../../../src/graphql/apollo/operation-cost';
import { buildSchema } from '../../../../src/graphql/schema';
import * as exports from '../../../../src/rest/routes/exports';
import { readDocuments } from '../../../../src/shared/documents';

const OPERATIONS = join(__dirname, '..', '..', '..', '..', 'schema', 'operations');
const MAX_PAGE_SIZE = 1000;

/** Exports are read in pages of at most so many objects, and of fewer where a route says so. */
const MAX_EXPORTED_PAGE_SIZE = 500;
const FEWER = new Map(
  Object.values(exports).flatMap(({ lists = [] }) =>
    lists.flatMap(({ run, maxItems }) => (maxItems === undefined ? [] : [[run, maxItems] as const])),
  ),
);

/**
 * An application with all that it owns, which the interface gives in one piece: the newest 100 of each list, for the owner
 * and the platform alone.
 */
const WHOLE_APPLICATIONS: readonly string[] = [
  'chatbot/applications',
  // A page of these has at most what one application shows.
  'chatbot/conversations',
  'chatbot/create-application',
  'chatbot/fields',
  'chatbot/log-in',
  'chatbot/update-application',
];

const EVERYTHING = {
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  schemaDescription: true,
  inputValueDeprecation: true,
  oneOf: true,
};

const schema = buildSchema();

function costOf(query: string, variables: Readonly<Record<string, unknown>> = {}): number {
  return costOfDocument(parse(query), variables);
}

describe('searches', () => {
  const searches = (count: number): string =>
    `{ ${Array.from({ length: count }, (_, n) => `a${String(n)}: search(text: "x", first: 1) { totalCount }`).join(' ')} }`;

  test('allows five in one operation', () => {
    expect(costOf(searches(5))).toBeLessThanOrEqual(MAX_COST);
    expect(costOf(searches(6))).toBeGreaterThan(MAX_COST);
  });
});

describe('the schema itself', () => {
  const fields = 'name description args { name type { name ofType { name } } } type { name ofType { name } }';
  const types = (count: number): string =>
    `{ ${Array.from({ length: count }, (_, n) => `a${String(n)}: __type(name: "Query") { fields { ${fields} } }`).join(' ')} }`;

  test.each([
    ['by GraphiQL and code generators', getIntrospectionQuery()],
    ['with all that there is', getIntrospectionQuery({ ...EVERYTHING })],
    ['type by type', types(3)],
  ])('can be read %s', (_, query) => {
    expect(costOf(query)).toBeLessThanOrEqual(MAX_COST);
  });

  test.each([
    ['twice', '{ a: __schema { ...S } b: __schema { ...S } } '],
    ['by types of types', '{ __schema { types { fields { type { fields { name type { name } } } } } } }'],
    ['by many types', types(30)],
  ])('is not read %s', (_, query) => {
    const fragments = getIntrospectionQuery()
      .replace(/^[^{]*{\s*__schema/, 'fragment S on __Schema')
      .replace(/}\s*}(?=\s*fragment)/, '}');

    expect(costOf(query.includes('...S') ? query + fragments : query)).toBeGreaterThan(MAX_COST);
  });
});

describe('the same bound as for GraphQL', () => {
  const documents = [...readDocuments(OPERATIONS)].filter(([, document]) => getOperationAST(document));

  test('has documents to hold for', () => {
    expect(documents.length).toBeGreaterThan(30);
  });

  test.each(documents)('holds for %s, at its largest page', (name, document) => {
    const largest = name.startsWith('chatbot/export-') ? MAX_EXPORTED_PAGE_SIZE : MAX_PAGE_SIZE;
    const cost = costOfDocument(document, { limit: FEWER.get(name) ?? largest, page: 1 });

    if (WHOLE_APPLICATIONS.includes(name)) expect(cost).toBeGreaterThan(MAX_COST);
    else expect(cost).toBeLessThanOrEqual(MAX_COST);
  });
});

function costOfDocument(document: DocumentNode, variables: Readonly<Record<string, unknown>>): number {
  const operation = getOperationAST(document);
  if (!operation) throw new Error('there is no operation');
  const definitions = document.definitions.filter(
    (node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION,
  );
  const fragments = new Map(definitions.map((node) => [node.name.value, node]));
  return operationCost({ schema, operation, fragments, variables });
}
