import type { ArticleContent } from '../../domain/article/article-content';
import type { ArticleRecord } from '../../domain/article/article-record';
import type { ExportedDictionary } from '../../services/exports/export.service';
import { isJsonObject, type Json } from '../../shared/json';
import { WrittenNames } from '../files/entry-names';
import { exportedEntry, inSenses, storedOptions, languageOf, NO_LANGUAGE } from '../files/exported-entry';
import { parseXml } from '../xml/parse-xml';
import { type FrameShape, XmlFrame } from '../xml/xml-frame';
import { asWritten, xmlText } from '../xml/write-xml';
import { openingTagOf, withLocalNames, withWrittenNames } from '../xml/xml-namespaces';
import { elementsOf, isXmlElement, type XmlElement } from '../xml/xml-tree';
import { elementOf, inOrderOf, objectOf, withoutJson } from './dmlex-json';
import { getDmlex, putDmlex } from './dmlex-lens';
import type { DmlexOptions } from './dmlex-rows';
import { dmlexOptions } from './dmlex-source';

const DMLEX_NAMESPACE = 'http://docs.oasis-open.org/lexidma/ns/dmlex-1.0';

/** Writes a dictionary as DMLex in XML. */
export async function* dmlexXml(exported: ExportedDictionary): AsyncGenerator<string> {
  const options = dmlexOptions(storedOptions(exported, 'dmlex'));
  const frame = await xmlFrameOf(exported, options.isSingle === true);
  yield frame.head;
  for await (const { article, tree, before } of writtenEntries(exported, options)) {
    exported.onArticle?.(article, { format: 'dmlex', read: () => getDmlex(asWritten(tree), options) });
    if (before !== undefined) yield `${frame.between(before)}\n`;
    yield `${xmlText(withWrittenNames(withoutJson(tree), frame.prefix))}\n`;
  }
  yield frame.tail();
}

/** Writes a dictionary as DMLex in JSON. */
export async function* dmlexJson(exported: ExportedDictionary): AsyncGenerator<string> {
  const options = dmlexOptions(storedOptions(exported, 'dmlex'));
  const [head, tail] = await jsonFrameOf(exported, options.isSingle === true);
  yield head;
  let separator = '';
  for await (const { article, tree, written } of writtenEntries(exported, options)) {
    exported.onArticle?.(article, { format: 'dmlex', read: () => getDmlex(tree, options) });
    yield `${separator}${JSON.stringify(inOrderOf(objectOf(tree), written), null, 1)}`;
    separator = ',\n';
  }
  yield tail;
}

/** Returns the articles as entries that an import recognises by their names. */
async function* writtenEntries({ articles }: ExportedDictionary, options: DmlexOptions) {
  const names = new WrittenNames();
  for await (const article of articles) {
    const { content, ...entry } = dmlexEntryOf(article, options);
    const { tree } = entry;
    const missing = names.missing(article.publicId, tree[1]['id'], content.entry.headword ?? undefined);
    if (missing !== undefined) tree[1]['id'] = missing;
    yield { article, ...entry };
  }
}

function dmlexEntryOf(
  { source, publicId }: Pick<ArticleRecord, 'source' | 'publicId'>,
  options: DmlexOptions,
) {
  const { original, content } = exportedEntry(source);
  const imported = original?.format === 'dmlex' ? dmlexTreeOf(original.entry) : undefined;
  if (!imported) return { tree: newDmlexEntry(publicId, content, options), content };
  const tree = putDmlex(imported, content, options, original?.readAs);
  return { tree, content, before: original?.before, written: original?.entry };
}

/** Returns an imported entry, in XML or JSON, as an element. */
export function dmlexTreeOf(entry: Json): XmlElement | undefined {
  if (isXmlElement(entry)) return withLocalNames(entry);
  return isJsonObject(entry) ? elementOf('entry', entry) : undefined;
}

/** Lists that the format stores only in senses, and only in entries. */
const LIST_OWNERS = {
  ofSenses: ['translations', 'definitions', 'examples'],
  ofEntries: ['pronunciations', 'categories', 'classes', 'forms', 'etymologies', 'relations', 'notes'],
};

/** Creates the entry of an article that was not imported from DMLex. */
function newDmlexEntry(publicId: string, content: ArticleContent, options: DmlexOptions): XmlElement {
  const headword = content.entry.headword ?? publicId;
  const entry = Object.assign({}, content.entry, { id: publicId, headword });
  const inPlaces = inSenses(content, LIST_OWNERS);
  const translations = inPlaces.translations.map((translation) =>
    Object.assign({}, translation, { lang: translation.lang ?? NO_LANGUAGE }),
  );
  const examples = inPlaces.examples.map((example) =>
    example.target ? Object.assign({}, example, { lang: example.lang ?? NO_LANGUAGE }) : example,
  );
  return putDmlex(['entry', {}], Object.assign({}, inPlaces, { entry, translations, examples }), options);
}

const RESOURCE = openingTagOf('lexicographicResource');

/** Returns the frame of the imported file, which was XML or JSON. */
function storedFrame(files: ExportedDictionary['files']): XmlElement | undefined {
  const [head, tail] = [files.get('dmlex/head'), files.get('dmlex/tail')];
  if (head === undefined || tail === undefined) return undefined;
  if (isJsonText(head)) {
    const frame = JSON.parse(head + tail) as Json;
    return isJsonObject(frame) ? elementOf('lexicographicResource', frame) : undefined;
  }
  const opening = RESOURCE.exec(head);
  if (!opening) return undefined;
  const text = (head + tail).slice(opening.index);
  return withLocalNames(parseXml({ text, start: { line: 1, column: 1 }, mixed: new Set(['text']) }));
}

function isJsonText(text: string): boolean {
  return text.trimStart().startsWith('{');
}

/** A resource names its translation languages, so that all articles are read first. */
async function newFrame(exported: ExportedDictionary): Promise<XmlElement> {
  const { dictionary, articles } = exported;
  const languages = new Set<string>();
  for await (const { source } of articles) {
    const { translations, examples } = exportedEntry(source).content;
    for (const { lang } of translations) languages.add(lang ?? NO_LANGUAGE);
    for (const { lang, target } of examples) if (target) languages.add(lang ?? NO_LANGUAGE);
  }
  const named = languages.size > 0 ? [...languages].sort() : [NO_LANGUAGE];
  return [
    'lexicographicResource',
    { title: dictionary.longName ?? dictionary.dictionaryId, langCode: languageOf(exported) },
    ...named.map((langCode): XmlElement => ['translationLanguage', { langCode }]),
  ];
}

async function xmlFrameOf(exported: ExportedDictionary, isSingle: boolean): Promise<XmlFrame> {
  const { files } = exported;
  const head = files.get('dmlex/head');
  if (isSingle && (await articlesUpTo(2, exported)) === 1)
    return new XmlFrame(new Map(), { format: 'dmlex', element: 'entry', isFirst: true, head: '', tail: '' });
  const isSame = head !== undefined && !isJsonText(head) && RESOURCE.test(head);
  const frame = isSame ? undefined : (storedFrame(files) ?? (await newFrame(exported)));
  const attributes = { xmlns: DMLEX_NAMESPACE, ...frame?.[1] };
  const opening = xmlText(['lexicographicResource', attributes]).replace(/\/>$/u, '>\n');
  const rest = frame ? elementsOf(withoutJson(frame)) : [];
  const shape: FrameShape = {
    format: 'dmlex',
    element: 'lexicographicResource',
    isFirst: true,
    head: `<?xml version="1.0" encoding="UTF-8"?>\n${opening}`,
    tail: `${rest.map((child) => `${xmlText(child)}\n`).join('')}</lexicographicResource>\n`,
  };
  return new XmlFrame(isSame ? files : new Map(), shape);
}

async function jsonFrameOf(
  exported: ExportedDictionary,
  isSingle: boolean,
): Promise<readonly [head: string, tail: string]> {
  const { files } = exported;
  const [head = '', tail = ''] = [files.get('dmlex/head'), files.get('dmlex/tail')];
  if (isJsonText(head) && tail !== '') return [head, tail];
  const count = await articlesUpTo(2, exported);
  if (isJsonText(head) && count === 0) return [head, ''];
  const stored = storedFrame(files);
  if (isSingle && !stored && count === 1) return ['', '\n'];
  const frame = objectOf(stored ?? (await newFrame(exported)));
  const others = Object.fromEntries(Object.entries(frame).filter(([name]) => name !== 'entries'));
  const rest = JSON.stringify(others, null, 1).slice(1, -1).trim();
  return ['{"entries": [\n', `\n]${rest === '' ? '' : `,\n${rest}`}}\n`];
}

/** Counts the articles, up to a limit. */
async function articlesUpTo(maxCount: number, { articles }: ExportedDictionary): Promise<number> {
  const iterator = articles[Symbol.asyncIterator]();
  let count = 0;
  while (count < maxCount && (await iterator.next()).done !== true) count += 1;
  await iterator.return?.();
  return count;
}
