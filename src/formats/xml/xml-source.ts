import { readArticle } from '../../domain/reading/read-article';
import { withOriginal } from '../lens/read-items';
import type { Json, JsonObject } from '../../shared/json';
import { EntryNames } from '../files/entry-names';
import type { EntrySource, FileEntry } from '../files/entry-source';
import type { PathCounts } from '../files/loss-report';
import { FileProblem } from '../files/position';
import type { StatedFacts } from '../files/stated-facts';
import type { TextFile } from '../files/text-file';
import { parseXml } from './parse-xml';
import { splitXml, type XmlPart } from './split-xml';
import { openingTagOf, withLocalNames, withWrittenNames } from './xml-namespaces';
import { DISTINGUISHING, readPath, type Visits } from './xml-path';
import { elementsOf, type XmlElement } from './xml-tree';

/** The properties of a format over XML. */
export interface XmlFormat<Options> {
  readonly name: string;
  /** Name of an element that every file contains besides its entries. */
  readonly root: string;
  /** Names of the elements that are entries. */
  readonly entries: ReadonlySet<string>;
  /** Names of the elements with mixed content. */
  readonly mixed: ReadonlySet<string>;
  /** Changes an entry of another version of the format to the version in which entries are stored. */
  readonly adapt?: (tree: XmlElement) => XmlElement;
  readonly get: (tree: XmlElement, options: Options, visits: Visits) => JsonObject;
  /** Paths of the identifier of an entry. The first existing one is read. */
  readonly ids: readonly string[];
  readonly versionOf?: (head: string) => string | undefined;
  /** Attribute of deleted entries. */
  readonly deleted?: string;
}

/** An entry of a file, or the reason why it could not be read. */
export interface XmlEntry {
  readonly part: Pick<XmlPart, 'start' | 'end'>;
  /** The text between the previous entry and this one. */
  readonly before: string;
  readonly tree?: XmlElement;
  /** The entry as written in the file, if it is not the tree: with prefixes, or as JSON. */
  readonly entry?: Json;
  readonly problem?: FileProblem;
}

/** The text of a file outside its entries. */
export interface FrameText {
  head: string;
  tail: string;
}

/**
 * Reads XML entry by entry. A malformed entry is one problem; a truncated file, or one of another format, ends the reading.
 *
 * @param frame receives the text around the entries while the file is read
 * @throws FileProblem with line and column
 */
export async function* xmlEntries(
  chunks: AsyncIterable<string>,
  format: Pick<XmlFormat<never>, 'root' | 'entries' | 'mixed'>,
  frame: FrameText = { head: '', tail: '' },
): AsyncGenerator<XmlEntry> {
  let isHead = true;
  for await (const part of splitXml(chunks, format.entries, format.root)) {
    if (isHead) refuseOtherRoot(part, format);
    if (part.isEntry) {
      const entry = parsedEntry(part, format.mixed);
      yield { part, before: frame.tail, ...entry };
      // Text before a refused entry is attributed to the next entry.
      if (entry.tree) frame.tail = '';
    } else if (isHead) frame.head = part.text;
    else frame.tail += part.text;
    isHead = false;
  }
}

/**
 * Reads the well-formed entries from the beginning of the file.
 *
 * @param isRead whether an entry with this text is parsed; others are left out
 */
export async function* xmlTrees(
  file: Pick<TextFile, 'text'>,
  format: Pick<XmlFormat<never>, 'entries' | 'mixed'> & Partial<Pick<XmlFormat<never>, 'root'>>,
  isRead: (text: string) => boolean,
): AsyncGenerator<XmlElement> {
  for await (const part of splitXml(file.text(), format.entries, format.root)) {
    if (!part.isEntry || !isRead(part.text)) continue;
    const { tree } = parsedEntry(part, format.mixed);
    if (tree) yield tree;
  }
}

function parsedEntry(
  { text, start, namespaces }: XmlPart,
  mixed: ReadonlySet<string>,
): Pick<XmlEntry, 'tree' | 'entry' | 'problem'> {
  try {
    const entry = parseXml({ text, start, mixed, ...(namespaces && { namespaces }) });
    return namespaces ? { tree: withLocalNames(entry), entry } : { tree: entry };
  } catch (error) {
    if (error instanceof FileProblem) return { problem: error };
    throw error;
  }
}

/** Refuses a file without the root element, unless it is a single entry. */
function refuseOtherRoot({ text, start, isEntry }: XmlPart, { root }: Pick<XmlFormat<never>, 'root'>): void {
  const [, rootName] = /<([^!?\s/>]+)/u.exec(text.replace(/<!--[^]*?-->/gu, '')) ?? [];
  if (isEntry || rootName === undefined || openingTagOf(root).test(text)) return;
  const complaint = `the file has no element <${root}>: it begins with <${rootName}>`;
  throw new FileProblem('WRONG_ROOT', start, complaint);
}

interface Opened<Options> {
  /** Returns the facts that the file states, from the text before its first entry. */
  readonly stated?: (head: string) => StatedFacts;
  readonly file: TextFile;
  readonly format: XmlFormat<Options>;
  readonly options: Options;
  /** Files in the same folder that are stored for export. */
  readonly companionFiles?: readonly { readonly name: string; readonly text: string }[];
  /** Warnings about the whole file. */
  readonly warnings?: readonly FileProblem[];
}

/** Opens a file of a format over XML. */
export function xmlSource<Options>(opened: Opened<Options>): EntrySource {
  const { file, format, options, stated, companionFiles: beside = [], warnings = [] } = opened;
  const frame: FrameText = { head: '', tail: '' };
  const { name } = format;
  return {
    format: name,
    ...file,
    warnings: () => warnings,
    version: () => format.versionOf?.(frame.head),
    ...(stated && { stated: () => stated(frame.head) }),
    files: () => [
      { name: `${name}/head`, text: frame.head },
      { name: `${name}/tail`, text: frame.tail },
      { name: `${name}/options.json`, text: JSON.stringify(options) },
      ...beside,
    ],
    entries: async function* entries(counts) {
      // A dry run may already have read the file.
      Object.assign(frame, { head: '', tail: '' });
      const names = new EntryNames();
      let index = 0;
      for await (const entry of xmlEntries(file.text(), format, frame)) {
        index += 1;
        const version = format.versionOf?.(frame.head);
        yield fileEntry(adaptedEntry(entry, format), { names, index, format, options, counts, version });
      }
    },
  };
}

/** Changes an entry to the version in which entries are stored. */
function adaptedEntry(entry: XmlEntry, { adapt }: Pick<XmlFormat<never>, 'adapt'>): XmlEntry {
  if (!entry.tree || !adapt) return entry;
  const tree = adapt(entry.tree);
  return { ...entry, tree, ...(entry.entry !== undefined && { entry: withWrittenNames(tree, '') }) };
}

/** State while reading an entry. */
export interface Naming<Options> {
  readonly names: EntryNames;
  readonly index: number;
  readonly format: XmlFormat<Options>;
  readonly options: Options;
  readonly counts: PathCounts;
  readonly version?: string | undefined;
}

/** Converts an entry to an article, with its warnings. */
export function fileEntry<Options>(
  { part, before, tree, entry, problem }: XmlEntry,
  { names, index, format, options, counts, version }: Naming<Options>,
): FileEntry {
  const at = { index, start: part.start, end: part.end };
  if (!tree) {
    counts.drop('entry', 'REFUSED_ENTRY');
    return { ...at, ...(problem && { problem }) };
  }
  const visits: Visits = { elements: new Set([tree]), attributes: new Map() };
  const typed = format.get(tree, options, visits);
  const isDeleted = format.deleted !== undefined && tree[1][format.deleted] !== undefined;
  if (isDeleted)
    visits.attributes.set(tree, new Set([...(visits.attributes.get(tree) ?? []), format.deleted ?? '']));
  const id = entryId(tree, format, visits);
  countPaths(tree, visits, counts);
  const between = before.trim();
  if (between !== '') counts.add('between entries', 'kept');
  const content = readArticle(typed);
  const { publicId, isRepeated } = names.name(id, content.entry.headword);
  const original = {
    format: format.name,
    ...(version === undefined ? {} : { version }),
    ...(between === '' ? {} : { before: between }),
    entry: entry ?? tree,
  };
  const repeated = `the identifier is used more than once; this article becomes ${publicId}`;
  return {
    ...at,
    publicId,
    source: withOriginal(typed, original, content),
    ...(isDeleted ? { isDisabled: true } : {}),
    ...(isRepeated && { warnings: [new FileProblem('DUPLICATE_ID', part.start, repeated)] }),
  };
}

/** Returns the identifier of an entry within its file. */
export function entryId(
  tree: XmlElement,
  { ids }: Pick<XmlFormat<never>, 'ids'>,
  visits?: Visits,
): string | undefined {
  for (const path of ids) {
    const id = readPath([tree], path, visits);
    if (id !== undefined) return id;
  }
  return undefined;
}

/** Counts the elements and attributes of an entry by whether they were read. */
export function countPaths(tree: XmlElement, visits: Visits, counts: PathCounts, outer = ''): void {
  const [name, attributes] = tree;
  const distinguishing = DISTINGUISHING.find((attribute) => attribute in attributes);
  const label =
    distinguishing === undefined ? name : `${name}[${distinguishing}=${attributes[distinguishing] ?? ''}]`;
  const path = outer === '' ? label : `${outer}/${label}`;
  counts.add(path, visits.elements.has(tree) ? 'typed' : 'kept');
  const read = visits.attributes.get(tree);
  for (const attribute of Object.keys(attributes))
    if (attribute !== distinguishing)
      counts.add(`${path}/@${attribute}`, read?.has(attribute) === true ? 'typed' : 'kept');
  for (const child of elementsOf(tree)) countPaths(child, visits, counts, label);
}
