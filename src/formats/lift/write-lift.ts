import type { ArticleContent } from '../../domain/article/article-content';
import type { ExportedArticle, ExportedDictionary } from '../../services/exports/export.service';
import { WrittenNames } from '../files/entry-names';
import { exportedEntry, inSenses, storedOptions, languageOf } from '../files/exported-entry';
import { storedLabels } from '../lens/code-labels';
import { storedTargets } from '../lens/relation-targets';
import { type FrameShape, XmlFrame } from '../xml/xml-frame';
import { asWritten, xmlText } from '../xml/write-xml';
import { withLocalNames, withWrittenNames } from '../xml/xml-namespaces';
import { isXmlElement, type XmlElement } from '../xml/xml-tree';
import { getLift, type LiftOptions, putLift } from './lift-lens';
import { asVersion13, MIXED } from './lift-source';

/** The version of LIFT that is written. */
const WRITTEN_VERSION = '0.13';

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>\n<lift version="${WRITTEN_VERSION}" producer="griot">\n`;
const TAIL = '</lift>\n';

const FRAME: FrameShape = { format: 'lift', element: 'lift', isFirst: false, head: HEAD, tail: TAIL };

/** Assigns paths beside the file to the recordings and pictures of an article, and writes the addresses into its content. */
export interface MediaPlaces {
  readonly placed: (article: ExportedArticle, content: ArticleContent) => ArticleContent;
}

/**
 * Writes a dictionary as LIFT 0.13. In imported entries only the edited parts change; other entries are created from their typed content.
 *
 * @param folder receives the recordings and pictures of articles
 */
export async function* liftText(exported: ExportedDictionary, folder?: MediaPlaces): AsyncGenerator<string> {
  const { files, articles } = exported;
  const { headword, targets, labels } = storedOptions(exported, 'lift');
  const options = {
    headword: typeof headword === 'string' ? headword : languageOf(exported),
    targets: storedTargets(targets),
    labels: storedLabels(labels),
  };
  const frame = new XmlFrame(files, FRAME);
  const names = new WrittenNames();
  yield frame.head.replace(
    /(<(?:[^\s<>/:"'=]+:)?lift\b[^<>]*\bversion\s*=\s*["'])[^"']*/u,
    `$1${WRITTEN_VERSION}`,
  );
  for await (const article of articles) {
    const { publicId } = article;
    const { original, content: stored } = exportedEntry(article.source);
    const content = folder?.placed(article, stored) ?? stored;
    const hasOriginal = original?.format === 'lift' && isXmlElement(original.entry);
    if (hasOriginal && original.before !== undefined) yield `${frame.between(original.before)}\n`;
    const entry = hasOriginal
      ? asVersion13(putLift(withLocalNames(original.entry), content, options, original.readAs))
      : newLiftEntry(publicId, content, options);
    const id = entry[1]['guid'] ?? entry[1]['id'];
    const missing = names.missing(publicId, id, content.entry.headword ?? undefined);
    // An existing identifier is kept: relations of other entries may refer to it.
    if (id === undefined && missing !== undefined) entry[1]['id'] = missing;
    exported.onArticle?.(article, {
      format: 'lift',
      read: () => getLift(asWritten(entry), options),
      hasMedia: folder !== undefined,
    });
    yield `${xmlText(withWrittenNames(entry, frame.prefix), { indent: '\n', mixed: MIXED })}\n`;
  }
  yield frame.tail();
}

/** Returns the ranges files of the imported file, by name. */
export function liftRanges({ files }: ExportedDictionary): ReadonlyMap<string, string> {
  const prefix = 'lift/ranges/';
  return new Map(
    [...files].flatMap(([name, text]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), text]] : [],
    ),
  );
}

/** Language tag of LIFT for phonetic spelling in an unknown language. */
const NO_LANGUAGE_IPA = 'und-fonipa';

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

/** Creates the entry of an article that was not imported from LIFT. */
export function newLiftEntry(publicId: string, content: ArticleContent, options: LiftOptions): XmlElement {
  const tree: XmlElement = ['entry', { id: publicId, ...(GUID.test(publicId) ? { guid: publicId } : {}) }];
  const entry = Object.assign({}, content.entry, { id: publicId });
  const pronunciations = content.pronunciations?.map((pronunciation) =>
    pronunciation.notation === 'ipa' && !pronunciation.lang
      ? Object.assign({}, pronunciation, { lang: NO_LANGUAGE_IPA })
      : pronunciation,
  );
  return putLift(tree, Object.assign({}, inSenses(content, LIST_OWNERS), { entry, pronunciations }), options);
}

/** Lists that LIFT has only in senses. */
const LIST_OWNERS = {
  ofSenses: [
    'categories',
    'classes',
    'translations',
    'definitions',
    'examples',
    'domains',
    'usages',
    'media',
  ],
  ofEntries: [],
};
