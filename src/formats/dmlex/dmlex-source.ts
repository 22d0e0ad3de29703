import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../shared/json';
import { EntryNames } from '../files/entry-names';
import type { EntrySource, FileEntry, ReadOptions } from '../files/entry-source';
import type { PathCounts } from '../files/loss-report';
import { FileProblem, fileProblem } from '../files/position';
import type { StatedFacts } from '../files/stated-facts';
import { openText, invalidCharacterIn, type TextFile } from '../files/text-file';
import { type CodeLabels, CodeLabelsBuilder, storedLabels } from '../lens/code-labels';
import { storedTargets, MAX_TARGETS } from '../lens/relation-targets';
import { parseXml } from '../xml/parse-xml';
import { splitXml } from '../xml/split-xml';
import { fileEntry, type XmlEntry, type XmlFormat, xmlSource, xmlTrees } from '../xml/xml-source';
import { namedTargets, type TargetReading } from '../xml/xml-targets';
import { openingTagOf, withLocalNames } from '../xml/xml-namespaces';
import { readPath } from '../xml/xml-path';
import { collapsed } from '../xml/xml-rows';
import { elementsOf, type XmlElement } from '../xml/xml-tree';
import { elementOf } from './dmlex-json';
import { dmlexLens, getDmlex } from './dmlex-lens';
import type { DmlexOptions, MemberRelation } from './dmlex-rows';
import { type JsonPart, parsedJson, splitJson } from '../json/split-json';

/** The reader of DMLex files. */
const DMLEX: XmlFormat<DmlexOptions> = {
  name: 'dmlex',
  root: 'lexicographicResource',
  entries: new Set(['entry']),
  mixed: new Set(['headword', 'text']),
  get: getDmlex,
  ids: ['@id'],
};

/** Maximum size of the content outside the entries (tags and relations), in characters. */
const MAX_FRAME_SIZE = 16 * 1024 * 1024;

/** Opens a DMLex file in XML. */
export async function openDmlexXml(path: string, { encoding }: ReadOptions): Promise<EntrySource> {
  const file = await openText(path, encoding);
  const { frame, hasEntries } = await xmlFrame(file);
  const isSingle = !openingTagOf(DMLEX.root).test(frame);
  const root = isSingle ? undefined : rootOf(frame);
  const plain = optionsOf(root, isSingle && hasEntries);
  const options = await withNamedTargets(plain, (isRead) => xmlTrees(file, DMLEX, isRead));
  return xmlSource({ file, format: DMLEX, options, stated: () => statedIn(root) });
}

/** Parses the frame if possible. Problems are reported when the file is read. */
function rootOf(frame: string): XmlElement | undefined {
  try {
    const text = frame.slice(frame.search(openingTagOf(DMLEX.root)));
    return withLocalNames(parseXml({ text, start: { line: 1, column: 1 }, mixed: DMLEX.mixed }));
  } catch (error) {
    if (error instanceof FileProblem) return undefined;
    throw error;
  }
}

async function xmlFrame(file: TextFile): Promise<{ readonly frame: string; readonly hasEntries: boolean }> {
  let frame = '';
  let hasEntries = false;
  try {
    for await (const { isEntry, text } of splitXml(file.text(), DMLEX.entries, DMLEX.root)) {
      hasEntries ||= isEntry;
      if (!isEntry) frame = added(frame, text);
    }
  } catch (error) {
    if (!(error instanceof FileProblem) || error.code === 'OVER_LIMIT') throw error;
  }
  return { frame, hasEntries };
}

function added(frame: string, text: string): string {
  if (frame.length + text.length > MAX_FRAME_SIZE)
    throw fileProblem(
      'OVER_LIMIT',
      `the text around the entries is longer than ${MAX_FRAME_SIZE} characters`,
    );
  return frame + text;
}

/** Name of the list of entries of a resource. */
const ENTRIES = 'entries';

/** Opens a DMLex file in JSON. */
export async function openDmlexJson(path: string, { encoding }: ReadOptions): Promise<EntrySource> {
  const file = await openText(path, encoding);
  const frame = { head: '', tail: '' };
  const { root, isSingle } = await jsonFrame(file);
  const options = await withNamedTargets(optionsOf(root, isSingle), () => jsonTrees(file));
  return {
    format: 'dmlex-json',
    ...file,
    version: () => undefined,
    stated: () => (isSingle ? {} : statedIn(root)),
    files: () => [
      { name: 'dmlex/head', text: frame.head },
      { name: 'dmlex/tail', text: frame.tail },
      { name: 'dmlex/options.json', text: JSON.stringify(options) },
    ],
    entries: (counts) => jsonEntries(file, { options, counts, frame }),
  };
}

interface JsonReading {
  readonly options: DmlexOptions;
  readonly counts: PathCounts;
  readonly frame: { head: string; tail: string };
}

async function* jsonEntries(
  file: TextFile,
  { options, counts, frame }: JsonReading,
): AsyncGenerator<FileEntry> {
  // A dry run may already have read the file.
  Object.assign(frame, { head: '', tail: '' });
  const names = new EntryNames();
  let index = 0;
  for await (const part of splitJson(file.text(), ENTRIES)) {
    if (part.isEntry || options.isSingle === true) {
      index += 1;
      const naming = { names, index, format: DMLEX, options, counts };
      yield fileEntry({ part, before: '', ...entryIn(part) }, naming);
    } else if (frame.head === '') frame.head = part.text;
    else frame.tail += part.text;
  }
  const rest = frame.head + frame.tail;
  if (options.isSingle === true) return;
  const root = parsedJson({ text: rest, start: { line: 1, column: 1 } }) as Json;
  const entries = isJsonObject(root) ? root['entries'] : null;
  if (!isJsonObject(root) || (entries !== undefined && !(isJsonList(entries) && entries.length === 0)))
    throw fileProblem('NOT_JSON', '"entries" is not a list of objects');
  // Any other JSON would be read as a dictionary without entries.
  if (entries === undefined && index === 0 && typeof root['langCode'] !== 'string')
    throw fileProblem(
      'NOT_JSON',
      'the file is neither a DMLex resource, with "entries" or "langCode", nor a list of objects: write the words as [{"word": …}, …] or {"words": [{"word": …}, …]}',
    );
}

async function* jsonTrees(file: TextFile): AsyncGenerator<XmlElement> {
  for await (const part of splitJson(file.text(), ENTRIES)) {
    const tree = part.isEntry ? entryIn(part).tree : undefined;
    if (tree) yield tree;
  }
}

/** Adds the words that relations name. */
async function withNamedTargets(options: DmlexOptions, trees: TargetReading['trees']): Promise<DmlexOptions> {
  const referenced = new Set<string>();
  for (const members of Object.values(options.relations))
    for (const { ref } of members) if (referenced.size < MAX_TARGETS) referenced.add(ref);
  const targets = await namedTargets({ trees, lens: dmlexLens(options), ids: DMLEX.ids }, referenced);
  return targets ? { ...options, targets } : options;
}

function entryIn(part: JsonPart): Pick<XmlEntry, 'tree' | 'entry' | 'problem'> {
  try {
    const entry = parsedJson(part) as Json;
    if (!isJsonObject(entry) || typeof entry['headword'] !== 'string')
      return { problem: new FileProblem('REFUSED_ENTRY', part.start, 'the entry has no "headword"') };
    const sign = invalidCharacterIn(entry);
    if (sign !== undefined) {
      const complaint = `the entry has the character ${sign}, which is not allowed in text: remove it`;
      return { problem: new FileProblem('CONTROL_CHARACTER', part.start, complaint) };
    }
    return { tree: elementOf('entry', entry), entry };
  } catch (error) {
    if (error instanceof FileProblem) return { problem: error };
    throw error;
  }
}

/** Reads the content outside the entries; a file may consist of a single entry. */
async function jsonFrame(
  file: TextFile,
): Promise<{ readonly root?: XmlElement; readonly isSingle: boolean }> {
  let text = '';
  try {
    for await (const part of splitJson(file.text(), ENTRIES))
      if (!part.isEntry) text = added(text, part.text);
    const root = JSON.parse(text) as Json;
    if (!isJsonObject(root)) return { isSingle: false };
    return { root: elementOf('lexicographicResource', root), isSingle: 'headword' in root };
  } catch (error) {
    if (error instanceof SyntaxError) return { isSingle: false };
    if (!(error instanceof FileProblem) || error.code === 'OVER_LIMIT') throw error;
    return { isSingle: false };
  }
}

function optionsOf(root: XmlElement | undefined, isSingle: boolean): DmlexOptions {
  const children = root && !isSingle ? elementsOf(root) : [];
  const named = (name: string) => children.filter(([tag]) => tag === name);
  const languages = translationLanguages(root);
  const [target] = languages.length === 1 ? languages : [];
  const labels = named('labelTag').flatMap(([, { tag, typeTag }]) =>
    tag === undefined || typeTag === undefined ? [] : [[tag, typeTag] as const],
  );
  return {
    relations: relationsIn(named('relation')),
    labels: Object.fromEntries(labels),
    texts: textsIn(children),
    ...(target === undefined ? {} : { target: target.toLowerCase() }),
    ...(isSingle ? { isSingle } : {}),
  };
}

/** Elements that describe tags. */
const TAGS: ReadonlySet<string> = new Set([
  ...['labelTag', 'labelTypeTag', 'partOfSpeechTag', 'inflectedFormTag', 'definitionTypeTag'],
]);

/** Maximum length of a description that is shown in place of its tag, in characters. Longer ones explain the tag. */
const MAX_SHOWN_LENGTH = 60;

function textsIn(children: readonly XmlElement[]): CodeLabels | undefined {
  const texts = new CodeLabelsBuilder();
  for (const child of children) {
    if (!TAGS.has(child[0])) continue;
    const text = collapsed(readPath([child], 'description') ?? '');
    if (text.length <= MAX_SHOWN_LENGTH) texts.add(child[0], child[1]['tag'] ?? '', text);
  }
  return texts.labels();
}

function translationLanguages(root: XmlElement | undefined): readonly (string | undefined)[] {
  const children = root ? elementsOf(root) : [];
  return children.flatMap(([name, { langCode }]) => (name === 'translationLanguage' ? [langCode] : []));
}

function statedIn(root: XmlElement | undefined): StatedFacts {
  const { title, langCode } = root?.[1] ?? {};
  return { title, language: langCode, targets: translationLanguages(root) };
}

/** Maximum number of relations of one entry or sense. A relation with thousands of members would otherwise result in millions of pairs. */
const MAX_RELATIONS = 200;

/** Maximum number of pairs of all entries together. They are held in memory. */
const MAX_PAIRS = 500_000;

function relationsIn(relations: readonly XmlElement[]): Record<string, MemberRelation[]> {
  const relationsById = new Map<string, MemberRelation[]>();
  let pairs = 0;
  for (const relation of relations) {
    const members = elementsOf(relation).flatMap(([name, { ref, role }]) =>
      name === 'member' && ref !== undefined ? [{ ref, role }] : [],
    );
    const type = (relation[1]['type'] ?? '').replace(/^(synonym|antonym|variant)s$/u, '$1');
    const roles = new Map(members.map(({ ref, role }) => [ref, role]));
    for (const [own, role] of roles) {
      const known = relationsById.get(own) ?? [];
      relationsById.set(own, known);
      for (const { ref, role: other } of members) {
        if (known.length >= MAX_RELATIONS || pairs >= MAX_PAIRS) break;
        if (ref === own) continue;
        known.push({ type: other === undefined || other === role ? type : kindOf(other), ref });
        pairs += 1;
      }
    }
  }
  return Object.fromEntries(relationsById);
}

/** What the other member of a relation is, by its role; a relation whose members have different roles is not the same from both sides. */
function kindOf(role: string): string {
  return role === 'container' ? 'main' : role;
}

/** Reads the stored options of an earlier import. */
export function dmlexOptions(stored: JsonObject): DmlexOptions {
  const { target, relations, labels, texts, isSingle, targets } = stored;
  return {
    ...(typeof target === 'string' ? { target } : {}),
    relations: (relations ?? {}) as unknown as DmlexOptions['relations'],
    labels: (labels ?? {}) as Record<string, string>,
    texts: storedLabels(texts),
    targets: storedTargets(targets),
    ...(isSingle === true ? { isSingle } : {}),
  };
}
