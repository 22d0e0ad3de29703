import { childrenOf, isElement, type XmlChild, type XmlElement } from './xml-tree';

/** Writes an element; without `indent` no white space is added. */
export function xmlText(element: XmlElement, indent?: string): string {
  const [name, attributes] = element;
  const children = childrenOf(element);
  const head = `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(value, ATTRIBUTE)}"`)
    .join('')}`;
  if (children.length === 0) return `${head}/>`;
  if (indent === undefined || children.some((child) => typeof child === 'string'))
    return `${head}>${children.map((child) => childText(child)).join('')}</${name}>`;
  const inner = children.map((child) => `${indent}  ${childText(child, `${indent}  `)}`);
  return `${head}>${inner.join('')}${indent}</${name}>`;
}

function childText(child: XmlChild, indent?: string): string {
  if (typeof child === 'string') return escaped(child, TEXT);
  if (isElement(child)) return xmlText(child, indent);
  return '#' in child ? `<!--${child['#']}-->` : `<?${child['?'].trim()}?>`;
}

const TEXT: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };

const ATTRIBUTE: Readonly<Record<string, string>> = {
  ...TEXT,
  '"': '&quot;',
  '\n': '&#10;',
  '\t': '&#9;',
};

/** What a text has that is not written as it is. */
const SPECIAL = /[&<>"\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;

/** Characters that XML 1.0 has no spelling for: no parser reads a file with one of them, so that they are left out. */
const FORBIDDEN = /(?![\t\n\r\u007F-\u009F])[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;

function escaped(text: string, table: Readonly<Record<string, string>>): string {
  return text.replace(SPECIAL, (character) => table[character] ?? permitted(character));
}

function permitted(text: string): string {
  return text.replace(FORBIDDEN, '');
}

/** An element as a file has it: without the characters that XML cannot hold. */
export function asWritten(element: XmlElement): XmlElement {
  const [name, attributes] = element;
  const values = Object.entries(attributes).map(([key, value]) => [key, permitted(value)] as const);
  const children = childrenOf(element).map((child) => {
    if (typeof child === 'string') return permitted(child);
    return isElement(child) ? asWritten(child) : child;
  });
  return [name, Object.fromEntries(values), ...children];
}
