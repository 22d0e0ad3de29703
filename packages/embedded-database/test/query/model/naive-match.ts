import type { Document as Plain } from 'bson';

/**
 * A second, simple matcher for plain objects, to compare with. It lists all values of a path and tests each. Source: the manual of
 * MongoDB.
 */
const MISSING = Symbol('missing');

type Found = unknown;

export function naiveMatch(document: Plain, filter: Plain): boolean {
  return Object.entries(filter).every(([name, condition]) => {
    const branches = condition as Plain[];
    if (name === '$and') return branches.every((branch) => naiveMatch(document, branch));
    if (name === '$or') return branches.some((branch) => naiveMatch(document, branch));
    return matchesPath(document, name.split('.'), condition);
  });
}

function matchesPath(document: unknown, path: string[], condition: unknown): boolean {
  if (!isOperators(condition))
    return candidates(document, path).some((found) => holds(found, '$eq', condition));
  return Object.entries<unknown>(condition).every(([name, operand]) => {
    if (name === '$not') return !matchesPath(document, path, operand);
    if (name === '$ne') return !matchesPath(document, path, { $eq: operand });
    if (name === '$nin') return !matchesPath(document, path, { $in: operand });
    if (name === '$exists') return operand === candidates(document, path).some((found) => found !== MISSING);
    return candidates(document, path).some((found) => holds(found, name, operand));
  });
}

function isOperators(condition: unknown): condition is Plain {
  return isObject(condition) && (Object.keys(condition)[0] ?? '').startsWith('$');
}

function isObject(found: Found): found is Plain {
  return typeof found === 'object' && found !== null && !Array.isArray(found) && !(found instanceof Date);
}

/** The values at a path. An array on the way stands for its elements, and for the element at a position. */
function candidates(from: unknown, path: string[]): Found[] {
  const [name, ...rest] = path;
  if (name === undefined) return [from];
  const next = step(from, name);
  if (rest.length === 0) return Array.isArray(next) ? [...(next as unknown[]), next] : [next];
  if (Array.isArray(next)) return fromElements(next, rest);
  return isObject(next) ? candidates(next, rest) : [MISSING];
}

function fromElements(list: unknown[], path: string[]): Found[] {
  return list.flatMap((element, at) => [
    ...(isObject(element) ? candidates(element, path) : []),
    ...(path[0] === String(at) ? fromPosition(element, path.slice(1)) : []),
  ]);
}

function fromPosition(element: unknown, rest: string[]): Found[] {
  if (rest.length === 0) return [element];
  if (Array.isArray(element)) return fromElements(element, rest);
  return isObject(element) ? candidates(element, rest) : [];
}

function step(from: unknown, name: string): Found {
  const owner = from as Record<string, unknown>;
  return Object.hasOwn(owner, name) ? owner[name] : MISSING;
}

function holds(found: Found, name: string, operand: unknown): boolean {
  if (name === '$in') return (operand as unknown[]).some((item) => holds(found, '$eq', item));
  if (operand instanceof RegExp) return typeof found === 'string' && operand.test(found);
  const left = found === MISSING ? null : found;
  if (kind(left) !== kind(operand)) return false;
  const order = compareSame(left, operand);
  if (Number.isNaN(left) !== Number.isNaN(operand)) return false;
  return { $eq: order === 0, $gt: order > 0, $gte: order >= 0, $lt: order < 0, $lte: order <= 0 }[name]!;
}

const KINDS = ['null', 'number', 'string', 'object', 'array', 'boolean', 'date'];

function kind(found: unknown): number {
  if (found === null) return KINDS.indexOf('null');
  if (Array.isArray(found)) return KINDS.indexOf('array');
  return KINDS.indexOf(found instanceof Date ? 'date' : typeof found);
}

function compareAny(left: unknown, right: unknown): number {
  return kind(left) - kind(right) || compareSame(left, right);
}

function compareSame(left: unknown, right: unknown): number {
  if (isObject(left) && isObject(right)) return compareObjects(left, right);
  if (Number.isNaN(left) || Number.isNaN(right))
    return Number(Number.isNaN(right)) - Number(Number.isNaN(left));
  if (typeof left === 'string') return Buffer.compare(Buffer.from(left), Buffer.from(right as string));
  return Number(left) - Number(right);
}

function compareObjects(left: Plain, right: Plain): number {
  const others = Object.entries(right);
  for (const [at, [name, value]] of Object.entries(left).entries()) {
    const other = others[at];
    if (!other) return 1;
    const byName = name < other[0] ? -1 : name > other[0] ? 1 : 0;
    const order = kind(value) - kind(other[1]) || byName || compareAny(value, other[1]);
    if (order !== 0) return order;
  }
  return Object.keys(left).length - others.length;
}
