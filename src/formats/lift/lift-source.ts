import { basename, dirname, join } from 'node:path';
import { readdir, readFile } from 'node:fs/promises';
import { readArticle } from '../../domain/reading/read-article';
import { EntryNames } from '../files/entry-names';
import type { EntrySource, FileEntry, ReadOptions } from '../files/entry-source';
import type { PathCounts } from '../files/loss-report';
import { FileProblem } from '../files/position';
import { openText, type TextFile } from '../files/text-file';
import { DISTINGUISHING, type Visits } from '../xml/xml-path';
import { elementsOf, type XmlElement } from '../xml/xml-tree';
import { liftEntries, type LiftEntry, liftVersion } from './lift-file';
import { getLift, type LiftOptions } from './lift-lens';

/** Entries whose headwords tell the language tag of headwords. */
const SAMPLE = 500;

/** A ranges file that is kept, in bytes. */
const LARGEST_RANGES = 8 * 1024 * 1024;

/** Opens a file of LIFT. */
export async function openLift(path: string, options: ReadOptions): Promise<EntrySource> {
  const file = await openText(path, options.encoding);
  const headword = options.headword ?? (await commonestTag(file));
  const ranges = await rangesBeside(path);
  const frame = { head: '', tail: '' };
  return {
    format: 'lift',
    ...file,
    version: () => liftVersion(frame.head),
    files: () => [
      { name: 'lift/head', text: frame.head },
      { name: 'lift/tail', text: frame.tail },
      { name: 'lift/options.json', text: JSON.stringify({ headword }) },
      ...ranges,
    ],
    entries: (counts) => entriesOf(file, { options: { headword }, counts, frame }),
  };
}

interface Reading {
  readonly options: LiftOptions;
  readonly counts: PathCounts;
  readonly frame: { head: string; tail: string };
}

async function* entriesOf(file: TextFile, { options, counts, frame }: Reading): AsyncGenerator<FileEntry> {
  const names = new EntryNames();
  let index = 0;
  const keep = (text: string, isHead: boolean) => {
    frame[isHead ? 'head' : 'tail'] = text;
  };
  for await (const entry of liftEntries(file.text(), keep)) {
    index += 1;
    // What stands between two entries is white space or a comment.
    const comments = frame.tail.split('<!--').length - 1;
    for (let i = 0; i < comments; i++) counts.drop('comment between entries', 'XML_PROLOGUE');
    frame.tail = '';
    yield entryOf(entry, { names, index, options, counts, version: liftVersion(frame.head) });
  }
}

interface Naming {
  readonly names: EntryNames;
  readonly index: number;
  readonly options: LiftOptions;
  readonly counts: PathCounts;
  readonly version: string | undefined;
}

function entryOf(
  { part, tree, problem }: LiftEntry,
  { names, index, options, counts, version }: Naming,
): FileEntry {
  const at = { index, start: part.start, end: part.end };
  if (!tree) {
    counts.drop('entry', 'REFUSED_ENTRY');
    return { ...at, ...(problem && { problem }) };
  }
  const visits: Visits = { elements: new Set([tree]), attributes: new Map() };
  const typed = getLift(tree, options, visits);
  const { guid, id, dateDeleted } = tree[1];
  if (dateDeleted !== undefined)
    visits.attributes.set(tree, new Set([...(visits.attributes.get(tree) ?? []), 'dateDeleted']));
  countPaths(tree, visits, counts);
  const { publicId, isRepeated } = names.name(guid ?? id, readArticle(typed).entry.headword);
  const original = { format: 'lift', ...(version === undefined ? {} : { version }), entry: tree };
  return {
    ...at,
    publicId,
    source: { ...typed, original },
    ...(dateDeleted === undefined ? {} : { isDisabled: true }),
    ...(isRepeated && {
      warning: new FileProblem(
        'DUPLICATE_ID',
        part.start,
        `the identifier comes again; the article is ${publicId}`,
      ),
    }),
  };
}

/** The language tag that most headwords have, so that it is the same on every import. */
async function commonestTag(file: TextFile): Promise<string | undefined> {
  const counts = new Map<string, number>();
  let seen = 0;
  try {
    for await (const { tree } of liftEntries(file.text(), () => undefined)) {
      for (const tag of tree ? headwordTags(tree) : []) counts.set(tag, (counts.get(tag) ?? 0) + 1);
      if (++seen >= SAMPLE) break;
    }
  } catch (error) {
    // The import comes to the same place and says what is wrong there.
    if (!(error instanceof FileProblem)) throw error;
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

function headwordTags(tree: XmlElement): readonly string[] {
  const within = (element: XmlElement, name: string) =>
    element.slice(2).filter((child): child is XmlElement => Array.isArray(child) && child[0] === name);
  return within(tree, 'lexical-unit').flatMap((unit) =>
    within(unit, 'form').flatMap((form) => form[1]['lang'] ?? []),
  );
}

/** Files of ranges beside the dictionary: names of categories and domains. */
async function rangesBeside(
  path: string,
): Promise<readonly { readonly name: string; readonly text: string }[]> {
  const wanted = `${basename(path)}-ranges`;
  const names = (await readdir(dirname(path))).filter((name) => name === wanted);
  return Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(dirname(path), name));
      if (bytes.length > LARGEST_RANGES)
        throw new FileProblem(
          'OVER_LIMIT',
          { line: 1, column: 1 },
          `${name} has more than ${LARGEST_RANGES} bytes`,
        );
      return { name: `lift/ranges/${name}`, text: bytes.toString('utf8') };
    }),
  );
}

/** Counts the elements and attributes of an entry by what has been read of them. */
function countPaths(tree: XmlElement, visits: Visits, counts: PathCounts, outer = ''): void {
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
