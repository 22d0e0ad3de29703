import { CommandError, refused } from '../errors';
import { tableOfNames } from '../profile';
import { ByteWriter } from './byte-writer';
import { elementAfter, valueAfter } from './elements';
import { pathOf } from './path';
import { isNumber, isTrue, type Document, type Value } from './value';

/** The fields that a projection names, as a tree, by the length of their names; a leaf is a field taken as a whole. */
interface Branch {
  readonly size: number;
  readonly byLength: readonly (readonly Twig[] | undefined)[];
}

interface Twig {
  readonly name: Buffer;
  readonly below: Branch | 'leaf';
}

/** Takes what is shown out of the bytes of a document. */
export type Project = (document: Buffer) => Buffer;

/** Bytes of a document without fields. */
const SMALLEST = 5;

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
  return (document) => {
    if (document.length < SMALLEST || document.readInt32LE(0) !== document.length)
      throw new CommandError('InvalidBSON', 'a document is not as long as it says');
    return writer.collect(() => {
      copy(document, 0, tree);
    });
  };
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

type Names = Map<string, Names | 'leaf'>;

function treeOf(paths: readonly string[]): Branch {
  const root: Names = new Map();
  for (const path of paths) {
    const names = pathOf(path);
    let branch = root;
    for (const name of names.slice(0, -1)) {
      const next = branch.get(name) ?? new Map<string, Names | 'leaf'>();
      if (next === 'leaf') throw new CommandError(31249, `Path collision at ${path}`);
      branch.set(name, next);
      branch = next;
    }
    const last = names.at(-1) ?? '';
    if (branch.has(last)) throw new CommandError(31250, `Path collision at ${path}`);
    branch.set(last, 'leaf');
  }
  return branchOf(root);
}

function branchOf(names: Names): Branch {
  const byLength: Twig[][] = [];
  for (const [text, below] of names) {
    const name = Buffer.from(text);
    (byLength[name.length] ??= []).push({ name, below: below === 'leaf' ? below : branchOf(below) });
  }
  return { size: names.size, byLength };
}

/** Fields beside each other are copied together. The bytes are those of a stored document: they were checked when it came. */
function copy(source: Buffer, at: number, tree: Branch | undefined): void {
  const from = writer.reserve(4);
  const end = at + source.readInt32LE(at) - 1;
  let left = tree?.size ?? Infinity;
  let element = at + 4;
  let kept = element;
  while (element < end && left > 0) {
    const value = valueAfter(source, element);
    const next = elementAfter(source, { element, value, end });
    const wanted = wantedAt(source, element + 1, value - 1, tree);
    if (wanted) left--;
    if (wanted !== 'leaf') {
      writer.part(source, kept, element);
      kept = next;
      if (wanted) copyBelow(source, { element, value }, wanted);
    }
    element = next;
  }
  writer.part(source, kept, element);
  writer.byte(0);
  writer.int32(writer.length - from, from);
}

function copyBelow(
  source: Buffer,
  { element, value }: { readonly element: number; readonly value: number },
  branch: Branch,
): void {
  const type = source[element];
  if (type === ARRAY) {
    const name = source.toString('utf8', element + 1, value - 1);
    throw refused(`an array on the way of a projection (in '${name}')`);
  }
  if (type !== OBJECT) return;
  writer.part(source, element, value);
  copy(source, value, branch);
}

const ID = Buffer.from('_id');

function wantedAt(
  source: Buffer,
  from: number,
  to: number,
  tree: Branch | undefined,
): Branch | 'leaf' | undefined {
  if (!tree) return isName(ID, source, from, to) ? undefined : 'leaf';
  const twigs = tree.byLength[to - from];
  if (twigs) for (const { name, below } of twigs) if (isName(name, source, from, to)) return below;
  return undefined;
}

function isName(name: Buffer, source: Buffer, from: number, to: number): boolean {
  if (name.length !== to - from) return false;
  for (let at = 0; at < name.length; at++) if (name[at] !== source[from + at]) return false;
  return true;
}
