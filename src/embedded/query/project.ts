import { CommandError, refused } from '../errors';
import { pathOf } from './path';
import { isArray, isDocument, isNumber, isTrue, type Document, type Value } from './value';

/** The fields that a projection names, as a tree; a leaf is a field taken or left out as a whole. */
interface Branch {
  readonly fields: Map<string, Branch | 'leaf'>;
}

/**
 * Prepares an inclusion or exclusion; fields keep the order of the document.
 *
 * @param projection paths, or documents of paths, with numbers or booleans
 * @param given which of the two it is, where more than the projection decides that
 * @throws CommandError with MongoDB's code when both kinds are mixed or paths collide, NotImplemented for expressions
 */
export function compileProjection(
  projection: Document,
  given?: { readonly isInclusion: boolean },
): (document: Document) => Document {
  const entries = flatten(projection);
  if (entries.length === 0 && !given) return (document) => document;
  const isInclusion = kindOf(entries, given?.isInclusion);
  const id = entries.find(({ path }) => path === '_id');
  const named = entries.filter((entry) => entry !== id);
  if (id ? id.included === isInclusion : isInclusion) named.push({ path: '_id', included: isInclusion });
  const tree = treeOf(named);
  return isInclusion ? (document) => include(document, tree) : (document) => exclude(document, tree);
}

interface Entry {
  readonly path: string;
  readonly included: boolean;
}

function flatten(projection: Document, prefix = ''): Entry[] {
  return [...projection].flatMap(([name, value]) => {
    const path = prefix + name;
    if (pathOf(path).some((part) => part === '' || part.startsWith('$')))
      throw refused(`the projection '${path}'`);
    if (isDocument(value) && value.size > 0) return flatten(value, `${path}.`);
    if (typeof value !== 'boolean' && !isNumber(value))
      throw refused(`an expression in a projection ('${path}')`);
    return [{ path, included: isTrue(value) }];
  });
}

/** `_id` alone decides only when nothing else is named. */
function kindOf(entries: readonly Entry[], given?: boolean): boolean {
  const others = entries.filter(({ path }) => path !== '_id');
  const isInclusion = given ?? (others[0] ?? entries[0])?.included ?? false;
  const stray = others.find(({ included }) => included !== isInclusion);
  if (!stray) return isInclusion;
  throw isInclusion
    ? new CommandError(31254, `Cannot do exclusion on field ${stray.path} in inclusion projection`)
    : new CommandError(31253, `Cannot do inclusion on field ${stray.path} in exclusion projection`);
}

function treeOf(entries: readonly Entry[]): Branch {
  const root: Branch = { fields: new Map() };
  for (const { path } of entries) {
    const names = [...pathOf(path)];
    const last = names.pop() ?? '';
    let branch = root;
    for (const name of names) {
      const next = branch.fields.get(name) ?? { fields: new Map() };
      if (next === 'leaf') throw new CommandError(31249, `Path collision at ${path}`);
      branch.fields.set(name, next);
      branch = next;
    }
    if (branch.fields.has(last)) throw new CommandError(31250, `Path collision at ${path}`);
    branch.fields.set(last, 'leaf');
  }
  return root;
}

function include(document: Document, { fields }: Branch): Document {
  const result = new Map<string, Value>();
  for (const [name, value] of document) {
    const branch = fields.get(name);
    const kept = branch === undefined || branch === 'leaf' ? value : includeBelow(value, branch);
    if (branch !== undefined && kept !== undefined) result.set(name, kept);
  }
  return result;
}

/** Below a path, scalars are left out, also out of arrays. */
function includeBelow(value: Value, branch: Branch): Value | undefined {
  if (isDocument(value)) return include(value, branch);
  if (!isArray(value)) return undefined;
  return value.map((element) => includeBelow(element, branch)).filter((element) => element !== undefined);
}

function exclude(document: Document, { fields }: Branch): Document {
  const result = new Map<string, Value>();
  for (const [name, value] of document) {
    const branch = fields.get(name);
    if (branch !== 'leaf') result.set(name, branch ? excludeBelow(value, branch) : value);
  }
  return result;
}

function excludeBelow(value: Value, branch: Branch): Value {
  if (isDocument(value)) return exclude(value, branch);
  return isArray(value) ? value.map((element) => excludeBelow(element, branch)) : value;
}
