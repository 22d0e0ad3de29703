import { BSONRegExp, MaxKey, MinKey } from 'bson';
import { CommandError, refused } from '../../errors';
import { isArray, isDocument, type Document, type Value } from '../value';
import type { Comparison, Test } from './expression';

/** A document whose first field begins with a dollar is one of operators. */
export function isOperators(operand: Value): operand is Document {
  return isDocument(operand) && (operand.keys().next().value ?? '').startsWith('$');
}

/** Operators that join filters and belong to no field. */
export function isLogical(operators: Document): boolean {
  return ['$and', '$or', '$nor'].includes(operators.keys().next().value ?? '');
}

/** Equality with a whole array would need the array itself in the index, next to its elements. */
export function equalityOf(operand: Value): Test {
  if (isArray(operand)) throw refused('equality with a whole array');
  return { kind: 'eq', operand };
}

export function comparisonOf(kind: Exclude<Comparison, 'eq'>, operand: Value): Test {
  if (operand instanceof BSONRegExp)
    throw new CommandError('BadValue', `Can't have RegEx as arg to $${kind}`);
  if (isArray(operand)) throw refused(`$${kind} with an array`);
  if (operand instanceof MinKey || operand instanceof MaxKey) throw refused(`$${kind} with MinKey or MaxKey`);
  return { kind, operand };
}

export function listOf(name: string, operand: Value): Test {
  if (!isArray(operand)) throw new CommandError('BadValue', `${name} needs an array`);
  for (const item of operand) {
    if (isOperators(item)) throw new CommandError('BadValue', `cannot nest $ under ${name}`);
    if (item instanceof BSONRegExp) throw refused(`a regular expression in ${name}`);
    if (isArray(item)) throw refused(`an array in ${name}`);
  }
  return { kind: 'in', operands: operand };
}
