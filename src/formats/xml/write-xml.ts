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

function escaped(text: string, table: Readonly<Record<string, string>>): string {
  return text.replace(/[&<>"\r\n\t]/gu, (character) => table[character] ?? character);
}
