import { buildSchema, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import { Failure } from '../../../src/shared/failure';

type Resolver = GraphQLFieldResolver<unknown, unknown>;

const QUERIES: Readonly<Record<string, Resolver>> = {
  hello: () => 'hello',
  fails: () => {
    throw new Error('the password is hush');
  },
  forged: () => {
    throw Object.assign(new Error('hush'), { extensions: { code: 'SOMETHING', secret: 'hush' } });
  },
  refused: () => {
    throw new Failure('CONFLICT', 'The name is taken');
  },
  never: () => new Promise(() => undefined),
  node: () => ({ id: 1 }),
  nodes: () => [{ id: 1 }, { id: 2 }],
  plain: () => 'plain',
  numbers: () => 'numbers',
};

/** A schema with a field for each thing that can happen. */
export function tinySchema(): GraphQLSchema {
  const schema = buildSchema(`
    scalar Even
    type Query {
      hello: String
      fails: String
      forged: String
      refused: String
      never: String
      node: Node
      nodes(first: Int, last: Int): [Node!]!
      named(ids: [ID!]!): [Node]!
      plain(number: Int, even: Even): String
      numbers(list: [Int!]): String
    }
    type Mutation { change: Int }
    interface Numbered { id: Int }
    type Node implements Numbered { id: Int, child: Node, children(first: Int): [Node!]! }
  `);
  const queries = schema.getQueryType()?.getFields() ?? {};
  for (const [name, resolve] of Object.entries(QUERIES)) queries[name]!.resolve = resolve;
  schema.getMutationType()!.getFields()['change']!.resolve = () => 1;
  Object.assign(schema.getType('Even')!, { parseValue: evenOf });
  return schema;
}

function evenOf(value: unknown): unknown {
  if (Number(value) % 2 !== 0) throw new Failure('INVALID_INPUT', 'The number is odd');
  return value;
}
