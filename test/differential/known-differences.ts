import type { Document } from '../../src/embedded/query/value';
import { isArray, isDocument, isTrue } from '../../src/embedded/query/value';
import { decode } from '../../src/embedded/query/document';
import { textOfDocument, type WriteError } from './answer';
import { documentsIn, untyped } from './compare';
import type { Outcome } from './engine';

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

/** Where the judge, or the order in which documents are visited, explains that the outcomes differ. */
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
    reason: 'an $inc or a replacement that leaves a document as it is counts as a change for the judge',
    splits: false,
    covers: ({ command, judge, subject }) =>
      updatesOf(command).some((update) => update.has('$inc') || !isOperators(update)) &&
      withoutModified(judge) !== undefined &&
      withoutModified(judge) === withoutModified(subject),
  },
  {
    reason: '$min and $max of equal numbers of different types: the judge takes the last, MongoDB the first',
    splits: false,
    covers: ({ command, judge, subject }) =>
      stagesOf(command).some((stage) => stage.has('$group')) &&
      rowsOf(judge).length > 0 &&
      untypedRows(judge) === untypedRows(subject),
  },
  {
    reason: '$unset below an array fails for the judge (28); MongoDB changes nothing',
    splits: true,
    covers: ({ command, judge }) => codesOf(judge).includes(28) && unsetsBelow(command),
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
  {
    reason:
      'a unique index over documents in arrays: for the judge, elements without the field have no key (MongoDB: null)',
    splits: true,
    covers: ({ judge, subject }) => {
      const [, found] = firstDifferent(errorsOf(judge), errorsOf(subject));
      return found?.code === 11000 && found.pattern?.includes('.') === true;
    },
  },
  {
    reason: '$count of no documents (the judge answers 0, MongoDB nothing)',
    splits: false,
    covers: ({ command, judge, subject }) =>
      stagesOf(command).some((stage) => stage.has('$count')) &&
      rowsOf(judge).length === 1 &&
      rowsOf(subject).length === 0,
  },
  {
    reason: '$group leaves out what is missing, where MongoDB has null (as key: two groups instead of one)',
    splits: false,
    covers: ({ command, judge }) =>
      stagesOf(command).some((stage) => {
        const group = stage.get('$group');
        return isDocument(group) && rowsOf(judge).some((row) => decode(row).size < group.size);
      }),
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

function hasMulti(command: Document): boolean {
  const updates = command.get('updates');
  return isArray(updates) && updates.some((update) => isDocument(update) && isTrue(update.get('multi')));
}

function hasFailed(outcome: Outcome): boolean {
  return !outcome.ok || (outcome.answer.errors ?? []).length > 0;
}

function stagesOf(command: Document): readonly Document[] {
  const stages = command.get('pipeline');
  return isArray(stages) ? stages.filter(isDocument) : [];
}

function rowsOf(outcome: Outcome): readonly Buffer[] {
  return outcome.ok ? (outcome.answer.rows ?? []) : [];
}

function codesOf(outcome: Outcome): readonly number[] {
  return errorsOf(outcome).map(({ code }) => code);
}

function updatesOf(command: Document): readonly Document[] {
  const { updates, update } = { updates: command.get('updates'), update: command.get('update') };
  const statements = isArray(updates) ? updates.filter(isDocument).map((each) => each.get('u')) : [];
  return [...statements, update].filter((each) => isDocument(each));
}

function isOperators(update: Document): boolean {
  return [...update.keys()].some((name) => name.startsWith('$'));
}

function isUpsert(command: Document): boolean {
  return documentsIn(command).some((document) => document.has('upsert'));
}

/** Undefined for what failed. */
function withoutModified(outcome: Outcome): string | undefined {
  if (!outcome.ok || outcome.answer.errors) return undefined;
  return outcome.answer.fields.replace(/nModified: \d+/, '');
}

function untypedRows(outcome: Outcome): string {
  return rowsOf(outcome)
    .map((row) => untyped(textOfDocument(row)))
    .sort()
    .join();
}

/** The errors of the statements; one of the whole command counts as one of the first. */
function errorsOf(outcome: Outcome): readonly WriteError[] {
  return outcome.ok ? (outcome.answer.errors ?? []) : [{ ...outcome, index: 0 }];
}

function unsetsBelow(command: Document): boolean {
  return documentsIn(command).some((document) => {
    const unset = document.get('$unset');
    return isDocument(unset) && [...unset.keys()].some((path) => path.includes('.'));
  });
}

type Pair = readonly [judge: WriteError | undefined, subject: WriteError | undefined];

/** The errors about the first statement about which there are different ones. */
function firstDifferent(judge: readonly WriteError[], subject: readonly WriteError[]): Pair {
  const indexes = [...judge, ...subject].map(({ index }) => index).sort((left, right) => left - right);
  const pairs = indexes.map((wanted): Pair => {
    const at = ({ index }: WriteError): boolean => index === wanted;
    return [judge.find(at), subject.find(at)];
  });
  return (
    pairs.find(([left, right]) => left?.code !== right?.code || left?.pattern !== right?.pattern) ?? [
      undefined,
      undefined,
    ]
  );
}
