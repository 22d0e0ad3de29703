import { onDemand } from 'bson';
import { CommandError, refused } from '../errors';
import { tableOfNames } from '../profile';
import { ByteWriter } from './byte-writer';
import { reading } from './decode';
import { pathOf } from './path';
import { isNumber, isTrue, type Document, type Value } from './value';

/** The fields that a projection names, as a tree; a leaf is a field taken as a whole. Names are in latin1, as in `copy`. */
type Branch = Map<string, Branch | 'leaf'>;

/** Takes what is shown out of the bytes of a document. */
export type Project = (document: Buffer) => Buffer;

const OBJECT = 3;
const ARRAY = 4;

const writer = new ByteWriter();

const FORMS = tableOfNames('projection', ['inclusion', 'without _id']);

/**
 * Prepares an inclusion, with `_id` or without, or an exclusion of `_id` alone; fields keep the order of the document.
 * Documents are not decoded for it: what is shown is copied from the stored bytes. MongoDB also enters arrays on the way
 * of a path; nobody asks for that, and it is refused when a document holds one.
 *
 * @throws CommandError with MongoDB's code when paths collide, NotImplemented for other exclusions and for expressions
 */
export function compileProjection(projection: Document): Project {
  const wanted = [...projection].map(([path, value]) => [path, isIncluded(path, value)] as const);
  const included = wanted.flatMap(([path, isWanted]) => (isWanted ? [path] : []));
  const excluded = wanted.flatMap(([path, isWanted]) => (isWanted ? [] : [path]));
  const other = excluded.find((path) => path !== '_id');
  if (other !== undefined && included.length > 0) {
    throw new CommandError(31254, `Cannot do exclusion on field ${other} in inclusion projection`);
  }
  if (other !== undefined) throw refusedForm(`a projection that leaves out '${other}'`, 'exclusion');
  if (excluded.length > 0) FORMS.get('without _id');
  if (included.length === 0) return excluded.length === 0 ? (document) => document : projector(undefined);
  FORMS.get('inclusion');
  return projector(treeOf(excluded.length > 0 || included.includes('_id') ? included : ['_id', ...included]));
}

/** @param tree absent: everything but `_id` */
function projector(tree: Branch | undefined): Project {
  return (document) =>
    reading(() =>
      writer.collect(() => {
        copy(document, 0, tree);
      }),
    );
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

function treeOf(paths: readonly string[]): Branch {
  const root: Branch = new Map();
  for (const path of paths) {
    const names = pathOf(path).map((name) => Buffer.from(name).toString('latin1'));
    const last = names.pop() ?? '';
    let branch = root;
    for (const name of names) {
      const next = branch.get(name) ?? new Map<string, Branch | 'leaf'>();
      if (next === 'leaf') throw new CommandError(31249, `Path collision at ${path}`);
      branch.set(name, next);
      branch = next;
    }
    if (branch.has(last)) throw new CommandError(31250, `Path collision at ${path}`);
    branch.set(last, 'leaf');
  }
  return root;
}

function copy(source: Buffer, at: number, tree: Branch | undefined): void {
  const from = writer.reserve(4);
  let left = tree?.size;
  for (const [type, nameAt, nameLength, value, size] of onDemand.parseToElements(source, at)) {
    // Latin1 is quicker than the text, and as unambiguous.
    const name = source.toString('latin1', nameAt, nameAt + nameLength);
    const wanted = tree ? tree.get(name) : name !== '_id' && 'leaf';
    if (!wanted) continue;
    if (wanted === 'leaf') writer.raw(source.subarray(nameAt - 1, value + size));
    else if (type === OBJECT) {
      writer.raw(source.subarray(nameAt - 1, value));
      copy(source, value, wanted);
    } else if (type === ARRAY) {
      throw refused(`an array on the way of a projection (in '${name}')`);
    }
    if (left !== undefined && --left === 0) break;
  }
  writer.byte(0);
  writer.int32(writer.length - from, from);
}
