import type { AnyBulkWriteOperation } from 'mongodb';
import type { ClientSession } from 'mongoose';
import { grouped } from '../../shared/grouped';
import { countChanges } from '../dictionaries/counters';
import type { Models } from '../models';
import type { RemovalRecord } from '../records';
import { type NextNumbers, numberOf, type ArticleWrite, type StoredChange } from './article-plan';

/**
 * Numbers the changes of each dictionary in the transactions that store them. Transactions that number changes of the
 * same dictionary conflict, so the order of the numbers is the order of the commits: a reader who has seen a number has
 * seen all before it.
 */
export class SequenceWriter {
  constructor(private readonly models: Pick<Models, 'counters' | 'removals'>) {}

  /** Takes new article numbers and sequence numbers for each dictionary. Returns the first of each. */
  async take(
    plans: readonly ArticleWrite[],
    session: ClientSession,
  ): Promise<ReadonlyMap<string, NextNumbers>> {
    const counted = new Map<string, { value: number; seq: number }>();
    for (const [dictionaryId, ones] of grouped(plans, (plan) => plan.dictionaryId)) {
      const additions = ones.reduce((sum, plan) => sum + plan.additions.length, 0);
      const amount = ones.reduce((sum, plan) => sum + plan.changes.length, additions);
      if (amount > 0) counted.set(dictionaryId, { value: additions, seq: amount });
    }
    const before = await countChanges(this.models, counted, session);
    const next = [...before].map(([dictionaryId, { value = 0, seq = 0 }]): [string, NextNumbers] => [
      dictionaryId,
      { number: value + 1, seq: seq + 1 },
    ]);
    return new Map(next);
  }

  /** Records which articles readers no longer see, and deletes the records of those that they see again. */
  async noteRemovals(
    changed: ReadonlyMap<string, readonly StoredChange[]>,
    session: ClientSession,
  ): Promise<void> {
    const at = new Date();
    const operations = [...changed].flatMap(([dictionaryId, changes]) =>
      operationsOf(dictionaryId, changes, at),
    );
    if (operations.length === 0) return;
    await this.models.removals.collection.bulkWrite(operations as AnyBulkWriteOperation[], {
      session,
      ordered: false,
    });
  }
}

function operationsOf(
  dictionaryId: string,
  changes: readonly StoredChange[],
  at: Date,
): readonly AnyBulkWriteOperation<RemovalRecord>[] {
  const removed = changes.filter(isRemoval).map((change): AnyBulkWriteOperation<RemovalRecord> => {
    const number = numberOf(change);
    const publicId = (change.after ?? change.before)?.publicId ?? '';
    const update = { $set: { publicId, seq: change.seq, at } };
    return { updateOne: { filter: { dictionaryId, number }, update, upsert: true } };
  });
  const shown = changes.filter(isReturn).map(numberOf);
  if (shown.length === 0) return removed;
  return [...removed, { deleteMany: { filter: { dictionaryId, number: { $in: shown } } } }];
}

function isRemoval({ before, after }: StoredChange): boolean {
  return after === undefined || (after.isDisabled && before?.isDisabled !== true);
}

function isReturn({ before, after }: StoredChange): boolean {
  return after?.isDisabled === false && before?.isDisabled !== false;
}
