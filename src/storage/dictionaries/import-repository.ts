import { trusted } from 'mongoose';
import type { ImportedChange, ImportRecord, ImportState } from '../../domain/imports/import-record';
import { type RangeQuery, readKeyed } from '../lists/keyed-list';
import { isDuplicateKey } from '../mongo/database-error';
import type { Models } from '../models';
import type { ImportStepRecord } from '../records';

/** The fields of an import in a list: all except the long ones. */
const LISTED_FIELDS: Readonly<Record<string, 0 | 1>> = {
  _id: 0,
  importId: 1,
  dictionaryId: 1,
  file: 1,
  format: 1,
  by: 1,
  state: 1,
  problem: 1,
  bytes: 1,
  bytesRead: 1,
  entries: 1,
  added: 1,
  changed: 1,
  unchanged: 1,
  edited: 1,
  missing: 1,
  refused: 1,
  isNewDictionary: 1,
  startedAt: 1,
  updatedAt: 1,
  place: 1,
  uploadId: 1,
  until: 1,
};

/** The condition for changing an import: its state, and the process that holds it. */
export interface ImportCondition {
  readonly states: readonly ImportState[];
  /** The process that holds it. Without it, no process may hold the import. */
  readonly owner?: string;
}

/** Names an import, and its steps. */
export type ImportNames = Pick<ImportRecord, 'dictionaryId' | 'importId'>;

/** Imports of files into dictionaries, and what they changed. */
export class ImportRepository {
  constructor(private readonly models: Pick<Models, 'imports' | 'importSteps'>) {}

  async insert(record: ImportRecord): Promise<void> {
    await this.models.imports.create([record]);
  }

  async find(importId: string): Promise<ImportRecord | undefined> {
    return (await this.models.imports.findOne({ importId }, { _id: 0 }).lean<ImportRecord>()) ?? undefined;
  }

  /** Imports of a dictionary in the order of their times. */
  read(dictionaryId: string, query: RangeQuery): Promise<ImportRecord[]> {
    return readKeyed(
      this.models.imports,
      { key: 'place', filter: { dictionaryId }, fields: LISTED_FIELDS },
      query,
    );
  }

  total(dictionaryId: string): Promise<number> {
    return this.models.imports.countDocuments({ dictionaryId });
  }

  /** Imports of uploaded files in some states, the oldest first, of all dictionaries. */
  inStates(states: readonly ImportState[], limit: number): Promise<ImportRecord[]> {
    return this.models.imports
      .find({ state: trusted({ $in: states }), uploadId: trusted({ $gt: '' }) }, { _id: 0 })
      .sort({ place: 1 })
      .limit(limit)
      .lean<ImportRecord[]>()
      .exec();
  }

  /** Changes an import; `undefined` when it is in another state, or another process holds it. */
  async update(
    importId: string,
    change: Partial<ImportRecord>,
    { states, owner }: ImportCondition,
  ): Promise<ImportRecord | undefined> {
    const free = [{ until: null }, { until: trusted({ $lt: Date.now() }) }];
    const ownership = owner === undefined ? { $or: free } : { owner };
    const imports = await this.models.imports
      .findOneAndUpdate(
        { importId, state: trusted({ $in: states }), ...ownership },
        { $set: { updatedAt: new Date(), ...change } },
        { returnDocument: 'after' },
      )
      .lean<ImportRecord>();
    if (!imports) return undefined;
    const { _id, ...record } = imports as ImportRecord & { readonly _id?: unknown };
    return _id === undefined ? imports : record;
  }

  /**
   * Records the changes of a batch of articles before they are stored. Concurrent batches may choose the same number;
   * then the next one is tried.
   */
  async note(names: ImportNames, changes: readonly ImportedChange[]): Promise<void> {
    for (;;)
      try {
        await this.insertStep(names, changes);
        return;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
  }

  private async insertStep(
    { dictionaryId, importId }: ImportNames,
    changes: readonly ImportedChange[],
  ): Promise<void> {
    const [last] = await this.models.importSteps
      .find({ dictionaryId, importId }, { _id: 0, step: 1 })
      .sort({ step: -1 })
      .limit(1)
      .lean<Pick<ImportStepRecord, 'step'>[]>();
    await this.models.importSteps.create([{ dictionaryId, importId, step: (last?.step ?? 0) + 1, changes }]);
  }

  /** The step after a number; the first step after 0. */
  async stepAfter(
    { dictionaryId, importId }: ImportNames,
    step: number,
  ): Promise<ImportStepRecord | undefined> {
    const [next] = await this.models.importSteps
      .find({ dictionaryId, importId, step: trusted({ $gt: step }) }, { _id: 0 })
      .sort({ step: 1 })
      .limit(1)
      .lean<ImportStepRecord[]>();
    return next;
  }

  /** Deletes the recorded changes of an import, which can no longer be undone. */
  async removeSteps({ dictionaryId, importId }: ImportNames): Promise<void> {
    await this.models.importSteps.deleteMany({ dictionaryId, importId });
  }

  async remove(names: ImportNames): Promise<void> {
    await this.removeSteps(names);
    await this.models.imports.deleteOne({ importId: names.importId });
  }
}
