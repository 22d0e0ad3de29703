import { Int32 } from 'bson';
import { CommandError, refused } from '../errors';
import { tableOfNames } from '../profile';
import { compare } from './key';
import { amountOf, documentOf, isDocument, type Document, type Value } from './value';

/** What a countDocuments of the driver counts. */
export interface Count {
  readonly filter: Document;
  /** At most so many; undefined: all. */
  readonly limit: number | undefined;
}

const STAGES = tableOfNames('aggregation stage', ['$match', '$limit', '$group']);
const PIPELINE = /^\$match (\$limit )?\$group$/;
/** The stage with which the driver's countDocuments ends. */
const COUNTING = documentOf({ _id: new Int32(1), n: documentOf({ $sum: new Int32(1) }) });

/**
 * Reads the pipeline of a countDocuments; it is the only one in the profile.
 *
 * @throws CommandError with MongoDB's code for unknown stages and wrong operands, NotImplemented for other pipelines
 */
export function readCount(pipeline: readonly Value[]): Count {
  const stages = pipeline.map(stageOf);
  const shape = stages.map(([name]) => name).join(' ');
  if (!PIPELINE.test(shape)) throw refused(`a pipeline other than that of a count: '${shape}'`);
  const { $match: filter, $limit, $group } = Object.fromEntries(stages);
  const limit = $limit === undefined ? undefined : amountOf($limit);
  if (!isDocument(filter))
    throw new CommandError(15959, 'the match filter must be an expression in an object');
  if (limit !== undefined && !(Number.isInteger(limit) && limit > 0))
    throw new CommandError(15958, 'the limit must be a positive number');
  if (compare($group, COUNTING) !== 0)
    throw refused(`$group other than ${JSON.stringify({ _id: 1, n: { $sum: 1 } })}`);
  return { filter, limit };
}

function stageOf(source: Value): [name: string, operand: Value] {
  const [entry, ...others] = isDocument(source) ? source : [];
  if (!entry || others.length > 0) {
    throw new CommandError(40323, 'A pipeline stage specification object must contain exactly one field.');
  }
  if (STAGES.get(entry[0])) return entry;
  throw new CommandError(40324, `Unrecognized pipeline stage name: '${entry[0]}'`);
}
