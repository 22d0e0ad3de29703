import type { AnyBulkWriteOperation } from 'mongodb';
import type { ClientSession } from 'mongoose';
import { grouped } from '../../shared/grouped';
import { countChanges, countExpected, type CountedChange } from '../dictionaries/counters';
import type { Models } from '../models';
import { transientTransactionError } from '../mongo/database-error';
import type { RemovalRecord } from '../records';
import { type NextNumbers, numberOf, type ArticleWrite, type StoredChange } from './article-plan';
import type { DictionaryCache, WrittenDictionaries } from './dictionary-cache';

/**
 * Numbers the changes of each dictionary in the transactions that store them. Transactions that number changes of the
 * same dictionary conflict, so the order of the numbers is the order of the commits: a reader who has seen a number has
 * seen all before it.
 */
export class SequenceWriter {
  constructor(
    private readonly models: Pick<Models, 'counters' | 'removals'>,
    private readonly cache: DictionaryCache,
  ) {}

  /**
   * Takes new article numbers and sequence numbers for each dictionary. Returns the first of each.
   *
   * @param dictionaries of the plans, from the cache
   * @throws Error that makes the transaction run again if a cached dictionary has changed
   */
  async take(
    plans: readonly ArticleWrite[],
    dictionaries: WrittenDictionaries,
    session: ClientSession,
  ): Promise<ReadonlyMap<string, NextNumbers>> {
    const counted = new Map<string, { value: number; seq: number }>();
    for (const [dictionaryId, dictionaryPlans] of grouped(plans, (plan) => plan.dictionaryId)) {
      const additions = dictionaryPlans.reduce((sum, plan) => sum + plan.additions.length, 0);
      const amount = dictionaryPlans.reduce((sum, plan) => sum + plan.changes.length, additions);
      if (amount > 0) counted.set(dictionaryId, { value: additions, seq: amount });
    }
    const changes =
      (await this.countCached(counted, dictionaries, session)) ??
      (await countChanges(this.models, counted, session));
    const next = new Map<string, NextNumbers>();
    for (const [id, { before, after }] of changes) {
      next.set(id, { number: (before.value ?? 0) + 1, seq: (before.seq ?? 0) + 1 });
      const { keysVersion } = dictionaries.get(id) ?? {};
      if (keysVersion !== undefined) this.cache.add(id, { keysVersion, counters: after });
    }
    return next;
  }

  /** Counts by one command in dictionaries whose cached counters are valid; `undefined` if the counters have to be read. */
  private async countCached(
    counted: ReadonlyMap<string, { value: number; seq: number }>,
    dictionaries: WrittenDictionaries,
    session: ClientSession,
  ): Promise<ReadonlyMap<string, CountedChange> | undefined> {
    const written = new Map([...dictionaries].filter(([id]) => counted.has(id)));
    const expected = new Map(
      [...written].flatMap(([id, { counters }]) => (counters ? [[id, counters]] : [])),
    );
    if (expected.size < counted.size || counted.size === 0) return undefined;
    const { matched, changes } = await countExpected(this.models, counted, { expected, session });
    if (matched === counted.size) return changes;
    const isSame = await this.cache.haveSameKeys(written, session);
    // If only some counters were valid, it is unknown which of them have changed.
    if (matched > 0 || !isSame) throw transientTransactionError('A dictionary has changed');
    return undefined;
  }

  /**
   * Records which articles readers no longer see, and deletes the records of those that they see again. A new number has no record,
   * because no article has ever had it.
   */
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

function isReturn({ before, after, hasNewNumber }: StoredChange): boolean {
  return !hasNewNumber && after?.isDisabled === false && before?.isDisabled !== false;
}
