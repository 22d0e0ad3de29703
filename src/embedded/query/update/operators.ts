import { CommandError, refused } from '../../errors';
import { compare } from '../order';
import { isArray, isDocument, isNumber, numberOf, typeOf, type Value } from '../value';
import { isIdentical } from './identical';
import { add } from './numbers';
import { elementPredicate } from './pull';
import type { Action, Change } from './tree';

/** An update operator: how it reads its operand for one path, and when it acts. */
interface Operator extends Partial<Pick<Action, 'lenient' | 'onInsertOnly'>> {
  readonly changeOf: (operand: Value, path: string) => Change;
}

/** The update operators of the profile, under their names. */
export const OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['$set', { changeOf: assign }],
  ['$setOnInsert', { changeOf: assign, onInsertOnly: true }],
  ['$unset', { changeOf: () => () => undefined, lenient: true }],
  ['$inc', { changeOf: increment }],
  ['$push', { changeOf: push }],
  ['$addToSet', { changeOf: addToSet }],
  ['$pull', { changeOf: pull }],
]);

function assign(operand: Value): Change {
  return (old) => (old !== undefined && isIdentical(old, operand) ? old : operand);
}

function increment(operand: Value, path: string): Change {
  if (!isNumber(operand)) {
    throw new CommandError(
      'TypeMismatch',
      `Cannot increment with non-numeric argument: {${path}: ${typeOf(operand)}}`,
    );
  }
  return (old) => {
    if (old === undefined) return operand;
    if (!isNumber(old)) {
      throw new CommandError(
        'TypeMismatch',
        `Cannot apply $inc to a value of non-numeric type ${typeOf(old)} (${path})`,
      );
    }
    const sum = add(old, operand);
    if (sum === undefined)
      throw new CommandError('BadValue', `Failed to apply $inc to ${path}: the sum is no long`);
    // By the operator of doubles: NaN is a change, and -0 to 0 is none, as in MongoDB.
    return old._bsontype === sum._bsontype && numberOf(old) === numberOf(sum) ? old : sum;
  };
}

function push(operand: Value, path: string): Change {
  const added = addedBy('$push', operand);
  return (old) => {
    const list = arrayAt(old, '$push', path);
    return list === old && added.length === 0 ? old : [...list, ...added];
  };
}

function addToSet(operand: Value, path: string): Change {
  const added = addedBy('$addToSet', operand);
  return (old) => {
    const list = arrayAt(old, '$addToSet', path);
    const set = [...list];
    for (const value of added) {
      if (!set.some((member) => compare(member, value) === 0)) set.push(value);
    }
    return list === old && set.length === list.length ? old : set;
  };
}

function pull(operand: Value, path: string): Change {
  const isPulled = elementPredicate(operand);
  return (old) => {
    if (old === undefined) return undefined;
    const list = arrayAt(old, '$pull', path);
    const kept = list.filter((element) => !isPulled(element));
    return kept.length === list.length ? old : kept;
  };
}

/** The values to add: one, or those of $each. */
function addedBy(name: string, operand: Value): readonly Value[] {
  if (!isDocument(operand)) return [operand];
  const first = operand.keys().next().value ?? '';
  if (!operand.has('$each')) {
    if (first.startsWith('$')) throw refused(`${name} with ${first}`);
    return [operand];
  }
  const other = [...operand.keys()].find((modifier) => modifier !== '$each');
  if (other !== undefined) throw refused(`${name} with ${other}`);
  const each = operand.get('$each');
  if (isArray(each)) return each;
  throw new CommandError(
    name === '$push' ? 'BadValue' : 'TypeMismatch',
    `The argument to $each in ${name} must be an array`,
  );
}

/** The array that is stored at a path; where nothing is, an empty one. */
function arrayAt(value: Value | undefined, name: string, path: string): readonly Value[] {
  if (value === undefined) return [];
  if (isArray(value)) return value;
  throw new CommandError(
    'BadValue',
    `Cannot apply ${name} to ${path}, which is of type ${typeOf(value)} and no array`,
  );
}
