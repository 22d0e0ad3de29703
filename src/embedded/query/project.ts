import { onDemand } from 'bson';
import { CommandError, refused } from '../errors';
import { tableOfNames } from '../profile';
import { ByteWriter } from './byte-writer';
import { reading } from './decode';
import { pathOf } from './path';
import { isNumber, isTrue, type Document, type Value } from './value';

/** The fields that a projection names, as a tree; a leaf is a field taken as a whole. */
interface Branch {
  readonly fields: Map<string, Branch | 'leaf'>;
}

/** Takes what is shown out of the bytes of a document. */
export type Project = (document: Buffer) => Buffer;

const OBJECT = 3;
const ARRAY = 4;

const writer = new ByteWriter();

const FORMS = tableOfNames('projection', ['inclusion', 'without _id']);

/**
 * Prepares an inclusion, with `_id` or without, or an exclusion of `_id` alone; fields keep the order of the document.
 * Documents are not decoded for it: what is shown is copied from the stored bytes.
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
  if (included.length === 0) return excluded.length === 0 ? (document) => document : projector(copyWithoutId);
  FORMS.get('inclusion');
  const tree = treeOf(excluded.length > 0 || included.includes('_id') ? included : ['_id', ...included]);
  return projector((document) => {
    copyDocument(document, 0, tree);
  });
}

function projector(copy: (document: Buffer) => void): Project {
  return (document) =>
    reading(() =>
      writer.collect(() => {
        copy(document);
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
  const root: Branch = { fields: new Map() };
  for (const path of paths) {
    const names = pathOf(path).map((name) => Buffer.from(name).toString('latin1'));
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

/** Where a field of a document lies in its bytes: its type, its name, its value, and where the next one begins. */
interface Field {
  readonly type: number;
  /** In latin1, which is quicker and as unambiguous as the text. */
  readonly name: string;
  readonly start: number;
  readonly value: number;
  readonly end: number;
}

function* fieldsOf(source: Buffer, at: number): Generator<Field> {
  for (const [type, nameAt, length, value, size] of onDemand.parseToElements(source, at)) {
    const name = source.toString('latin1', nameAt, nameAt + length);
    yield { type, name, start: nameAt - 1, value, end: value + size };
  }
}

function copyWithoutId(source: Buffer): void {
  const from = writer.reserve(4);
  for (const { name, start, end } of fieldsOf(source, 0)) {
    if (name !== '_id') writer.raw(source.subarray(start, end));
  }
  endDocument(from);
}

function copyDocument(source: Buffer, at: number, { fields }: Branch): void {
  const from = writer.reserve(4);
  let left = fields.size;
  for (const field of fieldsOf(source, at)) {
    const branch = fields.get(field.name);
    if (branch === undefined) continue;
    if (branch === 'leaf') writer.raw(source.subarray(field.start, field.end));
    else if (isContainer(field)) {
      writer.raw(source.subarray(field.start, field.value));
      copyContainer(source, field, branch);
    }
    if (--left === 0) break;
  }
  endDocument(from);
}

/** Below a path, scalars are left out, also out of arrays. */
function copyArray(source: Buffer, at: number, branch: Branch): void {
  const from = writer.reserve(4);
  let position = 0;
  for (const element of fieldsOf(source, at)) {
    if (!isContainer(element)) continue;
    writer.byte(element.type);
    writer.utf8(`${position++}\0`);
    copyContainer(source, element, branch);
  }
  endDocument(from);
}

function isContainer({ type }: Field): boolean {
  return type === OBJECT || type === ARRAY;
}

function copyContainer(source: Buffer, { type, value }: Field, branch: Branch): void {
  const copy = type === OBJECT ? copyDocument : copyArray;
  copy(source, value, branch);
}

function endDocument(from: number): void {
  writer.byte(0);
  writer.int32(writer.length - from, from);
}
