import type { Document } from '../../src/query/value';
import {
  asksTwiceForNothing,
  documentsIn,
  hasMulti,
  isOperators,
  isUpsert,
  unsetsBelow,
  updatesOf,
} from './command-shape';
import type { Outcome } from './engine';
import { codesOf, errorsOf, hasFailed, withoutModified } from './outcome';

export interface Disagreement {
  readonly command: Document;
  readonly judge: Outcome;
  readonly subject: Outcome;
}

interface KnownDifference {
  readonly reason: string;
  /** Whether the collections are no longer the same, so that the sequence must end. */
  readonly splits: boolean;
  readonly covers: (disagreement: Disagreement) => boolean;
}

/**
 * Where the judge, or the order in which documents are visited, explains that the outcomes differ. What the generator
 * leaves out for the same reason says so where it is left out.
 */
const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  {
    reason: 'a path below an empty array fails with 9 instead of 28',
    splits: false,
    covers: ({ judge, subject }) =>
      codesOf(judge).includes(9) &&
      codesOf(judge)
        .map((code) => (code === 9 ? 28 : code))
        .join() === codesOf(subject).join(),
  },
  {
    reason:
      'of two conflicts, of the paths of an update (40) and of an upsert (54), the judge tells the second first',
    splits: true,
    covers: ({ judge, subject }) => codesOf(judge).includes(54) && codesOf(subject).includes(40),
  },
  {
    reason: 'an $inc or a replacement that leaves a document as it is counts as a change for the judge',
    splits: false,
    covers: ({ command, judge, subject }) =>
      updatesOf(command).some((update) => update.has('$inc') || !isOperators(update)) &&
      withoutModified(judge) !== undefined &&
      withoutModified(judge) === withoutModified(subject),
  },
  {
    reason: '$inc of a boolean is an error for MongoDB only',
    splits: true,
    covers: ({ command, judge, subject }) =>
      updatesOf(command).some((update) => update.has('$inc')) &&
      codesOf(subject).includes(14) &&
      !codesOf(judge).includes(14),
  },
  {
    reason: '$or of null and of { $exists: false } at one path leaves out empty arrays for the judge',
    splits: true,
    covers: ({ command }) => documentsIn(command).some(asksTwiceForNothing),
  },
  {
    reason:
      '$unset below an array fails for the judge (28, or 2 below a scalar in it); MongoDB changes nothing',
    splits: true,
    covers: ({ command, judge }) =>
      codesOf(judge).some((code) => code === 28 || code === 2) && unsetsBelow(command),
  },
  {
    reason: 'the judge looks for the _id of an upsert before it applies the operators, and fails as a whole',
    splits: true,
    covers: ({ command, judge, subject }) =>
      isUpsert(command) && !judge.ok && judge.code === 11000 && errorsOf(subject).length > 0,
  },
  {
    reason:
      'an update of many documents that fails in the middle (the judge undoes it; which document fails first is open)',
    splits: true,
    covers: ({ command, judge, subject }) => hasMulti(command) && (hasFailed(judge) || hasFailed(subject)),
  },
];

/** @returns the known difference that this is, if it is one */
export function excuseFor(disagreement: Disagreement): KnownDifference | undefined {
  return KNOWN_DIFFERENCES.find(({ covers }) => covers(disagreement));
}

/**
 * Whether a write may have left different documents although the answers agree: the judge undoes an update of many
 * documents that fails in the middle, MongoDB keeps what it has changed.
 */
export function mayHaveSplit({ command, judge }: Disagreement): boolean {
  return hasMulti(command) && hasFailed(judge);
}
