import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';
import { typesNamed } from './every-object';

type Input = GraphQLArgument | GraphQLInputField;
type Path = readonly string[];
type Values = Readonly<Record<string, unknown>>;

/** A mutation, and valid values for it. */
export interface Mutation {
  readonly schema: GraphQLSchema;
  readonly field: GraphQLField<unknown, unknown>;
  /** Global identifiers by type. */
  readonly ids: Readonly<Record<string, string>>;
  /** Valid values by the name of an input. */
  readonly right: Values;
}

/** A text that is longer than any input may be. */
const LONG = 'x'.repeat(100_001);

/** Values that are never valid, by scalar. */
const WRONG: Values = {
  String: LONG,
  TextNumberOrBoolean: LONG,
  JSON: { constructor: 1 },
  JSONObject: { constructor: 1 },
  EmailAddress: 'a\u0000@example.org',
};

/** Inputs that accept few texts, each with an invalid one. */
const WRONG_FOR: Values = { distinct: '1' };

/** Inputs that authenticate the sender. Any invalid value is refused as a wrong credential. The body of a webhook is signed. */
const PROOFS: ReadonlySet<string> = new Set(['body', 'id', 'oldPassword', 'signature', 'timestamp']);

/** Numbers that cannot be negative, and arguments that are texts with a rule beside the longest one. */
const NUMBERS: ReadonlySet<string> = new Set(['days', 'maxMiB', 'maxObjects']);
const NUMBERS_OF_CONTENT: ReadonlySet<string> = new Set(['homograph', 'number', 'parent', 'sense']);
const RULED: ReadonlySet<string> = new Set(['comment', 'newPassword', 'note', 'radical', 'text']);

const RIGHT: Values = { Boolean: true, Int: 1, SafeInt: 1, JSON: 1, JSONObject: {}, EmailAddress: 'a@b.org' };

function isIdentifier({ name, type }: Input): boolean {
  return getNamedType(type).name === 'ID' && /^(ids?|\w+Ids?)$/.test(name) && name !== 'publicId';
}

/** The kinds of invalid inputs: the form, which is checked first, or the value. */
export type Kind = 'form' | 'value';

/**
 * Paths of the inputs of a mutation that have an invalid value of a kind, as faults name them: with the position of the item.
 * Each list has one item.
 */
export function pathsOf(kind: Kind, inputs: readonly Input[], above: Path = []): readonly Path[] {
  return inputs.flatMap((input) => {
    const named = getNamedType(input.type);
    const path = [...above, input.name, ...positionsIn(input.type)];
    if (isInputObjectType(named)) return pathsOf(kind, Object.values(named.getFields()), path);
    return isWrongBy(kind, input, above) ? [path] : [];
  });
}

function positionsIn(type: GraphQLInputType): readonly string[] {
  const nullable = getNullableType(type);
  return isListType(nullable) ? ['0', ...positionsIn(nullable.ofType)] : [];
}

function isWrongBy(kind: Kind, input: Input, above: Path): boolean {
  const { name } = getNamedType(input.type);
  const isArgument = above.length === 0;
  // The texts of an article are as long as the article may be.
  if (kind === 'value' && above.includes('content') && name === 'String') return input.name === 'lang';
  if (kind === 'value' && above.includes('content') && NUMBERS_OF_CONTENT.has(input.name)) return true;
  if (kind === 'form') return isIdentifier(input) || (isArgument && name === 'String');
  if (isArgument && name === 'String') return RULED.has(input.name);
  if (name === 'String' && PROOFS.has(input.name)) return false;
  return name in WRONG || (name === 'Int' && NUMBERS.has(input.name));
}

/** The request with invalid values at some paths, and valid ones for all other required inputs. */
export function requestOf(mutation: Mutation, kind: Kind, paths: readonly Path[]) {
  const { args, name } = mutation.field;
  const wrong = paths.map((path) => path.filter((step) => step !== '0'));
  const values = valuesOf(args, [], { ...mutation, kind }, wrong);
  const used = args.filter((arg) => arg.name in values);
  const declared = used.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ');
  const passed = used.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const [head, call] = used.length === 0 ? ['', name] : [`(${declared})`, `${name}(${passed})`];
  return { head, call, variables: values };
}

type WrongInput = Mutation & { readonly kind: Kind };

function valuesOf(
  inputs: readonly Input[],
  above: Path,
  mutation: WrongInput,
  wrong: readonly Path[],
): Values {
  const names = inputs.map(({ name }) => name);
  // If both are allowed, another argument names the article, so the dictionary alone is enough.
  const subject = above.length === 0 && names.includes('dictionaryId') ? [] : ['articleId'];
  const naming = names.includes('id') ? ['id'] : ['dictionaryId', 'userId', 'applicationId', ...subject];
  const required = inputs.flatMap((input) => {
    const path = [...above, input.name];
    const within = wrong.filter((one) => path.every((name, at) => one[at] === name));
    const isNeeded = isNonNullType(input.type) && input.defaultValue === undefined;
    const isNaming = isIdentifier(input) && naming.includes(input.name);
    const isGiven = isNeeded || isNaming || within.length > 0 || input.name in mutation.right;
    return isGiven ? [[input.name, valueOf(input, path, mutation, within)] as const] : [];
  });
  return Object.fromEntries(required);
}

function valueOf(input: Input, path: Path, mutation: WrongInput, wrong: readonly Path[]): unknown {
  const named = getNamedType(input.type);
  const isWrong = wrong.some((one) => one.length === path.length);
  if (isWrong) return listed(input.type, wrongFor(input, path, mutation.kind));
  if (input.name in mutation.right) return mutation.right[input.name];
  if (isInputObjectType(named)) {
    const values = valuesOf(Object.values(named.getFields()), path, mutation, wrong);
    const isEmpty = named.isOneOf && Object.keys(values).length === 0;
    return listed(input.type, isEmpty ? { source: 1 } : values);
  }
  const [word] = isEnumType(named) ? named.getValues() : [];
  const id = isIdentifier(input)
    ? mutation.ids[typesNamed(mutation.schema, path, mutation.field)[0] ?? '']
    : undefined;
  return listed(input.type, id ?? word?.name ?? RIGHT[named.name] ?? 'a good text');
}

function wrongFor(input: Input, path: Path, kind: Kind): unknown {
  if (isIdentifier(input)) return 'no id';
  const { name } = getNamedType(input.type);
  if (name === 'Int') return -1;
  if (input.name in WRONG_FOR) return WRONG_FOR[input.name];
  // Longer arguments are refused by their form.
  return path.length === 1 && kind === 'value' && name === 'String' ? LONG.slice(0, 16_000) : WRONG[name];
}

/** Wraps a value in as many lists as the type has. */
function listed(type: GraphQLInputType, value: unknown): unknown {
  const nullable = getNullableType(type);
  return isListType(nullable) ? [listed(nullable.ofType, value)] : value;
}
