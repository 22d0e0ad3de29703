import { extname } from 'node:path';
import type { ExportedDictionary } from '../services/exports/export.service';
import { Failure } from '../shared/failure';
import type { EntrySource, ReadOptions } from './files/entry-source';
import { firstBytes } from './files/text-file';
import { openLift } from './lift/lift-source';
import { openSfm } from './sfm/sfm-source';
import { sfmText } from './sfm/write-sfm';
import { openTable } from './tables/table-source';
import { tableText } from './tables/write-table';
import { liftRanges, liftText } from './lift/write-lift';

/** A file format of dictionaries. */
interface FileFormat {
  /** Endings of names of such files. */
  readonly endings: readonly string[];
  /** What the first bytes of a file hold. */
  readonly sign?: RegExp;
  readonly open: (path: string, options: ReadOptions) => Promise<EntrySource>;
  readonly write: (dictionary: ExportedDictionary) => AsyncIterable<string>;
  /** Files that are written beside, by name. */
  readonly beside?: (dictionary: ExportedDictionary) => ReadonlyMap<string, string>;
}

/** The formats, by the names that commands take. */
const FORMATS: Readonly<Record<string, FileFormat>> = {
  lift: { endings: ['.lift'], sign: /<lift[\s>]/u, open: openLift, write: liftText, beside: liftRanges },
  sfm: { endings: ['.sfm', '.db', '.mdf'], sign: /^\\_sh |^\\lx |\n\\lx /u, open: openSfm, write: sfmText },
  csv: { endings: ['.csv'], open: openTable, write: tableText(',') },
  tsv: { endings: ['.tsv', '.tab', '.txt'], open: openTable, write: tableText('\t') },
};

export const FORMAT_NAMES: readonly string[] = Object.keys(FORMATS);

/** @throws Failure INVALID_INPUT for an unknown name */
export function formatNamed(name: string): FileFormat {
  const format = FORMATS[name];
  if (!format)
    throw new Failure('INVALID_INPUT', `There is no format ${name}, only ${FORMAT_NAMES.join(', ')}`);
  return format;
}

/**
 * The format of a file, by its first bytes, else by its name.
 *
 * @throws Failure INVALID_INPUT when it has none of the formats
 */
export async function formatOf(path: string): Promise<FileFormat> {
  const beginning = Buffer.from(await firstBytes(path))
    .toString('latin1')
    .replaceAll('\0', '');
  const formats = Object.values(FORMATS);
  const found =
    formats.find(({ sign }) => sign?.test(beginning) === true) ??
    formats.find(({ endings }) => endings.includes(extname(path).toLowerCase()));
  if (!found)
    throw new Failure(
      'INVALID_INPUT',
      `${path} is of no known format; --format names one: ${FORMAT_NAMES.join(', ')}`,
    );
  return found;
}
