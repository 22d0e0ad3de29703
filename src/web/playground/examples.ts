import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import { AUTHORISE, type Authorise, COST } from '../../shared/extensions';
import { Failure } from '../../shared/failure';
import {
  ASKED_VARIABLES,
  type Find,
  findsFor,
  FOR_CHANNELS,
  FOR_MEMBERS,
  type Found,
  NAMED_BY,
  nodeTypes,
  VALUES,
} from './example-values';

/** Roles that can run examples. */
const ROLES = ['anonymous', 'user', 'admin', 'application', 'platform'] as const;

type ExampleRole = (typeof ROLES)[number];

/** An example operation. */
export interface ExampleOperation {
  readonly kind: 'query' | 'mutation';
  /** Name of the root field. */
  readonly name: string;
  /** The group to which it belongs. */
  readonly group: string;
  readonly roles: readonly ExampleRole[];
  readonly description: string;
  readonly query: string;
  /** Variables, some of which are placeholders for values that the playground finds. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Queries that find these values, in order. */
  readonly finds: readonly Find[];
  /** Names of variables that the user has to fill in. */
  readonly asks: readonly string[];
}

/** Groups of operations by their names. The first matching pattern counts. */
const GROUPS: readonly (readonly [pattern: RegExp, group: string])[] = [
  [/conversation/i, 'Conversations'],
  [/field|corpus|entit|intent|template/i, 'Fields of applications'],
  [/application/i, 'Applications'],
  [/comment/i, 'Comments'],
  [/dictionar/i, 'Dictionaries'],
  [/article|media|search|suggest|nouns|headwords/i, 'Articles'],
  [/node|audit/i, 'Any object, and the audit log'],
  [/./, 'Users and sessions'],
];

type Field = GraphQLField<unknown, unknown>;
type Input = GraphQLArgument | GraphQLInputField;

const EXAMPLE_BY_SCALAR: Readonly<Record<string, unknown>> = { Boolean: true, Float: 1, Int: 1, SafeInt: 1 };

/** Maximum cost of a field below the root. An example shows ten objects, and the server refuses 24,000 fields. */
const MAX_COST = 1000;

/** Nesting depth of the selected objects below a root field. */
const DEEPEST_SELECTION = 3;

/** Returns an example for every root field that people can call. */
export function examplesOf(schema: GraphQLSchema): readonly ExampleOperation[] {
  const roots = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
  ] as const;
  return roots.flatMap(([kind, type]) =>
    Object.values(type?.getFields() ?? {})
      .filter(({ name }) => !FOR_CHANNELS.has(name))
      .map((field) => exampleOf(schema, kind, field)),
  );
}

function exampleOf(schema: GraphQLSchema, kind: ExampleOperation['kind'], field: Field): ExampleOperation {
  const asks = ASKED_VARIABLES[field.name] ?? [];
  const scope = { schema, operation: field.name };
  const shownArguments = shownOf(field.args, field.name).filter((arg) => arg.defaultValue === undefined);
  const declared = shownArguments.map(({ name, type }) => `$${name}: ${String(type)}`);
  const passed = shownArguments.map(({ name }) => `${name}: $${name}`);
  const name = field.name.charAt(0).toUpperCase() + field.name.slice(1);
  // The result of a mutation is one level below its payload.
  const depth = kind === 'mutation' ? 0 : 1;
  const roles = ROLES.filter((role) => mayRun(field, role));
  const selected = selection(field.type, { depth, roles });
  const head = `${kind} ${name}${declared.length > 0 ? `(${declared.join(', ')})` : ''}`;
  const call = `${field.name}${passed.length > 0 ? `(${passed.join(', ')})` : ''}`;
  const variables = Object.fromEntries(
    shownArguments.map((arg) => [
      arg.name,
      asks.includes(arg.name) ? emptyOf(arg) : sampleArgument(arg, field.name, scope),
    ]),
  );
  return {
    kind,
    name: field.name,
    group: GROUPS.find(([pattern]) => pattern.test(field.name))?.[1] ?? '',
    roles,
    description: field.description ?? '',
    query: `${head} {\n  ${call}${indented(selected)}\n}\n`,
    variables,
    finds: uniqueFinds(findReferences(variables).flatMap((name) => findsFor(schema, name))),
    asks,
  };
}

/** Whether a role may run a field, by the access rule of the field. */
function mayRun({ name, extensions }: Field, role: ExampleRole): boolean {
  if (FOR_MEMBERS.has(name) && role !== 'admin') return false;
  const authorise = extensions[AUTHORISE] as Authorise | undefined;
  try {
    authorise?.({ viewer: { role } });
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

function findReferences(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('$find' in value) return [(value as Found).$find];
  return Object.values(value).flatMap(findReferences);
}

function uniqueFinds(finds: readonly Find[]): readonly Find[] {
  return [...new Map(finds.map((find) => [find.name, find])).values()];
}

interface SelectionOptions {
  readonly depth: number;
  /** Roles that can run the example; fields that one of them may not read are omitted. */
  readonly roles: readonly ExampleRole[];
}

/** Returns a selection set in braces; empty for a scalar. */
function selection(type: GraphQLOutputType, options: SelectionOptions): string {
  const named = getNamedType(type);
  if (!isCompositeType(named)) return '';
  const lines = fieldsOf(named).flatMap((field) => selectionLines(field, options));
  return ` {\n${(isInterfaceType(named) ? ['__typename', ...lines] : lines).map((line) => `  ${line}`).join('\n')}\n}`;
}

function selectionLines(field: Field, { depth, roles }: SelectionOptions): readonly string[] {
  const needsArguments = field.args.some((arg) => isNonNullType(arg.type) && arg.defaultValue === undefined);
  const isCostly = Number(field.extensions[COST] ?? 0) > MAX_COST;
  const isLeftOut = needsArguments || isCostly || isEdge(field) || field.deprecationReason !== undefined;
  if (isLeftOut || !roles.every((role) => mayRun(field, role))) return [];
  const named = getNamedType(field.type);
  if (isLeafType(named)) return [field.name];
  if (depth >= DEEPEST_SELECTION || (depth > 0 && leadsBack(named))) return [];
  const below = selection(field.type, { depth: depth + 1, roles });
  return [`${field.name}${indented(below)}`];
}

/** Edges are left out, because they repeat `nodes` and payloads. */
function isEdge({ type }: Field): boolean {
  return getNamedType(type).name.endsWith('Edge');
}

/** Dictionaries and connections are not selected within other objects, since they have queries of their own. */
function leadsBack(named: GraphQLNamedType): boolean {
  return isObjectType(named) && (named.name.endsWith('Connection') || named.name === 'Dictionary');
}

function fieldsOf(type: GraphQLNamedType): readonly Field[] {
  return isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n  ');
}

/** Returns the arguments or input fields of an example: required ones, those with a value, and one that identifies an object. */
function shownOf<I extends Input>(inputs: readonly I[], owner: string): readonly I[] {
  const isNaming = ({ name, type }: I): boolean =>
    getNamedType(type).name === 'ID' && /^(id|\w+Id)$/.test(name) && name !== 'publicId';
  const naming = inputs.find(({ name }) => name === 'id') ?? inputs.find(isNaming);
  const asks = ASKED_VARIABLES[owner] ?? [];
  return inputs.filter(
    (input) =>
      isNonNullType(input.type) ||
      (asks.length === 0 && input === naming) ||
      asks.includes(input.name) ||
      input.name in VALUES ||
      `${owner}.${input.name}` in VALUES,
  );
}

interface Scope {
  readonly schema: GraphQLSchema;
  /** Name of the root field. */
  readonly operation: string;
}

/** @param owner the field or input type of the argument */
function sampleArgument({ name, type }: Input, owner: string, scope: Scope): unknown {
  const sample = VALUES[`${scope.operation}.${name}`] ?? VALUES[`${owner}.${name}`] ?? VALUES[name];
  if (sample !== undefined) return sample;
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [sampleArgument({ name, type: nullable.ofType } as Input, owner, scope)];
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name;
  if (isInputObjectType(nullable)) {
    const fields = shownOf(Object.values(nullable.getFields()), nullable.name);
    return Object.fromEntries(
      fields.map((field) => [field.name, sampleArgument(field, nullable.name, scope)]),
    );
  }
  if (nullable.name === 'ID') return { $find: namedType(name, scope) };
  return EXAMPLE_BY_SCALAR[nullable.name] ?? '';
}

/** Returns the type of the object that an argument identifies, by the name of the argument or of the operation. */
function namedType(argument: string, { schema, operation }: Scope): string {
  const special = NAMED_BY[operation];
  if (special !== undefined) return special;
  const text = (/^ids?$/.test(argument) ? operation : argument).toLowerCase().replace('ies', 'y');
  const fitting = nodeTypes(schema).filter((type) => text.includes(type.toLowerCase()));
  return fitting.sort((a, b) => b.length - a.length)[0] ?? 'Article';
}

function emptyOf({ type }: Input): unknown {
  return isListType(getNullableType(type)) ? [''] : '';
}
