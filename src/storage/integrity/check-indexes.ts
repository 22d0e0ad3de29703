import { mongo } from 'mongoose';
import type { Models } from '../models';
import {
  type Check,
  type IntegrityCheck,
  type IntegrityProblem,
  repairable,
  unrepairable,
} from './integrity-check';

/** MongoDB's error code for a missing collection. */
const NO_COLLECTION = 26;

type AnyModel = Models[keyof Models];

interface Index {
  readonly name?: string;
  readonly key: Readonly<Record<string, unknown>>;
  readonly unique?: boolean;
  readonly expireAfterSeconds?: number;
}

/** Checks that every collection has the indexes that its model declares, and names other indexes. */
export const INDEX_CHECK: Check = {
  name: 'indexes',
  run: async function* (integrityCheck) {
    let count = 0;
    const others: string[] = [];
    for (const model of Object.values(integrityCheck.models) as AnyModel[]) {
      const existing = await existingIn(model);
      others.push(...othersIn(model, existing));
      count += yield* checkModel(integrityCheck, model, existing);
    }
    // Other indexes are no error: an operator may have created them, or an older version left them.
    const remark = others.length === 0 ? '' : `; not declared by any model: ${others.join(', ')}`;
    return `${count} as declared${remark}`;
  },
};

async function* checkModel(
  integrityCheck: IntegrityCheck,
  model: AnyModel,
  existing: readonly Index[],
): AsyncGenerator<IntegrityProblem, number> {
  const { collectionName } = model.collection;
  const declared = declaredIn(model);
  const missing = declared.filter(
    (index) => !existing.some((stored) => indexKeyText(stored) === indexKeyText(index)),
  );
  if (missing.length > 0 && integrityCheck.repairs) {
    await model.createCollection();
    // Only the missing ones: one existing index with other options would make the whole command fail.
    await model.collection.createIndexes(missing as unknown as mongo.IndexDescription[]);
  }
  for (const index of missing)
    yield repairable(`${collectionName} has no index ${indexKeyText(index)}`, integrityCheck);
  for (const index of declared) {
    const sameKey = existing.find((stored) => indexKeyText(stored) === indexKeyText(index));
    if (sameKey === undefined || indexOptionsOf(sameKey) === indexOptionsOf(index)) continue;
    yield unrepairable(
      `${collectionName} has an index ${indexKeyText(index)} with the options ${indexOptionsOf(sameKey)} instead of ${indexOptionsOf(index)}`,
      `Drop the index ${sameKey.name ?? ''} in the database, then run \`npm run repair\`.`,
    );
  }
  return declared.length - missing.length;
}

function declaredIn(model: AnyModel): readonly Index[] {
  return model.schema.indexes().map(([key, options]) => ({ ...(options as object), key }));
}

/** Names of the indexes that no model declares, as `collection.index`. Every collection has one on `_id`. */
function othersIn(model: AnyModel, existing: readonly Index[]): readonly string[] {
  const declared = new Set(['{"_id":1}', ...declaredIn(model).map(indexKeyText)]);
  return existing
    .filter((index) => !declared.has(indexKeyText(index)))
    .map(({ name = '' }) => `${model.collection.collectionName}.${name}`);
}

async function existingIn(model: AnyModel): Promise<readonly Index[]> {
  try {
    return await model.collection.indexes();
  } catch (error) {
    if (error instanceof mongo.MongoServerError && error.code === NO_COLLECTION) return [];
    throw error;
  }
}

function indexKeyText({ key }: Index): string {
  return JSON.stringify(key);
}

/** The options that change what an index enforces. */
function indexOptionsOf({ unique = false, expireAfterSeconds }: Index): string {
  return JSON.stringify({ unique, ...(expireAfterSeconds === undefined ? {} : { expireAfterSeconds }) });
}
