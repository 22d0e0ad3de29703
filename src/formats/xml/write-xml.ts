import { childrenOf, isElement, type XmlChild, type XmlElement } from './xml-tree';

/** Layout that writes each element on its own line, except inside text, where white space would become part of the text. */
export interface XmlLayout {
  /** The line end and the indentation of an element. */
  readonly indent: string;
  /** Elements with mixed content: text and markup. */
  readonly mixed: ReadonlySet<string>;
}

/** Writes an element. Without `lines`, it adds no white space. */
export function xmlText(element: XmlElement, lines?: XmlLayout): string {
  const [name, attributes] = element;
  const children = childrenOf(element);
  const head = `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(value, ATTRIBUTE)}"`)
    .join('')}`;
  if (children.length === 0) return `${head}/>`;
  if (!lines || lines.mixed.has(name) || children.some((child) => typeof child === 'string'))
    return `${head}>${children.map((child) => childText(child)).join('')}</${name}>`;
  const within = { ...lines, indent: `${lines.indent}  ` };
  const inner = children.map((child) => `${within.indent}${childText(child, within)}`);
  return `${head}>${inner.join('')}${lines.indent}</${name}>`;
}

function childText(child: XmlChild, lines?: XmlLayout): string {
  if (typeof child === 'string') return escaped(child, ESCAPES);
  if (isElement(child)) return xmlText(child, lines);
  return '#' in child ? `<!--${child['#']}-->` : `<?${child['?'].trim()}?>`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };

const ATTRIBUTE: Readonly<Record<string, string>> = {
  ...ESCAPES,
  '"': '&quot;',
  '\n': '&#10;',
  '\t': '&#9;',
};

/** Characters that must be escaped or removed. */
const SPECIAL_CHARACTERS = /[&<>"\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;

/** Matches characters that XML 1.0 cannot represent. They are left out, since no parser accepts them. */
const FORBIDDEN = /(?![\t\n\r\u007F-\u009F])[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;

function escaped(text: string, table: Readonly<Record<string, string>>): string {
  return text.replace(SPECIAL_CHARACTERS, (character) => table[character] ?? permitted(character));
}

function permitted(text: string): string {
  return text.replace(FORBIDDEN, '');
}

/** Returns an element as a file represents it: without characters that XML cannot represent. */
export function asWritten(element: XmlElement): XmlElement {
  const [name, attributes] = element;
  const values = Object.entries(attributes).map(([key, value]) => [key, permitted(value)] as const);
  const children = childrenOf(element).map((child) => {
    if (typeof child === 'string') return permitted(child);
    return isElement(child) ? asWritten(child) : child;
  });
  return [name, Object.fromEntries(values), ...children];
}
