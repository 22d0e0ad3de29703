import type { Models } from '../models';

/** Makes the collections and indexes that are not there yet. */
export async function createAll(models: Models): Promise<void> {
  for (const model of Object.values(models)) {
    await model.createCollection();
    await model.createIndexes();
  }
}
