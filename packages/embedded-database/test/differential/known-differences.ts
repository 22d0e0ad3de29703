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
  readonly reference: Outcome;
  readonly subject: Outcome;
}

interface KnownDifference {
  readonly reason: string;
  /** Whether the collections now differ, so that the sequence must end. */
  readonly splits: boolean;
  readonly covers: (disagreement: Disagreement) => boolean;
}

/**
 * Known reasons for different outcomes: behaviour of the reference database, or the order in which documents are visited. Comments in
 * the generators describe what they exclude for the same reason.
 */
const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  {
    reason: 'a path below an empty array fails with 9 instead of 28',
    splits: false,
    covers: ({ reference, subject }) =>
      codesOf(reference).includes(9) &&
      codesOf(reference)
        .map((code) => (code === 9 ? 28 : code))
        .join() === codesOf(subject).join(),
  },
  {
    reason:
      'of two conflicts, of the paths of an update (40) and of an upsert (54), the reference database tells the second first',
    splits: true,
    covers: ({ reference, subject }) => codesOf(reference).includes(54) && codesOf(subject).includes(40),
  },
  {
    reason:
      'an $inc or a replacement that leaves a document as it is counts as a change for the reference database',
    splits: false,
    covers: ({ command, reference, subject }) =>
      updatesOf(command).some((update) => update.has('$inc') || !isOperators(update)) &&
      withoutModified(reference) !== undefined &&
      withoutModified(reference) === withoutModified(subject),
  },
  {
    reason: '$inc of a boolean is an error for MongoDB only',
    splits: true,
    covers: ({ command, reference, subject }) =>
      updatesOf(command).some((update) => update.has('$inc')) &&
      codesOf(subject).includes(14) &&
      !codesOf(reference).includes(14),
  },
  {
    reason:
      '$or of null and of { $exists: false } at one path leaves out empty arrays for the reference database',
    splits: true,
    covers: ({ command }) => documentsIn(command).some(asksTwiceForNothing),
  },
  {
    reason:
      '$unset below an array fails for the reference database (28, or 2 below a scalar in it); MongoDB changes nothing',
    splits: true,
    covers: ({ command, reference }) =>
      codesOf(reference).some((code) => code === 28 || code === 2) && unsetsBelow(command),
  },
  {
    reason:
      'the reference database looks for the _id of an upsert before it applies the operators, and fails as a whole',
    splits: true,
    covers: ({ command, reference, subject }) =>
      isUpsert(command) && !reference.ok && reference.code === 11000 && errorsOf(subject).length > 0,
  },
  {
    reason:
      'an update of many documents that fails in the middle (the reference database undoes it; which document fails first is open)',
    splits: true,
    covers: ({ command, reference, subject }) =>
      hasMulti(command) && (hasFailed(reference) || hasFailed(subject)),
  },
];

/** @returns the known difference that explains the outcomes; `undefined` if there is none */
export function excuseFor(disagreement: Disagreement): KnownDifference | undefined {
  return KNOWN_DIFFERENCES.find(({ covers }) => covers(disagreement));
}

/**
 * Whether a write may have left different documents although the replies are equal: if an update of many documents fails, the reference
 * database undoes it, and MongoDB keeps the changes before the failure.
 */
export function mayHaveSplit({ command, reference }: Disagreement): boolean {
  return hasMulti(command) && hasFailed(reference);
}
