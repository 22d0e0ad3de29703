import { BSONRegExp } from 'bson';
import { CommandError, refused } from '../errors';
import { Table } from '../profile';
import { pathOf, type Path } from './path';
import { isArray, isDocument, isTrue, type Document, type Value } from './value';

/** What is asked of one value. `prefix` is the regular expression `^text`. */
export type Test =
  | { readonly kind: Comparison; readonly operand: Value }
  | { readonly kind: 'in'; readonly operands: readonly Value[] }
  | { readonly kind: 'prefix'; readonly text: string }
  | { readonly kind: 'exists' };

export type Comparison = 'eq' | 'gt' | 'gte' | 'lt' | 'lte';

/** A filter after parsing; $ne, $nin, $not and a negative $exists are a `not`. */
export type Expression =
  | { readonly kind: 'and' | 'or'; readonly of: readonly Expression[] }
  | { readonly kind: 'not'; readonly of: Expression }
  | { readonly kind: 'test'; readonly path: Path; readonly test: Test };

/**
 * Reads a filter.
 *
 * @throws CommandError BadValue for what MongoDB does not know or allow, NotImplemented for what this engine does not
 */
export function parseFilter(filter: Document): Expression {
  return allOf([...filter].map(([name, operand]) => parseClause(name, operand)));
}

/** Reads what a filter says about one field: an operator document, a regular expression or the value itself. */
function parseField(path: Path, operand: Value): Expression {
  if (!isOperators(operand))
    return test(path, operand instanceof BSONRegExp ? prefixOf(operand) : equal(operand));
  return allOf(
    [...operand].map(([name, value]) => {
      const parse = OPERATORS.get(name);
      if (!parse) throw bad(`unknown operator: ${name}`);
      return parse(path, value);
    }),
  );
}

/** Whether a document is one of operators that belong to a field: its first name begins with a dollar. */
export function isOperators(operand: Value): operand is Document {
  if (!isDocument(operand)) return false;
  const name = operand.keys().next().value ?? '';
  return name.startsWith('$') && name !== '$and' && name !== '$or';
}

function parseClause(name: string, operand: Value): Expression {
  if (!name.startsWith('$')) return parseField(pathOf(name), operand);
  const kind = LOGICAL.get(name);
  if (kind === undefined) throw bad(`unknown top level operator: ${name}`);
  if (!isArray(operand) || operand.length === 0) throw bad(`${name} must be a nonempty array`);
  const of = operand.map((branch) => {
    if (isDocument(branch)) return parseFilter(branch);
    throw bad(`${name} entries need to be full objects`);
  });
  return { kind, of };
}

const LOGICAL = new Table<'and' | 'or'>('filter operator', { $and: 'and', $or: 'or' });

const OPERATORS = new Table<(path: Path, operand: Value) => Expression>('filter operator', {
  $eq: (path, operand) => test(path, equal(operand)),
  $ne: (path, operand) => not(test(path, equal(operand))),
  $gt: (path, operand) => test(path, comparison('gt', operand)),
  $gte: (path, operand) => test(path, comparison('gte', operand)),
  $lt: (path, operand) => test(path, comparison('lt', operand)),
  $lte: (path, operand) => test(path, comparison('lte', operand)),
  $in: (path, operand) => test(path, listOf('$in', operand)),
  $nin: (path, operand) => not(test(path, listOf('$nin', operand))),
  $exists: (path, operand) => (isTrue(operand) ? test(path, EXISTS) : not(test(path, EXISTS))),
  $not: (path, operand) => {
    if (operand instanceof BSONRegExp) return not(test(path, prefixOf(operand)));
    if (!isOperators(operand)) throw bad('$not needs a regex or a document of operators');
    return not(parseField(path, operand));
  },
});

const EXISTS: Test = { kind: 'exists' };

function test(path: Path, asked: Test): Expression {
  return { kind: 'test', path, test: asked };
}

function not(of: Expression): Expression {
  return { kind: 'not', of };
}

function allOf(of: readonly Expression[]): Expression {
  const [only] = of;
  return only && of.length === 1 ? only : { kind: 'and', of };
}

/** Equality with a whole array would need the array itself in the index, next to its elements. */
function equal(operand: Value): Test {
  if (operand instanceof BSONRegExp) throw bad('a regular expression cannot be the operand of $eq or $ne');
  if (isArray(operand)) throw refused('equality with a whole array');
  return { kind: 'eq', operand };
}

function comparison(kind: Comparison, operand: Value): Test {
  if (operand instanceof BSONRegExp) throw bad(`Can't have RegEx as arg to $${kind}`);
  if (isArray(operand)) throw refused(`$${kind} with an array`);
  return { kind, operand };
}

function listOf(name: string, operand: Value): Test {
  if (!isArray(operand)) throw bad(`${name} needs an array`);
  for (const item of operand) {
    if (isOperators(item)) throw bad(`cannot nest $ under ${name}`);
    if (item instanceof BSONRegExp) throw refused(`a regular expression in ${name}`);
    if (isArray(item)) throw refused(`an array in ${name}`);
  }
  return { kind: 'in', operands: operand };
}

/** `^`, then characters without a meaning of their own or with a backslash before them. */
const ANCHORED_LITERAL = /^\^(?:[^\\^$.|?*+()[\]{}]|\\[^A-Za-z0-9])*$/su;

/** Only an anchored literal prefix can use an index, so no other regular expression is in the profile. */
function prefixOf({ pattern, options }: BSONRegExp): Test {
  if (options !== '') throw refused('a regular expression with options');
  if (!ANCHORED_LITERAL.test(pattern)) {
    throw refused(`the regular expression /${pattern}/ (no anchored literal prefix)`);
  }
  return { kind: 'prefix', text: pattern.slice(1).replace(/\\(.)/gsu, '$1') };
}

function bad(message: string): CommandError {
  return new CommandError('BadValue', message);
}
