import { CommandError } from '../errors';
import { encodeKey } from './key';
import { keyFieldsOf } from './key-field';
import { compileFilter } from './match';
import { rowsOf } from './rows';
import type { Document } from './value';

/** What an index is made of; `key` maps paths to 1 or -1. */
export interface IndexSpec {
  readonly key: Document;
  readonly sparse?: boolean;
  readonly partialFilterExpression?: Document;
}

export interface IndexKeys {
  /** Distinct keys, see encodeKey; none when the index leaves the document out. */
  readonly keys: readonly Buffer[];
  /** Paths (of the fields, or before them) at which the document holds an array; the planner needs them of all documents. */
  readonly multikey: readonly string[];
}

/**
 * Prepares the keys of an index. The function that it returns throws CommandError CannotIndexParallelArrays.
 *
 * @throws CommandError CannotCreateIndex or NotImplemented for what the profile does not have
 */
export function compileIndex(spec: IndexSpec): (document: Document) => IndexKeys {
  const fields = keyFieldsOf(spec.key);
  if (fields.length === 0)
    throw new CommandError('CannotCreateIndex', 'Index keys cannot be an empty object');
  const directions = fields.map(({ direction }) => direction);
  const isIndexed = compileFilter(spec.partialFilterExpression ?? new Map());
  return (document) => {
    if (!isIndexed(document)) return { keys: [], multikey: [] };
    const { rows, multikey } = rowsOf(document, fields);
    const keys = new Map<string, Buffer>();
    for (const { values, isMissing } of rows) {
      if (spec.sparse && isMissing) continue;
      const key = encodeKey(values, directions);
      keys.set(key.toString('latin1'), key);
    }
    return { keys: [...keys.values()], multikey: [...multikey] };
  };
}
