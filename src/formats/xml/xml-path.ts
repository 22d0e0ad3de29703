import { addElement, elementsOf, removeElement, setText, textContent, type XmlElement } from './xml-tree';

/** An element with its ancestors, outermost first. */
export type XmlChain = readonly XmlElement[];

/** Records the paths of a tree that have been read, for the loss report. */
export interface Visits {
  readonly elements: Set<XmlElement>;
  readonly attributes: Map<XmlElement, Set<string>>;
}

interface Condition {
  readonly attribute: string;
  readonly value: string;
  /**
   * `=` compares the whole value, `$=` its end, `~=` a part of it, `!~=` demands that it has no such part. Without an operator, the
   * attribute must exist or, after `!`, must not.
   */
  readonly operator: string;
}

interface Step {
  readonly name: string;
  readonly conditions: readonly Condition[];
}

interface Path {
  readonly steps: readonly Step[];
  readonly attribute?: string;
}

const STEP = /^([^@[\]]+)((?:\[@[^\]]+\])*)$/u;
const CONDITION = /\[@(!?[^!=$~\]]+)(!?\$?~?=)?([^\]]*)\]/gu;

const known = new Map<string, Path>();

/** Parses `note/form`, `../@type`, `trait[@name=status]/@value`, `trait[@name$=-infl-class]`. An empty path is the element itself. */
function parsePath(path: string): Path {
  const parsed = known.get(path) ?? parseSteps(path);
  known.set(path, parsed);
  return parsed;
}

function parseSteps(path: string): Path {
  const parts = path === '' ? [] : path.split('/');
  const last = parts.at(-1);
  const attribute = last?.startsWith('@') ? last.slice(1) : undefined;
  const steps = (attribute === undefined ? parts : parts.slice(0, -1)).map((part) => {
    const [, name = part, conditions = ''] = STEP.exec(part) ?? [];
    const all = [...conditions.matchAll(CONDITION)].map(([, of = '', operator = '', value = '']) => ({
      attribute: of,
      operator,
      value,
    }));
    return { name, conditions: all };
  });
  return attribute === undefined ? { steps } : { steps, attribute };
}

function fits(element: XmlElement, { name, conditions }: Step): boolean {
  return (
    element[0] === name &&
    conditions.every(({ attribute, operator, value }) =>
      attribute.startsWith('!')
        ? element[1][attribute.slice(1)] === undefined
        : holds(element[1][attribute], operator, value),
    )
  );
}

function holds(actual: string | undefined, operator: string, value: string): boolean {
  if (operator === '!~=') return actual?.includes(value) !== true;
  if (actual === undefined) return false;
  if (operator === '=') return actual === value;
  if (operator === '$=') return actual.endsWith(value);
  return operator === '~=' ? actual.includes(value) : true;
}

/** Returns all elements at a path, in document order. */
export function selectChains(chain: XmlChain, path: string): readonly XmlChain[] {
  let chains: readonly XmlChain[] = [chain];
  for (const step of parsePath(path).steps) {
    const next: XmlChain[] = [];
    for (const outer of chains)
      if (step.name === '..') next.push(outer.slice(0, -1));
      else addChildren(next, outer, step);
    if (next.length === 0) return next;
    chains = next;
  }
  return chains;
}

/** A TEI element that only groups others. Its children count as children of its parent. */
const GROUP = 'seg';

function addChildren(chains: XmlChain[], chain: XmlChain, step: Step): void {
  for (const child of elementsOf(chain.at(-1) ?? ['', {}]))
    if (fits(child, step)) chains.push([...chain, child]);
    else if (child[0] === GROUP) addChildren(chains, [...chain, child], step);
}

/** Returns the text of the first element at a path, or its attribute; `undefined` if there is neither, or only white space. */
export function readPath(chain: XmlChain, path: string, visits?: Visits): string | undefined {
  const { attribute } = parsePath(path);
  for (const match of selectChains(chain, path)) {
    const element = match.at(-1);
    if (!element) continue;
    const text = (attribute === undefined ? textContent(element) : element[1][attribute])?.trim();
    if (text === undefined || text === '') continue;
    visit(match, attribute, visits);
    return text;
  }
  return undefined;
}

function visit(chain: XmlChain, attribute: string | undefined, visits: Visits | undefined): void {
  if (!visits) return;
  for (const element of chain) {
    visits.elements.add(element);
    const conditions = DISTINGUISHING.filter((name) => name in element[1]);
    if (conditions.length > 0) visitAttributes(element, conditions, visits);
  }
  const last = chain.at(-1);
  if (last && attribute !== undefined) visitAttributes(last, [attribute], visits);
}

/** Attributes that determine the type of an element. They count as read together with the element. */
export const DISTINGUISHING: readonly string[] = ['name', 'type'];

function visitAttributes(element: XmlElement, names: readonly string[], { attributes }: Visits): void {
  const seen = attributes.get(element) ?? new Set();
  for (const name of names) seen.add(name);
  attributes.set(element, seen);
}

/** Writes a text or an attribute, and creates missing elements of the path. `undefined` removes it. */
export function writePath(chain: XmlChain, path: string, value: string | undefined): void {
  const { attribute } = parsePath(path);
  const written = value === undefined ? selectChains(chain, path)[0] : makeChain(chain, path);
  const element = written?.at(-1);
  if (!written || !element) return;
  if (attribute !== undefined) {
    if (value === undefined) Reflect.deleteProperty(element[1], attribute);
    else element[1][attribute] = value;
  } else if (value !== undefined) setText(element, value);
  else removeChain(written, chain.length);
}

/** Returns the first element at a path, and creates missing elements. */
export function makeChain(chain: XmlChain, path: string): XmlChain {
  return parsePath(path).steps.reduce<XmlChain>((outer, step) => {
    if (step.name === '..') return outer.slice(0, -1);
    const parent = outer.at(-1) ?? ['', {}];
    const child = elementsOf(parent).find((element) => fits(element, step));
    return [...outer, child ?? addElement(parent, newElement(step))];
  }, chain);
}

/** Adds an element at a path after the existing ones. */
export function appendChain(chain: XmlChain, path: string): XmlChain {
  const at = path.lastIndexOf('/');
  const parent = at === -1 ? chain : makeChain(chain, path.slice(0, at));
  const [step] = parsePath(path.slice(at + 1)).steps;
  const element = newElement(step ?? { name: path, conditions: [] });
  return [...parent, addElement(parent.at(-1) ?? ['', {}], element)];
}

function newElement({ name, conditions }: Step): XmlElement {
  return [
    name,
    Object.fromEntries(
      conditions
        .filter(({ operator }) => operator === '=')
        .map((condition) => [condition.attribute, condition.value]),
    ),
  ];
}

/** Removes an element and its emptied ancestors, except the outermost `keep` elements. */
export function removeChain(chain: XmlChain, keep: number): void {
  for (let length = chain.length; length > keep; length--) {
    const [parent, element] = [chain[length - 2], chain[length - 1]];
    if (!element) return;
    removeElement(parent, element);
    if ((parent?.length ?? 0) > 2) return;
  }
}
