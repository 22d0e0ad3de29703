import { SaxesParser } from 'saxes';
import { FileProblem, type Position, positionWithin } from '../files/position';
import { declaredPrefix, localName, MAX_NAMESPACES, type NamespaceScope } from './xml-namespaces';
import type { XmlChild, XmlElement } from './xml-tree';

/** Maximum nesting depth of an entry. Free JSON has 32 levels, of which the article, `original` and attributes take four. */
const MAX_XML_LEVELS = 28;

export interface XmlText {
  readonly text: string;
  /** Position of the text in its file. */
  readonly start: Position;
  /** Elements in which white space between elements is text. */
  readonly mixed: ReadonlySet<string>;
  /** The namespaces around an entry whose name has a prefix. All prefixes in it must be declared. */
  readonly namespaces?: NamespaceScope;
}

/**
 * Parses an element and its content to a tree. White space between elements is omitted unless there is other text beside it.
 * Only the five predefined entities are expanded. Without `namespaces`, prefixes need no declaration.
 * @throws FileProblem with the position in the file, if the text is not well-formed or is nested too deeply
 */
export function parseXml({ text, start, mixed, namespaces }: XmlText): XmlElement {
  const parser = parserOf(namespaces);
  const open: XmlElement[] = [];
  /** For each open element, the number of prefixes that it and those around it declare. */
  const declared: number[] = [];
  let root: XmlElement | undefined;
  const fail = (code: 'NOT_XML' | 'OVER_LIMIT', complaint: string) =>
    new FileProblem(code, positionWithin(start, { line: parser.line, column: parser.column + 1 }), complaint);
  const add = (child: XmlChild) => {
    const parent = open.at(-1);
    if (parent) append(parent, child);
  };
  parser.on('error', (error) => {
    throw fail('NOT_XML', complaintOf(error));
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length >= MAX_XML_LEVELS)
      throw fail('OVER_LIMIT', `<${name}> is nested deeper than ${MAX_XML_LEVELS} levels`);
    const element: XmlElement = [name, valuesOf(attributes)];
    const prefixes = (declared.at(-1) ?? 0) + (namespaces ? declarationsIn(element) : 0);
    if (prefixes > MAX_NAMESPACES)
      throw fail('OVER_LIMIT', `more than ${MAX_NAMESPACES} prefixes are declared here`);
    declared.push(prefixes);
    if (open.length === 0) root ??= element;
    else add(element);
    open.push(element);
  });
  parser.on('closetag', () => {
    const element = open.pop();
    declared.pop();
    if (element && !mixed.has(namespaces ? localName(element[0]) : element[0])) dropWhiteSpace(element);
  });
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('comment', (comment) => {
    add({ '#': comment });
  });
  parser.on('processinginstruction', ({ target, body }) => {
    add({ '?': `${target} ${body}` });
  });
  parser.write(text).close();
  if (!root) throw fail('NOT_XML', 'no element was found');
  return root;
}

/** Adds a child. Adjacent texts become one. */
function append(parent: XmlElement, child: XmlChild): void {
  const last = parent.length - 1;
  const before = parent[last];
  if (typeof child === 'string' && last > 1 && typeof before === 'string') parent[last] = before + child;
  else parent.push(child);
}

function parserOf(namespaces: NamespaceScope | undefined): SaxesParser {
  const scope = namespaces && { additionalNamespaces: Object.fromEntries(namespaces) };
  return new SaxesParser({ fragment: true, xmlns: namespaces !== undefined, ...scope });
}

function declarationsIn([, attributes]: XmlElement): number {
  return Object.keys(attributes).filter((name) => declaredPrefix(name) !== undefined).length;
}

/** Returns the values of attributes, which are objects if the parser knows their namespaces. */
function valuesOf(
  attributes: Readonly<Record<string, string | { readonly value: string }>>,
): Record<string, string> {
  const entries = Object.entries(attributes);
  return Object.fromEntries(
    entries.map(([key, value]) => [key, typeof value === 'string' ? value : value.value]),
  );
}

function dropWhiteSpace(element: XmlElement): void {
  const isMixed = element.some(
    (child, index) => index > 1 && typeof child === 'string' && child.trim() !== '',
  );
  if (isMixed || element[1]['xml:space'] === 'preserve') return;
  for (let index = element.length - 1; index > 1; index--)
    if (typeof element[index] === 'string') element.splice(index, 1);
}

/** Returns a message of the parser without the position with which it begins. */
function complaintOf({ message }: Error): string {
  return message.replace(/^(?:.*?:)?\d+:\d+: /u, '');
}
