import { outsideProfile } from '../errors';
import { MAX_DEPTH, tooDeep } from './decode';
import { isArray, isDocument, type Document, type Value } from './value';

/** The names of a dotted path, from the outside in. */
export type Path = readonly string[];

/** The values of a document at a path; undefined if nothing is stored. */
export type Accept = (value: Value | undefined) => boolean;

/**
 * @throws CommandError NotImplemented for a path with an array position (or a name that looks like one) or an empty name;
 *   Overflow for one that is longer than documents are deep
 */
export function parsedPath(dotted: string): Path {
  const path = dotted.split('.');
  if (path.length > MAX_DEPTH) throw tooDeep();
  if (path.some((name) => name === '' || /^\d+$/.test(name))) throw outsideProfile(`the path '${dotted}'`);
  return path;
}

/** Whether a path equals another one or is a prefix of it. */
export function isBefore(shorter: Path, longer: Path): boolean {
  return shorter.every((name, step) => name === longer[step]);
}

/**
 * Whether one of the values at a path is accepted. Arrays within the path are traversed. Of an array at its end, the
 * elements are tested and then the array itself. Positions in arrays are not part of the profile. Source: ElementPath
 * and BSONElementIterator of the MongoDB server.
 */
export function someAt(document: Document, path: Path, accept: Accept, step = 0): boolean {
  const value = document.get(path[step] ?? '');
  const next = step + 1;
  if (next === path.length) return (isArray(value) && value.some(accept)) || accept(value);
  if (isDocument(value)) return someAt(value, path, accept, next);
  if (isArray(value)) return value.some((item) => isDocument(item) && someAt(item, path, accept, next));
  return accept(undefined);
}
