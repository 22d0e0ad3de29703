import { readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { ExportedDictionary } from '../services/exports/export.service';
import { Failure } from '../shared/failure';
import { ExportLosses } from './export-report';
import type { EntrySource, ReadOptions } from './files/entry-source';
import { refuseForeign, refuseUnknown } from './files/foreign-files';
import { firstBytes } from './files/text-file';
import { openCldf } from './cldf/cldf-source';
import { cldfBytes } from './cldf/write-cldf';
import { openStarDict } from './stardict/stardict-source';
import { starDictBytes } from './stardict/write-stardict';
import { unpacked, type ZipPart } from './files/zip';
import { openDmlexXml } from './dmlex/dmlex-source';
import { dmlexJson, dmlexXml } from './dmlex/write-dmlex';
import { jsonLinesText, openJsonLines } from './dictionary/json-lines';
import { openJsonObject, openJsonTable } from './json/json-table';
import { fileInPackage, type FileNames, isLeading, leadingFile, PACKAGED } from './leading-file';
import { openLift } from './lift/lift-source';
import { openPlainXml, plainXmlText } from './plain-xml/plain-xml-source';
import { openSfm } from './sfm/sfm-source';
import { sfmText } from './sfm/write-sfm';
import { openTable } from './tables/table-source';
import { fodsText, jsonText, odsBytes, tableText, xlsxBytes } from './tables/write-table';
import { openTei, teiText } from './tei/tei-file';
import { htmlEdition } from './editions/html-edition';
import { hunspellBytes, wordsText } from './editions/spelling-list';
import { liftFiles, liftPackage } from './lift/lift-package';
import { liftRanges, liftText } from './lift/write-lift';
import { openFods, openOds, openXlsx } from './workbooks/open-workbook';
import { isXlsxWorkbook } from './workbooks/package-parts';
import { openingTagOf } from './xml/xml-namespaces';
import { openWiktextract } from './wiktextract/wiktextract-source';
import { wiktextractText } from './wiktextract/write-wiktextract';

/** A file format of dictionaries. */
interface FileFormat extends FileNames {
  /** Matches the beginning of a file of the format. */
  readonly sign?: RegExp;
  readonly open: (path: string, options: ReadOptions) => Promise<EntrySource>;
  readonly write: (dictionary: ExportedDictionary) => AsyncIterable<string | Uint8Array>;
  /** Media type of the file; arbitrary bytes by default. */
  readonly mediaType?: string;
  /** The files of a package, for formats that may also be a folder. */
  readonly files?: (dictionary: ExportedDictionary) => AsyncIterable<ZipPart>;
  /** Whether the file contains recordings and pictures. */
  readonly hasMedia?: boolean;
  /** Further files to write in the same folder, by name. */
  readonly companionFiles?: (dictionary: ExportedDictionary) => ReadonlyMap<string, string>;
}

const XML = 'application/xml';
const JSONL = 'application/jsonl';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Matches a first line that is a Wiktextract word. A line of this server is excluded, since its article may contain such text. */
const WIKTEXTRACT =
  /^\{(?![^\n]*"(?:id_article|article)"\s*:)(?:[^\n]*"glosses"\s*:\s*\[|(?=[^\n]*"word"\s*:)[^\n]*"lang_code"\s*:)/u;

/** The formats by their names in commands. */
const DICTIONARY_FORMATS: Readonly<Record<string, FileFormat>> = {
  lift: {
    endings: ['.lift'],
    sign: openingTagOf('lift'),
    open: openLift,
    write: liftText,
    mediaType: XML,
    companionFiles: liftRanges,
    packaged: '.lift',
  },
  'lift.zip': {
    endings: [],
    open: (path, options) => packageFormat().open(path, options),
    write: liftPackage,
    mediaType: 'application/zip',
    files: liftFiles,
    hasMedia: true,
  },
  sfm: {
    endings: ['.sfm', '.db', '.mdf'],
    // Records may begin with another marker than \\lx: three lines with one suffice.
    sign: /^\\_sh |^\\lx |\n\\lx |^(?:\\[A-Za-z]\w*(?:[ \t][^\n]*)?\r?\n(?:\r?\n)*){3}/u,
    open: openSfm,
    write: sfmText,
    mediaType: 'text/plain',
  },
  jsonl: { endings: ['.jsonl', '.ndjson'], open: openJsonLines, write: jsonLinesText, mediaType: JSONL },
  csv: { endings: ['.csv'], open: openTable, write: tableText(','), mediaType: 'text/csv' },
  tsv: {
    endings: ['.tsv', '.tab', '.txt'],
    open: openTable,
    write: tableText('\t'),
    mediaType: 'text/tab-separated-values',
  },
  xlsx: { endings: ['.xlsx', '.xlsm', '.xltx', '.xltm'], open: openXlsx, write: xlsxBytes, mediaType: XLSX },
  ods: {
    endings: ['.ods', '.ots'],
    open: openOds,
    write: odsBytes,
    mediaType: 'application/vnd.oasis.opendocument.spreadsheet',
  },
  fods: {
    endings: ['.fods'],
    sign: /<office:document[\s>][^]*opendocument\.spreadsheet/u,
    open: openFods,
    write: fodsText,
    mediaType: 'application/vnd.oasis.opendocument.spreadsheet-flat-xml',
  },
  tei: { endings: ['.tei'], sign: openingTagOf('TEI'), open: openTei, write: teiText, mediaType: XML },
  dmlex: {
    endings: [],
    sign: new RegExp(`${openingTagOf('lexicographicResource').source}|lexidma/ns/dmlex`, 'u'),
    open: openDmlexXml,
    write: dmlexXml,
    mediaType: XML,
  },
  cldf: {
    endings: ['-metadata.json'],
    sign: /terms\.rdf#(?:Dictionary|Wordlist|EntryTable|FormTable)/u,
    open: openCldf,
    write: cldfBytes,
    mediaType: 'application/zip',
    packaged: '-metadata.json',
  },
  json: {
    endings: [],
    sign: /^\s*\[\s*[{\]]/u,
    open: openJsonTable,
    write: jsonText,
    mediaType: 'application/json',
  },
  'dmlex-json': { endings: ['.json'], open: openJsonObject, write: dmlexJson, mediaType: 'application/json' },
  stardict: {
    endings: ['.ifo'],
    sign: /^StarDict's dict ifo file/u,
    open: openStarDict,
    write: starDictBytes,
    mediaType: 'application/zip',
    packaged: '.ifo',
  },
  wiktextract: {
    endings: [],
    sign: WIKTEXTRACT,
    open: openWiktextract,
    write: wiktextractText,
    mediaType: JSONL,
  },
  xml: { endings: ['.xml'], open: openPlainXml, write: plainXmlText, mediaType: XML },
  hunspell: { endings: [], open: notRead, write: hunspellBytes, mediaType: 'application/zip' },
  words: { endings: [], open: notRead, write: wordsText, mediaType: 'text/tab-separated-values' },
  html: { endings: ['.html', '.htm'], open: notRead, write: htmlEdition, mediaType: 'text/html' },
};

/** For formats that people read and that cannot be imported. */
function notRead(path: string): Promise<never> {
  const message = `${path}: this format can be exported but not imported`;
  return Promise.reject(new Failure('INVALID_INPUT', message));
}

export const FORMAT_NAMES: readonly string[] = Object.keys(DICTIONARY_FORMATS);

/** @throws Failure INVALID_INPUT for an unknown name */
export function formatNamed(name: string): FileFormat {
  const format = Object.hasOwn(DICTIONARY_FORMATS, name) ? DICTIONARY_FORMATS[name] : undefined;
  if (!format)
    throw new Failure('INVALID_INPUT', `There is no format ${name}, only ${FORMAT_NAMES.join(', ')}`);
  return format;
}

/**
 * Returns a writer of the loss report of a format, which writes the data that a file cannot store, as JSON.
 *
 * @throws Failure INVALID_INPUT for an unknown name, and for formats that cannot be imported
 */
export function lossesIn(name: string): FileFormat['write'] {
  const { write } = formatNamed(name);
  if (!isReadBack(name))
    throw new Failure(
      'INVALID_INPUT',
      `Files of the format ${name} cannot be imported again, so there is no report`,
    );
  return async function* text(dictionary) {
    const losses = new ExportLosses(dictionary);
    const file = write({ ...dictionary, onArticle: losses.onArticle })[Symbol.asyncIterator]();
    while ((await file.next()).done !== true);
    yield `${JSON.stringify(losses.report(name), null, 2)}\n`;
  };
}

/** Whether files of a format can be imported. */
export function isReadBack(name: string): boolean {
  return formatNamed(name).open !== notRead;
}

/**
 * Detects the format of a file by its first bytes, otherwise by its name. The format of a package or a folder is that of its leading
 * file.
 *
 * @param name the format, if it is known. Its files may be in a package or a folder
 * @throws Failure INVALID_INPUT if the format is unknown
 */
export async function formatOf(path: string, name?: string): Promise<Pick<FileFormat, 'open'>> {
  const requested = name === undefined ? undefined : formatNamed(name);
  if ((await stat(path)).isDirectory()) return folderFormat(await readdir(path), requested);
  const bytes = Buffer.from(await firstBytes(path, SIGNATURE_BYTES));
  const isPackage = bytes.subarray(0, 4).equals(ZIP);
  if (requested) return isPackage && !isZipped(requested) ? packageFormat(requested) : requested;
  refuseForeign(bytes);
  const beginning = bytes
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^\u00EF\u00BB\u00BF|^\u00FF\u00FE|^\u00FE\u00FF/u, '');
  const formats = Object.values(DICTIONARY_FORMATS);
  const named =
    formats.find(({ endings }) => endings.includes(extname(path).toLowerCase())) ??
    // Exports over HTTP have the name of the format as extension.
    Object.entries(DICTIONARY_FORMATS).find(([name]) => path.toLowerCase().endsWith(`.${name}`))?.[1];
  // A package can store files uncompressed, so the signatures of other formats are not conclusive.
  if (isPackage) return named && isZipped(named) ? named : ((await workbookFormat(path)) ?? packageFormat());
  const recognised = formats.find(({ sign }) => sign?.test(beginning) === true) ?? named;
  if (recognised) return recognised;
  refuseUnknown(bytes, path);
  throw unknownFormat('The file');
}

/** Whether each file of a format is a zip. */
function isZipped({ open }: FileFormat): boolean {
  return open === openXlsx || open === openOds;
}

/** Returns the format of a workbook whose name does not show it, such as an `.xls` that a program wrote as `.xlsx`. */
async function workbookFormat(path: string): Promise<FileFormat | undefined> {
  return (await isXlsxWorkbook(path)) ? DICTIONARY_FORMATS['xlsx'] : undefined;
}

/** Number of bytes in which signatures of formats are searched. */
const SIGNATURE_BYTES = 64 * 1024;

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

function unknownFormat(what: string, requested?: FileFormat): Failure {
  if (requested?.packaged !== undefined)
    return new Failure(
      'INVALID_INPUT',
      `${what} has no file *${requested.packaged}, as the given format has it`,
    );
  const names = FORMAT_NAMES.filter(isReadBack).join(', ');
  return new Failure('INVALID_INPUT', `${what} has no known format; name one with --format: ${names}`);
}

/** Returns the format of a folder with files that belong together. */
function folderFormat(names: readonly string[], requested?: FileFormat): Pick<FileFormat, 'open'> {
  const { format, name } = leadingFile(names, requestedFormats(requested)) ?? {};
  if (!format) throw unknownFormat('The folder', requested);
  return { open: (path, options) => format.open(join(path, name ?? ''), options) };
}

function requestedFormats(requested: FileFormat | undefined): readonly FileFormat[] {
  return requested ? [requested] : Object.values(DICTIONARY_FORMATS);
}

/**
 * Returns the format of a zip: a folder of LIFT, CLDF or StarDict, or one file of another format.
 *
 * @param requested the format of the leading file, if it is known
 */
function packageFormat(requested?: FileFormat): Pick<FileFormat, 'open'> {
  return {
    open: async (path, options) => {
      const formats = Object.values(DICTIONARY_FORMATS);
      const chosen = (names: readonly string[]) => {
        const name = fileInPackage(names, formats, requested);
        if (name === undefined) throw unknownFormat('The package', requested);
        return name;
      };
      // The unpacked files are removed when the source is closed.
      const { folder, leading, companionFiles, remove } = await unpacked(path, chosen, PACKAGED);
      try {
        const file = join(folder, leading);
        const { open } = requested ?? (await formatOf(file));
        return { ...(await open(file, options)), companionFiles, close: remove };
      } catch (error) {
        await remove();
        throw error;
      }
    },
  };
}

/** Whether a folder contains a dictionary in a format of several files, other than a folder of Griot. */
export async function holdsFiles(path: string): Promise<boolean> {
  const names: readonly string[] = await readdir(path).catch(() => []);
  return (
    !names.includes('articles.jsonl') &&
    names.some((name) => Object.values(DICTIONARY_FORMATS).some((format) => isLeading(name, format)))
  );
}
