import { CommandError, refused } from '../../errors';
import { isPosition, pathOf, type Path } from '../path';
import { isDocument, typeOf, type Document, type Value } from '../value';
import { OPERATORS } from './operators';
import type { Action } from './tree';

/**
 * Reads the operators of an update into one action for each path, in the order in which MongoDB applies them and
 * thereby adds new fields: by name, positions by number.
 *
 * @throws CommandError FailedToParse, ConflictingUpdateOperators and others as MongoDB
 */
export function actionsOf(update: Document): readonly Action[] {
  const actions = [...update].flatMap(([name, fields]) => actionsOfOperator(name, fields));
  actions.sort((left, right) => comparePaths(left.path, right.path));
  for (const [at, { path }] of actions.entries()) {
    const next = actions[at + 1]?.path;
    if (next && path.every((name, step) => name === next[step])) throw conflict(next, path);
  }
  return actions;
}

function actionsOfOperator(name: string, fields: Value): readonly Action[] {
  const operator = OPERATORS.get(name);
  if (!operator) throw new CommandError('FailedToParse', `Unknown modifier: ${name}`);
  if (!isDocument(fields)) {
    throw new CommandError(
      'FailedToParse',
      `Modifiers operate on fields but we found type ${typeOf(fields)} (${name})`,
    );
  }
  const { changeOf, lenient = false, onInsertOnly = false } = operator;
  return [...fields].map(([dotted, operand]) => ({
    path: updatePathOf(dotted),
    change: changeOf(operand, dotted),
    lenient,
    onInsertOnly,
  }));
}

function updatePathOf(dotted: string): Path {
  const path = pathOf(dotted);
  for (const name of path) {
    if (name === '')
      throw new CommandError('EmptyFieldName', `The update path '${dotted}' contains an empty field name`);
    if (name === '$' || name.startsWith('$[')) throw refused(`the positional path '${dotted}'`);
    if (name.startsWith('$')) {
      throw new CommandError(
        'DollarPrefixedFieldName',
        `The dollar ($) prefixed field '${name}' in '${dotted}' is not valid`,
      );
    }
  }
  return path;
}

function comparePaths(left: Path, right: Path): number {
  for (const [step, name] of left.entries()) {
    const order = compareNames(name, right[step] ?? '');
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function compareNames(left: string, right: string): number {
  if (isPosition(left) && isPosition(right)) return Number(left) - Number(right);
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

function conflict(path: Path, at: Path): CommandError {
  const message = `Updating the path '${path.join('.')}' would create a conflict at '${at.join('.')}'`;
  return new CommandError('ConflictingUpdateOperators', message);
}
