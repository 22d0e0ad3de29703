import { BSONRegExp } from 'bson';
import { CommandError, outsideProfile } from '../errors';
import { unknownName } from '../profile/mongodb-names';
import { Table } from '../profile/profile';
import { parsedPath, type Path } from './path';
import { isArray, isDocument, isTrue, type Document, type Value } from './value';

/** A test of one value. `prefix` is the regular expression `^text` and `contains` is `/text/i`; an equal one that is stored matches too. */
export type Test =
  | { readonly kind: Comparison; readonly operand: Value }
  | { readonly kind: 'in'; readonly operands: readonly Value[] }
  | { readonly kind: 'prefix'; readonly text: string; readonly regex: BSONRegExp }
  | { readonly kind: 'contains'; readonly text: RegExp; readonly regex: BSONRegExp }
  | { readonly kind: 'exists' };

export type Comparison = 'eq' | 'gt' | 'gte' | 'lt' | 'lte';

/** A filter after parsing; $ne, $nin, $not and a negative $exists are a `not`. `field` is the dotted path. */
export type Expression =
  | { readonly kind: 'and' | 'or'; readonly of: readonly Expression[] }
  | { readonly kind: 'not'; readonly of: Expression }
  | { readonly kind: 'test'; readonly field: string; readonly path: Path; readonly test: Test };

/**
 * Reads a filter.
 *
 * @throws CommandError BadValue for a filter that MongoDB refuses, NotImplemented for one that only this engine refuses
 */
export function parseFilter(filter: Document): Expression {
  return allOf([...filter].map(([name, operand]) => parseClause(name, operand)));
}

/** The fields of a document, at its top level, that decide whether a filter matches it. */
export function fieldsOf(expression: Expression): ReadonlySet<string> {
  if (expression.kind === 'test') return new Set(expression.path.slice(0, 1));
  const parts = expression.kind === 'not' ? [expression.of] : expression.of;
  return new Set(parts.flatMap((part) => [...fieldsOf(part)]));
}

function parseClause(name: string, operand: Value): Expression {
  if (!name.startsWith('$')) return parseField(name, operand);
  const kind = LOGICAL_OPERATORS.get(name);
  if (kind === undefined) throw unknownOperator(name, `unknown top level operator: ${name}`);
  if (!isArray(operand) || operand.length === 0) throw bad(`${name} must be a nonempty array`);
  const of = operand.map((branch) => {
    if (isDocument(branch)) return parseFilter(branch);
    throw bad(`${name} entries need to be full objects`);
  });
  return { kind, of };
}

/** Parses the condition of one field: an operator document, a regular expression or the value itself. */
function parseField(field: string, operand: Value): Expression {
  if (!isOperators(operand))
    return testOf(field, operand instanceof BSONRegExp ? literalOf(operand) : comparison('eq', operand));
  return allOf(
    [...operand].map(([name, value]) => {
      const parse = FIELD_OPERATORS.get(name);
      // As in MongoDB, which allows $and and $or only at the top level and inside each other.
      if (!parse)
        throw LOGICAL_OPERATORS.names.includes(name)
          ? bad(`unknown operator: ${name}`)
          : unknownOperator(name, `unknown operator: ${name}`);
      return parse(field, value);
    }),
  );
}

/** Whether a document contains operators of a field: its first name begins with a dollar. */
function isOperators(operand: Value): operand is Document {
  return isDocument(operand) && operand.keys().next().value?.startsWith('$') === true;
}

const LOGICAL_OPERATORS = new Table<'and' | 'or'>('filter operator', { $and: 'and', $or: 'or' });

const FIELD_OPERATORS = new Table<(field: string, operand: Value) => Expression>('filter operator', {
  $eq: (field, operand) => testOf(field, comparison('eq', operand)),
  $ne: (field, operand) => not(testOf(field, comparison('eq', operand))),
  $gt: (field, operand) => testOf(field, comparison('gt', operand)),
  $gte: (field, operand) => testOf(field, comparison('gte', operand)),
  $lt: (field, operand) => testOf(field, comparison('lt', operand)),
  $lte: (field, operand) => testOf(field, comparison('lte', operand)),
  $in: (field, operand) => testOf(field, listOf('$in', operand)),
  $nin: (field, operand) => not(testOf(field, listOf('$nin', operand))),
  $exists: (field, operand) => {
    const exists = testOf(field, { kind: 'exists' });
    return isTrue(operand) ? exists : not(exists);
  },
  $not: (field, operand) => {
    if (operand instanceof BSONRegExp || isOperators(operand)) return not(parseField(field, operand));
    throw bad('$not needs a regex or a document of operators');
  },
});

function testOf(field: string, test: Test): Expression {
  return { kind: 'test', field, path: parsedPath(field), test };
}

function not(of: Expression): Expression {
  return { kind: 'not', of };
}

function allOf(of: readonly Expression[]): Expression {
  const [only] = of;
  return only && of.length === 1 ? only : { kind: 'and', of };
}

/** Equality with a whole array would need the array itself in the index, in addition to its elements. */
function comparison(kind: Comparison, operand: Value): Test {
  if (operand instanceof BSONRegExp) throw bad(`Can't have RegEx as arg to $${kind}`);
  if (isArray(operand)) throw outsideProfile(`$${kind} with a whole array`);
  return { kind, operand };
}

function listOf(name: string, operand: Value): Test {
  if (!isArray(operand)) throw bad(`${name} needs an array`);
  for (const item of operand) {
    if (isOperators(item)) throw bad(`cannot nest $ under ${name}`);
    if (item instanceof BSONRegExp) throw outsideProfile(`a regular expression in ${name}`);
    if (isArray(item)) throw outsideProfile(`an array in ${name}`);
  }
  return { kind: 'in', operands: operand };
}

/** Literal characters, or characters after a backslash. */
const LITERAL_PATTERN = /^(?:[^\\^$.|?*+()[\]{}]|\\[^A-Za-z0-9])*$/su;

/**
 * An anchored prefix can use an index. A case-insensitive substring takes linear time. The profile has no other regular
 * expressions.
 */
function literalOf(regex: BSONRegExp): Test {
  const { pattern, options } = regex;
  if (options === '' && pattern.startsWith('^') && LITERAL_PATTERN.test(pattern.slice(1)))
    return { kind: 'prefix', text: pattern.slice(1).replace(/\\(.)/gsu, '$1'), regex };
  // With the flag u, a character class would need other escapes; a literal text has none.
  if (options === 'i' && LITERAL_PATTERN.test(pattern)) {
    const text = pattern.replace(/\\(.)/gsu, '$1').replace(/[\\^$.|?*+()[\]{}/]/gu, String.raw`\$&`);
    return { kind: 'contains', text: new RegExp(text, 'iu'), regex };
  }
  throw outsideProfile(
    `the regular expression /${pattern}/${options} (neither an anchored literal prefix nor a literal with the option i)`,
  );
}

function unknownOperator(name: string, message: string): CommandError {
  return unknownName({ kind: 'filter operator', name }, 'BadValue', message);
}

function bad(message: string): CommandError {
  return new CommandError('BadValue', message);
}
