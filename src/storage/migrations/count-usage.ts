import { keepSize, measureUsage } from '../applications/measure-usage';
import type { Models } from '../models';

/** Counts what is stored; an empty database gets no counts, so that a dump can be loaded into it. */
export async function countUsage(models: Models): Promise<void> {
  const measured = await measureUsage(models, (wrong) => keepSize(models, wrong));
  for (const [_id, usage] of measured)
    await models.usages.updateOne({ _id }, { $set: usage, $setOnInsert: { changes: 0 } }, { upsert: true });
}
