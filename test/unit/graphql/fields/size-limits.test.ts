import { buildSchema, execute, type GraphQLSchema, parse } from 'graphql';
import { limitResponses } from '../../../../src/graphql/fields/size-limits';
import { computeOnce } from '../../../../src/graphql/fields/resolver-calls';
import { Work } from '../../../../src/shared/work';

const SDL = `
  type Query { one: Article! two: Article! lists(amount: Int!): [Article!]! }
  type Article { html: String! text(length: Int!): String! number: Int! }
`;

const calls: string[] = [];

function article(name: string): object {
  return {
    html: () => calls.push(`${name} html`) && 'x',
    text: ({ length }: { length: number }) => calls.push(`${name} text ${length}`) && 'x'.repeat(length),
    number: 1,
  };
}

const first = article('first');

function run(query: string, schema: GraphQLSchema = computeOnce(buildSchema(SDL))) {
  calls.length = 0;
  const rootValue = {
    one: first,
    two: article('second'),
    lists: ({ amount }: { amount: number }) => Array<object>(amount).fill(first),
  };
  const contextValue = { computed: new WeakMap(), work: new Work() };
  return execute({ schema, document: parse(query), rootValue, contextValue });
}

test('computes equal fields of one object once', async () => {
  const { data } = await run('{ one { a: html b: html c: text(length: 2) d: text(length: 2) } }');

  expect(data).toEqual({ one: { a: 'x', b: 'x', c: 'xx', d: 'xx' } });
  expect(calls).toEqual(['first html', 'first text 2']);
});

test('fields of an object that occurs several times are computed once, too', async () => {
  await run('{ lists(amount: 50) { html text(length: 2) } }');

  expect(calls).toEqual(['first html', 'first text 2']);
});

test('other arguments, other objects and other requests are computed for themselves', async () => {
  await run('{ one { a: text(length: 1) b: text(length: 2) } two { text(length: 2) } }');

  expect(calls).toEqual(['first text 1', 'first text 2', 'second text 2']);
  await run('{ one { text(length: 1) } }');
  expect(calls).toEqual(['first text 1']);
});

test('nothing more is computed once the response is too large', async () => {
  const fields = Array.from({ length: 30 }, (_, i) => `a${i}: text(length: ${1_000_000 + i})`);

  const { errors = [] } = await run(`{ one { ${fields.join(' ')} } }`, limitResponses(buildSchema(SDL)));

  expect(errors[0]?.originalError).toMatchObject({ reason: 'TOO_LARGE' });
  // 16 MiB hold sixteen of them; the seventeenth is the one too many.
  expect(calls).toHaveLength(17);
});
