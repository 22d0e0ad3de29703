import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection } from 'mongoose';
import { modelsOf } from '../../../src/storage/models';

const PAGE = join(__dirname, '..', '..', '..', 'docs', 'production.md');

/** The shard keys that operators are told, by collection. */
const KEYS = new Map(
  [...readFileSync(PAGE, 'utf8').matchAll(/^\| `(\w+)` +\| `(\w+)` +\|/gm)].map(
    ([, collection = '', key = '']) => [collection, key] as const,
  ),
);

/** Those of whose documents there can be more than one machine holds. */
const LARGE = ['articles', 'revisions', 'comments', 'votes', 'listSegments', 'conversationRequests'];

test('every collection that grows without bound has a shard key, with which all its unique indexes begin', () => {
  const models = Object.values(modelsOf(createConnection()));

  expect([...KEYS.keys()].toSorted()).toEqual(LARGE.toSorted());
  for (const { collection, schema } of models) {
    const key = KEYS.get(collection.collectionName);
    if (key === undefined) continue;
    const unique = schema.indexes().filter(([, options]) => options.unique === true);
    const firstFields = unique.map(([fields]) => Object.keys(fields)[0]);
    expect([collection.collectionName, new Set(firstFields)]).toEqual([
      collection.collectionName,
      unique.length === 0 ? new Set() : new Set([key]),
    ]);
  }
});
