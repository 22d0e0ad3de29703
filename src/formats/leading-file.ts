import { extname, posix } from 'node:path';
import { Failure } from '../shared/failure';
import { refuseForeignPackage, refuseOtherPackage } from './files/foreign-files';

/** The names of the files of a format. */
export interface FileNames {
  /** File name extensions. */
  readonly endings: readonly string[];
  /** File name suffix of the leading file of a package. */
  readonly packaged?: string;
}

/** Whether a file is the leading one of a package. Hidden files are not: macOS writes `._words.lift` beside `words.lift` on some disks. */
export function isLeading(name: string, { packaged }: FileNames): boolean {
  return packaged !== undefined && name.endsWith(packaged) && !name.startsWith('.');
}

/** Folders of data from which a data set was made. */
const OF_SOURCES = /(?:^|\/)(?:raw|src|sources?|original)\//iu;

/**
 * Returns the leading file of a folder or package: the least deeply nested one. The others may be the sources from which it was made.
 */
export function leadingFile<Format extends FileNames>(
  names: readonly string[],
  formats: readonly Format[],
): { readonly format: Format; readonly name: string } | undefined {
  const depthOf = (name: string) => name.split('/').length + (OF_SOURCES.test(name) ? 0.5 : 0);
  const candidates = formats.flatMap((format) =>
    names.filter((name) => isLeading(posix.basename(name), format)).map((name) => ({ format, name })),
  );
  return candidates.sort((a, b) => depthOf(a.name) - depthOf(b.name))[0];
}

/** Extensions of the files that are read beside the leading file of a package. */
export const PACKAGED = [
  ...['.lift', '.lift-ranges', '.json', '.csv', '.csv.zip', '.tsv', '.bib', '.bib.zip', '.ifo', '.idx'],
  ...['.idx.gz', '.dict', '.dict.dz', '.dict.gz', '.syn', '.syn.dz', '.syn.gz', '.typ'],
];

/** Matches the names of files about a dictionary. */
const ABOUT = /^(?:\.|read[ _-]?me|lisez[ _-]?moi|licen[cs]e|copying|changelog|citation)/iu;

/** Returns the files of a package that may be a dictionary in one file, by their names. */
function singleFiles(names: readonly string[], formats: readonly FileNames[]): readonly string[] {
  const endings = new Set(['.xml', ...formats.flatMap((format) => format.endings)]);
  return names.filter(
    (name) => endings.has(extname(name).toLowerCase()) && !ABOUT.test(posix.basename(name)),
  );
}

/** Maximum number of files that a message names. */
const MAX_NAMED_FILES = 10;

/**
 * Returns the file of a package that is read: the leading one, otherwise the only one that may be a dictionary.
 *
 * @param requested the format of the leading file, if it is known
 * @returns undefined if the package has no leading file of the requested format
 * @throws Failure INVALID_INPUT for a package without a dictionary, and for one with several
 */
export function fileInPackage(
  names: readonly string[],
  formats: readonly FileNames[],
  requested: FileNames | undefined,
): string | undefined {
  const candidates = requested ? [requested] : formats;
  const leading = leadingFile(names, candidates);
  if (leading) return leading.name;
  refuseForeignPackage(names);
  const own = singleFiles(names, candidates);
  const [single, ...others] = own.length > 0 ? own : singleFiles(names, formats);
  if (requested?.packaged !== undefined) return undefined;
  if (single === undefined) return refuseOtherPackage(names);
  if (others.length === 0) return single;
  const all = [single, ...others].slice(0, MAX_NAMED_FILES).join(', ');
  const message = `The package has several files that may be dictionaries (${all}): unpack it, and import them one by one`;
  throw new Failure('INVALID_INPUT', message);
}
