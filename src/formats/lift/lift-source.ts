import type { Json } from '../../shared/json';
import type { EntrySource, ReadOptions } from '../files/entry-source';
import { storedOptions } from '../files/exported-entry';
import { FileProblem } from '../files/position';
import { openText, type TextFile } from '../files/text-file';
import { storedLabels } from '../lens/code-labels';
import { withoutPrefix } from '../xml/xml-namespaces';
import { readPath, selectChains } from '../xml/xml-path';
import { xmlEntries, type XmlFormat, xmlSource, xmlTrees } from '../xml/xml-source';
import { targetsIn } from '../xml/xml-targets';
import { elementsOf, isElement, type XmlElement } from '../xml/xml-tree';
import { RECORDED } from './lift-headwords';
import { getLift, liftLens, type LiftOptions } from './lift-lens';
import { labelsIn, readRanges } from './lift-ranges';

const VERSION_ATTRIBUTE = /<(?:[^\s<>/:"'=]+:)?lift\b[^<>]*\bversion\s*=/u;

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

/** Opens a LIFT file. */
export async function openLift(path: string, options: ReadOptions): Promise<EntrySource> {
  const file = await openText(path, options.encoding);
  const stored = storedOptions({ files: options.storedSettings ?? new Map<string, string>() }, 'lift');
  const sample = await sampled(file);
  const headword = options.headword ?? tagIn(stored['headword']) ?? sample.headword;
  const ranges = await readRanges(path);
  const labels = (await labelsIn(sample.head, ranges, sample.languages)) ?? storedLabels(stored['labels']);
  const lens = liftLens({ headword });
  const trees = (isRead: (text: string) => boolean) => xmlTrees(file, LIFT, isRead);
  const targets = await targetsIn({ trees, lens, ids: LIFT.ids }, { file, sign: 'ref=' });
  return xmlSource({
    file,
    format: LIFT,
    options: { headword, targets, labels },
    stated: () => ({ language: headword }),
    companionFiles: ranges.flatMap(({ name, text }) => (text === undefined ? [] : [{ name, text }])),
    warnings: ranges.flatMap(({ problem }) => problem ?? []),
  });
}

/** The headword language of the previous import is used again: another one would give every article another headword. */
function tagIn(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

interface Sample {
  /** The text before the first entry. */
  readonly head: string;
  /** The language tag of most headwords. */
  readonly headword: string | undefined;
  /** The languages of glosses and definitions, the most frequent first. */
  readonly languages: readonly string[];
}

/** Reads the first entries, which are the same on every import. */
async function sampled(file: TextFile): Promise<Sample> {
  const headwords = new Map<string, number>();
  const glosses = new Map<string, number>();
  const frame = { head: '', tail: '' };
  let seen = 0;
  try {
    for await (const { tree } of xmlEntries(file.text(), LIFT, frame)) {
      for (const tag of tree ? headwordTags(tree) : []) count(headwords, tag);
      for (const tag of tree ? glossTags(tree) : []) count(glosses, tag);
      if (++seen >= SAMPLE_ENTRIES) break;
    }
  } catch (error) {
    // The import reaches the same position and reports the problem there.
    if (!(error instanceof FileProblem)) throw error;
  }
  return {
    head: withoutPrefix(frame.head, LIFT.root),
    headword: mostFrequent(headwords)[0],
    languages: mostFrequent(glosses),
  };
}

function count(counts: Map<string, number>, tag: string): void {
  counts.set(tag, (counts.get(tag) ?? 0) + 1);
}

function mostFrequent(counts: ReadonlyMap<string, number>): readonly string[] {
  return [...counts].sort(([, a], [, b]) => b - a).map(([tag]) => tag);
}

function tagsAt(tree: XmlElement, path: string): readonly string[] {
  return selectChains([tree], path).flatMap((chain) => readPath(chain, '@lang') ?? []);
}

function headwordTags(tree: XmlElement): readonly string[] {
  return tagsAt(tree, 'lexical-unit/form').filter((lang) => !RECORDED.test(lang));
}

function glossTags(tree: XmlElement): readonly string[] {
  return ['sense/gloss', 'sense/definition/form'].flatMap((path) => tagsAt(tree, path));
}
