import { isElement, type XmlElement } from './xml-tree';

/** The namespaces of the formats. A file may declare another one, such as that of another version; LIFT has none. */
const KNOWN: ReadonlySet<string> = new Set([
  'http://www.tei-c.org/ns/1.0',
  'http://docs.oasis-open.org/lexidma/ns/dmlex-1.0',
]);

/** Namespaces by prefix; the empty prefix is that of the default namespace. */
export type NamespaceScope = ReadonlyMap<string, string>;

/** Maximum number of prefixes that are declared at once, since each element with declarations has a scope of its own. */
export const MAX_NAMESPACES = 100;

const ATTRIBUTE = /\s*([^\s=<>/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/uy;

/** Returns the scope within an element, by the text of its tag. */
export function scopeWithin(outer: NamespaceScope, tag: string): NamespaceScope {
  if (!tag.includes('xmlns')) return outer;
  const scope = new Map(outer);
  ATTRIBUTE.lastIndex = /^<[^\s/>]+/u.exec(tag)?.[0].length ?? 1;
  for (let match = ATTRIBUTE.exec(tag); match; match = ATTRIBUTE.exec(tag)) {
    const [, name = '', double, single = ''] = match;
    const prefix = declaredPrefix(name);
    if (prefix !== undefined) scope.set(prefix, double ?? single);
  }
  return scope;
}

/** Returns the prefix that an attribute declares; `undefined` for other attributes. */
export function declaredPrefix(attribute: string): string | undefined {
  if (attribute === 'xmlns') return '';
  return attribute.startsWith('xmlns:') ? attribute.slice('xmlns:'.length) : undefined;
}

/** Returns the prefix of a qualified name; empty if it has none. */
export function prefixOf(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf(':')));
}

export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Whether a namespace is that of a file: the one of its root element, or one of a known format. */
export function isSameNamespace(uri: string, ofRoot: string | undefined): boolean {
  return ofRoot === undefined || uri === ofRoot || KNOWN.has(uri);
}

const patterns = new Map<string, RegExp>();

/** Matches the first opening tag of an element, with or without a prefix, up to the end of its name. The prefix is the first group. */
export function openingTagOf(element: string): RegExp {
  const pattern = patterns.get(element) ?? new RegExp(`<(?:([^\\s<>/:"'=!?]+):)?${element}(?=[\\s/>])`, 'u');
  patterns.set(element, pattern);
  return pattern;
}

/** Removes the prefix of an element, if it has one, from all tags of a text. */
export function withoutPrefix(text: string, element: string): string {
  const prefix = openingTagOf(element).exec(text)?.[1];
  return prefix === undefined ? text : text.replaceAll(`<${prefix}:`, '<').replaceAll(`</${prefix}:`, '</');
}

/** The written names of elements that have others while they are read, by their attributes, which copies of an element keep. */
const writtenNames = new WeakMap<XmlElement[1], string>();

/**
 * Returns an entry whose name has a prefix with the local names of all elements in its namespace, which the rows of the formats have. Other
 * elements without a prefix begin with a colon, since they are not those of the format. An entry without a prefix is returned itself.
 */
export function withLocalNames(entry: XmlElement): XmlElement {
  const prefix = prefixOf(entry[0]);
  return prefix === '' ? entry : renamed(entry, new Set([prefix]), entry[1][`xmlns:${prefix}`]);
}

function renamed(element: XmlElement, outer: ReadonlySet<string>, ofEntry: string | undefined): XmlElement {
  const [name, attributes, ...children] = element;
  const prefixes = prefixesWithin(outer, attributes, ofEntry);
  const prefix = prefixOf(name);
  const own = { ...attributes };
  writtenNames.set(own, name);
  return [
    prefixes.has(prefix) ? localName(name) : prefix === '' ? `:${name}` : name,
    own,
    ...children.map((child) => (isElement(child) ? renamed(child, prefixes, ofEntry) : child)),
  ];
}

/** Returns the prefixes of the format within an element. */
function prefixesWithin(
  outer: ReadonlySet<string>,
  attributes: XmlElement[1],
  ofEntry: string | undefined,
): ReadonlySet<string> {
  const declared = Object.keys(attributes).filter((name) => declaredPrefix(name) !== undefined);
  if (declared.length === 0) return outer;
  const prefixes = new Set(outer);
  for (const attribute of declared) {
    const prefix = declaredPrefix(attribute) ?? '';
    const uri = attributes[attribute] ?? '';
    if (uri === ofEntry || KNOWN.has(uri)) prefixes.add(prefix);
    else prefixes.delete(prefix);
  }
  return prefixes;
}

/** Copies an element with everything in it. The copy has the same written names. */
export function copyOfElement(element: XmlElement): XmlElement {
  const [name, attributes, ...children] = element;
  const copy = { ...attributes };
  const written = writtenNames.get(attributes);
  if (written !== undefined) writtenNames.set(copy, written);
  return [name, copy, ...children.map((child) => (isElement(child) ? copyOfElement(child) : child))];
}

/** Returns an element with the names of the file. Elements that were added get the prefix of the element around them. */
export function withWrittenNames(element: XmlElement, outer: string): XmlElement {
  const [name, attributes, ...children] = element;
  const written = writtenNames.get(attributes) ?? (outer === '' ? name : `${outer}:${name}`);
  const prefix = prefixOf(written);
  if (prefix === '' && written === name) return element;
  return [
    written,
    attributes,
    ...children.map((child) => (isElement(child) ? withWrittenNames(child, prefix) : child)),
  ];
}
