import {
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { literal } from './literal';
import type { Random } from './random';
import { jsonBody, type Slot } from './request';
import { hostileValue } from './values';
import { ROLES, SECRETS, type Fixture } from './world';

type Field = GraphQLField<unknown, unknown>;

/** Fields of Query that lead to an object, each with how it is reached. */
interface FieldPath {
  readonly kind: 'query' | 'mutation';
  readonly steps: readonly Field[];
}

/** A place within an argument: the argument itself, or a field of an input object below it. */
interface InputPath {
  readonly argument: GraphQLArgument;
  readonly path: readonly string[];
}

const MAX_PATH_LENGTH = 3;

/** Every argument of every field of the schema, and every field of their input objects. */
export function graphqlSlots(schema: GraphQLSchema): readonly Slot[] {
  return shortestPaths(schema).flatMap(([type, fieldPath]) =>
    Object.values(type.getFields()).flatMap((field) =>
      field.args.flatMap((argument) =>
        pathsIn(argument.type).map((path) =>
          slotOf({ ...fieldPath, steps: [...fieldPath.steps, field] }, { argument, path }),
        ),
      ),
    ),
  );
}

/** Every object type with the shortest way to it; types that no path leads to are in no response either. */
function shortestPaths(schema: GraphQLSchema): readonly (readonly [GraphQLObjectType, FieldPath])[] {
  const [query, mutation] = [schema.getQueryType(), schema.getMutationType()];
  const found = new Map<GraphQLNamedType, FieldPath>();
  if (query) found.set(query, { kind: 'query', steps: [] });
  if (mutation) found.set(mutation, { kind: 'mutation', steps: [] });
  // A map gives what is added while it is walked, too.
  for (const [type, fieldPath] of found) {
    if (!isObjectType(type) || type === mutation) continue;
    for (const field of Object.values(type.getFields())) {
      const inner = getNamedType(field.type);
      if (!found.has(inner)) found.set(inner, { kind: 'query', steps: [...fieldPath.steps, field] });
    }
  }
  return [...found].flatMap(([type, fieldPath]) => (isObjectType(type) ? [[type, fieldPath] as const] : []));
}

function pathsIn(type: GraphQLInputType, length = 0): readonly (readonly string[])[] {
  const named = getNamedType(type);
  if (!isInputObjectType(named) || length >= MAX_PATH_LENGTH) return [[]];
  const inner = Object.values(named.getFields()).flatMap((field) =>
    pathsIn(field.type, length + 1).map((path) => [field.name, ...path]),
  );
  return [[], ...inner];
}

function slotOf(fieldPath: FieldPath, inputPath: InputPath): Slot {
  const name = [...fieldPath.steps.map((step) => step.name), inputPath.argument.name, ...inputPath.path].join(
    '.',
  );
  return {
    name: `${fieldPath.kind} ${name}`,
    make: (random, fixture) => {
      const value = valueOf(inputPath.argument.type, {
        fixture,
        inputPath,
        random,
        field: fieldPath.steps.at(-1)?.name ?? '',
      });
      const isVariable = random.isHit(0.5);
      const argumentText = isVariable ? '$value' : literal(value);
      const head = isVariable
        ? `${fieldPath.kind} ($value: ${String(inputPath.argument.type)})`
        : fieldPath.kind;
      const query = `${head} { ${stepsOf(fieldPath.steps, { ...inputPath, argumentText, fixture })} }`;
      const body = jsonBody({ query, ...(isVariable ? { variables: { value } } : {}) });
      return { method: 'POST', path: '/graphql', role: random.pick(ROLES), ...body };
    },
  };
}

interface Selection {
  readonly argument: GraphQLArgument;
  readonly argumentText: string;
  readonly fixture: Fixture;
}

function stepsOf([step, ...further]: readonly Field[], context: Selection): string {
  if (!step) return '';
  const args = step.args.flatMap((argument) => {
    if (further.length === 0 && argument === context.argument)
      return [`${argument.name}: ${context.argumentText}`];
    if (!isNeeded(argument)) return [];
    return [`${argument.name}: ${literal(validValue(argument, step.name, context.fixture))}`];
  });
  const list = args.length === 0 ? '' : `(${args.join(', ')})`;
  const inner =
    further.length > 0 ? `{ ${stepsOf(further, context)} }` : selectionOf(getNamedType(step.type), 2);
  return `${step.name}${list} ${inner}`;
}

/** What can be selected without arguments, so many levels down. */
function selectionOf(type: GraphQLNamedType, depth: number): string {
  if (!isCompositeType(type)) return '';
  if (!isObjectType(type)) return '{ __typename }';
  const fields = Object.values(type.getFields()).filter(({ args }) => !args.some(isNeeded));
  const selected = fields.flatMap((field) => {
    const inner = getNamedType(field.type);
    if (isLeafType(inner)) return [field.name];
    return depth > 1 && field.args.length === 0 ? [`${field.name} ${selectionOf(inner, depth - 1)}`] : [];
  });
  return `{ __typename ${selected.join(' ')} }`;
}

interface ValueContext {
  readonly fixture: Fixture;
  readonly inputPath: Pick<InputPath, 'path'>;
  readonly random: Random;
  readonly field: string;
}

/** A value that is as its type wants it, but for the place. */
function valueOf(type: GraphQLInputType, { inputPath, ...context }: ValueContext): unknown {
  const [step, ...path] = inputPath.path;
  if (step === undefined) return hostileValue(context.random);
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [valueOf(nullable.ofType, { ...context, inputPath })];
  if (!isInputObjectType(nullable)) return hostileValue(context.random);
  const required = Object.values(nullable.getFields()).filter(isNeeded);
  const argumentText = required.map((field) => [
    field.name,
    validValue(field, context.field, context.fixture),
  ]);
  const inner = nullable.getFields()[step];
  return {
    ...(Object.fromEntries(argumentText) as object),
    [step]: inner ? valueOf(inner.type, { ...context, inputPath: { path } }) : null,
  };
}

/** Short names of objects, of which an operation needs some where it is not given a global identifier. */
const SHORT_NAMES: ReadonlySet<string> = new Set(['dictionary', 'number', 'user']);

function isNeeded({
  name,
  type,
  defaultValue,
}: Pick<GraphQLArgument, 'name' | 'type' | 'defaultValue'>): boolean {
  if (SHORT_NAMES.has(name) && String(type) === 'ID') return true;
  return isNonNullType(type) && defaultValue === undefined;
}

type Argument = Pick<GraphQLArgument, 'name' | 'type'>;

function validValue({ name, type }: Argument, field: string, fixture: Fixture): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [validValue({ name, type: nullable.ofType }, field, fixture)];
  if (isInputObjectType(nullable)) {
    const all = Object.values(nullable.getFields());
    const required = nullable.isOneOf ? all.slice(-1) : all.filter(isNeeded);
    return Object.fromEntries(required.map((inner) => [inner.name, validValue(inner, field, fixture)]));
  }
  if (isEnumType(nullable)) return { enum: nullable.getValues()[0]?.name };
  return knownValue(name, field, fixture) ?? PLAIN[getNamedType(type).name] ?? fixture.newName();
}

const PLAIN: Readonly<Record<string, unknown>> = {
  Int: 1,
  SafeInt: 1,
  Boolean: true,
  JSON: 1,
  JSONObject: {},
};

function knownValue(name: string, field: string, fixture: Fixture): unknown {
  const { dictionary, ids } = fixture;
  const byName: Readonly<Record<string, unknown>> = {
    dictionary,
    confirm: dictionary,
    number: '2',
    user: '1',
    application: ids['Application'],
    publicId: ids['Application'],
    conversationId: ids['Conversation'],
    fieldId: ids['Field'],
    password: SECRETS.user,
    oldPassword: SECRETS.user,
    language: 'fr',
    text: 'mot',
    prefix: 'mo',
  };
  if (name === 'email') return `${fixture.newName()}@example.org`;
  if (name !== 'id' && name !== 'ids') return byName[name];
  return /article/i.test(field) ? '3' : (idFor(field, ids) ?? '1');
}

function idFor(field: string, ids: Fixture['ids']): string | undefined {
  const names = Object.keys(ids).sort((a, b) => b.length - a.length);
  return ids[names.find((name) => field.toLowerCase().includes(name.toLowerCase())) ?? ''];
}
