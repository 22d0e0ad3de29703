import type { Comparison, Expression, Test } from './filter';
import { compare, encodeKey, rankOf } from './key';
import { someAt, type Accept } from './path';
import { isNaNumber, type Document, type Value } from './value';

export type Matcher = (document: Document) => boolean;

/** Prepares a filter that has been parsed. */
export function matcherOf(expression: Expression): Matcher {
  if (expression.kind === 'test') {
    const accept = acceptorOf(expression.test);
    return (document) => someAt(document, expression.path, accept);
  }
  if (expression.kind === 'not') {
    const matches = matcherOf(expression.of);
    return (document) => !matches(document);
  }
  const parts = expression.of.map(matcherOf);
  return expression.kind === 'and'
    ? (document) => parts.every((matches) => matches(document))
    : (document) => parts.some((matches) => matches(document));
}

/** Whether a single value passes a test; undefined if nothing is stored. */
function acceptorOf(test: Test): Accept {
  if (test.kind === 'exists') return (value) => value !== undefined;
  if (test.kind === 'prefix') {
    const isRegex = acceptorOfComparison(test.regex, COMPARISONS.eq);
    return (value) => (typeof value === 'string' ? value.startsWith(test.text) : isRegex(value));
  }
  if (test.kind === 'contains') {
    const isRegex = acceptorOfComparison(test.regex, COMPARISONS.eq);
    return (value) => (typeof value === 'string' ? test.text.test(value) : isRegex(value));
  }
  if (test.kind === 'in') return acceptorOfList(test.operands);
  return acceptorOfComparison(test.operand, COMPARISONS[test.kind]);
}

const COMPARISONS: Readonly<Record<Comparison, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

/** Only values of the operand's type compare; a missing value counts as null. NaN is neither above nor below. */
function acceptorOfComparison(operand: Value, within: (order: number) => boolean): Accept {
  const rank = rankOf(operand);
  const nanCounts = isNaNumber(operand);
  return (value = null) =>
    rankOf(value) === rank && isNaNumber(value) === nanCounts && within(compare(value, operand));
}

function acceptorOfList(operands: readonly Value[]): Accept {
  const names = new Set(operands.map(nameOf));
  return (value = null) => names.has(nameOf(value));
}

/** The same for equal values; no key begins with a quotation mark. */
function nameOf(value: Value): string {
  return typeof value === 'string' ? `"${value}` : encodeKey([value]).toString('latin1');
}
