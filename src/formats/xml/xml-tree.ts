import type { Json } from '../../shared/json';

/** An element as JSON: its name, its attributes, then its children. Names are qualified names as written. */
export type XmlElement = [name: string, attributes: Record<string, string>, ...children: XmlChild[]];

/** A child node: an element, a text, a comment `{"#": "…"}` or a processing instruction `{"?": "target body"}`. */
export type XmlChild = XmlElement | string | { readonly '#': string } | { readonly '?': string };

export function isElement(child: XmlChild | Record<string, string> | undefined): child is XmlElement {
  return Array.isArray(child);
}

export function childrenOf(element: XmlElement): XmlChild[] {
  return element.slice(2) as XmlChild[];
}

export function elementsOf(element: XmlElement): XmlElement[] {
  const elements: XmlElement[] = [];
  // Iterates without copying the children, since reading spends most of its time here.
  for (let index = 2; index < element.length; index++) {
    const child = element[index];
    if (isElement(child)) elements.push(child);
  }
  return elements;
}

/** Elements within a text that comment on it and are not part of it. */
const ASIDE: ReadonlySet<string> = new Set(['note']);

/** Returns all text of an element, in document order. */
export function textContent(element: XmlElement): string {
  let text = '';
  for (let index = 2; index < element.length; index++) {
    const child = element[index];
    if (typeof child === 'string') text += child;
    else if (child !== undefined && isTextElement(child)) text += textContent(child);
  }
  return text;
}

function isTextElement(child: XmlChild | Record<string, string>): child is XmlElement {
  return isElement(child) && !ASIDE.has(child[0]);
}

/** Replaces the text of an element. Nested elements remain if their text does. */
export function setText(element: XmlElement, text: string): void {
  if (text === '' || !childrenOf(element).some(isElement)) {
    element.splice(2, element.length - 2, ...(text === '' ? [] : [text]));
    return;
  }
  const before = textContent(element);
  const [start = ''] = /^\s*/u.exec(before) ?? [];
  const after = start + text + before.slice(before.trimEnd().length);
  const from = commonLength(before, after);
  const ending = commonLength(reversed(before.slice(from)), reversed(after.slice(from)));
  const edit: Edit = {
    from,
    to: before.length - ending,
    insert: after.slice(from, after.length - ending),
    at: 0,
  };
  rewrite(element, edit);
  if (edit.insert !== undefined) element.splice(2, 0, edit.insert);
}

/** Replaces the characters from `from` to `to`. `at` is the number of characters already passed. */
interface Edit {
  readonly from: number;
  readonly to: number;
  insert: string | undefined;
  at: number;
}

function rewrite(element: XmlElement, edit: Edit): void {
  const children = childrenOf(element).flatMap((child): XmlChild[] => {
    if (typeof child === 'string') {
      const text = rewritten(child, edit);
      return text === '' ? [] : [text];
    }
    if (!isTextElement(child) || textContent(child) === '') return [child];
    rewrite(child, edit);
    return textContent(child) === '' ? [] : [child];
  });
  element.splice(2, element.length - 2, ...children);
}

function rewritten(text: string, edit: Edit): string {
  const [from, to] = [edit.from - edit.at, edit.to - edit.at];
  edit.at += text.length;
  if (from > text.length || (to < 0 && from < 0)) return text;
  const insert = from >= 0 ? (edit.insert ?? '') : '';
  if (from >= 0) edit.insert = undefined;
  return text.slice(0, Math.max(0, from)) + insert + text.slice(Math.max(0, Math.min(to, text.length)));
}

function commonLength(text: string, other: string): number {
  let length = 0;
  while (length < text.length && text[length] === other[length]) length += 1;
  return length;
}

function reversed(text: string): string {
  return text.split('').reverse().join('');
}

/** Adds an element after the last one with its name, or at the end. */
export function addElement(parent: XmlElement, element: XmlElement): XmlElement {
  const siblings = elementsOf(parent).filter(([name]) => name === element[0]);
  const last = parent.lastIndexOf(siblings.at(-1) ?? '');
  parent.splice(last === -1 ? parent.length : last + 1, 0, element);
  return element;
}

export function removeElement(parent: XmlElement | undefined, element: XmlElement): void {
  const at = parent?.indexOf(element) ?? -1;
  if (at > 1) parent?.splice(at, 1);
}

/** Whether stored JSON is an XML element. */
export function isXmlElement(value: Json | undefined): value is Json & XmlElement {
  if (!Array.isArray(value)) return false;
  const [name, attributes] = value as unknown[];
  return (
    typeof name === 'string' &&
    typeof attributes === 'object' &&
    attributes !== null &&
    !Array.isArray(attributes)
  );
}
