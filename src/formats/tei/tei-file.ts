import { decodeXML } from 'entities';
import { basename } from 'node:path';
import type { ArticleContent } from '../../domain/article/article-content';
import type { ExportedDictionary } from '../../services/exports/export.service';
import { WrittenNames } from '../files/entry-names';
import { type EntrySource, namedLanguages, type ReadOptions } from '../files/entry-source';
import { exportedEntry, inSenses, storedOptions, languageOf } from '../files/exported-entry';
import { FileProblem } from '../files/position';
import type { StatedFacts } from '../files/stated-facts';
import { openText, type TextFile } from '../files/text-file';
import { languageInHeading } from '../headings/language-names';
import { storedTargets } from '../lens/relation-targets';
import { asWritten, xmlText } from '../xml/write-xml';
import { type FrameShape, XmlFrame } from '../xml/xml-frame';
import { withLocalNames, withoutPrefix, withWrittenNames } from '../xml/xml-namespaces';
import { writePath } from '../xml/xml-path';
import { entryId, type FrameText, xmlEntries, type XmlFormat, xmlSource, xmlTrees } from '../xml/xml-source';
import { targetsIn } from '../xml/xml-targets';
import { elementsOf, isElement, isXmlElement, type XmlChild, type XmlElement } from '../xml/xml-tree';
import { getTei, putTei, teiLens } from './tei-lens';
import { type TeiOptions, TRANSLATION_TYPES } from './tei-rows';

/** The text of a TEI file before its first entry, and the path of the file. */
interface TeiHeader {
  readonly head: string;
  readonly path: string;
}

/**
 * Returns the translation language: of `--languages=target:fr`, otherwise of the header, otherwise of the title, otherwise of a FreeDict
 * file name such as `wol-fra.tei`.
 */
function targetLanguageOf({ head, path }: TeiHeader, languages: string | undefined): string | undefined {
  const [, target] = languagesOfTitle(head) ?? [];
  const tag =
    namedLanguages(languages)['target'] ??
    declaredLanguage(head, TARGET_ROLES) ??
    target ??
    languagesOfName(path)?.[1];
  return tag === undefined ? undefined : canonicalOrLowerCase(tag);
}

/** Returns the facts that the header states. In FreeDict files, the declared source language is wrong more often than the title. */
function statedInTei({ head, path }: TeiHeader, target: string | undefined): StatedFacts {
  const [ofTitle] = languagesOfTitle(head) ?? [];
  const [ofName] = languagesOfName(path) ?? [];
  const language = ofTitle ?? declaredLanguage(head, SOURCE_ROLES) ?? ofName;
  return {
    title: titleOf(head),
    ...(language === undefined ? {} : { language }),
    targets: [target],
    license: licenseOf(head),
  };
}

/** Values of `role` in TEI Lex-0, and of `n` in FreeDict. */
const SOURCE_ROLES = 'objectLanguage|sourceLanguage|source';
const TARGET_ROLES = 'targetLanguage|target';

function declaredLanguage(head: string, roles: string): string | undefined {
  const isOfRole = new RegExp(`\\b(?:role|n)\\s*=\\s*["'](?:${roles})["']`, 'u');
  const declared = [...head.matchAll(/<language\b[^>]*>/gu)]
    .map(([tag]) => tag)
    .find((tag) => isOfRole.test(tag));
  return /\bident\s*=\s*["']([^"']+)["']/u.exec(declared ?? '')?.[1];
}

function titleOf(head: string): string | undefined {
  const title = /<title\b[^>]*>([^<]*)/u.exec(head)?.[1];
  return title === undefined ? undefined : decodeXML(title);
}

/** Returns the first and the last language of a title that names several. */
function languagesOfTitle(head: string): readonly [string, string] | undefined {
  const words = (titleOf(head) ?? '').toLowerCase().match(/[\p{Letter}\p{Mark}]+/gu) ?? [];
  const named = words.flatMap((word) => languageInHeading([word])?.tag ?? []);
  const [first, last] = [named[0], named.at(-1)];
  return named.length > 1 && first !== undefined && last !== undefined ? [first, last] : undefined;
}

function languagesOfName(path: string): readonly [string, string] | undefined {
  const [, source, target] = /^([a-z]{3})-([a-z]{3})\.(?:tei|xml)$/u.exec(basename(path)) ?? [];
  return source !== undefined && target !== undefined ? [source, target] : undefined;
}

/** Returns the URL of the licence, otherwise the text of `availability`. */
function licenseOf(head: string): string | undefined {
  const start = head.search(/<availability\b/u);
  const end = head.indexOf('</availability>', start);
  if (start === -1 || end === -1) return undefined;
  const text = head.slice(start, end);
  const address = /<(?:licence|ref)\b[^<>]*\btarget\s*=\s*["']([^"']+)["']/u.exec(text)?.[1];
  return decodeXML(address ?? text.replace(/<[^<>]*>/gu, ' '));
}

function canonicalOrLowerCase(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0]?.toLowerCase() ?? tag.toLowerCase();
  } catch (error) {
    if (error instanceof RangeError) return tag.toLowerCase();
    throw error;
  }
}

/** Path of an identifier that is not a valid XML identifier. */
const ID_BESIDE = 'note[@type=griot:id]';

/** The reader of TEI files. */
const TEI: XmlFormat<TeiOptions> = {
  name: 'tei',
  root: 'TEI',
  entries: new Set(['entry', 'superEntry', 'entryFree']),
  mixed: new Set([
    ...['quote', 'def', 'note', 'orth', 'p', 'gloss', 'etym', 'q', 'seg', 'usg', 'ref', 'bibl', 's', 'l'],
    ...['hi', 'emph', 'foreign', 'term', 'mentioned', 'title', 'phr', 'cl', 'distinct', 'soCalled'],
  ]),
  get: getTei,
  ids: [ID_BESIDE, '@xml:id'],
};

/** Number of entries that determine the markup of translations. */
const SAMPLE_ENTRIES = 500;

/** Opens a TEI file. */
export async function openTei(
  path: string,
  { encoding, languages, storedSettings }: ReadOptions,
): Promise<EntrySource> {
  const file = await openText(path, encoding);
  const frame: FrameText = { head: '', tail: '' };
  const { types, language } = await signsIn(file, frame);
  const translation = TRANSLATION_TYPES.find((type) => types.has(type));
  const { target: earlier } = storedOptions({ files: storedSettings ?? new Map() }, 'tei');
  const declared = targetLanguageOf({ head: withoutPrefix(frame.head, TEI.root), path }, languages);
  const target = declared ?? (typeof earlier === 'string' ? earlier : undefined);
  const options: TeiOptions = {
    translation: translation ?? 'translationEquivalent',
    hasTranslationsInDef: translation === undefined && types.size === 0,
    ...(target === undefined ? {} : { target }),
  };
  const trees = (isRead: (text: string) => boolean) => xmlTrees(file, TEI, isRead);
  const targets = await targetsIn({ trees, lens: teiLens(options), ids: TEI.ids }, { file, sign: 'target=' });
  const stated = (head: string) => ({
    language,
    ...statedInTei({ head: withoutPrefix(head, TEI.root), path }, target),
  });
  return xmlSource({ file, format: TEI, options: targets ? { ...options, targets } : options, stated });
}

interface Signs {
  /** The `type` attributes of `cit` elements. */
  readonly types: ReadonlySet<string>;
  /** The `xml:lang` of the first entry that has one. */
  readonly language: string | undefined;
}

/** Reads the markup of the first entries. */
async function signsIn(file: TextFile, frame: FrameText): Promise<Signs> {
  const types = new Set<string>();
  let language: string | undefined;
  let seen = 0;
  const collect = (tree: XmlElement) => {
    const { type } = tree[1];
    if (tree[0] === 'cit' && type !== undefined) types.add(type);
    for (const child of elementsOf(tree)) collect(child);
  };
  try {
    for await (const { tree } of xmlEntries(file.text(), TEI, frame)) {
      if (tree) collect(tree);
      language ??= tree?.[1]['xml:lang'];
      if (++seen >= SAMPLE_ENTRIES) break;
    }
  } catch (error) {
    // The import reaches the same position and reports the problem there.
    if (!(error instanceof FileProblem)) throw error;
  }
  types.delete('example');
  return { types, language };
}

function headFor(title: string): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<TEI xmlns="http://www.tei-c.org/ns/1.0" type="lex-0">\n<teiHeader><fileDesc>' +
    xmlText(['titleStmt', {}, ['title', {}, title]]) +
    '<publicationStmt><p>Exported from Griot.</p></publicationStmt><sourceDesc><p>Made from a dictionary in Griot.</p></sourceDesc>' +
    '</fileDesc></teiHeader>\n<text><body>\n'
  );
}

/** Lists that the format stores only in senses, and only in entries. */
const LIST_OWNERS = {
  ofSenses: ['translations', 'definitions', 'examples', 'domains', 'usages'],
  ofEntries: ['pronunciations', 'categories', 'classes', 'forms', 'etymologies'],
};

/** Writes a dictionary as TEI. In imported entries only the edited parts change; other entries are written as TEI Lex-0. */
export async function* teiText(exported: ExportedDictionary): AsyncGenerator<string> {
  const { dictionary, files, articles } = exported;
  const shape: FrameShape = {
    format: 'tei',
    element: 'body',
    isFirst: false,
    head: headFor(dictionary.longName ?? dictionary.dictionaryId),
    tail: '</body></text>\n</TEI>\n',
  };
  const frame = new XmlFrame(files, shape);
  const options = teiOptions(exported);
  const names = new WrittenNames();
  yield frame.head;
  for await (const article of articles) {
    const { publicId } = article;
    const { original, content } = exportedEntry(article.source);
    const hasOriginal = original?.format === 'tei' && isXmlElement(original.entry);
    if (hasOriginal && original.before !== undefined) yield `${frame.between(original.before)}\n`;
    const entry = hasOriginal
      ? putTei(withLocalNames(original.entry), content, options, original.readAs)
      : newTeiEntry({ publicId, language: languageOf(exported) }, content, options);
    const missing = names.missing(publicId, entryId(entry, TEI), content.entry.headword ?? undefined);
    if (missing !== undefined) writePath([entry], ID_BESIDE, missing);
    exported.onArticle?.(article, { format: 'tei', read: () => getTei(asWritten(entry), options) });
    yield `${xmlText(withWrittenNames(entry, frame.prefix))}\n`;
  }
  yield frame.tail();
}

/** Returns the options with which the imported file was read. */
export function teiOptions(exported: Pick<ExportedDictionary, 'files'>): TeiOptions {
  const { translation, hasTranslationsInDef, target, targets } = storedOptions(exported, 'tei');
  return {
    translation: TRANSLATION_TYPES.find((type) => type === translation) ?? 'translationEquivalent',
    hasTranslationsInDef: hasTranslationsInDef === true,
    ...(typeof target === 'string' ? { target } : {}),
    ...(targets === undefined ? {} : { targets: storedTargets(targets) }),
  };
}

/** Creates the entry of an article that was not imported from TEI. */
function newTeiEntry(
  { publicId, language }: { readonly publicId: string; readonly language: string },
  content: ArticleContent,
  options: TeiOptions,
): XmlElement {
  const tree: XmlElement = ['entry', { 'xml:id': xmlId(publicId), 'xml:lang': language }];
  const entry = Object.assign({}, content.entry, { id: xmlId(publicId) });
  return inLex0Order(putTei(tree, Object.assign({}, inSenses(content, LIST_OWNERS), { entry }), options));
}

/** The order of the parts of an entry in Lex-0. */
const LEX0_ORDER = ['form', 'gramGrp', 'usg', 'etym', 'sense', 'xr', 'note'];

function inLex0Order([name, attributes, ...children]: XmlElement): XmlElement {
  const rank = (child: XmlChild) => LEX0_ORDER.indexOf(isElement(child) ? child[0] : '');
  return [name, attributes, ...children.sort((a, b) => rank(a) - rank(b))];
}

/** Returns a valid XML identifier: it begins with a letter and has neither white space nor most punctuation. */
function xmlId(publicId: string): string {
  const id = publicId.replace(
    /[^\p{Letter}\p{Number}._-]/gu,
    (sign) => `_${(sign.codePointAt(0) ?? 0).toString(16)}_`,
  );
  return /^[\p{Letter}_]/u.test(id) ? id : `id-${id}`;
}
