import { extname, posix } from 'node:path';

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
    names.filter((one) => isLeading(posix.basename(one), format)).map((name) => ({ format, name })),
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
export function singleFiles(names: readonly string[], formats: readonly FileNames[]): readonly string[] {
  const endings = new Set(['.xml', ...formats.flatMap((format) => format.endings)]);
  return names.filter(
    (name) => endings.has(extname(name).toLowerCase()) && !ABOUT.test(posix.basename(name)),
  );
}
