import { posix } from 'node:path';
import { decodedText } from '../files/decode';
import { fileProblem } from '../files/position';
import { openZip, readZipPart, type ZipPackage } from '../files/zip';
import { createXmlParser, localName, parsedText, type XmlHandlers, type XmlParser } from './xml-parts';

/** Maximum size of a part that lists sheets, styles or other parts, in bytes. Its elements are held in memory. */
const MAX_LIST_BYTES = 16 * 1024 * 1024;

/** A package of Office Open XML. */
export interface PartsPackage extends ZipPackage {
  readonly has: (part: string) => boolean;
}

/** Opens a package whose names are found in upper and lower case, since part names are equivalent without case (ECMA-376, part 2). */
export async function openParts(path: string): Promise<PartsPackage> {
  const zip = await openZip(path);
  const names = new Map(zip.names.map((name) => [name.toLowerCase(), name]));
  const written = (part: string) => names.get(part.toLowerCase()) ?? part;
  return {
    ...zip,
    has: (part) => names.has(part.toLowerCase()),
    sizeOf: (part) => zip.sizeOf(written(part)),
    read: (part) => zip.read(written(part)),
  };
}

/** Listens to names without their prefixes, which differ between programs. */
export function listenLocally({ opens, closes, ...others }: XmlHandlers): XmlParser {
  return createXmlParser({
    opens: (name, attributes) => {
      opens(localName(name), attributes);
    },
    closes: (name) => closes?.(localName(name)),
    ...others,
  });
}

interface PartParsing<T> extends XmlParser {
  readonly part: string;
  readonly results: T[];
}

export function parsedPart<T>(zip: ZipPackage, parsing: PartParsing<T>): AsyncGenerator<T> {
  return parsedText(decodedText(readZipPart(zip, parsing.part)), parsing);
}

/** @throws FileProblem OVER_LIMIT for a part that lists too much */
export function assertShort(zip: ZipPackage, part: string): void {
  if (zip.sizeOf(part) <= MAX_LIST_BYTES) return;
  const complaint = `${part} has more than ${MAX_LIST_BYTES} bytes`;
  throw fileProblem('OVER_LIMIT', complaint);
}

export async function* tagsOf(zip: ZipPackage, part: string) {
  const tags: { readonly name: string; readonly attributes: Readonly<Record<string, string>> }[] = [];
  const listening = listenLocally({
    opens: (name, attributes) => {
      tags.push({ name, attributes });
    },
  });
  assertShort(zip, part);
  yield* parsedPart(zip, { part, ...listening, results: tags });
}

/** A part to which another one refers, with the last segment of the relation type. */
interface RelatedPart {
  readonly part: string;
  readonly type: string;
}

/**
 * Returns the parts to which a part refers, by the identifiers of the relations.
 *
 * @param part the empty text for the relations of the package itself
 */
export async function relatedParts(
  zip: PartsPackage,
  part: string,
): Promise<ReadonlyMap<string, RelatedPart>> {
  const related = new Map<string, RelatedPart>();
  const folder = posix.dirname(part);
  const relations = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  if (!zip.has(relations)) return related;
  for await (const { name, attributes } of tagsOf(zip, relations)) {
    const { Id = '', Target = '', Type = '' } = attributes;
    const target = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target);
    if (name === 'Relationship') related.set(Id, { part: target, type: posix.basename(Type) });
  }
  return related;
}

/** Name of the workbook part that most programs give it. Some versions of Excel write `xl/workbook2.xml`. */
const USUAL_WORKBOOK = 'xl/workbook.xml';

/** Returns the name of the workbook part. */
export async function workbookPart(zip: PartsPackage): Promise<string> {
  const parts = [...(await relatedParts(zip, '')).values()];
  const main = parts.find(({ type, part }) => type === 'officeDocument' && zip.has(part));
  return main?.part ?? USUAL_WORKBOOK;
}

/** Whether a package is a workbook of Excel. */
export async function isXlsxWorkbook(path: string): Promise<boolean> {
  const zip = await openParts(path);
  try {
    return zip.has('[Content_Types].xml') && zip.has(await workbookPart(zip));
  } finally {
    zip.close();
  }
}

/** The parts that all sheets of a workbook share. A workbook may lack them. */
export interface SharedParts {
  readonly texts: string;
  readonly styles: string;
}

export function sharedParts(parts: ReadonlyMap<string, RelatedPart>): SharedParts {
  const partOf = (wanted: string) => [...parts.values()].find(({ type }) => type === wanted)?.part;
  return {
    texts: partOf('sharedStrings') ?? 'xl/sharedStrings.xml',
    styles: partOf('styles') ?? 'xl/styles.xml',
  };
}
