import { Int32 } from 'bson';
import { CommandError, refused } from '../errors';
import { Table } from '../profile';
import { compare } from './key';
import { isDocument, isNumber, numberOf, type Document, type Value } from './value';

/** What a countDocuments of the driver counts. */
export interface Count {
  readonly filter: Document;
  /** At most so many; absent: all. */
  readonly limit?: number;
}

/** The stage with which the driver's countDocuments ends. */
const COUNTING = new Map<string, Value>([
  ['_id', new Int32(1)],
  ['n', new Map([['$sum', new Int32(1)]])],
]);

/** In the order in which they may stand in a pipeline. */
const STAGES = new Table<(operand: Value) => Partial<Count>>('aggregation stage', {
  $match: (operand) => {
    if (isDocument(operand)) return { filter: operand };
    throw new CommandError(15959, 'the match filter must be an expression in an object');
  },
  $limit: (operand) => {
    const limit = isNumber(operand) ? Number(numberOf(operand)) : NaN;
    if (Number.isInteger(limit) && limit > 0) return { limit };
    throw new CommandError(15958, 'the limit must be a positive number');
  },
  $group: (operand) => {
    if (compare(operand, COUNTING) === 0) return {};
    throw refused(`$group other than ${JSON.stringify({ _id: 1, n: { $sum: 1 } })}`);
  },
});

/**
 * Reads the pipeline of a countDocuments; it is the only one in the profile.
 *
 * @throws CommandError with MongoDB's code for unknown stages and wrong operands, NotImplemented for other pipelines
 */
export function readCount(stages: readonly Value[]): Count {
  let count: Count = { filter: new Map() };
  let at = -1;
  for (const source of stages) {
    const [entry, ...others] = isDocument(source) ? source : [];
    if (!entry || others.length > 0) {
      throw new CommandError(40323, 'A pipeline stage specification object must contain exactly one field.');
    }
    const [name, operand] = entry;
    const read = STAGES.get(name);
    if (!read) throw new CommandError(40324, `Unrecognized pipeline stage name: '${name}'`);
    const next = STAGES.names.indexOf(name);
    if (next <= at) throw refused(`a pipeline with ${name} in this place`);
    at = next;
    count = { ...count, ...read(operand) };
  }
  if (at === STAGES.names.length - 1) return count;
  throw refused('a pipeline other than that of a count');
}
