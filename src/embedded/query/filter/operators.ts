import { BSONRegExp } from 'bson';
import { CommandError } from '../../errors';
import type { Path } from '../path';
import { isDocument, isTrue, type Document, type Value } from '../value';
import { not, type Expression, type Test } from './expression';
import { comparisonOf, equalityOf, isLogical, isOperators, listOf } from './operand';
import { prefixOf } from './prefix';

/** What an operator may need besides its operand; the whole filter's parser is passed in, since it calls this one. */
interface Field {
  readonly path: Path;
  readonly parseFilter: (filter: Document) => Expression;
}

interface Operand extends Field {
  readonly operand: Value;
  readonly siblings: Document;
}

/** Reads the operators of one field, all of which must hold. */
export function parseOperators(operators: Document, field: Field): Expression {
  const of = [...operators].map(([name, operand]) => {
    const parse = OPERATORS.get(name);
    if (!parse) throw new CommandError('BadValue', `unknown operator: ${name}`);
    return parse({ ...field, operand, siblings: operators });
  });
  const [only] = of;
  return only && of.length === 1 ? only : { kind: 'and', of };
}

const OPERATORS: ReadonlyMap<string, (operand: Operand) => Expression> = new Map(
  Object.entries<(operand: Operand) => Expression>({
    $eq: (of) => test(of, equalityOf(of.operand)),
    $ne: (of) => not(test(of, inequalityOf(of.operand))),
    $gt: (of) => test(of, comparisonOf('gt', of.operand)),
    $gte: (of) => test(of, comparisonOf('gte', of.operand)),
    $lt: (of) => test(of, comparisonOf('lt', of.operand)),
    $lte: (of) => test(of, comparisonOf('lte', of.operand)),
    $in: (of) => test(of, listOf('$in', of.operand)),
    $nin: (of) => not(test(of, listOf('$nin', of.operand))),
    $exists: (of) => (isTrue(of.operand) ? test(of, { kind: 'exists' }) : not(test(of, { kind: 'exists' }))),
    $regex: (of) => test(of, prefixOf(of.operand, of.siblings.get('$options'))),
    $options: (of) => optionsOf(of),
    $not: (of) => not(negatedOf(of)),
    $elemMatch: elementOf,
  }),
);

function test({ path }: Field, asked: Test): Expression {
  return { kind: 'test', path, test: asked };
}

function inequalityOf(operand: Value): Test {
  if (operand instanceof BSONRegExp) throw new CommandError('BadValue', "Can't have regex as arg to $ne");
  return equalityOf(operand);
}

/** $options is read together with $regex and asks nothing of its own. */
function optionsOf({ siblings }: Operand): Expression {
  if (!siblings.has('$regex')) throw new CommandError('BadValue', '$options needs a $regex');
  return { kind: 'and', of: [] };
}

function negatedOf(of: Operand): Expression {
  if (of.operand instanceof BSONRegExp) return test(of, prefixOf(of.operand));
  if (!isDocument(of.operand)) throw new CommandError('BadValue', '$not needs a regex or a document');
  if (of.operand.size === 0) throw new CommandError('BadValue', '$not cannot be empty');
  return parseOperators(of.operand, of);
}

/** $elemMatch asks of the element itself when it begins with an operator that belongs to a field. */
function elementOf({ path, operand, parseFilter }: Operand): Expression {
  if (!isDocument(operand)) throw new CommandError('BadValue', '$elemMatch needs an Object');
  if (isOperators(operand) && !isLogical(operand)) {
    return {
      kind: 'elements',
      path,
      objects: false,
      each: parseOperators(operand, { path: [], parseFilter }),
    };
  }
  return { kind: 'elements', path, objects: true, each: parseFilter(operand) };
}
