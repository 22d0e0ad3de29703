import { type DocumentNode, Kind, parse, type FragmentDefinitionNode } from 'graphql';
import { operationCost } from '../../../../src/graphql/apollo/operation-cost';
import { tinySchema } from '../../support/tiny-schema';

const schema = tinySchema();

/** What each list at the root costs by itself: it is a read of its own. */
const LIST = 1000;

function costOf(query: string | DocumentNode, variables: Record<string, unknown> = {}): number {
  const { definitions } = typeof query === 'string' ? parse(query) : query;
  const operation = definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)!;
  const fragments = new Map(
    definitions
      .filter((node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((node) => [node.name.value, node]),
  );
  return operationCost({ schema, operation, fragments, variables });
}

describe('the cost of an operation', () => {
  it.each([
    ['{ hello }', 1],
    ['{ node { id } }', 2],
    ['{ nodes(first: 100) { id } }', LIST + 101],
    ['{ nodes(last: 7) { id } }', LIST + 8],
    ['{ nodes { id } }', LIST + 11],
    ['{ nodes(first: 2) { children(first: 3) { id } } }', LIST + 9],
    ['{ nodes(first: 0) { id } }', LIST + 2],
    ['query ($n: Int = 5) { nodes(first: $n) { id } }', LIST + 6],
    ['query ($n: Int) { nodes(first: $n) { id } }', LIST + 11],
    ['{ nodes(first: 3) { ...A } } fragment A on Node { id child { id } }', LIST + 10],
    ['{ nodes(first: 3) { ... on Numbered { id } } }', LIST + 4],
    ['{ nodes(first: 3) { ... { id } } }', LIST + 4],
    ['{ named(ids: ["a", "b", "c"]) { id } }', LIST + 4],
    ['{ __typename }', 0],
    ['mutation { change }', 1],
  ])('%s is %d', (query, expected) => {
    expect(costOf(query)).toBe(expected);
  });

  it.each([
    [{ n: 50 }, LIST + 51],
    [{ n: null }, LIST + 11],
    [{ n: 'x' }, LIST + 11],
  ])('takes the size of a page from the variables %j', (variables, expected) => {
    expect(costOf('query ($n: Int) { nodes(first: $n) { id } }', variables)).toBe(expected);
  });

  it.each([
    '{ a: nodes(first: 2) { id } b: nodes(first: $n) { id } }',
    '{ ...A } fragment A on Query { a: nodes(first: 2) { id } b: nodes(first: $n) { id } }',
  ])('is counted again for other variables of the same document: %s', (query) => {
    const document = parse(`query ($n: Int = 1) ${query}`);

    const costs = [{}, { n: 50 }, { n: 5 }].map((variables) => costOf(document, variables));

    expect(costs).toEqual([1, 50, 5].map((n) => 2 * LIST + 4 + n));
  });

  it('is that of each operation of a document', () => {
    const document = parse('query A { nodes(first: 2) { id } } query B { nodes(first: 3) { id } }');
    const alone = document.definitions.map((definition) => ({ ...document, definitions: [definition] }));

    expect([...alone, ...alone].map((operation) => costOf(operation))).toEqual(
      [3, 4, 3, 4].map((n) => LIST + n),
    );
  });

  it('takes the number of ids from the variables', () => {
    expect(costOf('query ($ids: [ID!]!) { named(ids: $ids) { id } }', { ids: ['a', 'b'] })).toBe(LIST + 3);
  });

  it('is found immediately for fragments that double at each level', () => {
    const depth = 60;
    const fragments = Array.from(
      { length: depth },
      (_, index) => `fragment F${index} on Node { ...F${index + 1} ...F${index + 1} }`,
    );

    const cost = costOf(`{ node { ...F0 } } ${fragments.join(' ')} fragment F${depth} on Node { id }`);

    expect(cost).toBe(1 + 2 ** depth);
  });
});
