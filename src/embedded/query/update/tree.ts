import { CommandError } from '../../errors';
import { childOf, isPosition, type Path } from '../path';
import { isArray, isDocument, typeOf, type Document, type Value } from '../value';

/**
 * What an operator makes of the value at its path. It returns the same value to change nothing, and undefined to
 * remove the field.
 */
export type Change = (old: Value | undefined) => Value | undefined;

/** One path of an update. A lenient one does nothing where the path cannot exist, as $unset does. */
export interface Action {
  readonly path: Path;
  readonly change: Change;
  readonly lenient: boolean;
  readonly onInsertOnly: boolean;
}

/** Elements that one update may add to an array before the one it sets. Source: the MongoDB server. */
const MAX_PADDING = 1_500_000;

/**
 * @returns the document with one value changed, or itself; what it holds is copied, never written to
 * @throws CommandError PathNotViable where a scalar is in the way
 */
export function changeAt(document: Document, action: Action): Document {
  const changed = changeIn(document, action, 0);
  return isDocument(changed) ? changed : document;
}

function changeIn(container: Document | readonly Value[], action: Action, step: number): Value {
  const { path, change, lenient } = action;
  const name = path[step] ?? '';
  if (isArray(container) && !isPosition(name)) {
    if (lenient) return container;
    throw notViable(name, path[step - 1] ?? '', container);
  }
  const old = childOf(container, name);
  const next = step + 1 === path.length ? change(old) : changeBelow(old, action, step);
  return next === old ? container : replaceIn(container, name, next);
}

function changeBelow(old: Value | undefined, action: Action, step: number): Value | undefined {
  if (isDocument(old) || isArray(old)) return changeIn(old, action, step + 1);
  if (action.lenient) return old;
  if (old === undefined) return buildBelow(action, step + 1);
  throw notViable(action.path[step + 1] ?? '', action.path[step] ?? '', old);
}

/** Builds what is missing on the way: documents, also where a name looks like a position. */
function buildBelow(action: Action, step: number): Value | undefined {
  const last = step + 1 === action.path.length;
  const value = last ? action.change(undefined) : buildBelow(action, step + 1);
  return value === undefined ? undefined : new Map([[action.path[step] ?? '', value]]);
}

function replaceIn(container: Document | readonly Value[], name: string, next: Value | undefined): Value {
  if (!isArray(container)) {
    const copy = new Map(container);
    if (next === undefined) copy.delete(name);
    else copy.set(name, next);
    return copy;
  }
  const copy = [...container];
  const at = Number(name);
  if (at - copy.length > MAX_PADDING) {
    throw new CommandError('BadValue', `can't backfill more than ${MAX_PADDING} elements`);
  }
  while (copy.length < at) copy.push(null);
  copy[at] = next ?? null;
  return copy;
}

function notViable(name: string, parent: string, value: Value): CommandError {
  return new CommandError(
    'PathNotViable',
    `Cannot create field '${name}' in element '${parent}' of type ${typeOf(value)}`,
  );
}
