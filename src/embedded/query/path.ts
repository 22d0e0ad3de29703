import { isArray, isDocument, type Document, type Value } from './value';

/** The names of a dotted path, from the outside in. */
export type Path = readonly string[];

/** What a document offers at a path; undefined where nothing is stored. */
export type Accept = (value: Value | undefined) => boolean;

export function pathOf(dotted: string): Path {
  return dotted.split('.');
}

/** An array position as MongoDB reads it: digits without a leading zero. */
export function isPosition(name: string): boolean {
  return /^(0|[1-9]\d{0,9})$/.test(name);
}

/**
 * Whether one of the values at a path is accepted. Arrays on the way are entered; an array at the end offers its
 * elements and then itself, unless `whole` is asked for. The empty path is the start itself.
 * Source: ElementPath and BSONElementIterator of the MongoDB server.
 */
export function someAt(start: Value, path: Path, read: { accept: Accept; whole?: boolean }): boolean {
  const { accept, whole = false } = read;
  if (path.length === 0) return accept(start);
  return (isDocument(start) || isArray(start)) && enter(start, 0);

  function enter(container: Document | readonly Value[], step: number): boolean {
    return reach(childOf(container, path[step] ?? ''), step + 1);
  }

  function reach(value: Value | undefined, step: number): boolean {
    if (isArray(value)) return step < path.length ? enterElements(value, step) : arrive(value);
    if (step === path.length) return accept(value);
    return isDocument(value) ? enter(value, step) : accept(undefined);
  }

  function arrive(value: readonly Value[]): boolean {
    return (!whole && value.some(accept)) || accept(value);
  }

  function enterElements(list: readonly Value[], step: number): boolean {
    if (list.some((element) => isDocument(element) && enter(element, step))) return true;
    const element = childOf(list, path[step] ?? '');
    if (element === undefined) return false;
    if (step + 1 === path.length) return accept(element);
    if (isArray(element)) return enterElements(element, step + 1);
    return isDocument(element) && enter(element, step + 1);
  }
}

/** The value under a name; in an array, under a position. */
export function childOf(container: Document | readonly Value[], name: string): Value | undefined {
  if (isDocument(container)) return container.get(name);
  return isPosition(name) ? container[Number(name)] : undefined;
}
