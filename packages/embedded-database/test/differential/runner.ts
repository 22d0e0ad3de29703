import type { Document } from '../../src/query/value';
import { Int32 } from 'bson';
import { differenceOf, type Difference } from './compare';
import type { Engine } from './engine';
import { excuseFor, mayHaveSplit } from './known-differences';
import { onCollection, show } from './script';
import type { Step } from './script';
import { of } from './values';

export interface Pair {
  readonly reference: Engine;
  readonly subject: Engine;
}

export interface Tally {
  commands: number;
  /** Number of commands for which both engines returned an error. */
  refused: number;
  /** Number of documents that both found. */
  documents: number;
  readonly excused: Map<string, number>;
}

export class DifferenceError extends Error {
  constructor(command: string, { reference, subject }: Difference) {
    super(`after ${command}\n--- the reference database\n${reference}\n--- the embedded engine\n${subject}`);
  }
}

/** Ends a sequence at a known difference, after which the two collections differ. */
class KnownSplit extends Error {}

/**
 * Sends the steps to both engines.
 *
 * @throws DifferenceError at the first unknown difference
 */
export async function compareOn(pair: Pair, steps: readonly Step[], tally: Tally): Promise<void> {
  try {
    for (const step of steps) {
      if (step.kind === 'command') await compareCommand(pair, step.command, tally);
      else await compareTransaction(pair, step, tally);
    }
    for (const command of LAST) await compareCommand(pair, command, tally);
  } catch (error) {
    if (!(error instanceof KnownSplit)) throw error;
  }
}

/** Commands that read the whole sorted collection and its indexes. */
const LAST = [of({ find: '', sort: of({ _id: new Int32(1) }) }), of({ listIndexes: '', cursor: new Map() })];

async function compareTransaction(
  pair: Pair,
  { inside, commits }: Extract<Step, { kind: 'transaction' }>,
  tally: Tally,
): Promise<void> {
  pair.reference.begin();
  pair.subject.begin();
  try {
    for (const { command, isOutside } of inside) await compareCommand(pair, command, tally, !isOutside);
  } catch (error) {
    await Promise.all([pair.reference.end(false), pair.subject.end(false)]);
    throw error;
  }
  tally.commands++;
  const [reference, subject] = await Promise.all([pair.reference.end(commits), pair.subject.end(commits)]);
  const difference = differenceOf(new Map(), reference, subject);
  if (difference) throw new DifferenceError(commits ? 'commitTransaction' : 'abortTransaction', difference);
}

async function compareCommand(
  { reference, subject }: Pair,
  command: Document,
  tally: Tally,
  isInside = false,
) {
  tally.commands++;
  const [expected, actual] = await Promise.all([
    reference.run(command, isInside),
    subject.run(command, isInside),
  ]);
  const difference = differenceOf(command, expected, actual);
  if (!expected.ok && !actual.ok) tally.refused++;
  if (expected.ok && actual.ok) tally.documents += expected.answer.documents?.length ?? 0;
  const disagreement = { command, reference: expected, subject: actual };
  if (!difference) {
    if (mayHaveSplit(disagreement)) throw new KnownSplit();
    return;
  }
  const excuse = excuseFor(disagreement);
  if (!excuse) throw new DifferenceError(show(onCollection(command, 'c')), difference);
  tally.excused.set(excuse.reason, (tally.excused.get(excuse.reason) ?? 0) + 1);
  if (excuse.splits || mayHaveSplit(disagreement)) throw new KnownSplit();
}
