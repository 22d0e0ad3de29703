import { CommandError, refused } from '../errors';
import { tableOfNames } from '../profile';
import { pathOf } from './path';
import { isArray, isDocument, isNumber, isTrue, type Document, type Value } from './value';

/** The fields that a projection names, as a tree; a leaf is a field taken as a whole. */
interface Branch {
  readonly fields: Map<string, Branch | 'leaf'>;
}

const FORMS = tableOfNames('projection', ['inclusion', 'without _id']);

/**
 * Prepares an inclusion, with `_id` or without, or an exclusion of `_id` alone; fields keep the order of the document.
 *
 * @throws CommandError with MongoDB's code when paths collide, NotImplemented for other exclusions and for expressions
 */
export function compileProjection(projection: Document): (document: Document) => Document {
  const wanted = [...projection].map(([path, value]) => [path, isIncluded(path, value)] as const);
  const included = wanted.flatMap(([path, isWanted]) => (isWanted ? [path] : []));
  const excluded = wanted.flatMap(([path, isWanted]) => (isWanted ? [] : [path]));
  const other = excluded.find((path) => path !== '_id');
  if (other !== undefined && included.length > 0) {
    throw new CommandError(31254, `Cannot do exclusion on field ${other} in inclusion projection`);
  }
  if (other !== undefined) throw refusedForm(`a projection that leaves out '${other}'`, 'exclusion');
  if (excluded.length > 0) FORMS.get('without _id');
  if (included.length === 0) return excluded.length === 0 ? (document) => document : withoutId;
  FORMS.get('inclusion');
  const tree = treeOf(excluded.length > 0 || included.includes('_id') ? included : ['_id', ...included]);
  return (document) => include(document, tree);
}

function isIncluded(path: string, value: Value): boolean {
  if (/(^|\.)\$/.test(path)) throw refusedForm(`the projection '${path}'`, '$');
  if (typeof value === 'boolean' || isNumber(value)) return isTrue(value);
  throw refusedForm(`an expression in a projection ('${path}')`, 'expression');
}

function refusedForm(thing: string, form: string): CommandError {
  FORMS.get(form);
  return refused(thing);
}

function withoutId(document: Document): Document {
  const result = new Map(document);
  result.delete('_id');
  return result;
}

function treeOf(paths: readonly string[]): Branch {
  const root: Branch = { fields: new Map() };
  for (const path of paths) {
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
