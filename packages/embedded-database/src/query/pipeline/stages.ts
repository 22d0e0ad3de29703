import { CommandError } from '../../errors';
import { unknownName } from '../../profile/mongodb-names';
import { tableOfNames } from '../../profile/profile';
import { amountOf, isDocument, type Document, type Value } from '../value';

const STAGES = tableOfNames('aggregation stage', [
  '$match',
  '$sort',
  '$skip',
  '$limit',
  '$project',
  '$group',
  '$set',
  '$unionWith',
]);
const MATCH_NO_FILTER = 15959;
const LIMIT_NOT_POSITIVE = 15958;

/** A stage of a pipeline. */
export type Stage = readonly [name: string, operand: Value];

/** @throws CommandError with MongoDB's code for an invalid or unknown stage */
export function stageOf(source: Value): Stage {
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

/** The names of the stages, to compare them with a pattern. */
export function namesOf(stages: readonly Stage[]): string {
  return stages.map(([name]) => name).join(' ');
}

export function matchFilterOf(operand: Value): Document {
  if (isDocument(operand)) return operand;
  throw new CommandError(MATCH_NO_FILTER, 'the match filter must be an expression in an object');
}

export function limitOf(operand: Value): number {
  const limit = amountOf(operand);
  if (Number.isInteger(limit) && limit > 0) return limit;
  throw new CommandError(LIMIT_NOT_POSITIVE, 'the limit must be a positive number');
}
