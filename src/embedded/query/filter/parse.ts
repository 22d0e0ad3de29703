import { BSONRegExp } from 'bson';
import { CommandError } from '../../errors';
import { pathOf } from '../path';
import { isArray, isDocument, type Document, type Value } from '../value';
import type { Expression } from './expression';
import { parseOperators } from './operators';
import { prefixOf } from './prefix';
import { equalityOf, isOperators } from './operand';

/**
 * Reads a filter.
 *
 * @throws CommandError BadValue for what MongoDB does not know or allow, NotImplemented for what this engine does not
 */
export function parseFilter(filter: Document): Expression {
  return allOf([...filter].map(([name, operand]) => parseClause(name, operand)));
}

/** Reads what a filter says about one field: an operator document, a regular expression or the value itself. */
export function parseField(name: string, operand: Value): Expression {
  const path = pathOf(name);
  if (isOperators(operand)) return parseOperators(operand, { path, parseFilter });
  if (operand instanceof BSONRegExp) return { kind: 'test', path, test: prefixOf(operand) };
  return { kind: 'test', path, test: equalityOf(operand) };
}

function parseClause(name: string, operand: Value): Expression {
  if (!name.startsWith('$')) return parseField(name, operand);
  const kind = LOGICAL[name];
  if (kind === undefined) throw new CommandError('BadValue', `unknown top level operator: ${name}`);
  if (!isArray(operand) || operand.length === 0) {
    throw new CommandError('BadValue', `${name} must be a nonempty array`);
  }
  return { kind, of: operand.map((branch) => parseBranch(name, branch)) };
}

const LOGICAL: Readonly<Partial<Record<string, 'and' | 'or' | 'nor'>>> = {
  $and: 'and',
  $or: 'or',
  $nor: 'nor',
};

function parseBranch(name: string, branch: Value): Expression {
  if (!isDocument(branch)) throw new CommandError('BadValue', `${name} entries need to be full objects`);
  return parseFilter(branch);
}

function allOf(of: readonly Expression[]): Expression {
  const [only] = of;
  return only && of.length === 1 ? only : { kind: 'and', of };
}
