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
  ['\u001F\u008B', 'compressed with gzip: unpack it first'],
  ['7z\u00BC\u00AF', 'an archive of 7-Zip: unpack it first, or make a zip of it'],
  ['Rar!', 'an archive of RAR: unpack it first, or make a zip of it'],
  [
    /^(?:\u00FF\u00FE|\u00EF\u00BB\u00BF)?#\0?N\0?A\0?M\0?E\0?[ \t]/u,
    'a dictionary of Lingvo (DSL): convert it to StarDict, for example with PyGlossary',
  ],
  [/^[^]{60}BOOKMOBI/u, 'a book for Kindle: look for the file that it was made of'],
  ['SQLite format 3', 'a database of SQLite: export its table as CSV'],
  [/^[^]{4}Standard (?:Jet|ACE) DB/u, 'a database of Access: export its table as .xlsx or CSV'],
  [
    /^[^<]*(?:<\?[^>]*>\s*)?<languageproject\b/u,
    'a project of FieldWorks: export it as LIFT with File > Export',
  ],
  [
    /^[^<]*<\?xml[^>]*>\s*<\?mso-application\s+progid="Excel\.Sheet"/u,
    'an XML spreadsheet of Excel 2003: save it as .xlsx or as CSV',
  ],
];

/** Names of files in packages of other programs, with advice for each. */
const PACKAGES: readonly (readonly [name: RegExp, what: string])[] = [
  [/^word\//u, 'a document of Word: copy its table into a spreadsheet, or save it as plain text'],
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
  const [, what] =
    FOREIGN_BEGINNINGS.find(([sign]) =>
      typeof sign === 'string' ? text.startsWith(sign) : sign.test(text),
    ) ?? [];
  if (what !== undefined) throw foreign(what);
}

/** @throws Failure INVALID_INPUT if the file names are those of a package that cannot be read */
export function refuseForeignPackage(names: readonly string[]): void {
  const [, what] = PACKAGES.find(([sign]) => names.some((name) => sign.test(posix.normalize(name)))) ?? [];
  if (what !== undefined) throw foreign(what);
}

function foreign(what: string): Failure {
  return new Failure('INVALID_INPUT', `The file is ${what}`);
}
