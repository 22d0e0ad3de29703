import type { AnyBulkWriteOperation } from 'mongodb';
import type { ClientSession } from 'mongoose';
import { grouped } from '../../shared/grouped';
import { countChange } from '../dictionaries/counters';
import type { Models } from '../models';
import type { RemovalRecord } from '../records';
import { type NextNumbers, numberOf, type Plan, type StoredChange } from './article-plan';

/**
 * Counts the changes of each dictionary in the transactions that store them. Transactions that count in the same dictionary
 * conflict, so the order of the places in the sequence is the order of the commits: who has seen a place has seen all before it.
 */
export class SequenceWriter {
  constructor(private readonly models: Pick<Models, 'counters' | 'removals'>) {}

  /** The first of the new numbers and places of each dictionary, by one command for each. */
  async take(plans: readonly Plan[], session: ClientSession): Promise<ReadonlyMap<string, NextNumbers>> {
    const next = new Map<string, NextNumbers>();
    for (const [dictionaryId, ones] of grouped(plans, (plan) => plan.dictionaryId)) {
      const additions = ones.reduce((sum, plan) => sum + plan.additions.length, 0);
      const amount = ones.reduce((sum, plan) => sum + plan.changes.length, additions);
      if (amount === 0) continue;
      const counted = { value: additions, seq: amount };
      const { value = 0, seq = 0 } = await countChange(this.models, dictionaryId, counted, session);
      next.set(dictionaryId, { number: value + 1, seq: seq + 1 });
    }
    return next;
  }

  /** Notes which articles readers no longer see, and forgets it of those that they see again. */
  async noteRemovals(
    dictionaryId: string,
    changes: readonly StoredChange[],
    session: ClientSession,
  ): Promise<void> {
    const at = new Date();
    const operations = changes.filter(isRemoval).map((change): AnyBulkWriteOperation<RemovalRecord> => {
      const number = numberOf(change);
      const publicId = (change.after ?? change.before)?.publicId ?? '';
      const update = { $set: { publicId, seq: change.seq, at } };
      return { updateOne: { filter: { dictionaryId, number }, update, upsert: true } };
    });
    const shown = changes.filter(isReturn).map(numberOf);
    if (shown.length > 0)
      operations.push({ deleteMany: { filter: { dictionaryId, number: { $in: shown } } } });
    if (operations.length === 0) return;
    await this.models.removals.collection.bulkWrite(operations as AnyBulkWriteOperation[], {
      session,
      ordered: false,
    });
  }
}

function isRemoval({ before, after }: StoredChange): boolean {
  return after === undefined || (after.isDisabled && before?.isDisabled !== true);
}

function isReturn({ before, after }: StoredChange): boolean {
  return after?.isDisabled === false && before?.isDisabled !== false;
}
