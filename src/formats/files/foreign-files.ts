import { posix } from 'node:path';
import { Failure } from '../../shared/failure';

/** First bytes of dictionary files that cannot be read, with advice for each. */
const FOREIGN_BEGINNINGS: readonly (readonly [sign: string | RegExp, what: string])[] = [
  [
    '\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1',
    'a file of Excel or Word before 2007 (.xls, .doc), or is protected by a password: save it as .xlsx without a password, or as CSV',
  ],
  ['%PDF-', 'a PDF, which has no columns or entries: import the file that it was made from'],
  ['{\\rtf', 'a text with formatting (RTF): save it as plain text'],
  [
    '\u001F\u008B',
    'compressed with gzip: unpack it first. Of a dictionary of StarDict, import a zip of all its files, or the .ifo file beside the others',
  ],
  ['7z\u00BC\u00AF', 'an archive of 7-Zip: unpack it first, or make a zip of it'],
  ['Rar!', 'an archive of RAR: unpack it first, or make a zip of it'],
  [
    /^(?:\u00FF\u00FE|\u00EF\u00BB\u00BF)?#\0?N\0?A\0?M\0?E\0?[ \t]/u,
    'a dictionary of Lingvo (DSL): convert it to StarDict, for example with PyGlossary',
  ],
  [/^[^]{60}BOOKMOBI/u, 'a book for Kindle: look for the file that it was made of'],
  ['!-1SLOB', 'a dictionary of Aard 2 (slob): convert it to StarDict, for example with PyGlossary'],
  ['SQLite format 3', 'a database of SQLite: export its table as CSV'],
  [/^[^]{4}Standard (?:Jet|ACE) DB/u, 'a database of Access: export its table as .xlsx or CSV'],
  [
    /^[^<]*<\?xml[^>]*>\s*<\?mso-application\s+progid="Excel\.Sheet"/u,
    'an XML spreadsheet of Excel 2003: save it as .xlsx or as CSV',
  ],
];

/** Root elements of XML files that cannot be read, with advice for each. */
const FOREIGN_ROOTS: Readonly<Record<string, string>> = {
  languageproject: 'a project of FieldWorks: export it as LIFT with File > Export',
  'document/interlinear-text':
    'a collection of interlinear texts (FLExText): export the lexicon of FieldWorks as LIFT',
  xdxf: 'a dictionary in XDXF: convert it to StarDict, for example with PyGlossary',
  'd:dictionary': 'a dictionary for macOS: convert it to StarDict, for example with PyGlossary',
  martif: 'a termbase (TBX): export its terms as a spreadsheet or CSV',
  tbx: 'a termbase (TBX): export its terms as a spreadsheet or CSV',
  LexicalResource: 'a lexicon in LMF: convert it to TEI or LIFT',
  'rdf:RDF': 'a graph (RDF): export its entries as a table',
  'lift-ranges':
    'the list of ranges of a LIFT dictionary: import the .lift file with this one beside it, or a zip of both',
  ANNOTATION_DOCUMENT:
    'an annotated recording of ELAN: export its words as text with tabs, or as Toolbox (SFM)',
  tmx: 'a translation memory (TMX): export its words as a spreadsheet or CSV',
  mediawiki: 'a dump of a wiki: make a file of its words with Wiktextract, or download one from kaikki.org',
  html: 'a web page (HTML): copy its table into a spreadsheet',
};

const TO_JSON = 'convert it to JSON, as a list of objects';
const TO_STARDICT = 'convert it to StarDict, for example with PyGlossary';
const PART_OF_STARDICT =
  'a part of a dictionary of StarDict: import a zip of all its files, or the .ifo file beside the others';
const HUNSPELL = 'a part of a spelling checker, or has no entries with markers: save a list of words as CSV';
const GRAPH = 'a graph (RDF): export its entries as a table';

/** Extensions of other formats that cannot be read, with advice for each. */
const FOREIGN_EXTENSIONS: Readonly<Record<string, string>> = {
  '.pdf': 'a PDF, which has no columns or entries: import the file that it was made from',
  '.doc': 'a document of Word: copy its table into a spreadsheet, or save it as plain text',
  '.docx': 'a document of Word: copy its table into a spreadsheet, or save it as plain text',
  '.rtf': 'a text with formatting (RTF): save it as plain text',
  '.yaml': `YAML: ${TO_JSON}`,
  '.yml': `YAML: ${TO_JSON}`,
  '.toml': `TOML: ${TO_JSON}`,
  '.nvh':
    'a dictionary of Lexonomy (NVH): export it as DMLex or TEI, or convert it to JSON, as a list of objects',
  '.idx': PART_OF_STARDICT,
  '.dict': PART_OF_STARDICT,
  '.syn': PART_OF_STARDICT,
  '.mdx': `a dictionary of MDict: ${TO_STARDICT}`,
  '.mdd': `the pictures of a dictionary of MDict: take its .mdx file, and ${TO_STARDICT}`,
  '.bgl': `a dictionary of Babylon: ${TO_STARDICT}`,
  '.dsl': `a dictionary of Lingvo (DSL): ${TO_STARDICT}`,
  '.typ':
    'a database type of Toolbox: import the file of its records, with this one beside it, or a zip of both',
  '.prj': 'a project of Toolbox: import the file of its records, which has another name',
  '.aff': HUNSPELL,
  '.dic': HUNSPELL,
  '.ttl': GRAPH,
  '.nt': GRAPH,
  '.jsonld': GRAPH,
  '.po': 'a translation of a program (gettext): convert it to CSV',
  '.md': 'a text in Markdown: copy its table into a spreadsheet',
  '.tex': 'a text in LaTeX: import the file that it was made from, or make a table of it',
  '.bib': 'a bibliography: import the dictionary beside it',
  '.parquet': 'a table in Parquet: convert it to CSV or JSON',
  '.wpd': 'a document of WordPerfect: copy its table into a spreadsheet, or save it as plain text',
};

/** Names of files in packages of other programs, with advice for each. */
const PACKAGES: readonly (readonly [name: RegExp, what: string])[] = [
  [/^word\//u, 'a document of Word: copy its table into a spreadsheet, or save it as plain text'],
  [/^META-INF\/container\.xml$/u, 'a book (EPUB): import the file that it was made from'],
  [/^collection\.anki2/u, 'a deck of Anki: export its notes as plain text'],
  [/^ppt\//u, 'slides of PowerPoint: copy their table into a spreadsheet'],
  [/^(?:Index\/|Index\.zip$)/u, 'a file of Numbers or Pages: export it as Excel with File > Export To'],
  [
    /^content\.xml$/u,
    'a file of LibreOffice (OpenDocument): a spreadsheet must have the extension .ods; copy the table of a text into one',
  ],
  [/\.fwdata$/u, 'a backup of FieldWorks: restore it and export it as LIFT with File > Export'],
  [/^xl\/workbook\.bin$/u, 'a binary workbook (.xlsb): save it as .xlsx'],
];

/** @throws Failure INVALID_INPUT if a file begins like that of a program whose files cannot be read */
export function refuseForeign(beginning: Uint8Array): void {
  const text = Buffer.from(beginning).toString('latin1');
  const [, advice] =
    FOREIGN_BEGINNINGS.find(([sign]) =>
      typeof sign === 'string' ? text.startsWith(sign) : sign.test(text),
    ) ?? [];
  const root = rootElement(text) ?? '';
  const withChild = `${root}/${/<(interlinear-text)\b/u.exec(text)?.[1] ?? ''}`;
  const what = advice ?? own(FOREIGN_ROOTS, root) ?? own(FOREIGN_ROOTS, withChild);
  if (what !== undefined) throw foreign(what);
}

/** @throws Failure INVALID_INPUT for a file of no known format that is XML, or has a known name */
export function refuseUnknown(beginning: Uint8Array, path: string): void {
  const what = own(FOREIGN_EXTENSIONS, posix.extname(path).toLowerCase());
  if (what !== undefined) throw foreign(what);
  const root = rootElement(Buffer.from(beginning).toString('latin1'));
  if (root === undefined) return;
  const known = 'LIFT (<lift>), TEI (<TEI>) or DMLex (<lexicographicResource>)';
  throw foreign(
    `XML with the root element <${root}>, which is not that of ${known}: convert it to one of these, or to a table`,
  );
}

function own(table: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Matches what may precede the root element, at an index. */
const PROLOGUE = /\s*(?:<\?[^>]*>|<!--[^]*?-->|<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>)/uy;
const ROOT = /\s*<([A-Za-z][\w:.-]{0,60})[\s/>]/uy;

/** Returns the name of the root element of an XML file, as written. */
function rootElement(beginning: string): string | undefined {
  const text = beginning
    .replaceAll('\0', '')
    .replace(/^(?:\u00EF\u00BB\u00BF|\u00FF\u00FE|\u00FE\u00FF)/u, '');
  let at = 0;
  for (PROLOGUE.lastIndex = 0; PROLOGUE.test(text);) at = PROLOGUE.lastIndex;
  ROOT.lastIndex = at;
  return ROOT.exec(text)?.[1];
}

/** @throws Failure INVALID_INPUT if the file names are those of a package that cannot be read */
export function refuseForeignPackage(names: readonly string[]): void {
  const [, what] = PACKAGES.find(([sign]) => names.some((name) => sign.test(posix.normalize(name)))) ?? [];
  if (what !== undefined) throw foreign(what);
}

/** Maximum number of files that a message names. */
const MAX_NAMED_FILES = 5;

/** @throws Failure INVALID_INPUT for a package without a file that may be a dictionary */
export function refuseOtherPackage(names: readonly string[]): never {
  const shown = names.slice(0, MAX_NAMED_FILES).join(', ');
  const more = names.length > MAX_NAMED_FILES ? ` and ${names.length - MAX_NAMED_FILES} others` : '';
  const known = names
    .map((name) => [name, own(FOREIGN_EXTENSIONS, posix.extname(name).toLowerCase())] as const)
    .find(([, what]) => what !== undefined);
  const advice = known
    ? `${known[0]} is ${known[1] ?? ''}`
    : 'put the file with the entries into it, such as a spreadsheet, LIFT or SFM';
  throw new Failure(
    'INVALID_INPUT',
    `The package has no file that may be a dictionary, only ${shown}${more}: ${advice}`,
  );
}

function foreign(what: string): Failure {
  return new Failure('INVALID_INPUT', `The file is ${what}`);
}
