import { CommandError, outsideProfile } from '../errors';
import { tableOfNames } from '../profile/profile';
import { ByteWriter } from './byte-writer';
import { parsedPath, type Path } from './path';
import { type Document, isNumber, isTrue, type Value } from './value';

/** Sizes of the types whose values have a fixed size, in bytes. Source: bsonspec.org, version 1.1. */
const FIXED_LENGTHS: Readonly<Record<number, number>> = {
  1: 8,
  7: 12,
  8: 1,
  9: 8,
  10: 0,
  16: 4,
  17: 8,
  18: 8,
};

const [STRING, OBJECT, ARRAY, BINARY] = [2, 3, 4, 5];

/**
 * Returns the offset of the value of an element. Elements of stored documents are located without decoding them: a page of
 * a hundred documents has thousands of them.
 */
function valueAfter(source: Buffer, element: number): number {
  let at = element + 1;
  while (at < source.length && source[at] !== 0) at++;
  return at + 1;
}

/**
 * Returns the end of the element whose value begins at `value`.
 *
 * @param end end of the document that contains it
 * @throws CommandError InvalidBSON if it would end before its beginning or after the document
 */
function elementAfter(source: Buffer, { element, value, end }: ElementSpan): number {
  const next = value + valueSizeOf(source, element, value);
  if (next > value - 1 && next <= end) return next;
  throw new CommandError('InvalidBSON', 'a value lies beyond its document');
}

interface ElementSpan {
  readonly element: number;
  readonly value: number;
  readonly end: number;
}

function valueSizeOf(source: Buffer, element: number, value: number): number {
  const type = source[element] ?? 0;
  const fixed = FIXED_LENGTHS[type];
  if (fixed !== undefined) return fixed;
  if (type === OBJECT || type === ARRAY) return source.readInt32LE(value);
  if (type === STRING) return 4 + source.readInt32LE(value);
  if (type === BINARY) return 5 + source.readInt32LE(value);
  // A regular expression consists of two texts that end with a zero.
  return source.indexOf(0, source.indexOf(0, value) + 1) + 1 - value;
}

/** The fields that a projection names. A field without names below it is selected as a whole. */
type Tree = readonly Twig[];

interface Twig {
  readonly name: Buffer;
  readonly below?: Tree | undefined;
}

/** Treatment of an array on a path. */
type Arrays = 'refused' | 'whole';

/** Copies the shown fields from the bytes of a document. */
export type Project = (document: Buffer) => Buffer;

/** Bytes of a document without fields. */
const EMPTY_DOCUMENT_BYTES = 5;

const OBJECT_TYPE = 3;
const ARRAY_TYPE = 4;

const writer = new ByteWriter();

const PROJECTION_FORMS = tableOfNames('projection', ['inclusion', 'without _id']);

/**
 * Prepares a projection that is not empty: an inclusion, with `_id` or without, or an exclusion of `_id` alone. Fields
 * keep the order of the document. Documents are not decoded: the shown fields are copied from the stored bytes. MongoDB
 * also traverses arrays within a path. No client needs this, so the engine refuses it if a document has such an array.
 *
 * @throws CommandError with MongoDB's code if paths collide, NotImplemented for other exclusions and for expressions
 */
export function compileProjection(projection: Document): Project {
  const wanted = [...projection].map(([path, value]) => [path, isIncluded(path, value)] as const);
  const name = wanted.map(([path, isWanted]) => `${isWanted ? '+' : '-'}${path}`).join('\0');
  const known = COMPILED_PROJECTIONS.get(name);
  if (known !== undefined) return known;
  const project = compiled(projection, wanted);
  if (COMPILED_PROJECTIONS.size >= MAX_COMPILED_PROJECTIONS) COMPILED_PROJECTIONS.clear();
  COMPILED_PROJECTIONS.set(name, project);
  return project;
}

/**
 * Compiled projections. Clients send the same few projections repeatedly; a search sends one for each of its queries.
 */
const COMPILED_PROJECTIONS = new Map<string, Project>();
const MAX_COMPILED_PROJECTIONS = 200;

/** The paths of a projection, and whether each is shown. */
type Wanted = readonly (readonly [path: string, isWanted: boolean])[];

function compiled(projection: Document, wanted: Wanted): Project {
  const included = wanted.flatMap(([path, isWanted]) => (isWanted ? [path] : []));
  const excluded = wanted.flatMap(([path, isWanted]) => (isWanted ? [] : [path]));
  assertOneForm(wanted);
  const other = excluded.find(isNotId);
  if (other !== undefined) throw refusedForm(`a projection that leaves out '${other}'`, 'exclusion');
  if (excluded.length > 0) PROJECTION_FORMS.get('without _id');
  if (included.length === 0) return checkedProjection(withoutId);
  PROJECTION_FORMS.get('inclusion');
  fieldTreeOf([...projection.keys()].map(parsedPath));
  const isIdSaid = [...projection.keys()].some((path) => path === '_id' || path.startsWith('_id.'));
  const tree = fieldTreeOf((isIdSaid ? included : ['_id', ...included]).map(parsedPath));
  return projectionOf(tree);
}

/** Does the same for whole fields of the top level. */
export function projectFields(names: ReadonlySet<string>): Project {
  return projectionOf([...names].map((name) => ({ name: Buffer.from(name) })));
}

/** Does the same for the values that a sort compares. An array within a path is copied as a whole, so that the sort finds its values. */
export function projectPaths(paths: readonly Path[]): Project {
  const isWithin = (path: Path, other: Path) =>
    other.length < path.length && other.every((name, i) => path[i] === name);
  const outermost = paths.filter((path) => !paths.some((other) => isWithin(path, other)));
  return projectionOf(fieldTreeOf(outermost), 'whole');
}

function projectionOf(tree: Tree, arrays?: Arrays): Project {
  return checkedProjection((document) =>
    writer.collect(() => {
      copy(document, 0, tree, arrays);
    }),
  );
}

/** Except `_id`, all fields must be included or all excluded. The first one other than `_id` decides. */
function assertOneForm(wanted: Wanted): void {
  const others = wanted.filter(([path]) => isNotId(path));
  const odd = others.find(([, isWanted]) => isWanted !== others[0]?.[1]);
  if (!odd) return;
  const [path, isWanted] = odd;
  throw isWanted
    ? new CommandError(31253, `Cannot do inclusion on field ${path} in exclusion projection`)
    : new CommandError(31254, `Cannot do exclusion on field ${path} in inclusion projection`);
}

function isNotId(path: string): boolean {
  return path !== '_id';
}

function checkedProjection(project: Project): Project {
  return (document) => {
    if (document.length >= EMPTY_DOCUMENT_BYTES && document.readInt32LE(0) === document.length)
      return project(document);
    throw new CommandError('InvalidBSON', 'the length of a document is wrong');
  };
}

function isIncluded(path: string, value: Value): boolean {
  if (/(^|\.)\$/.test(path)) throw refusedForm(`the projection '${path}'`, '$');
  if (typeof value === 'boolean' || isNumber(value)) return isTrue(value);
  throw refusedForm(`an expression in a projection ('${path}')`, 'expression');
}

function refusedForm(feature: string, form: string): CommandError {
  PROJECTION_FORMS.get(form);
  return outsideProfile(feature);
}

function fieldTreeOf(paths: readonly Path[], step = 0): Tree {
  return [...new Set(paths.map((path) => path[step] ?? ''))].map((name) => {
    const through = paths.filter((path) => path[step] === name);
    const whole = through.findIndex((path) => path.length === step + 1);
    const second = through[whole === 0 ? 1 : whole];
    if (whole >= 0 && second && through.length > 1)
      throw new CommandError(whole === 0 ? 31249 : 31250, `Path collision at ${second.join('.')}`);
    return { name: Buffer.from(name), below: whole === 0 ? undefined : fieldTreeOf(through, step + 1) };
  });
}

/** A stored document begins with its `_id`. */
function withoutId(document: Buffer): Buffer {
  const value = valueAfter(document, 4);
  const next = elementAfter(document, { element: 4, value, end: document.length - 1 });
  const rest = Buffer.allocUnsafe(document.length - next + 4);
  // Both ends are passed, because of a view into LMDB only `length` is correct.
  rest.set(document.subarray(next, document.length), 4);
  rest.writeInt32LE(rest.length, 0);
  return rest;
}

/**
 * Appends the elements of another document to a document. @throws CommandError NotImplemented if it already has one of
 * these fields
 */
export function appending(fields: Buffer): Project {
  const names = [...fieldNamesOf(fields)];
  return checkedProjection((document) => {
    const existing = [...fieldNamesOf(document)].find((name) => names.includes(name));
    if (existing !== undefined) throw outsideProfile(`$set of '${existing}', which a document has`);
    const end = document.length - 1;
    const whole = Buffer.allocUnsafe(end + fields.length - 4);
    whole.set(document.subarray(0, end));
    whole.set(fields.subarray(4), end);
    whole.writeInt32LE(whole.length, 0);
    return whole;
  });
}

/** The names of the fields of a document. */
function* fieldNamesOf(document: Buffer): Generator<string> {
  const end = document.length - 1;
  for (let element = 4; element < end;) {
    const value = valueAfter(document, element);
    yield document.toString('latin1', element + 1, value - 1);
    element = elementAfter(document, { element, value, end });
  }
}

/** Copies adjacent fields together. The bytes of a stored document were checked when it was inserted. */
function copy(source: Buffer, at: number, tree: Tree, arrays: Arrays = 'refused'): void {
  const from = writer.reserve(4);
  const end = at + source.readInt32LE(at) - 1;
  let left = tree.length;
  let kept = at + 4;
  let element = kept;
  while (element < end && left > 0) {
    const value = valueAfter(source, element);
    const next = elementAfter(source, { element, value, end });
    const twig = twigAt(source, element + 1, value - 1, tree);
    if (twig) left--;
    if (!twig || twig.below) {
      writer.part(source, kept, element);
      kept = next;
    }
    if (twig?.below) copyBelow(source, { element, value, next }, { tree: twig.below, arrays });
    element = next;
  }
  writer.part(source, kept, element);
  writer.byte(0);
  writer.int32(writer.length - from, from);
}

interface Field {
  readonly element: number;
  readonly value: number;
  readonly next: number;
}

function copyBelow(
  source: Buffer,
  { element, value, next }: Field,
  { tree, arrays }: { readonly tree: Tree; readonly arrays: Arrays },
): void {
  const type = source[element];
  if (type === ARRAY_TYPE && arrays === 'whole') {
    writer.part(source, element, next);
    return;
  }
  if (type === ARRAY_TYPE) {
    const name = source.toString('utf8', element + 1, value - 1);
    throw outsideProfile(`an array on the way of a projection (in '${name}')`);
  }
  if (type !== OBJECT_TYPE) return;
  writer.part(source, element, value);
  copy(source, value, tree, arrays);
}

/** Returns the twig whose name is between two offsets. Compares byte by byte, which is faster than a call for short names. */
function twigAt(source: Buffer, from: number, to: number, tree: Tree): Twig | undefined {
  next: for (const twig of tree) {
    const { name } = twig;
    if (name.length !== to - from) continue;
    for (let at = 0; at < name.length; at++) if (name[at] !== source[from + at]) continue next;
    return twig;
  }
  return undefined;
}
