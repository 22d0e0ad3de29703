import { Double, Int32, Long } from 'bson';
import { CommandError, outsideProfile } from '../../errors';
import { unknownName } from '../../profile/mongodb-names';
import { Table } from '../../profile/profile';
import { encode } from '../encode';
import { isBefore, parsedPath, type Path } from '../path';
import { isDocument, isNumber, numberOf, typeOf, type BsonNumber, type Document, type Value } from '../value';
import { changeAt, type Action, type Change } from './change';

/** An update operator: how it reads its operand for one path, and when it applies. */
interface Operator {
  readonly changeOf: (operand: Value, path: string) => Change;
  readonly lenient?: boolean;
  readonly onInsertOnly?: boolean;
}

const UPDATE_OPERATORS = new Table<Operator>('update operator', {
  $set: { changeOf: assign },
  $setOnInsert: { changeOf: assign, onInsertOnly: true },
  $unset: { changeOf: () => () => undefined, lenient: true },
  $inc: { changeOf: increment },
});

/**
 * Prepares the operators of an update. They are applied in the order of their names, as in MongoDB, which determines
 * the order of new fields.
 *
 * @throws CommandError FailedToParse, ConflictingUpdateOperators and others as in MongoDB
 */
export function compileOperators(
  update: Document,
): (document: Document, options?: { readonly isInsert?: boolean }) => Document {
  const actions = [...update].flatMap(([name, fields]) => actionsOf(name, fields));
  actions.sort((left, right) => comparePaths(left.path, right.path));
  for (const [at, { path }] of actions.entries()) {
    const next = actions[at + 1]?.path;
    if (next && isBefore(path, next)) throw conflict(next, path);
  }
  return (document, { isInsert = false } = {}) =>
    actions
      .filter(({ onInsertOnly }) => isInsert || !onInsertOnly)
      .reduce((result, action) => changeAt(result, action), document);
}

/** Whether two values have the same bytes. 1 and 1.0 compare equal, but differ in bytes. */
export function isIdentical(left: Value, right: Value): boolean {
  return left === right || encode(new Map([['', left]])).equals(encode(new Map([['', right]])));
}

function actionsOf(name: string, fields: Value): readonly (Action & { readonly onInsertOnly: boolean })[] {
  const operator = UPDATE_OPERATORS.get(name);
  if (!operator)
    throw unknownName({ kind: 'update operator', name }, 'FailedToParse', `Unknown modifier: ${name}`);
  if (!isDocument(fields)) {
    const message = `Modifiers operate on fields but we found type ${typeOf(fields)} (${name})`;
    throw new CommandError('FailedToParse', message);
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
  const names = dotted.split('.');
  if (names.includes(''))
    throw new CommandError('EmptyFieldName', `The update path '${dotted}' contains an empty field name`);
  if (names.some((name) => name === '$' || name.startsWith('$[')))
    throw outsideProfile(`the positional path '${dotted}'`);
  // Below the top level, such a name is allowed. Source: storage_validation.cpp of the MongoDB server.
  if (dotted.startsWith('$')) {
    const message = `The dollar ($) prefixed field '${names[0] ?? ''}' in '${dotted}' is not valid`;
    throw new CommandError('DollarPrefixedFieldName', message);
  }
  return parsedPath(dotted);
}

function comparePaths(left: Path, right: Path): number {
  const at = left.findIndex((name, step) => name !== right[step]);
  if (at < 0) return left.length - right.length;
  return Buffer.compare(Buffer.from(left[at] ?? ''), Buffer.from(right[at] ?? ''));
}

function conflict(path: Path, at: Path): CommandError {
  const message = `Updating the path '${path.join('.')}' would create a conflict at '${at.join('.')}'`;
  return new CommandError('ConflictingUpdateOperators', message);
}

function assign(operand: Value): Change {
  return (old) => (old !== undefined && isIdentical(old, operand) ? old : operand);
}

function increment(operand: Value, path: string): Change {
  if (!isNumber(operand)) {
    const message = `Cannot increment with non-numeric argument: {${path}: ${typeOf(operand)}}`;
    throw new CommandError('TypeMismatch', message);
  }
  return (old) => {
    if (old === undefined) return operand;
    if (!isNumber(old)) {
      const message = `Cannot apply $inc to a value of non-numeric type ${typeOf(old)} (${path})`;
      throw new CommandError('TypeMismatch', message);
    }
    const sum = add(old, operand);
    if (sum === undefined)
      throw new CommandError('BadValue', `Failed to apply $inc to ${path}: the sum is not a 64-bit integer`);
    // Compares by the operator of doubles, as MongoDB: NaN is a change, and -0 to 0 is none.
    return old._bsontype === sum._bsontype && numberOf(old) === numberOf(sum) ? old : sum;
  };
}

/** Returns a double if one operand is a double, otherwise a long if one is a long or the sum needs it; undefined if the sum exceeds a long. */
function add(left: BsonNumber, right: BsonNumber): BsonNumber | undefined {
  if (left._bsontype === 'Double' || right._bsontype === 'Double') {
    return new Double(Number(numberOf(left)) + Number(numberOf(right)));
  }
  const sum = BigInt(numberOf(left)) + BigInt(numberOf(right));
  if (BigInt.asIntN(64, sum) !== sum) return undefined;
  const isShort = left._bsontype === 'Int32' && right._bsontype === 'Int32' && BigInt.asIntN(32, sum) === sum;
  return isShort ? new Int32(Number(sum)) : Long.fromBigInt(sum);
}
