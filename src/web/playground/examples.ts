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
import { AUTHORISE } from '../../shared/extensions';

/**
 * Values of arguments and input fields in the examples, by name, or by field and name where the name alone says too
 * little: those of the sample dictionary, where it has them.
 */
const VALUES: Readonly<Record<string, unknown>> = {
  'deleteDictionary.dictionary': 'my_dictionary',
  'CreateDictionaryInput.dictionaryId': 'my_dictionary',
  dictionary: 'yor_eng_fra_griot',
  first: 5,
  ids: ['WyJBcnRpY2xlIiwieW9yX2VuZ19mcmFfZ3Jpb3QiLDU1XQ'],
  language: 'en',
  newPassword: 'a new password',
  'node.id': 'WyJBcnRpY2xlIiwieW9yX2VuZ19mcmFfZ3Jpb3QiLDU1XQ',
  number: 55,
  oldPassword: 'the password until now',
  password: 'a long password',
  prefix: 'il',
  source: { entry: { headword: 'kà' }, translations: [{ lang: 'en', content: 'read' }] },
  'CreateCommentInput.text': 'In the north we say kà too.',
  text: 'ile',
  translation: 'house',
  user: '1',
  username: 'ade',
};

/** Operations whose object an example names by its public identifier. */
const BY_PUBLIC_ID: Readonly<Record<string, readonly string[]>> = {
  '6a0f1f0e-3d52-4b53-9d0e-7c5b1a0c2f11': [
    'comment',
    'updateComment',
    'deleteComment',
    'setCommentDisabled',
    'voteOnComment',
  ],
  '3b241101-e2bb-4255-8caf-4136c566a962': [
    'exportApplication',
    'resetApplicationPassword',
    'updateApplicationQuota',
  ],
};

const SAMPLES: Readonly<Record<string, unknown>> = {
  ...VALUES,
  ...Object.fromEntries(
    Object.entries(BY_PUBLIC_ID).flatMap(([publicId, names]) =>
      names.map((name) => [`${name}.publicId`, publicId]),
    ),
  ),
};

/** An operation to begin with. */
export interface Example {
  readonly kind: 'query' | 'mutation';
  /** Name of the root field. */
  readonly name: string;
  readonly description: string;
  readonly query: string;
  /** JSON. */
  readonly variables: string;
}

type Field = GraphQLField<unknown, unknown>;
type Input = GraphQLArgument | GraphQLInputField;

const BY_SCALAR: Readonly<Record<string, unknown>> = { Boolean: true, Float: 1, Int: 1, SafeInt: 1 };

/** Levels of objects below a root field that an example selects. */
const DEEPEST = 3;

/** An example for every field of Query and Mutation, ready to run. */
export function examplesOf(schema: GraphQLSchema): readonly Example[] {
  const roots = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
  ] as const;
  return roots.flatMap(([kind, type]) =>
    Object.values(type?.getFields() ?? {}).map((field) => exampleOf(kind, field)),
  );
}

function exampleOf(kind: Example['kind'], field: Field): Example {
  const given = field.args.filter((arg) => isNonNullType(arg.type) || isShown(arg, field.name));
  const wanted = given.filter((arg) => arg.defaultValue === undefined);
  const declared = wanted.map(({ name, type }) => `$${name}: ${String(type)}`);
  const passed = wanted.map(({ name }) => `${name}: $${name}`);
  const name = field.name.charAt(0).toUpperCase() + field.name.slice(1);
  // A payload is a level above the result that an example shows.
  const depth = kind === 'mutation' ? 0 : 1;
  const selected = selection(field.type, { depth, mayAsk: !isGuarded(field) });
  const head = `${kind} ${name}${declared.length > 0 ? `(${declared.join(', ')})` : ''}`;
  const call = `${field.name}${passed.length > 0 ? `(${passed.join(', ')})` : ''}`;
  const variables = Object.fromEntries(wanted.map((arg) => [arg.name, sampleOf(arg, field.name)]));
  return {
    kind,
    name: field.name,
    description: field.description ?? '',
    query: `${head} {\n  ${call}${indented(selected)}\n}\n`,
    variables: wanted.length === 0 ? '' : JSON.stringify(variables, null, 2),
  };
}

interface SelectionOptions {
  readonly depth: number;
  /** Whether anyone may ask for the root field: then fields that need more are left out. */
  readonly mayAsk: boolean;
}

/** A selection in braces; empty for a scalar. */
function selection(type: GraphQLOutputType, options: SelectionOptions): string {
  const named = getNamedType(type);
  if (!isCompositeType(named)) return '';
  const lines = fieldsOf(named).flatMap((field) => lineOf(field, options));
  return ` {\n${(isInterfaceType(named) ? ['__typename', ...lines] : lines).map((line) => `  ${line}`).join('\n')}\n}`;
}

function lineOf(field: Field, { depth, mayAsk }: SelectionOptions): readonly string[] {
  const needsArguments = field.args.some((arg) => isNonNullType(arg.type) && arg.defaultValue === undefined);
  const isLeftOut = needsArguments || field.name === 'edges' || field.deprecationReason !== undefined;
  if (isLeftOut || (mayAsk && isGuarded(field))) return [];
  const named = getNamedType(field.type);
  if (isLeafType(named)) return [field.name];
  if (depth >= DEEPEST || (depth > 0 && leadsBack(named))) return [];
  const below = selection(field.type, { depth: depth + 1, mayAsk });
  return [`${field.name}${indented(below)}`];
}

/** An object with a name of its own, or a list of such, is shown where it is asked for, not in every other one. */
function leadsBack(named: GraphQLNamedType): boolean {
  return isObjectType(named) && (named.name.endsWith('Connection') || named.name === 'Dictionary');
}

function fieldsOf(type: GraphQLNamedType): readonly Field[] {
  return isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
}

function isGuarded({ extensions }: Field): boolean {
  return typeof extensions[AUTHORISE] === 'function';
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n  ');
}

/** Whether an example gives a value that can be left out. */
function isShown({ name }: Input, owner: string): boolean {
  return name in SAMPLES || `${owner}.${name}` in SAMPLES;
}

/** @param owner the field or input type that the value is for */
function sampleOf({ name, type }: Input, owner: string): unknown {
  const sample = SAMPLES[`${owner}.${name}`] ?? SAMPLES[name];
  if (sample !== undefined) return sample;
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [sampleOf({ name: '', type: nullable.ofType } as Input, owner)];
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name;
  if (!isInputObjectType(nullable)) return BY_SCALAR[nullable.name] ?? '';
  const wanted = Object.values(nullable.getFields()).filter(
    (field) => isNonNullType(field.type) || isShown(field, nullable.name),
  );
  return Object.fromEntries(wanted.map((field) => [field.name, sampleOf(field, nullable.name)]));
}
