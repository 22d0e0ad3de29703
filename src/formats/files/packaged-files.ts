import { readdir, readFile, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';

/** A file in a package or a folder. */
export interface PackagedFile {
  readonly path: string;
  /** Declared size in bytes. Reading stops there. */
  readonly size: number;
  /** @throws FileProblem if the file is damaged, or too much of the package has been read */
  readonly read: () => Promise<Buffer>;
}

/** The files of a package by the addresses in its dictionary. */
export interface PackagedFiles {
  /** Returns the file for an address, always the same object; `undefined` if there is none. */
  readonly find: (href: string) => PackagedFile | undefined;
}

/** Folders of recordings and pictures in LIFT. Addresses often omit their names. */
export const MEDIA_FOLDERS: readonly string[] = ['audio', 'pictures'];

/**
 * Finds files among known ones by their names, so that an address cannot reach any other file.
 *
 * @param folder the folder of the dictionary, to which addresses are relative
 */
export function filesByAddress(all: readonly PackagedFile[], folder: string): PackagedFiles {
  const files = new Map(all.map((file) => [writtenAddress(file.path), file]));
  return {
    find: (href) => {
      const address = writtenAddress(href);
      const names = [address, posix.basename(address)];
      const within = MEDIA_FOLDERS.flatMap((mediaFolder) =>
        names.map((name) => posix.join(mediaFolder, name)),
      );
      const path = [address, ...within].find((candidate) => files.has(posix.join(folder, candidate)));
      return path === undefined ? undefined : files.get(posix.join(folder, path));
    },
  };
}

/** Normalises an address: slashes, without `.` and `..` segments that have no effect. */
export function writtenAddress(path: string): string {
  return posix.normalize(path.replaceAll('\\', '/')).normalize('NFC');
}

/** Returns the recordings and pictures in the folders beside a dictionary on a disk; `undefined` if there are no such folders. */
export async function filesInFolder(folder: string): Promise<PackagedFiles | undefined> {
  const byFolder = await Promise.all(MEDIA_FOLDERS.map((mediaFolder) => filesIn(folder, mediaFolder)));
  return byFolder.every((files) => files === undefined)
    ? undefined
    : filesByAddress(
        byFolder.flatMap((files) => files ?? []),
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
