import {
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLSchema,
  isInputObjectType,
  isLeafType,
  isListType,
  isObjectType,
  GraphQLID,
  GraphQLString,
} from 'graphql';
import { JsonText } from '../../shared/json';
import { wrapField, wrapOperation } from './wrap-field';
import { allChecked, checkedItems, inMember, invalid } from '../../shared/faults';
import { globalNameOf } from '../node/global-id';

/** Length of the punctuation of a JSON member, in bytes: quotation marks, a colon and a comma. */
const PUNCTUATION_BYTES = 4;

/** Estimated length of a number, `true`, `false` or `null`, in bytes. The longest numbers have 24 characters. */
const OTHER_VALUE_BYTES = 5;

/**
 * Texts up to this length are counted in characters, because counting their bytes would take longer than resolving most
 * fields.
 */
const SHORT_CHARACTERS = 256;

/**
 * Counts the size of a response while it is built: the name of every field before it is resolved, and the value of a
 * leaf. When the response is too large, no further field is resolved.
 */
export function limitResponses(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const isLeaf = isLeafType(getNamedType(field.type));
      wrapField(field, (resolve) => (source, args, context, info) => {
        const { work } = context;
        work.addToResponse(String(info.path.key).length + PUNCTUATION_BYTES);
        const result = resolve(source, args, context, info);
        if (!isLeaf) return result;
        const counted = (value: unknown): unknown => {
          work.addToResponse(jsonSize(value));
          return value;
        };
        return result instanceof Promise ? result.then(counted) : counted(result);
      });
    }
  }
  return schema;
}

/** The size of a value in JSON, in bytes. */
function jsonSize(value: unknown): number {
  if (typeof value === 'string') return textSize(value);
  if (typeof value !== 'object' || value === null) return OTHER_VALUE_BYTES;
  if (value instanceof JsonText) return Buffer.byteLength(value.text);
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + jsonSize(item) + 1, 2);
  return Object.entries(value).reduce(
    (sum, [name, member]) => sum + textSize(name) + jsonSize(member) + 2,
    2,
  );
}

/** The size of a text in JSON, in bytes, without escapes: `jsonBytes` also bounds the whole response. */
function textSize(text: string): number {
  return 2 + (text.length <= SHORT_CHARACTERS ? text.length : Buffer.byteLength(text));
}

/** Longest text of an argument, in UTF-16 units: that of the longest accepted URL, which can contain it in REST. */
const MAX_ARGUMENT_LENGTH = 16_384;

/** Maximum number of texts in one argument: as many objects as one operation writes. */
const MAX_TEXTS_PER_ARGUMENT = 1000;

/**
 * Refuses texts and lists that are too long for any name, and malformed identifiers, before other code normalises and
 * looks them up. It reports all of them at once. The services check the other values of inputs.
 */
export function limitArguments(schema: GraphQLSchema): GraphQLSchema {
  for (const type of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      const texts = field.args.filter((argument) => isTextType(getNamedType(argument.type)));
      const ids = field.args.flatMap((argument) => identifiersIn(argument));
      if (texts.length === 0 && ids.length === 0) continue;
      wrapOperation(field, (resolve) => (source, args, context, info) => {
        allChecked(
          ...texts.map(({ name }) => () => {
            check(name, args[name]);
          }),
          ...ids.map((path) => () => {
            checkIdentifiers(path, args);
          }),
        );
        return resolve(source, args, context, info);
      });
    }
  }
  return schema;
}

/**
 * Fields that are named like global identifiers but are not: people choose `publicId`, and `ids` are resolved item by
 * item.
 */
const OTHER_ID_FIELDS: ReadonlySet<string> = new Set(['publicId', 'ids']);

/** Paths of the global identifiers in an argument. */
function identifiersIn(
  { name, type }: GraphQLArgument | GraphQLInputField,
  above: readonly string[] = [],
): readonly (readonly string[])[] {
  const named = getNamedType(type);
  const path = [...above, name];
  if (isInputObjectType(named))
    return isListType(getNullableType(type))
      ? []
      : Object.values(named.getFields()).flatMap((field) => identifiersIn(field, path));
  return named === GraphQLID && !OTHER_ID_FIELDS.has(name) && /^(id|\w+Ids?)$/.test(name) ? [path] : [];
}

function checkIdentifiers(path: readonly string[], args: unknown): void {
  const argument = path.reduce<unknown>(
    (value, name) => (value as Readonly<Record<string, unknown>> | null | undefined)?.[name],
    args,
  );
  const check = (id: unknown): void => {
    if (typeof id === 'string' && id.length <= MAX_ARGUMENT_LENGTH) globalNameOf(id, path.at(-1), []);
  };
  inPath(path, () => {
    eachOf(argument, check);
  });
}

/** Runs a check. A failure gets the whole path of the identifier. */
function inPath(path: readonly string[], check: () => unknown): void {
  path.reduceRight<() => unknown>((inner, name) => () => inMember(name, inner), check)();
}

/** Checks a value, or each item of a list. */
function eachOf(argument: unknown, check: (value: unknown) => void): void {
  if (Array.isArray(argument)) checkedItems(argument as readonly unknown[], check);
  else check(argument);
}

function isTextType(type: unknown): boolean {
  return type === GraphQLID || type === GraphQLString;
}

function check(name: string, argument: unknown): void {
  if (Array.isArray(argument) && argument.length > MAX_TEXTS_PER_ARGUMENT)
    throw invalid(name, `${name} must hold at most ${MAX_TEXTS_PER_ARGUMENT} items`);
  inMember(name, () => {
    eachOf(argument, (text) => {
      if (typeof text === 'string' && text.length > MAX_ARGUMENT_LENGTH)
        throw invalid([], `${name} must have at most ${MAX_ARGUMENT_LENGTH} characters`);
    });
  });
}
