import { Int32 } from 'bson';
import { outsideProfile } from '../../errors';
import { compare } from '../key';
import { matchFilterOf, limitOf, namesOf, type Stage } from './stages';
import { documentOf, type Document, type Value } from '../value';

/** A count, as read from a pipeline. */
export interface Count {
  /** The documents to read; all that match if `limit` is undefined. */
  readonly query: {
    readonly filter: Document;
    readonly limit: number | undefined;
  };
  /** The filter of the documents to count, and their maximum number. If absent, all are counted. */
  readonly narrowed?: { readonly filter: Document; readonly limit: number | undefined };
  /** The `_id` of the result. */
  readonly id: Value;
}

const COUNT_PIPELINE = /^\$match (?:\$limit (?:\$match (?:\$limit )?)?)?\$group$/;
/** The `_id` that the driver's countDocuments sends. */
const ONE = new Int32(1);
const SUM_OF_ONES = documentOf({ $sum: ONE });

/**
 * Reads a pipeline that counts: that of the driver's countDocuments, and one that reads a limited number of documents
 * and counts those that also match a second filter. The profile has no others.
 *
 * @throws CommandError with MongoDB's code for invalid operands, NotImplemented for other pipelines
 */
export function readCount(stages: readonly Stage[]): Count {
  const stageNames = namesOf(stages);
  if (!COUNT_PIPELINE.test(stageNames))
    throw outsideProfile(`a pipeline that neither counts nor reads as a find does: '${stageNames}'`);
  const operands = (stageName: string): Value[] =>
    stages.flatMap(([name, operand]) => (name === stageName ? [operand] : []));
  const [filter, second] = operands('$match').map(matchFilterOf);
  const [limit, narrowedLimit] = operands('$limit').map(limitOf);
  const [id = null] = operands('$group').map(groupIdOf);
  return {
    query: { filter: filter ?? new Map(), limit },
    ...(second && { narrowed: { filter: second, limit: narrowedLimit } }),
    id,
  };
}

/** The `_id` of a group that counts all documents: 1, as the driver sends it, or null. */
function groupIdOf(operand: Value): Value {
  const id = [ONE, null].find((each) => compare(operand, documentOf({ _id: each, n: SUM_OF_ONES })) === 0);
  if (id !== undefined) return id;
  throw outsideProfile(`$group other than ${JSON.stringify({ _id: 1, n: { $sum: 1 } })}`);
}
