import { CommandError } from '../errors';
import { cutKey, type Direction, encodeField } from './key';
import { keyFieldsOf } from './key-field';
import { compileFilter } from './match';
import { rowsOf } from './rows';
import type { Document, Value } from './value';

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
    const encode = encoderOf(directions);
    for (const { values, isMissing } of rows) {
      if (spec.sparse && isMissing) continue;
      const key = encode(values);
      keys.set(key.toString('latin1'), key);
    }
    return { keys: [...keys.values()], multikey: [...multikey] };
  };
}

/** Encodes the rows of one document. They differ in the elements of an array alone, so most fields are encoded once. */
function encoderOf(directions: readonly Direction[]): (values: readonly (Value | undefined)[]) => Buffer {
  const latest: { readonly value: Value | undefined; readonly bytes: Buffer }[] = [];
  return (values) =>
    cutKey(
      Buffer.concat(
        values.map((value, at) => {
          const known = latest[at];
          if (known && known.value === value) return known.bytes;
          const bytes = encodeField(value, directions[at]);
          latest[at] = { value, bytes };
          return bytes;
        }),
      ),
    );
}
