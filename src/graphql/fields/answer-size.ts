import { getNamedType, type GraphQLSchema, isLeafType, isObjectType } from 'graphql';
import { JsonText } from '../../shared/json';
import { wrapField } from './wrap-field';

/** What separates a member from others in JSON: quotation marks, a colon and a comma. */
const PUNCTUATION = 4;

/** A number, `true`, `false` or `null`; of numbers, the longest have 24 characters. */
const OTHER_VALUE = 5;

/** Texts up to this length count by their characters: asking for their bytes would take longer than most fields do. */
const SHORT = 256;

/**
 * Counts the answer while it is built: the name of every field before it is resolved, and its value when it is a leaf. Once the
 * answer is too large, no further field is resolved.
 */
export function boundAnswers(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const isLeaf = isLeafType(getNamedType(field.type));
      wrapField(field, (resolve) => (source, args, context, info) => {
        const { work } = context;
        work.addToAnswer(String(info.path.key).length + PUNCTUATION);
        const found = resolve(source, args, context, info);
        if (!isLeaf) return found;
        const counted = (value: unknown): unknown => {
          work.addToAnswer(jsonSize(value));
          return value;
        };
        return found instanceof Promise ? found.then(counted) : counted(found);
      });
    }
  }
  return schema;
}

/** Bytes of a value in JSON. */
function jsonSize(value: unknown): number {
  if (typeof value === 'string') return textSize(value);
  if (typeof value !== 'object' || value === null) return OTHER_VALUE;
  if (value instanceof JsonText) return Buffer.byteLength(value.text);
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + jsonSize(item) + 1, 2);
  return Object.entries(value).reduce(
    (sum, [name, member]) => sum + textSize(name) + jsonSize(member) + 2,
    2,
  );
}

/** Escapes are left out: the text of the whole answer has a bound, too. */
function textSize(text: string): number {
  return 2 + (text.length <= SHORT ? text.length : Buffer.byteLength(text));
}
