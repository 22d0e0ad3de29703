import { readdir, readFile, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';

/** A file in a package or a folder. */
export interface PackagedFile {
  readonly path: string;
  /** Declared size in bytes; no more are read. */
  readonly size: number;
  /** @throws FileProblem when it is damaged, or too much was read of the package */
  readonly read: () => Promise<Buffer>;
}

/** The files of a package, by the addresses in its dictionary. */
export interface PackagedFiles {
  /** The file that an address means, the same object each time; `undefined` without one. */
  readonly find: (href: string) => PackagedFile | undefined;
}

/** Folders in which LIFT has recordings and pictures; their names are often left out of addresses. */
export const MEDIA_FOLDERS: readonly string[] = ['audio', 'pictures'];

/**
 * Finds files among those that are known by their names, so that an address reaches nothing else.
 *
 * @param folder of the dictionary, in which addresses begin
 */
export function filesByAddress(all: readonly PackagedFile[], folder: string): PackagedFiles {
  const files = new Map(all.map((file) => [writtenAddress(file.path), file]));
  return {
    find: (href) => {
      const address = writtenAddress(href);
      const names = [address, posix.basename(address)];
      const within = MEDIA_FOLDERS.flatMap((one) => names.map((name) => posix.join(one, name)));
      const path = [address, ...within].find((one) => files.has(posix.join(folder, one)));
      return path === undefined ? undefined : files.get(posix.join(folder, path));
    },
  };
}

/** An address with slashes, without steps that lead nowhere. */
export function writtenAddress(path: string): string {
  return posix.normalize(path.replaceAll('\\', '/')).normalize('NFC');
}

/** Recordings and pictures in the folders beside a dictionary on a disk; `undefined` where there are no such folders. */
export async function filesInFolder(folder: string): Promise<PackagedFiles | undefined> {
  const found = await Promise.all(MEDIA_FOLDERS.map((one) => filesIn(folder, one)));
  return found.every((files) => files === undefined)
    ? undefined
    : filesByAddress(
        found.flatMap((files) => files ?? []),
        '.',
      );
}

async function filesIn(folder: string, name: string): Promise<PackagedFile[] | undefined> {
  const entries = await readdir(join(folder, name)).catch(() => undefined);
  if (!entries) return undefined;
  const files: PackagedFile[] = [];
  for (const entry of entries) {
    const path = join(folder, name, entry);
    const { size } = await stat(path).catch(() => ({ size: -1 }));
    if (size >= 0) files.push({ path: posix.join(name, entry), size, read: () => readFile(path) });
  }
  return files;
}
