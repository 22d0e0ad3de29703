import { createConnection } from 'mongoose';
import { modelsOf } from '../../../src/storage/models';
import { SHARD_KEYS } from '../../support/shard-keys';

/** Those of whose documents there can be more than one machine holds. */
const LARGE = [
  ...['articles', 'comments', 'conversationRequests', 'dictionaryFiles', 'importSteps', 'listSegments'],
  ...['media', 'mediaChunks', 'mediaFiles', 'offlineBases', 'offlineSegments', 'proposals', 'removals'],
  ...['revisions', 'votes'],
];

test('every collection that grows without bound has a shard key, with which all its unique indexes begin', () => {
  const models = Object.values(modelsOf(createConnection()));

  expect([...SHARD_KEYS.keys()].toSorted()).toEqual(LARGE);
  for (const { collection, schema } of models) {
    const key = SHARD_KEYS.get(collection.collectionName);
    if (key === undefined) continue;
    const unique = schema.indexes().filter(([, options]) => options.unique === true);
    const firstFields = unique.map(([fields]) => Object.keys(fields)[0]);
    expect([collection.collectionName, new Set(firstFields)]).toEqual([
      collection.collectionName,
      unique.length === 0 ? new Set() : new Set([key]),
    ]);
  }
});
