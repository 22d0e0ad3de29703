import { type GraphQLObjectType } from 'graphql';
import { getMetadataStorage } from 'type-graphql';
import { buildSchema } from '../../../../src/graphql/schema';

// What fields belong to is known once a schema was built.
const built = buildSchema();

const { queries, mutations, fieldResolvers, objectTypes } = getMetadataStorage();

const names = new Map<unknown, string>(objectTypes.map(({ target, name }) => [target, name]));

const handlers = [
  // A test of another file may have queries of its own, which the same process knows.
  ...queries
    .filter(({ schemaName }) => schemaName in (built.getQueryType()?.getFields() ?? {}))
    .map((handler) => ({ type: 'Query', handler })),
  ...mutations.map((handler) => ({ type: 'Mutation', handler })),
  ...fieldResolvers.map((handler) => ({ type: names.get(handler.getObjectType?.()) ?? '', handler })),
];

/** Resolvers whose methods return their name and what they are called with. */
function telling(): object[] {
  const targets = new Map<object, Record<string, unknown>>();
  for (const { target, methodName } of handlers.map(({ handler }) => handler)) {
    const told = targets.get(target) ?? { constructor: target };
    told[methodName] = (...given: unknown[]) => [methodName, ...given];
    targets.set(target, told);
  }
  return [...targets.values()];
}

describe('the method of a resolver', () => {
  const schema = buildSchema(telling());
  const [source, context, info] = [{}, {}, {}];

  it.each(handlers)('$type.$handler.schemaName is called at once, with its parameters in order', (one) => {
    const { methodName, schemaName, params = [] } = one.handler;
    const field = (schema.getType(one.type) as GraphQLObjectType).getFields()[schemaName]!;
    const args = Object.fromEntries(field.args.map(({ name }) => [name, `value of ${name}`]));

    const result = field.resolve?.(source, args, context, info as never);

    const expected = params
      .toSorted((a, b) => a.index - b.index)
      .map((parameter) => {
        if (parameter.kind === 'arg') return args[parameter.name];
        if (parameter.kind === 'args') return expect.objectContaining({}) as unknown;
        return { root: source, context, info }[parameter.kind as 'root'];
      });
    expect(result).toEqual([methodName, ...expected]);
  });

  it('gets only the arguments of its class', () => {
    const { articles } = (schema.getType('Query') as GraphQLObjectType).getFields();

    const result = articles!.resolve?.(
      source,
      { filter: { having: 'ENTRY' }, first: 3, after: undefined },
      context,
      info as never,
    );

    expect(result).toEqual(['articles', { having: 'ENTRY' }, { first: 3 }, context, info]);
  });
});
