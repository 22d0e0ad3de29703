import type { IndexDescription } from 'mongodb';
import type { Models } from '../models';

type Model = Models[keyof Models];

/** Makes the collections and indexes that are not there yet: one command for each collection. */
export async function createAll(models: Models): Promise<void> {
  for (const model of Object.values(models) as Model[]) {
    const indexes = indexesOf(model);
    if (indexes.length > 0) await model.collection.createIndexes(indexes);
    else await model.createCollection();
  }
}

function indexesOf(model: Model): IndexDescription[] {
  return model.schema.indexes().map(([key, options]) => ({ key, ...options }) as IndexDescription);
}
