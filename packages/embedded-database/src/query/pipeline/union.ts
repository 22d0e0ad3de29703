import { CommandError, outsideProfile } from '../../errors';
import { readCount, type Count } from './count';
import { encode } from '../encode';
import { appending, compileProjection, type Project } from '../project';
import { matchFilterOf, limitOf, namesOf, stageOf, type Stage } from './stages';
import { amountOf, isArray, isDocument, type Document, type Value } from '../value';

/** Documents that one part of a pipeline reads, like a `find`. */
export interface Listing {
  readonly query: {
    readonly filter: Document;
    readonly sort?: Document | undefined;
    readonly skip?: number | undefined;
    readonly limit?: number | undefined;
  };
  readonly project: Project | undefined;
}

/** One part of a pipeline. */
export interface Part {
  /** Defaults to the collection of the command. */
  readonly collection?: string;
  readonly reads: Count | Listing;
  /** The projection that is applied to each of its documents at the end. */
  readonly mark: Project | undefined;
}

const UNION_PIPELINE = /^\$match(?: \$sort)?(?: \$skip)?(?: \$limit)?(?: \$project)?$/;

/**
 * Reads a pipeline: a part on the collection, then, in `$unionWith`, parts on others. Each part counts, or reads like a
 * `find`. It may append fields to its documents, so that a client can distinguish the parts. This makes one command of
 * several queries.
 *
 * @throws CommandError with MongoDB's code for unknown stages and invalid operands, NotImplemented for other pipelines
 */
export function readPipeline(pipeline: readonly Value[]): readonly Part[] {
  const stages = pipeline.map(stageOf);
  const own = stages.findIndex(([name]) => name === '$unionWith');
  if (own < 0) return [partOf(stages)];
  return [partOf(stages.slice(0, own)), ...stages.slice(own).map(unitedOf)];
}

function unitedOf([name, operand]: Stage): Part {
  if (name !== '$unionWith') throw outsideProfile(`${name} behind $unionWith`);
  const [coll, pipeline] = isDocument(operand) ? [operand.get('coll'), operand.get('pipeline')] : [];
  if (typeof coll === 'string' && isArray(pipeline) && isDocument(operand) && operand.size === 2)
    return { collection: coll, ...partOf(pipeline.map(stageOf)) };
  throw outsideProfile('$unionWith without a collection and a pipeline');
}

function partOf(stages: readonly Stage[]): Part {
  const last = stages.at(-1);
  const mark = last?.[0] === '$set' ? appending(encode(constantFieldsOf(last[1]))) : undefined;
  const reading = mark ? stages.slice(0, -1) : stages;
  const isListing = UNION_PIPELINE.test(namesOf(reading));
  return { reads: isListing ? listingOf(new Map(reading)) : readCount(reading), mark };
}

function listingOf(stages: ReadonlyMap<string, Value>): Listing {
  const operand = <Result>(name: string, read: (value: Value) => Result): Result | undefined => {
    const value = stages.get(name);
    return value === undefined ? undefined : read(value);
  };
  return {
    query: {
      filter: matchFilterOf(stages.get('$match') ?? null),
      sort: operand('$sort', requireFields(15976)),
      skip: operand('$skip', skipOf),
      limit: operand('$limit', limitOf),
    },
    project: operand('$project', (value) => compileProjection(requireFields(51272)(value))),
  };
}

/** An object with at least one field. */
function requireFields(code: number): (operand: Value) => Document {
  return (operand) => {
    if (isDocument(operand) && operand.size > 0) return operand;
    throw new CommandError(code, 'the stage must be an object with at least one field');
  };
}

function skipOf(operand: Value): number {
  const skip = amountOf(operand);
  if (Number.isInteger(skip) && skip >= 0) return skip;
  throw new CommandError(5107200, 'invalid argument to $skip stage: expected a whole number >= 0');
}

/** Texts may be expressions, and names with dots are paths. */
function constantFieldsOf(operand: Value): Document {
  const fields = requireFields(40177)(operand);
  if ([...fields].every(([name, value]) => !/[.$]/.test(name) && Number.isInteger(amountOf(value))))
    return fields;
  throw outsideProfile('$set of other fields than whole numbers');
}
