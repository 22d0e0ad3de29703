import { Int32 } from 'bson';
import { CommandError, refused } from '../errors';
import { unknownName } from '../profile/mongodb-names';
import { tableOfNames } from '../profile/profile';
import { compare } from './key';
import { amountOf, documentOf, isDocument, type Document, type Value } from './value';

/** A count, as read from a pipeline. */
export interface Count {
  /** The documents to look at; `limit` undefined: all that match. */
  readonly question: {
    readonly filter: Document;
    readonly limit: number | undefined;
  };
  /** Which of these to count, and how many at most; absent: all of them. */
  readonly narrowed?: { readonly filter: Document; readonly limit: number | undefined };
  /** The `_id` of the answer. */
  readonly id: Value;
}

const STAGES = tableOfNames('aggregation stage', ['$match', '$limit', '$group']);
const PIPELINE = /^\$match (?:\$limit (?:\$match (?:\$limit )?)?)?\$group$/;
/** The number with which the driver's countDocuments counts. */
const ONE = new Int32(1);
const EACH = documentOf({ $sum: ONE });
const MATCH_NO_FILTER = 15959;
const LIMIT_NOT_POSITIVE = 15958;

/**
 * Reads a pipeline that counts: that of the driver's countDocuments, and one that looks at a limited number of documents
 * and counts those that also match a second filter. There are no others in the profile.
 *
 * @throws CommandError with MongoDB's code for unknown stages and wrong operands, NotImplemented for other pipelines
 */
export function readCount(pipeline: readonly Value[]): Count {
  const stages = pipeline.map(stageOf);
  const stageNames = stages.map(([name]) => name).join(' ');
  if (!PIPELINE.test(stageNames)) throw refused(`a pipeline other than that of a count: '${stageNames}'`);
  const operands = (wanted: string): Value[] =>
    stages.flatMap(([name, operand]) => (name === wanted ? [operand] : []));
  const [filter, second] = operands('$match').map(filterOf);
  const [limit, most] = operands('$limit').map(limitOf);
  const [id = null] = operands('$group').map(groupIdOf);
  return {
    question: { filter: filter ?? new Map(), limit },
    ...(second && { narrowed: { filter: second, limit: most } }),
    id,
  };
}

function filterOf(operand: Value): Document {
  if (isDocument(operand)) return operand;
  throw new CommandError(MATCH_NO_FILTER, 'the match filter must be an expression in an object');
}

function limitOf(operand: Value): number {
  const limit = amountOf(operand);
  if (Number.isInteger(limit) && limit > 0) return limit;
  throw new CommandError(LIMIT_NOT_POSITIVE, 'the limit must be a positive number');
}

/** The `_id` of a group that counts all: 1, as the driver sends it, or null. */
function groupIdOf(operand: Value): Value {
  const id = [ONE, null].find((each) => compare(operand, documentOf({ _id: each, n: EACH })) === 0);
  if (id !== undefined) return id;
  throw refused(`$group other than ${JSON.stringify({ _id: 1, n: { $sum: 1 } })}`);
}

function stageOf(source: Value): [name: string, operand: Value] {
  const [entry, ...others] = isDocument(source) ? source : [];
  if (!entry || others.length > 0) {
    throw new CommandError(40323, 'A pipeline stage specification object must contain exactly one field.');
  }
  const [name] = entry;
  if (STAGES.get(name)) return entry;
  throw unknownName(
    { kind: 'aggregation stage', name },
    40324,
    `Unrecognized pipeline stage name: '${name}'`,
  );
}
