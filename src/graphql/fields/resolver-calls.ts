import { type GraphQLField, type GraphQLFieldResolver, type GraphQLSchema, isObjectType } from 'graphql';
import { getMetadataStorage } from 'type-graphql';
import type { Context } from '../context';
import { wrapField } from './wrap-field';

const metadata = getMetadataStorage();

type Handler = (typeof metadata.queries)[number] | (typeof metadata.fieldResolvers)[number];
type Parameter = NonNullable<Handler['params']>[number];
type Resolve = GraphQLFieldResolver<unknown, unknown, Readonly<Record<string, unknown>>>;

/**
 * Makes fields call the methods of their resolvers directly. type-graphql sorts and converts the parameters at each call, and awaits
 * a validator for each argument although there is none: eight promises for each field with arguments of each item of a list.
 * Methods then receive plain objects as arguments. type-graphql still calls methods whose parameters only it can read.
 *
 * @param instances of the resolvers by class
 */
export function callDirectly(schema: GraphQLSchema, instances: ReadonlyMap<unknown, object>): void {
  const replace = (typeName: string | undefined, handler: Handler): void => {
    const type = schema.getType(typeName ?? '');
    const field = isObjectType(type) ? type.getFields()[handler.schemaName] : undefined;
    const resolve = resolverOf(handler, instances.get(handler.target));
    if (field && resolve) field.resolve = resolve;
  };
  for (const handler of metadata.queries) replace('Query', handler);
  for (const handler of metadata.mutations) replace('Mutation', handler);
  const names = new Map<unknown, string>(metadata.objectTypes.map(({ target, name }) => [target, name]));
  for (const handler of metadata.fieldResolvers) replace(names.get(handler.getObjectType?.()), handler);
}

function resolverOf(handler: Handler, instance: object | undefined): Resolve | undefined {
  const { methodName, params = [], middlewares = [], roles } = handler;
  const readers = params.toSorted((a, b) => a.index - b.index).map(readerOf);
  const method: unknown = Reflect.get(instance ?? {}, methodName);
  if (
    typeof method !== 'function' ||
    middlewares.length > 0 ||
    roles ||
    !readers.every((resolver) => resolver !== undefined)
  )
    return undefined;
  return (...parameters) =>
    Reflect.apply(
      method,
      instance,
      readers.map((read) => read(...parameters)),
    ) as unknown;
}

/** Returns the function that reads a parameter from the resolver arguments; `undefined` if only type-graphql can read it. */
function readerOf(parameter: Parameter): Resolve | undefined {
  switch (parameter.kind) {
    case 'root':
      return parameter.getType || parameter.propertyName !== undefined ? undefined : (source) => source;
    case 'context':
      return parameter.propertyName === undefined ? (_source, _args, context) => context : undefined;
    case 'info':
      return (_source, _args, _context, info) => info;
    case 'arg':
      return parameter.validateFn || parameter.validateSettings !== undefined
        ? undefined
        : (_source, args) => args[parameter.name];
    case 'args':
      return argumentsReader(argumentNamesOf(parameter.getType()));
    default:
      return undefined;
  }
}

/** Reads only the members of the class, because a method may have other arguments beside it. */
function argumentsReader(names: readonly string[]): Resolve {
  return (_source, args) => {
    const declared: Record<string, unknown> = {};
    for (const name of names) if (args[name] !== undefined) declared[name] = args[name];
    return declared;
  };
}

/** The arguments that a class declares, with those of the classes that it extends. */
function argumentNamesOf(type: unknown): readonly string[] {
  if (typeof type !== 'function') return [];
  const declared = metadata.argumentTypes.find(({ target }) => target === type)?.fields ?? [];
  return [...declared.map(({ name }) => name), ...argumentNamesOf(Object.getPrototypeOf(type))];
}

/** Fields without arguments that are costly to compute. Every field with arguments counts as costly. */
const COSTLY_FIELDS: ReadonlySet<string> = new Set([
  ...['Article.html', 'Article.summary', 'Article.next', 'Article.previous', 'Article.viewerVote'],
  ...['Comment.article', 'Comment.viewerVote', 'ArticleRevision.article', 'ArticleRevision.source'],
  ...['ArticleRevision.content', 'Proposal.difference'],
]);

/**
 * Computes a costly field of an object once in a request for each set of arguments, however many aliases select it. Root fields
 * are excluded, because each is an operation.
 */
export function computeOnce(schema: GraphQLSchema): GraphQLSchema {
  const roots = new Set<unknown>([
    schema.getQueryType(),
    schema.getMutationType(),
    schema.getSubscriptionType(),
  ]);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || roots.has(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields()))
      if (isCostly(type.name, field))
        wrapField(field, (resolve) => (source, args, context, info) => {
          const results = resultsOf(context, source as object);
          const key = field.args.length === 0 ? field.name : `${field.name} ${JSON.stringify(args)}`;
          if (results.has(key)) return results.get(key);
          const result: unknown = resolve(source, args, context, info);
          results.set(key, result);
          return result;
        });
  }
  return schema;
}

function isCostly(typeName: string, { name, args }: GraphQLField<unknown, unknown>): boolean {
  return args.length > 0 || name === 'totalCount' || COSTLY_FIELDS.has(`${typeName}.${name}`);
}

function resultsOf({ computed }: Pick<Context, 'computed'>, source: object): Map<string, unknown> {
  const stored = computed.get(source);
  if (stored !== undefined) return stored;
  const results = new Map<string, unknown>();
  computed.set(source, results);
  return results;
}
