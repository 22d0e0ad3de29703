import {
  type GraphQLField,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { buildSchema } from '../../../src/graphql/schema';

interface Described {
  readonly name: string;
  readonly description?: string | null | undefined;
}

const types = Object.values(buildSchema().getTypeMap()).filter(
  (type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type),
);

type Deprecable = Pick<GraphQLField<unknown, unknown>, 'deprecationReason'>;

/** A type and all that stands in it, by path. */
function partsOf(type: GraphQLNamedType): (readonly [path: string, part: Described])[] {
  const at = (parts: readonly Described[], path: string) =>
    parts.map((part) => [`${path}.${part.name}`, part] as const);
  const parts: (readonly [string, Described])[] = [[type.name, type]];
  if (isEnumType(type)) parts.push(...at(type.getValues(), type.name));
  if (isInputObjectType(type)) parts.push(...at(Object.values(type.getFields()), type.name));
  if (isObjectType(type) || isInterfaceType(type))
    for (const field of Object.values(type.getFields()))
      parts.push([`${type.name}.${field.name}`, field], ...at(field.args, `${type.name}.${field.name}`));
  return parts;
}

test.each(types)('$name is described, with all its fields, arguments and values', (type) => {
  // The root types say nothing that their fields do not say.
  const parts = partsOf(type).filter(([path]) => path !== 'Query' && path !== 'Mutation');

  const silent = parts.filter(([, { description }]) => (description ?? '').trim() === '');

  expect(silent.map(([path]) => path)).toEqual([]);
});

test('every deprecated field names its replacement', () => {
  const reasons = types
    .filter((type) => isObjectType(type) || isInterfaceType(type) || isInputObjectType(type))
    .flatMap((type) => reasonsIn(type.getFields()));

  for (const reason of reasons) expect(reason).toMatch(/`\w+`/);
});

function reasonsIn(fields: Readonly<Record<string, Deprecable>>): readonly string[] {
  return Object.values(fields).flatMap(({ deprecationReason }) => deprecationReason ?? []);
}
