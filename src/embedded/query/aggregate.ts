import { CommandError } from '../errors';
import { filterOf, limitOf, skipOf, sortOf, STAGES, type Stage } from './aggregate/stages';
import { isDocument, type Document, type Value } from './value';

/** A pipeline, of which a query does the beginning, in this order: filter, sort, skip, limit. */
export interface Pipeline {
  readonly filter: Document;
  readonly sort: Document;
  readonly skip: number;
  readonly limit?: number;
  /** Whether a query does all of it. */
  readonly isQuery: boolean;
  /** The stages after these. */
  readonly rest: Stage;
}

/** What a query can do for a pipeline. */
const LEADING = ['$match', '$sort', '$skip', '$limit'];

/**
 * Prepares a pipeline.
 *
 * @throws CommandError with MongoDB's code for unknown stages and wrong operands
 */
export function compilePipeline(stages: readonly Value[]): Pipeline {
  const all = stages.map(readStage);
  const count = countLeading(all);
  const leading = new Map(all.slice(0, count).map(({ name, operand }) => [name, operand]));
  const rest = all.slice(count).map(({ stage }) => stage);
  const [match, sort, skip, limit] = LEADING.map((name) => leading.get(name));
  return {
    filter: match === undefined ? new Map() : filterOf(match),
    sort: sort === undefined ? new Map() : sortOf(sort),
    skip: skip === undefined ? 0 : skipOf(skip),
    ...(limit !== undefined && { limit: limitOf(limit) }),
    isQuery: rest.length === 0,
    rest: (documents) => rest.reduce((stream, stage) => stage(stream), documents),
  };
}

interface ReadStage {
  readonly name: string;
  readonly operand: Value;
  readonly stage: Stage;
}

function readStage(source: Value): ReadStage {
  const [entry, ...others] = isDocument(source) ? source : [];
  if (!entry || others.length > 0) {
    throw new CommandError(40323, 'A pipeline stage specification object must contain exactly one field.');
  }
  const [name, operand] = entry;
  const compile = STAGES.get(name);
  if (!compile) throw new CommandError(40324, `Unrecognized pipeline stage name: '${name}'`);
  return { name, operand, stage: compile(operand) };
}

/** How many stages stand at the beginning in the order of a query, each at most once. */
function countLeading(stages: readonly ReadStage[]): number {
  let next = 0;
  const end = stages.findIndex(({ name }) => {
    const at = LEADING.indexOf(name, next);
    next = at + 1;
    return at < 0;
  });
  return end < 0 ? stages.length : end;
}
