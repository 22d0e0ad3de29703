import type { ArticleContent } from '../../domain/article/article-content';
import type { ArticleRecord } from '../../domain/article/article-record';
import { originalOf } from '../../domain/article/original';
import { readArticle } from '../../domain/reading/read-article';
import type { ExportedDictionary } from '../../services/exports/export.service';
import { isJsonObject, type Json } from '../../shared/json';
import { xmlText } from '../xml/write-xml';
import { elementsOf, isXmlElement, type XmlElement } from '../xml/xml-tree';
import { type LiftOptions, putLift } from './lift-lens';

/** The version that is written. */
const VERSION = '0.13';

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>\n<lift version="${VERSION}" producer="griot">\n`;
const TAIL = '</lift>\n';

/** Writes a dictionary as LIFT 0.13: imported entries as they were but for what was changed, others made of their typed content. */
export async function* liftText({ files, articles }: ExportedDictionary): AsyncGenerator<string> {
  const options = optionsOf(files.get('lift/options.json'));
  const { head, tail } = frameOf(files);
  yield head;
  for await (const article of articles) yield `${xmlText(entryOf(article, options), '\n')}\n`;
  yield tail;
}

/** The ranges files that stood beside an imported file, by name. */
export function liftRanges({ files }: ExportedDictionary): ReadonlyMap<string, string> {
  const prefix = 'lift/ranges/';
  return new Map(
    [...files].flatMap(([name, text]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), text]] : [],
    ),
  );
}

function entryOf({ source, publicId }: ArticleRecord, options: LiftOptions): XmlElement {
  const json = JSON.parse(source) as Json;
  const original = originalOf(json);
  const content = readArticle(json);
  if (original?.format === 'lift' && isXmlElement(original.entry))
    return inVersion(putLift(original.entry, content, options), original.version);
  return newLiftEntry(publicId, content, options);
}

/** The tag of LIFT for phonetic spelling in an unknown language. */
const NO_LANGUAGE_IPA = 'und-fonipa';

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

/** An article that did not come from LIFT. */
export function newLiftEntry(publicId: string, content: ArticleContent, options: LiftOptions): XmlElement {
  const tree: XmlElement = ['entry', { id: publicId, ...(GUID.test(publicId) ? { guid: publicId } : {}) }];
  const entry = Object.assign({}, content.entry, { id: publicId });
  const pronunciations = content.pronunciations?.map((one) =>
    one.notation === 'ipa' && !one.lang ? Object.assign({}, one, { lang: NO_LANGUAGE_IPA }) : one,
  );
  return putLift(tree, Object.assign({}, inFirstSense(content), { entry, pronunciations }), options);
}

/** Lists that LIFT has in senses alone. */
const OF_SENSES = ['categories', 'translations', 'definitions', 'examples', 'domains', 'usages'] as const;

/** Items of the whole article stand in its first sense, where programs look for them. */
function inFirstSense(content: ArticleContent): ArticleContent {
  const [first = 1] = (content.senses ?? []).map(({ number }) => number).sort((a, b) => a - b);
  const lists = OF_SENSES.flatMap((member) => {
    const items = content[member] as readonly { readonly sense?: number | null }[] | null | undefined;
    return items ? [[member, items.map((item) => ({ ...item, sense: item.sense ?? first }))] as const] : [];
  });
  return Object.assign({}, content, Object.fromEntries(lists));
}

/** LIFT 0.15 names fields by another attribute. */
function inVersion(tree: XmlElement, version: string | undefined): XmlElement {
  if (version !== '0.15') return tree;
  const { name, ...rest } = tree[1];
  const attributes =
    tree[0] === 'field' && name !== undefined && !('type' in rest) ? { type: name, ...rest } : tree[1];
  const children = tree.slice(2) as XmlElement[];
  return [
    tree[0],
    attributes,
    ...children.map((child) => (elementsOf(['', {}, child]).length > 0 ? inVersion(child, version) : child)),
  ];
}

function frameOf(files: ExportedDictionary['files']): { readonly head: string; readonly tail: string } {
  const head = files.get('lift/head');
  const tail = files.get('lift/tail');
  if (head === undefined || tail === undefined) return { head: HEAD, tail: TAIL };
  const written = head
    .replace(/(<lift\b[^>]*\bversion\s*=\s*["'])[^"']*/u, `$1${VERSION}`)
    .replace(/(<\?xml[^>]*\bencoding\s*=\s*["'])[^"']*/u, '$1UTF-8');
  // A file without entries ends in its head.
  if (tail !== '') return { head: written, tail };
  const open = written.replace(/\s*<\/lift>\s*$/u, '\n').replace(/\/>\s*$/u, '>\n');
  return { head: open, tail: TAIL };
}

function optionsOf(text: string | undefined): LiftOptions {
  const options = text === undefined ? {} : (JSON.parse(text) as Json);
  const headword = isJsonObject(options) ? options['headword'] : undefined;
  return typeof headword === 'string' ? { headword } : {};
}
