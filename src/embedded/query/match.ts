import { Double } from 'bson';
import type { Comparison, Expression, Test } from './filter/expression';
import { parseField, parseFilter } from './filter/parse';
import { compare, rankOf } from './order';
import { someAt, type Accept } from './path';
import { isArray, isDocument, type Document, type Value } from './value';

/**
 * Prepares a filter.
 *
 * @throws CommandError BadValue or NotImplemented, see parseFilter
 */
export function compileFilter(filter: Document): (document: Document) => boolean {
  return matcherOf(parseFilter(filter));
}

/** Prepares what a filter says about one field, to be asked of a lone value, as $pull does. */
export function compileCondition(operand: Value): (value: Value) => boolean {
  const matches = matcherOf(parseField('', operand));
  return (value) => matches(new Map([['', value]]));
}

function matcherOf(expression: Expression): (start: Value) => boolean {
  return COMPILERS[expression.kind](expression as never);
}

type Matcher = (start: Value) => boolean;
type Group = Extract<Expression, { of: unknown }>;

const COMPILERS: Readonly<Record<Expression['kind'], (expression: never) => Matcher>> = {
  and: ({ of }: Group) => {
    const all = of.map(matcherOf);
    return (start) => all.every((matches) => matches(start));
  },
  or: ({ of }: Group) => {
    const any = of.map(matcherOf);
    return (start) => any.some((matches) => matches(start));
  },
  nor: ({ of }: Group) => {
    const none = of.map(matcherOf);
    return (start) => !none.some((matches) => matches(start));
  },
  test: ({ path, test }: Extract<Expression, { kind: 'test' }>) => {
    const read = { accept: acceptorOf(test) };
    return (start) => someAt(start, path, read);
  },
  elements: ({ path, objects, each }: Extract<Expression, { kind: 'elements' }>) => {
    const matches = matcherOf(each);
    const ofElement: Matcher = objects
      ? (element) => (isDocument(element) || isArray(element)) && matches(element)
      : matches;
    const read = { accept: (value?: Value) => isArray(value) && value.some(ofElement), whole: true };
    return (start) => someAt(start, path, read);
  },
};

/** Whether a lone value, undefined where nothing is stored, passes a test. */
function acceptorOf(test: Test): Accept {
  if (test.kind === 'exists') return (value) => value !== undefined;
  if (test.kind === 'prefix') return (value) => typeof value === 'string' && value.startsWith(test.text);
  if (test.kind === 'in') return acceptorOfList(test.operands);
  return acceptorOfComparison(test.operand, WITHIN[test.kind]);
}

const WITHIN: Readonly<Record<Comparison, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

/** Only values of the operand's own type compare; what is missing counts as null. */
function acceptorOfComparison(operand: Value, within: (order: number) => boolean): Accept {
  const rank = rankOf(operand);
  const nanCounts = isNaNumber(operand);
  return (value = null) =>
    rankOf(value) === rank && isNaNumber(value) === nanCounts && within(compare(value, operand));
}

/** NaN is neither above nor below any number. */
function isNaNumber(value: Value): boolean {
  return value instanceof Double && Number.isNaN(value.value);
}

function acceptorOfList(operands: readonly Value[]): Accept {
  const sorted = [...operands].sort(compare);
  return (value = null) => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(sorted[middle], value) < 0) low = middle + 1;
      else high = middle;
    }
    return low < sorted.length && compare(sorted[low], value) === 0;
  };
}
