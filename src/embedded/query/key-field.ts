import { refused } from '../errors';
import type { Direction } from './key';
import { isPosition, pathOf, type Path } from './path';
import { isNumber, numberOf, type Document } from './value';

/** A field of a key pattern, of an index or a sort. */
export interface KeyField {
  readonly path: Path;
  readonly direction: Direction;
}

/**
 * Reads a key pattern such as { a: 1, 'b.c': -1 }.
 *
 * @throws CommandError NotImplemented for other values than 1 and -1, and for paths with array positions
 */
export function keyFieldsOf(pattern: Document): readonly KeyField[] {
  return [...pattern].map(([dotted, value]) => {
    const path = pathOf(dotted);
    const direction = isNumber(value) ? Number(numberOf(value)) : 0;
    if (direction !== 1 && direction !== -1) throw refused(`a key other than 1 and -1 for '${dotted}'`);
    if (path.some((name) => name === '' || name.startsWith('$') || isPosition(name))) {
      throw refused(`the key path '${dotted}'`);
    }
    return { path, direction };
  });
}
