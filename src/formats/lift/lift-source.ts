import { basename, dirname, join } from 'node:path';
import { readdir, readFile, stat } from 'node:fs/promises';
import type { EntrySource, ReadOptions } from '../files/entry-source';
import { keptOptions } from '../files/exported-entry';
import { FileProblem, fileProblem } from '../files/position';
import { openText, type TextFile } from '../files/text-file';
import { xmlEntries, type XmlFormat, xmlSource, xmlTrees } from '../xml/xml-source';
import { targetsIn } from '../xml/xml-targets';
import { elementsOf, isElement, type XmlElement } from '../xml/xml-tree';
import { RECORDED } from './lift-headwords';
import { getLift, liftLens, type LiftOptions } from './lift-lens';

const VERSION_ATTRIBUTE = /<lift\b[^<>]*\bversion\s*=/u;

/** The entries of all versions are stored as those of 0.13, the version of exports. */
function versionOf(head: string): string | undefined {
  return VERSION_ATTRIBUTE.test(head) ? '0.13' : undefined;
}

/** Returns an entry with its fields named by the attribute of 0.13. LIFT 0.15 has another one. */
export function asVersion13(entry: XmlElement): XmlElement {
  // Most files are of 0.13: their entries need no copy.
  return hasNamedField(entry) ? withTypedFields(entry) : entry;
}

function hasNamedField(element: XmlElement): boolean {
  return isNamedField(element) || elementsOf(element).some(hasNamedField);
}

function isNamedField([name, attributes]: XmlElement): boolean {
  return name === 'field' && 'name' in attributes && !('type' in attributes);
}

function withTypedFields(element: XmlElement): XmlElement {
  const [name, attributes, ...children] = element;
  const { name: type = '', ...others } = attributes;
  return [
    name,
    isNamedField(element) ? { type, ...others } : attributes,
    ...children.map((child) => (isElement(child) ? withTypedFields(child) : child)),
  ];
}

/** Elements with mixed content: text and markup. */
export const MIXED: ReadonlySet<string> = new Set(['text', 'span']);

/** The reader of LIFT files. */
const LIFT: XmlFormat<LiftOptions> = {
  name: 'lift',
  root: 'lift',
  entries: new Set(['entry']),
  mixed: MIXED,
  adapt: asVersion13,
  get: getLift,
  ids: ['@guid', '@id'],
  versionOf,
  deleted: 'dateDeleted',
};

/** Number of entries whose headwords determine the headword language. */
const SAMPLE_ENTRIES = 500;

/** Maximum size of a ranges file that is stored, in bytes. */
const MAX_RANGES_BYTES = 8 * 1024 * 1024;

/** Opens a LIFT file. */
export async function openLift(path: string, options: ReadOptions): Promise<EntrySource> {
  const file = await openText(path, options.encoding);
  const headword = options.headword ?? keptTag(options.kept) ?? (await commonestTag(file));
  const beside = await rangesBeside(path);
  const lens = liftLens({ headword });
  const trees = (isRead: (text: string) => boolean) => xmlTrees(file, LIFT, isRead);
  const targets = await targetsIn({ trees, lens, ids: LIFT.ids }, { file, sign: 'ref=' });
  return xmlSource({
    file,
    format: LIFT,
    options: { headword, targets },
    stated: () => ({ language: headword }),
    beside,
  });
}

/** Returns the headword language of the previous import. Another language would give every article another headword. */
function keptTag(files: ReadOptions['kept'] = new Map()): string | undefined {
  const { headword } = keptOptions({ files }, 'lift');
  return typeof headword === 'string' ? headword : undefined;
}

/** Returns the language tag of most headwords, which is the same on every import. */
async function commonestTag(file: TextFile): Promise<string | undefined> {
  const counts = new Map<string, number>();
  let seen = 0;
  try {
    for await (const { tree } of xmlEntries(file.text(), LIFT)) {
      for (const tag of tree ? headwordTags(tree) : []) counts.set(tag, (counts.get(tag) ?? 0) + 1);
      if (++seen >= SAMPLE_ENTRIES) break;
    }
  } catch (error) {
    // The import reaches the same position and reports the problem there.
    if (!(error instanceof FileProblem)) throw error;
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

function headwordTags(tree: XmlElement): readonly string[] {
  const within = (element: XmlElement, name: string) =>
    element.slice(2).filter((child): child is XmlElement => Array.isArray(child) && child[0] === name);
  return within(tree, 'lexical-unit').flatMap((unit) =>
    within(unit, 'form').flatMap(([, { lang }]) => (lang === undefined || RECORDED.test(lang) ? [] : [lang])),
  );
}

/** Returns the ranges files in the folder of the dictionary, which name categories and domains. */
async function rangesBeside(
  path: string,
): Promise<readonly { readonly name: string; readonly text: string }[]> {
  const wanted = `${basename(path)}-ranges`;
  const names = (await readdir(dirname(path))).filter((name) => name === wanted);
  return Promise.all(
    names.map(async (name) => {
      const file = join(dirname(path), name);
      if ((await stat(file)).size > MAX_RANGES_BYTES)
        throw fileProblem('OVER_LIMIT', `${name} has more than ${MAX_RANGES_BYTES} bytes`);
      return { name: `lift/ranges/${name}`, text: await readFile(file, 'utf8') };
    }),
  );
}
