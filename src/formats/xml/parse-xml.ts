import { SaxesParser } from 'saxes';
import { FileProblem, type Position, positionWithin } from '../files/position';
import type { XmlChild, XmlElement } from './xml-tree';

/** Maximum nesting depth of an entry. Free JSON has 32 levels, of which the article, `original` and attributes take four. */
const MAX_XML_LEVELS = 28;

export interface XmlText {
  readonly text: string;
  /** Position of the text in its file. */
  readonly start: Position;
  /** Elements in which white space between elements is text. */
  readonly mixed: ReadonlySet<string>;
}

/**
 * Parses an element and its content to a tree. White space between elements is omitted unless there is other text beside it.
 * Only the five predefined entities are expanded. Prefixes need no declaration.
 * @throws FileProblem with the position in the file, if the text is not well-formed or is nested too deeply
 */
export function parseXml({ text, start, mixed }: XmlText): XmlElement {
  const parser = new SaxesParser({ fragment: true });
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  const fail = (code: 'NOT_XML' | 'OVER_LIMIT', complaint: string) =>
    new FileProblem(code, positionWithin(start, { line: parser.line, column: parser.column + 1 }), complaint);
  const add = (child: XmlChild) => {
    const parent = open.at(-1);
    if (!parent) return;
    const last = parent.length - 1;
    const before = parent[last];
    if (typeof child === 'string' && last > 1 && typeof before === 'string') parent[last] = before + child;
    else parent.push(child);
  };
  parser.on('error', (error) => {
    throw fail('NOT_XML', complaintOf(error));
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length >= MAX_XML_LEVELS)
      throw fail('OVER_LIMIT', `<${name}> is nested deeper than ${MAX_XML_LEVELS} levels`);
    const element: XmlElement = [name, Object.fromEntries(Object.entries(attributes))];
    if (open.length === 0) root ??= element;
    else add(element);
    open.push(element);
  });
  parser.on('closetag', () => {
    const element = open.pop();
    if (element && !mixed.has(element[0])) dropWhiteSpace(element);
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
