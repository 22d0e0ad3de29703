import { BSONRegExp } from 'bson';
import { isLogical, isOperators } from '../filter/operand';
import { compileCondition, compileFilter } from '../match';
import { compare } from '../order';
import { isArray, isDocument, type Value } from '../value';

/** Which elements $pull removes: those that match a filter or operators, or that equal a value. */
export function elementPredicate(operand: Value): (element: Value) => boolean {
  const hasOperators = isOperators(operand) && !isLogical(operand);
  if (hasOperators || operand instanceof BSONRegExp || isArray(operand)) return compileCondition(operand);
  if (!isDocument(operand)) return (element) => compare(element, operand) === 0;
  const matches = compileFilter(operand);
  return (element) => isDocument(element) && matches(element);
}
