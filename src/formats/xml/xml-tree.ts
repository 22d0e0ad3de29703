import type { Json } from '../../shared/json';

/** An element as JSON: its name, its attributes, then its children. Names are as spelled, with their prefix. */
export type XmlElement = [name: string, attributes: Record<string, string>, ...children: XmlChild[]];

/** A child: an element, a text, a comment `{"#": "…"}` or a processing instruction `{"?": "target body"}`. */
export type XmlChild = XmlElement | string | { readonly '#': string } | { readonly '?': string };

export function isElement(child: XmlChild | undefined): child is XmlElement {
  return Array.isArray(child);
}

export function childrenOf(element: XmlElement): XmlChild[] {
  return element.slice(2) as XmlChild[];
}

export function elementsOf(element: XmlElement): XmlElement[] {
  return childrenOf(element).filter(isElement);
}

/** All text of an element, in the order of the document. */
export function textContent(element: XmlElement): string {
  return childrenOf(element)
    .map((child) => (typeof child === 'string' ? child : isElement(child) ? textContent(child) : ''))
    .join('');
}

/** Puts a text in the place of everything that an element holds. */
export function setText(element: XmlElement, text: string): void {
  element.splice(2, element.length - 2, ...(text === '' ? [] : [text]));
}

/** Adds an element behind the last one of its name, or at the end. */
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

/** Whether stored JSON is an element. */
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
