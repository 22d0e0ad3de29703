import { refused } from '../errors';
import { isArray, isDocument, type Document, type Value } from './value';

/** The names of a dotted path, from the outside in. */
export type Path = readonly string[];

/** What a document offers at a path; undefined where nothing is stored. */
export type Accept = (value: Value | undefined) => boolean;

/** @throws CommandError NotImplemented for a path with an array position (or a name that looks like one) or an empty name */
export function pathOf(dotted: string): Path {
  const path = dotted.split('.');
  if (path.some((name) => name === '' || /^\d+$/.test(name))) throw refused(`the path '${dotted}'`);
  return path;
}

/** Whether a path is the other or leads to it. */
export function isBefore(shorter: Path, longer: Path): boolean {
  return shorter.every((name, step) => name === longer[step]);
}

/**
 * Whether one of the values at a path is accepted. Arrays on the way are entered; an array at the end offers its
 * elements and then itself, unless `whole` is asked for. The empty path is the start itself.
 * Source: ElementPath and BSONElementIterator of the MongoDB server.
 */
export function someAt(start: Value, path: Path, read: { accept: Accept; whole?: boolean }): boolean {
  const { accept, whole = false } = read;
  if (path.length === 0) return accept(start);
  // An array has no names, only positions, and those are no part of the profile.
  return isDocument(start) ? enter(start, 0) : isArray(start) && accept(undefined);

  function enter(container: Document, step: number): boolean {
    const value = container.get(path[step] ?? '');
    const next = step + 1;
    if (isArray(value)) return next < path.length ? enterElements(value, next) : arrive(value);
    if (next === path.length) return accept(value);
    return isDocument(value) ? enter(value, next) : accept(undefined);
  }

  function arrive(value: readonly Value[]): boolean {
    return (!whole && value.some(accept)) || accept(value);
  }

  function enterElements(list: readonly Value[], step: number): boolean {
    return list.some((element) => isDocument(element) && enter(element, step));
  }
}
