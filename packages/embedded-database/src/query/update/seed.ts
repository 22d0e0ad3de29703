import { CommandError } from '../../errors';
import { parseFilter, type Expression, type Test } from '../filter';
import { compare } from '../key';
import { isBefore, type Path } from '../path';
import type { Document, Value } from '../value';
import { changeAt } from './change';

/**
 * The document that an upsert begins with: the fields for which the filter names one value, in the order of their paths.
 *
 * @throws CommandError NotSingleValueField when the filter names a path twice, or one inside another
 */
export function seedFrom(filter: Document): Document {
  const equalities = equalitiesOf(parseFilter(filter));
  for (const [at, { path, field }] of equalities.entries()) {
    if (path[0] === '_id' && path.length > 1) {
      const message = `field at '_id' must be exactly specified, field at sub-path '${field}' found`;
      throw new CommandError('NotExactValueField', message);
    }
    const earlier = equalities.slice(0, at);
    if (earlier.some((other) => isBefore(other.path, path) || isBefore(path, other.path))) {
      const message = `cannot infer query fields to set, path '${field}' is matched twice`;
      throw new CommandError('NotSingleValueField', message);
    }
  }
  return equalities
    .toSorted((left, right) => compare(left.field, right.field))
    .reduce<Document>(
      (seed, { path, operand }) => changeAt(seed, { path, change: () => operand }),
      new Map(),
    );
}

interface Equality {
  readonly field: string;
  readonly path: Path;
  readonly operand: Value;
}

/** What must all hold; a list of one value is as good as the value, an alternative of one as good as that. */
function equalitiesOf(expression: Expression): readonly Equality[] {
  if (expression.kind === 'test') {
    const { field, path, test } = expression;
    const operand = onlyValueOf(test);
    return operand === undefined ? [] : [{ field, path, operand }];
  }
  const isConjunction = expression.kind === 'and' || (expression.kind === 'or' && expression.of.length === 1);
  return isConjunction ? expression.of.flatMap(equalitiesOf) : [];
}

function onlyValueOf(test: Test): Value | undefined {
  if (test.kind === 'eq') return test.operand;
  if (test.kind !== 'in') return undefined;
  const [first, ...others] = test.operands;
  return others.every((other) => compare(other, first) === 0) ? first : undefined;
}
