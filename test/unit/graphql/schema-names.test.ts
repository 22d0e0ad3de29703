import {
  getNamedType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  type GraphQLType,
} from 'graphql';
import { buildSchema } from '../../../src/graphql/schema';

/** A field of a result or of an input, or an argument, by its path. */
interface Part {
  readonly path: string;
  readonly part: Pick<GraphQLArgument, 'name' | 'description'> & { readonly type: GraphQLType };
}

const schema = buildSchema();
const types = Object.values(schema.getTypeMap()).filter((type) => !type.name.startsWith('__'));

const fields = types.flatMap((type): (Part & { readonly args: readonly GraphQLArgument[] })[] => {
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return [];
  const own = Object.values<GraphQLField<unknown, unknown> | GraphQLInputField>(type.getFields());
  return own.map((part) => ({
    path: `${type.name}.${part.name}`,
    part,
    args: 'args' in part ? part.args : [],
  }));
});
const args = fields.flatMap(({ path, args }): Part[] =>
  args.map((part) => ({ path: `${path}.${part.name}`, part })),
);
const parts: readonly Part[] = [...fields, ...args];

describe('a name that ends with Id', () => {
  /** Identifiers of what is not in the graph: of a session of a bot, a message of a channel, an entry or sense of a file. */
  const OUTSIDE = new Set(['sessionId', 'messageId', 'importedId', 'httpRequestId']);

  /** Fields of results, arguments and fields of inputs; short names are `publicId`, or end with `PublicId`. */
  const named = parts.filter(
    ({ part }) => /Ids?$/.test(part.name) && !/^publicId$|PublicIds?$/.test(part.name),
  );
  const isGlobal = ({ part }: (typeof named)[number]) => getNamedType(part.type).name === 'ID';

  test('is a global identifier in results, arguments and inputs alike', () => {
    const others = named
      .filter(isGlobal)
      .filter(({ part }) => !/global identifier/i.test(part.description ?? ''));

    expect(named.filter(isGlobal).length).toBeGreaterThan(50);
    expect(others.map(({ path }) => path)).toEqual([]);
  });

  test('is otherwise a text that names nothing in the graph, which no argument takes', () => {
    const texts = named.filter((part) => !isGlobal(part));
    const taken = new Set(named.filter(isGlobal).map(({ part }) => part.name.replace(/s$/, '')));

    const wrong = texts.filter(
      ({ part: { name } }) => taken.has(name) || !(OUTSIDE.has(name) || name.startsWith('external')),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('has the same type wherever it is', () => {
    const types = new Map<string, Set<string>>();
    for (const { part } of named) {
      const name = part.name.replace(/s$/, '');
      types.set(
        name,
        (types.get(name) ?? new Set()).add(getNamedType(part.type).name === 'ID' ? 'ID' : 'text'),
      );
    }

    expect([...types].filter(([, kinds]) => kinds.size > 1)).toEqual([]);
  });
});

test('the results of the items of every bulk write have one shape: the object by the name of its type', () => {
  const results = (schema.getMutationType()?.toConfig().fields ?? {}) as Record<string, { type: unknown }>;
  const named = Object.values(results).flatMap(({ type }) => {
    const list = isObjectType(type) ? type.getFields()['results'] : undefined;
    return list ? [getNamedType(list.type)] : [];
  });

  expect(named.length).toBeGreaterThan(5);
  for (const type of named) {
    const name = type.name.replace(/Result$/, '');
    const fields = isObjectType(type) ? Object.keys(type.getFields()) : [];
    const object = name.charAt(0).toLowerCase() + name.slice(1);
    expect([type.name, fields.filter((field) => field !== 'outcome').sort()]).toEqual([
      type.name,
      [object, 'code', 'index', 'message', 'userErrors'].sort(),
    ]);
  }
});

test('every type with an id is a node, and the remains of a deleted object have no id', () => {
  const withId = types.filter(
    (type) =>
      isObjectType(type) &&
      'id' in type.getFields() &&
      !type.getInterfaces().some(({ name }) => name === 'Node'),
  );

  expect(withId.map(({ name }) => name)).toEqual([]);
});

test('every mutation that deletes one object returns the id that caches know', () => {
  const deletions = Object.values(schema.getMutationType()?.getFields() ?? {}).filter(({ name }) =>
    name.startsWith('delete'),
  );
  const silent = deletions.filter(({ type }) => {
    const fields = isObjectType(type) ? type.getFields() : {};
    return !('results' in fields) && !('deletedId' in fields);
  });

  expect(deletions.length).toBeGreaterThan(10);
  expect(silent.map(({ name }) => name)).toEqual([]);
});

test('a list has no arguments but `filter`, its order, its page and its owner', () => {
  const PAGE = /^(after|before|first|last|page|maxBytes|sort|orderBy|filter)$/;
  /** What names the object, and what every search needs. Proposals have a state, by default those that are open. */
  const OTHER = /^(id|articleId|dictionary|number|state)$|^Query\.search\.text$/;
  const lists = args.filter(({ path }) => {
    const [type = '', field = ''] = path.split('.');
    const owner = schema.getType(type);
    const listed = isObjectType(owner) ? owner.getFields()[field] : undefined;
    return listed !== undefined && getNamedType(listed.type).name.endsWith('Connection');
  });
  const others = lists.filter(
    (part) => !PAGE.test(part.part.name) && !OTHER.test(part.part.name) && !OTHER.test(part.path),
  );

  expect(lists.length).toBeGreaterThan(50);
  expect(others.map(({ path }) => path)).toEqual([]);
});
