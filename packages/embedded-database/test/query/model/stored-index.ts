import type { Document as Plain } from 'bson';
import { compileIndex } from '../../../src/query/index-keys';
import { isExact } from '../../../src/query/key';
import type { PlannedIndex } from '../../../src/query/plan';
import type { Document } from '../../../src/query/value';
import { doc } from './plain';

export interface Stored extends PlannedIndex {
  /** Keys followed by the position of their document, as in a stored index. */
  readonly entries: readonly { readonly key: Buffer; readonly at: number }[];
}

export function store(documents: readonly Document[], key: Plain, isUnique = false): Stored {
  const compiled = compileIndex(doc(key));
  const found = documents.map(compiled.keysOf);
  const entries = found.flatMap(({ keys }, at) =>
    keys.map((bytes) => ({ key: Buffer.concat([bytes, Buffer.from([at])]), at })),
  );
  const hasCutKeys = found.some(({ keys }) => keys.some((bytes) => !isExact(bytes)));
  return {
    ...compiled,
    isUnique,
    name: JSON.stringify(key),
    marks: new Set([...found.flatMap(({ multikey }) => multikey ?? []), ...(hasCutKeys ? [''] : [])]),
    entries: entries.sort((left, right) => Buffer.compare(left.key, right.key)),
  };
}
