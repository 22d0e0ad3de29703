import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseXml } from '../../src/formats/xml/parse-xml';
import type { XmlChild, XmlElement } from '../../src/formats/xml/xml-tree';

/** An entry of a LIFT file, with a custom field. */
export const liftEntry = (id: string, gloss: string, word = id): string =>
  `<entry id="${id}" guid="00000000-0000-4000-8000-00000000000${id}"><lexical-unit><form lang="sg"><text>${word}</text></form></lexical-unit>
  <sense id="s${id}"><gloss lang="en"><text>${gloss}</text></gloss><field type="own"><form lang="en"><text>kept</text></form></field></sense></entry>`;

export const liftOf = (...entries: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<lift version="0.13">\n<header><!-- own --></header>\n${entries.join('\n')}\n</lift>\n`;

/** Writes a file into a new folder. @returns its path */
export function writtenFile(text: string, name = 'words.lift'): string {
  const path = join(mkdtempSync(join(tmpdir(), 'griot-lift-')), name);
  writeFileSync(path, text);
  return path;
}

const MIXED = new Set(['text', 'span']);

/**
 * Converts LIFT to a text that is equal for equivalent files: entries by guid, then id; children grouped by name, in their order
 * within a name; attributes sorted; no white space between elements; empty multitexts absent; texts in NFC.
 */
export function canonicalLift(text: string): string {
  const root = parseXml({
    text: text.replace(/^\s*<\?xml[^>]*\?>/u, ''),
    start: { line: 1, column: 1 },
    mixed: MIXED,
  });
  return JSON.stringify(canonical(root), null, 1);
}

function canonical(element: XmlElement): unknown {
  const [name, attributes, ...children] = element;
  const sorted = Object.entries(attributes)
    .filter(([key]) => key !== 'xml:space')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  if (MIXED.has(name)) return [name, sorted, ...children.map(textOf)];
  const elements = children
    .filter((child): child is XmlElement => Array.isArray(child))
    .filter((child) => !isEmptyText(child));
  const order = name === 'lift' ? byIdentity : byName;
  return [name, sorted, ...elements.sort(order).map(canonical)];
}

function textOf(child: XmlChild): unknown {
  return typeof child === 'string' ? child.normalize('NFC') : Array.isArray(child) ? canonical(child) : child;
}

function isEmptyText(element: XmlElement): boolean {
  return ['form', 'text'].includes(element[0]) && element.length === 2;
}

function byName([a]: XmlElement, [b]: XmlElement): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function byIdentity(a: XmlElement, b: XmlElement): number {
  const key = ([name, { guid, id }]: XmlElement) => `${name} ${guid ?? ''} ${id ?? ''}`;
  return key(a) === key(b) ? 0 : key(a) < key(b) ? -1 : 1;
}
