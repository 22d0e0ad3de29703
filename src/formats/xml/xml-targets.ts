import type { JsonObject } from '../../shared/json';
import { FileProblem } from '../files/position';
import type { TextFile } from '../files/text-file';
import { locateItems, type LocatedItems } from '../lens/get-typed';
import { MAX_TARGETS, type RelationTarget, type RelationTargets } from '../lens/relation-targets';
import { fieldText, type Lens, type Row } from '../lens/typed-item';
import { readPath } from './xml-path';
import type { XmlScope } from './xml-rows';
import type { XmlElement } from './xml-tree';

/** The entries of a file, and how they are read. */
export interface TargetReading {
  /** Reads the file from its beginning, and parses at least the entries whose text is to be read. */
  readonly trees: (isRead: (text: string) => boolean) => AsyncIterable<XmlElement>;
  readonly lens: Lens<XmlElement, XmlScope>;
  /** Paths of all identifiers by which relations name an entry. */
  readonly ids: readonly string[];
}

/** Matches attributes that may be identifiers: `id`, `xml:id`, `guid`. */
const IDS = /id\s*=\s*(?:"([^"]*)"|'([^']*)')/gu;

/**
 * Finds the words and senses that relations name by identifiers alone. Entries have any order, so the file is read twice before the import.
 * Parsing takes most of the time, so that only entries with such relations and entries that they name are parsed.
 *
 * @param sign a text that every entry with such a relation has; without it, the file is only searched for it
 */
export async function targetsIn(
  reading: TargetReading,
  { file, sign }: { readonly file: Pick<TextFile, 'text'>; readonly sign: string },
): Promise<RelationTargets | undefined> {
  if (!(await isIn(file.text(), sign))) return undefined;
  const referenced = new Set<string>();
  const take = itemsOf(reading, ['relations']);
  const hasSign = (text: string) => text.includes(sign);
  await eachEntry(reading.trees(hasSign), (tree) => {
    for (const { item } of take(tree).get('relations') ?? [])
      if (item['target'] === undefined && referenced.size < MAX_TARGETS)
        referenced.add(fieldText(item['ref']));
  });
  return namedTargets(reading, referenced);
}

/** Finds the words and senses of which the identifiers are known. */
export async function namedTargets(
  reading: TargetReading,
  wanted: ReadonlySet<string>,
): Promise<RelationTargets | undefined> {
  if (wanted.size === 0) return undefined;
  const targets = new Map<string, RelationTarget>();
  const name = (id: string | undefined, target: RelationTarget) => {
    if (id !== undefined && wanted.has(id) && !targets.has(id)) targets.set(id, target);
  };
  const take = itemsOf(reading, ['entry', 'senses']);
  const isReferenced = (text: string) => hasIdentifier(text, wanted);
  await eachEntry(reading.trees(isReferenced), (tree) => {
    const items = take(tree);
    const entry = Object.assign({}, ...(items.get('entry') ?? []).map(({ item }) => item)) as JsonObject;
    const headword = fieldText(entry['headword'] ?? entry['citation']);
    if (headword === '') return;
    for (const path of reading.ids) name(readPath([tree], path), [headword]);
    const senses = items.get('senses') ?? [];
    for (const { item } of senses)
      name(
        fieldText(item['id']),
        senses.length > 1 ? [headword, Number(fieldText(item['number']))] : [headword],
      );
  });
  return targets.size === 0 ? undefined : Object.fromEntries(targets);
}

/** Whether an entry has one of some identifiers, or one with an entity, which is compared once it is parsed. */
function hasIdentifier(text: string, wanted: ReadonlySet<string>): boolean {
  for (const [, double = '', single = ''] of text.matchAll(IDS)) {
    const id = double + single;
    if (wanted.has(id) || id.includes('&')) return true;
  }
  return false;
}

/** Whether a text that comes in chunks contains another. */
async function isIn(chunks: AsyncIterable<string>, sign: string): Promise<boolean> {
  let buffered = '';
  for await (const chunk of chunks) {
    buffered = buffered.slice(1 - sign.length) + chunk;
    if (buffered.includes(sign)) return true;
  }
  return false;
}

/** Reads some members of entries: a whole reading of them would take as long as the import. */
function itemsOf({ lens }: TargetReading, members: readonly string[]): (tree: XmlElement) => LocatedItems {
  const rows: readonly Row<XmlScope>[] = lens.rows.filter(({ member }) => members.includes(member));
  const part = { ...lens, rows };
  return (tree) => locateItems(part, part.scopesOf(tree));
}

async function eachEntry(trees: AsyncIterable<XmlElement>, take: (tree: XmlElement) => void): Promise<void> {
  try {
    for await (const tree of trees) take(tree);
  } catch (error) {
    // The import reaches the same position and reports the problem.
    if (!(error instanceof FileProblem)) throw error;
  }
}
