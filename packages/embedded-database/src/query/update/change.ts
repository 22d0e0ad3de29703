import { CommandError } from '../../errors';
import type { Path } from '../path';
import { isDocument, typeOf, type Document, type Value } from '../value';

/**
 * Computes the new value of a path from the old one. It returns the same value to change nothing, and undefined to
 * remove the field.
 */
export type Change = (old: Value | undefined) => Value | undefined;

/** One path of an update. A lenient change, such as $unset, does nothing if the path cannot exist. */
export interface Action {
  readonly path: Path;
  readonly change: Change;
  readonly lenient?: boolean;
}

/**
 * @returns a document with one changed value, or the same document. The original is never modified
 * @throws CommandError PathNotViable if the path contains a scalar or an array
 */
export function changeAt(document: Document, action: Action, step = 0): Document {
  const { path, change } = action;
  const name = path[step] ?? '';
  const old = document.get(name);
  const next = step + 1 === path.length ? change(old) : changeBelow(old, action, step);
  if (next === old) return document;
  const copy = new Map(document);
  if (next === undefined) copy.delete(name);
  else copy.set(name, next);
  return copy;
}

function changeBelow(old: Value | undefined, action: Action, step: number): Value | undefined {
  if (isDocument(old)) return changeAt(old, action, step + 1);
  if (action.lenient) return old;
  if (old !== undefined) {
    const [parent = '', name = ''] = action.path.slice(step);
    const message = `Cannot create field '${name}' in element '${parent}' of type ${typeOf(old)}`;
    throw new CommandError('PathNotViable', message);
  }
  const built = changeAt(new Map(), action, step + 1);
  return built.size > 0 ? built : undefined;
}
