import { CommandError, outsideProfile } from '../errors';
import { cutKey, encodeKey, encodeKeys } from './key';
import { parsedPath, type Path } from './path';
import { amountOf, isArray, isDocument, type Document, type Value } from './value';

const MAX_FIELD_BYTES = 1000;

/** A compiled index. */
export interface CompiledIndex {
  /** The dotted paths of its fields. */
  readonly fields: readonly string[];
  /** @throws CommandError CannotIndexParallelArrays; NotImplemented for an array within a path */
  readonly keysOf: (document: Document) => IndexKeys;
}

export interface IndexKeys {
  /** Distinct keys, see encodeKey. */
  readonly keys: readonly Buffer[];
  /** The field at which the document has an array. The planner needs the fields of all documents. */
  readonly multikey?: string | undefined;
}

/** @throws CommandError CannotCreateIndex or NotImplemented for what the profile does not have */
export function compileIndex(key: Document): CompiledIndex {
  // With one direction for all fields, the direction does not matter, because an index can be read both ways.
  const { fields } = keyPatternOf(key);
  if (fields.length === 0)
    throw new CommandError('CannotCreateIndex', 'Index keys cannot be an empty object');
  // The name of a field with arrays is stored as part of a key.
  const long = fields.find((field) => Buffer.byteLength(field) > MAX_FIELD_BYTES);
  if (long !== undefined) throw outsideProfile(`an index on a path of more than ${MAX_FIELD_BYTES} bytes`);
  const paths = fields.map(parsedPath);
  const keysOf = (document: Document): IndexKeys => {
    const { values, array } = indexedValuesOf(document, paths, 'CannotIndexParallelArrays');
    if (array === undefined) return { keys: [cutKey(encodeKey(values))] };
    const keys = encodeKeys(values, array, indexedElementsOf(values[array])).map(cutKey);
    return { keys: distinct(keys), multikey: fields[array] };
  };
  return { fields, keysOf };
}

/**
 * Reads the key pattern of an index or a sort, such as { a: 1, 'b.c': 1 }. All values may be -1.
 *
 * @throws CommandError NotImplemented for other values, for mixed directions and for paths with array positions
 */
export function keyPatternOf(pattern: Document): {
  readonly fields: readonly string[];
  readonly isReverse: boolean;
} {
  const [first = 1] = [...pattern.values()].map(amountOf);
  for (const [dotted, value] of pattern) {
    const direction = amountOf(value);
    if (direction !== 1 && direction !== -1)
      throw outsideProfile(`a key other than 1 and -1 for '${dotted}'`);
    if (/(^|\.)\$/.test(dotted)) throw outsideProfile(`the key path '${dotted}'`);
    if (direction !== first) throw outsideProfile(`a key of mixed directions ('${dotted}')`);
    parsedPath(dotted);
  }
  return { fields: [...pattern.keys()], isReverse: first === -1 };
}

function distinct(keys: readonly Buffer[]): readonly Buffer[] {
  const byName = new Map(keys.map((key) => [key.toString('latin1'), key]));
  return byName.size === keys.length ? keys : [...byName.values()];
}

/** One combination of values; undefined represents an empty array. */
type KeyTuple = readonly (Value | undefined)[];

/**
 * The combinations of values that a document has for the fields of an index or a sort: one for each element of an
 * array. MongoDB also traverses arrays of documents within a path. No client needs this, so the engine refuses it.
 *
 * @param parallel the error for two fields with arrays
 * @returns the tuples, and the field with the array
 */
export function tuplesOf(
  document: Document,
  paths: readonly Path[],
  parallel: 'CannotIndexParallelArrays' | 'BadValue' = 'CannotIndexParallelArrays',
): { readonly tuples: readonly KeyTuple[]; readonly array?: number } {
  const { values, array } = indexedValuesOf(document, paths, parallel);
  if (array === undefined) return { tuples: [values] };
  return {
    tuples: indexedElementsOf(values[array]).map((element) => (values as KeyTuple).with(array, element)),
    array,
  };
}

/** The values of the fields, one of which may be an array. */
function indexedValuesOf(
  document: Document,
  paths: readonly Path[],
  parallel: 'CannotIndexParallelArrays' | 'BadValue',
): { readonly values: readonly Value[]; readonly array?: number } {
  const values = paths.map((path) => valueAt(document, path));
  const array = values.findIndex(isArray);
  if (array < 0) return { values };
  if (values.findLastIndex(isArray) === array) return { values, array };
  throw new CommandError(parallel, 'cannot index or sort parallel arrays');
}

function indexedElementsOf(list: Value = []): KeyTuple {
  return isArray(list) && list.length > 0 ? list : [undefined];
}

/** @returns null if nothing is stored @throws CommandError NotImplemented for an array within the path */
function valueAt(document: Document, path: Path): Value {
  let value: Value | undefined = document;
  for (const name of path) {
    if (isArray(value)) throw outsideProfile(`an array on the way of the key path '${path.join('.')}'`);
    value = isDocument(value) ? value.get(name) : undefined;
  }
  return value ?? null;
}
