import type { Models } from '../models';
import type { SystemRecord } from '../records';
import type { ResumedContext } from './migration';
import type { MigrationLock } from './migration-lock';

/** Where work on the data is remembered, and the lock under which it is done. */
export interface ResumedWork {
  readonly models: Models;
  readonly lock: MigrationLock;
  /** The record in `system` that holds its progress. */
  readonly record: string;
}

/** Does work that saves its progress, from where an interrupted run stopped. */
export async function resume(
  { models, lock, record }: ResumedWork,
  run: (context: ResumedContext) => Promise<void>,
): Promise<void> {
  const earlier = await models.system.findOne({ _id: record }).lean<SystemRecord>();
  const save = async (progress: unknown) => {
    await lock.confirm();
    await models.system.updateOne({ _id: record }, { $set: { progress } }, { upsert: true });
  };
  await run({ models, progress: earlier?.progress, save });
  await lock.confirm();
}
