import {
  getNamedType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';

/** Short names of objects: an operation that has them needs them, or a global identifier. */
const SHORT_NAMES: ReadonlySet<string> = new Set(['dictionary', 'number', 'user']);

/**
 * The shortest operation on a root field: the arguments that it needs, which name nothing that exists.
 *
 * @param names values of arguments, by name
 */
export function minimalOperation(
  kind: 'query' | 'mutation' | 'subscription',
  field: GraphQLField<unknown, unknown>,
  names: Readonly<Record<string, unknown>> = {},
): string {
  const argumentTexts = field.args
    .filter((argument) => isNeeded(argument) || argument.name in names)
    .map(({ name, type }) => `${name}: ${name in names ? JSON.stringify(names[name]) : valueOf(type)}`);
  const args = argumentTexts.length === 0 ? '' : `(${argumentTexts.join(', ')})`;
  const selection = isCompositeType(getNamedType(field.type)) ? ' { __typename }' : '';
  return `${kind} { ${field.name}${args}${selection} }`;
}

function isNeeded({
  name,
  type,
  defaultValue,
}: Pick<GraphQLArgument, 'name' | 'type' | 'defaultValue'>): boolean {
  if (SHORT_NAMES.has(name) && String(type) === 'ID') return true;
  return isNonNullType(type) && defaultValue === undefined;
}

function valueOf(type: GraphQLInputType): string {
  if (isNonNullType(type)) return valueOf(type.ofType);
  if (isListType(type)) return `[${valueOf(type.ofType)}]`;
  if (isEnumType(type)) return type.getValues()[0]?.name ?? '';
  if (isInputObjectType(type)) {
    const all = Object.values(type.getFields());
    const fields = type.isOneOf ? all.slice(-1) : all.filter(isNeeded);
    return `{ ${fields.map(({ name, type: inner }) => `${name}: ${valueOf(inner)}`).join(', ')} }`;
  }
  return (
    {
      EmailAddress: '"nobody@example.org"',
      Int: '1',
      SafeInt: '1',
      Float: '1',
      Boolean: 'true',
      JSON: '1',
      JSONObject: '{}',
    }[type.name] ?? '"none at all"'
  );
}
