import type { Document as Plain } from 'bson';
import { compileIndex } from '../../../src/embedded/query/index-keys';
import { isExact } from '../../../src/embedded/query/key';
import type { PlannedIndex } from '../../../src/embedded/query/plan';
import type { Document } from '../../../src/embedded/query/value';
import { doc } from './plain';

export interface Stored extends PlannedIndex {
  /** Keys with the position of their document behind them, as a store would keep them. */
  readonly entries: readonly { readonly key: Buffer; readonly at: number }[];
}

export type Options = Partial<Pick<PlannedIndex, 'sparse' | 'unique'>> & { readonly partial?: Plain };

export function store(
  documents: readonly Document[],
  key: Plain,
  { partial, ...options }: Options = {},
): Stored {
  const spec = { key: doc(key), ...options, ...(partial && { partialFilterExpression: doc(partial) }) };
  const keysOf = compileIndex(spec);
  const found = documents.map(keysOf);
  const entries = found.flatMap(({ keys }, at) =>
    keys.map((bytes) => ({ key: Buffer.concat([bytes, Buffer.from([at])]), at })),
  );
  return {
    ...spec,
    name: JSON.stringify(key),
    multikey: new Set(found.flatMap(({ multikey }) => multikey)),
    hasCutKeys: found.some(({ keys }) => keys.some((bytes) => !isExact(bytes))),
    entries: entries.sort((left, right) => Buffer.compare(left.key, right.key)),
  };
}
