import { Int32 } from 'bson';
import { CommandError } from '../../errors';
import { compileFilter } from '../match';
import { compileSort, sortDocuments } from '../sort';
import { isDocument, isNumber, numberOf, type Document, type Value } from '../value';
import { compileGroup } from './group';
import { compileProjectStage } from './project';

export type Stage = (documents: Iterable<Document>) => Iterable<Document>;

/** The stages of the profile, under their names; each reads its operand and throws CommandError for a wrong one. */
export const STAGES: ReadonlyMap<string, (operand: Value) => Stage> = new Map<
  string,
  (operand: Value) => Stage
>([
  ['$match', compileMatch],
  ['$group', compileGroup],
  ['$sort', compileSortStage],
  ['$skip', (operand) => skip(skipOf(operand))],
  ['$limit', (operand) => limit(limitOf(operand))],
  ['$project', compileProject],
  ['$count', compileCount],
]);

export function skipOf(operand: Value): number {
  const count = isNumber(operand) ? Number(numberOf(operand)) : NaN;
  if (Number.isInteger(count) && count >= 0) return count;
  throw new CommandError(5107200, 'invalid argument to $skip stage: expected a non-negative number');
}

export function limitOf(operand: Value): number {
  const count = isNumber(operand) ? Number(numberOf(operand)) : NaN;
  if (count === 0) throw new CommandError(15958, 'the limit must be positive');
  if (Number.isInteger(count) && count > 0) return count;
  throw new CommandError(5107201, 'invalid argument to $limit stage: expected a non-negative number');
}

/** The filter of $match. */
export function filterOf(operand: Value): Document {
  if (isDocument(operand)) return operand;
  throw new CommandError(15959, 'the match filter must be an expression in an object');
}

/** The key pattern of $sort. */
export function sortOf(operand: Value): Document {
  if (!isDocument(operand)) throw new CommandError(15973, 'the $sort key specification must be an object');
  if (operand.size === 0) throw new CommandError(15976, '$sort stage must have at least one sort key');
  return operand;
}

function compileMatch(operand: Value): Stage {
  const matches = compileFilter(filterOf(operand));
  return function* (documents) {
    for (const document of documents) if (matches(document)) yield document;
  };
}

function compileSortStage(operand: Value): Stage {
  const sorter = compileSort(sortOf(operand));
  return (documents) => sortDocuments(documents, sorter);
}

function compileProject(operand: Value): Stage {
  const project = compileProjectStage(operand);
  return function* (documents) {
    for (const document of documents) yield project(document);
  };
}

function skip(count: number): Stage {
  return function* (documents) {
    let left = count;
    for (const document of documents) if (left-- <= 0) yield document;
  };
}

function limit(count: number): Stage {
  return function* (documents) {
    let left = count;
    for (const document of documents) {
      yield document;
      if (--left === 0) return;
    }
  };
}

/** Counts into one document, or into none where there is nothing to count. */
function compileCount(operand: Value): Stage {
  if (typeof operand !== 'string' || operand === '' || operand.startsWith('$') || operand.includes('.')) {
    throw new CommandError(40156, 'the count field must be a non-empty string without dollar sign and dots');
  }
  return function* (documents) {
    const cursor = documents[Symbol.iterator]();
    let count = 0;
    while (cursor.next().done !== true) count++;
    if (count > 0) yield new Map([[operand, new Int32(count)]]);
  };
}
