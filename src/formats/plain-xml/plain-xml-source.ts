import type { ExportedDictionary } from '../../services/exports/export.service';
import { Failure } from '../../shared/failure';
import type { JsonObject } from '../../shared/json';
import { WrittenNames } from '../files/entry-names';
import type { EntrySource, ReadOptions } from '../files/entry-source';
import { exportedEntry, storedOptions } from '../files/exported-entry';
import { openText, type TextFile } from '../files/text-file';
import type { ColumnMeaning } from '../tables/column-map';
import { asWritten, xmlText } from '../xml/write-xml';
import { type FrameShape, XmlFrame } from '../xml/xml-frame';
import { writePath } from '../xml/xml-path';
import { entryId, type XmlFormat, xmlSource, xmlTrees } from '../xml/xml-source';
import { isXmlElement, type XmlElement } from '../xml/xml-tree';
import { getPlainXml, putPlainXml } from './plain-xml-lens';
import { entryNameIn, guessedShape, type XmlPlace, type XmlShape } from './xml-shape';

const NAME = 'xml';

/** Characters at the beginning of a file in which its entries are searched. */
const BEGINNING = 512 * 1024;

/** Number of entries whose names determine the shape. */
const SAMPLE_ENTRIES = 200;

function formatOfShape({ root, entry, places, mixed }: XmlShape): XmlFormat<XmlShape> {
  const ids = places.filter(({ meaning }) => meaning.to === 'id').map(pathOf);
  return {
    name: NAME,
    root,
    entries: new Set([entry]),
    mixed: new Set(mixed),
    get: getPlainXml,
    ids: [...ids, ADDED_ID],
  };
}

/** The attribute for the identifiers of articles in dictionaries that have none. */
const ADDED_ID = '@griot-id';

function pathOf({ path, attribute }: Pick<XmlPlace, 'path' | 'attribute'>): string {
  return [path, attribute === undefined ? '' : `@${attribute}`].filter(Boolean).join('/');
}

/** Opens a dictionary in XML of no known format. The names of its elements and attributes are understood like headings of tables. */
export async function openPlainXml(
  path: string,
  { encoding, storedSettings }: ReadOptions,
): Promise<EntrySource> {
  const file = await openText(path, encoding);
  const { root, entry } = entryNameIn(await beginningOf(file));
  if (entry === undefined) throw noEntries(root);
  const before = storedShape(storedOptions({ files: storedSettings ?? new Map<string, string>() }, NAME));
  const isSame = before?.root === root && before.entry === entry;
  const shape = isSame ? before : guessedShape({ root, entry }, await sampleOf(file, entry));
  if (!shape.places.some(({ meaning }) => meaning.to === 'headword')) throw noEntries(root);
  return {
    ...xmlSource({ file, format: formatOfShape(shape), options: shape }),
    preview: [
      `Each <${entry}> is an article. Its elements and attributes are read as follows:`,
      ...previewOf(shape),
    ],
    isGuessed: !isSame,
  };
}

function noEntries(root: string): Failure {
  const known = 'LIFT (<lift>), TEI (<TEI>) or DMLex (<lexicographicResource>)';
  return new Failure(
    'INVALID_INPUT',
    `The file is XML with the root element <${root}>, which is not that of ${known}, and has no repeated elements with a headword: ` +
      'convert it to one of these, or to a table',
  );
}

async function beginningOf(file: TextFile): Promise<string> {
  let text = '';
  for await (const chunk of file.text()) {
    text += chunk;
    if (text.length >= BEGINNING) break;
  }
  return text.slice(0, BEGINNING);
}

async function sampleOf(file: TextFile, entry: string): Promise<readonly XmlElement[]> {
  const trees: XmlElement[] = [];
  const format = { entries: new Set([entry]), mixed: new Set<string>() };
  for await (const tree of xmlTrees({ text: () => file.text() }, format, () => true)) {
    trees.push(tree);
    if (trees.length >= SAMPLE_ENTRIES) break;
  }
  return trees;
}

function meaningText({ to, lang, type }: ColumnMeaning): string {
  return [to, lang, type].filter(Boolean).join(', ');
}

function previewOf({ places, examples, sense }: XmlShape): readonly string[] {
  const within = (isOfSense: boolean, path: string) =>
    isOfSense ? [sense, path].filter(Boolean).join('/') : path;
  return [
    ...places.map((place) => `  ${within(place.isOfSense, pathOf(place))} -> ${meaningText(place.meaning)}`),
    ...examples.flatMap(({ path, isOfSense, content, target }) => [
      `  ${within(isOfSense, [path, content].filter(Boolean).join('/'))} -> examples`,
      ...(target === undefined ? [] : [`  ${within(isOfSense, `${path}/${target}`)} -> exampleTranslations`]),
    ]),
    '  all others -> kept for export only',
  ];
}

function storedShape(options: JsonObject): XmlShape | undefined {
  return typeof options['entry'] === 'string' ? (options as unknown as XmlShape) : undefined;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<dictionary>\n';
const TAIL = '</dictionary>\n';

/** The shape of dictionaries that were not imported from such a file. */
const OWN_SHAPE: XmlShape = {
  root: 'dictionary',
  entry: 'entry',
  sense: 'sense',
  places: [
    { path: '', attribute: 'id', isOfSense: false, meaning: { to: 'id' } },
    { path: 'headword', isOfSense: false, meaning: { to: 'headword' } },
    { path: 'variant', isOfSense: false, meaning: { to: 'variants' } },
    ...[false, true].flatMap((isOfSense): XmlPlace[] => [
      { path: 'partOfSpeech', isOfSense, meaning: { to: 'categories' } },
      { path: 'translation', isOfSense, meaning: { to: 'translations' } },
      { path: 'definition', isOfSense, meaning: { to: 'definitions' } },
      { path: 'note', isOfSense, meaning: { to: 'notes' } },
    ]),
  ],
  examples: [false, true].map((isOfSense) => ({
    path: 'example',
    isOfSense,
    content: 'text',
    target: 'translation',
  })),
  mixed: [],
};

/** Returns the shape with which the imported file was read, otherwise that of new files. */
export function plainXmlShape(exported: Pick<ExportedDictionary, 'files'>): XmlShape {
  return storedShape(storedOptions(exported, NAME)) ?? OWN_SHAPE;
}

/** Writes a dictionary as XML. In imported entries only the edited parts change; other entries get the same elements. */
export async function* plainXmlText(exported: ExportedDictionary): AsyncGenerator<string> {
  const shape = plainXmlShape(exported);
  const format = formatOfShape(shape);
  const frameShape: FrameShape = {
    format: NAME,
    element: shape.root,
    isFirst: false,
    head: HEAD,
    tail: TAIL,
  };
  const frame = new XmlFrame(exported.files, frameShape);
  const names = new WrittenNames();
  yield frame.head;
  for await (const article of exported.articles) {
    const { publicId } = article;
    const { original, content } = exportedEntry(article.source);
    const hasOriginal = original?.format === NAME && isXmlElement(original.entry);
    if (hasOriginal && original.before !== undefined) yield `${frame.between(original.before)}\n`;
    const entry = hasOriginal
      ? putPlainXml(original.entry, content, shape, original.readAs)
      : putPlainXml([shape.entry, {}], content, shape);
    const missing = names.missing(publicId, entryId(entry, format), content.entry.headword ?? undefined);
    if (missing !== undefined) writePath([entry], format.ids[0] ?? ADDED_ID, missing);
    exported.onArticle?.(article, { format: NAME, read: () => getPlainXml(asWritten(entry), shape) });
    yield `${xmlText(entry)}\n`;
  }
  yield frame.tail();
}
