import { CommandError, refused } from '../errors';
import { parseFilter } from './filter';
import { cutKey, encodeKey } from './key';
import { matcherOf } from './match';
import { pathOf, type Path } from './path';
import { constraintsOf, type Constraints } from './plan/constraint';
import { rowsOf } from './rows';
import { isNumber, numberOf, type Document } from './value';

/** What an index is made of; `key` maps paths to 1, or all of them to -1. */
export interface IndexSpec {
  readonly key: Document;
  readonly partialFilterExpression?: Document;
}

/** An index in the form in which it is used. */
export interface CompiledIndex {
  readonly fields: readonly Path[];
  /** What a partial index says of its documents. */
  readonly partial?: Constraints;
  /** @throws CommandError CannotIndexParallelArrays */
  readonly keysOf: (document: Document) => IndexKeys;
}

export interface IndexKeys {
  /** Distinct keys, see encodeKey; none when the index leaves the document out. */
  readonly keys: readonly Buffer[];
  /** Paths (of the fields, or before them) at which the document holds an array; the planner needs them of all documents. */
  readonly multikey: readonly string[];
}

/** @throws CommandError CannotCreateIndex or NotImplemented for what the profile does not have */
export function compileIndex({ key, partialFilterExpression }: IndexSpec): CompiledIndex {
  // Of one direction, ascending or descending is the same: an index is read either way.
  const { paths: fields } = keyPatternOf(key);
  if (fields.length === 0)
    throw new CommandError('CannotCreateIndex', 'Index keys cannot be an empty object');
  const partial = partialFilterExpression && parseFilter(partialFilterExpression);
  const isIndexed = partial && matcherOf(partial);
  const keysOf = (document: Document): IndexKeys => {
    if (isIndexed && !isIndexed(document)) return { keys: [], multikey: [] };
    const { rows, multikey } = rowsOf(document, fields);
    const all = rows.map((values) => cutKey(encodeKey(values)));
    const keys =
      all.length < 2 ? all : [...new Map(all.map((one) => [one.toString('latin1'), one])).values()];
    return { keys, multikey: [...multikey] };
  };
  return { fields, keysOf, ...(partial && { partial: constraintsOf(partial) }) };
}

/**
 * Reads the key pattern of an index or a sort, such as { a: 1, 'b.c': 1 }; all may be -1.
 *
 * @throws CommandError NotImplemented for other values, for mixed directions and for paths with array positions
 */
export function keyPatternOf(pattern: Document): {
  readonly paths: readonly Path[];
  readonly isReverse: boolean;
} {
  const directions = new Set<number>();
  const paths = [...pattern].map(([dotted, value]) => {
    const direction = isNumber(value) ? Number(numberOf(value)) : 0;
    if (direction !== 1 && direction !== -1) throw refused(`a key other than 1 and -1 for '${dotted}'`);
    if (/(^|\.)\$/.test(dotted)) throw refused(`the key path '${dotted}'`);
    if (directions.add(direction).size > 1) throw refused(`a key of mixed directions ('${dotted}')`);
    return pathOf(dotted);
  });
  return { paths, isReverse: directions.has(-1) };
}
