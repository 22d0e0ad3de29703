import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, posix } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openPromise, type Entry, type ZipFile as ReadZip } from 'yauzl';
import { ZipFile } from 'yazl';
import { messageOf } from '../../shared/failure';
import { filesByAddress, type PackagedFiles } from './packaged-files';
import { fileProblem, FileProblem } from './position';

/** Maximum number of files in a package. */
const MAX_PACKAGED_FILES = 100_000;

/** Maximum unpacked size of a package, in bytes: a compressed file of a few kilobytes can declare any size. */
const MAX_CONTENT_BYTES = 4 * 1024 ** 3;

/** Maximum size of files unpacked into a folder, in bytes: the maximum upload size, and at most half of the free space. */
const MAX_UNPACKED_BYTES = 1024 ** 3;

/** A package. Its files can be read one after the other. */
export interface ZipPackage {
  readonly names: readonly string[];
  /** Returns the declared size of a file in bytes. */
  readonly sizeOf: (name: string) => number;
  /** Returns the bytes of a file. Reading fails if the file exceeds its declared size. */
  readonly read: (name: string) => Promise<Readable>;
  readonly close: () => void;
}

/** @throws FileProblem if the file is not a zip, is too large, or contains paths outside of it */
export async function openZip(path: string): Promise<ZipPackage> {
  const entries = new Map<string, Entry>();
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch((error: unknown) => {
    throw fileProblem('NOT_A_PACKAGE', `the file is not a zip: ${messageOf(error)}`);
  });
  try {
    await collect(zip, entries);
  } catch (error) {
    zip.close();
    throw error instanceof FileProblem ? error : fileProblem('NOT_A_PACKAGE', messageOf(error));
  }
  return {
    names: [...entries.keys()],
    sizeOf: (name) => entries.get(name)?.uncompressedSize ?? 0,
    read: async (name) => {
      const entry = entries.get(name);
      if (!entry) throw fileProblem('NOT_A_PACKAGE', `the package has no file ${name}`);
      if (entry.isEncrypted()) throw fileProblem('NOT_A_PACKAGE', `${name} is encrypted`);
      return zip.openReadStreamPromise(entry);
    },
    close: () => {
      zip.close();
    },
  };
}

/** Matches the metadata files that macOS adds to packages. */
const OF_MACOS = /(?:^|\/)(?:__MACOSX\/|\._)/u;

async function collect(zip: ReadZip, entries: Map<string, Entry>): Promise<void> {
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/') || OF_MACOS.test(entry.fileName)) continue;
    entries.set(entry.fileName, entry);
    total += entry.uncompressedSize;
    if (entries.size > MAX_PACKAGED_FILES)
      throw fileProblem('OVER_LIMIT', `the package has more than ${MAX_PACKAGED_FILES} files`);
    if (total > MAX_CONTENT_BYTES)
      throw fileProblem('OVER_LIMIT', `the package holds more than ${MAX_CONTENT_BYTES} bytes`);
  }
}

/** Reads a file of a package. Errors of the zip library for damaged files become FileProblems. */
export async function* readZipPart(zip: ZipPackage, name: string): AsyncGenerator<Buffer> {
  const stream = await zip.read(name);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    throw fileProblem('NOT_A_PACKAGE', `${name}: ${messageOf(error)}`);
  } finally {
    stream.destroy();
  }
}

/**
 * Reads the only file of a package.
 *
 * @throws FileProblem if the file is not a zip, contains another number of files, or is too large
 */
export async function* onlyFileOf(path: string): AsyncGenerator<Buffer> {
  const zip = await openZip(path);
  try {
    const [name = '', ...others] = zip.names;
    if (name === '' || others.length > 0)
      throw fileProblem('NOT_A_PACKAGE', `${basename(path)} has ${zip.names.length} files instead of one`);
    if (zip.sizeOf(name) > MAX_UNPACKED_BYTES)
      throw fileProblem('OVER_LIMIT', `${basename(path)} holds more than ${MAX_UNPACKED_BYTES} bytes`);
    yield* readZipPart(zip, name);
  } finally {
    zip.close();
  }
}

/** Returns the other files of a package. A limit applies to all that is read, since many entries may refer to one file. */
function companionFilesIn(zip: ZipPackage, leading: string): PackagedFiles {
  let left = MAX_CONTENT_BYTES;
  const read = async (name: string): Promise<Buffer> => {
    left -= zip.sizeOf(name);
    if (left < 0)
      throw fileProblem('OVER_LIMIT', `more than ${MAX_CONTENT_BYTES} bytes were read of the package`);
    const parts: Buffer[] = [];
    try {
      for await (const part of readZipPart(zip, name)) parts.push(part);
    } catch (error) {
      throw error instanceof FileProblem ? error : fileProblem('NOT_A_PACKAGE', messageOf(error));
    }
    return Buffer.concat(parts);
  };
  const files = zip.names.map((path) => ({ path, size: zip.sizeOf(path), read: () => read(path) }));
  return filesByAddress(files, posix.dirname(leading));
}

/** The folder in which a package was unpacked. */
interface Unpacked {
  readonly folder: string;
  /** Name of the leading file. */
  readonly leading: string;
  /** The other files of the package. They exist until the folder is removed. */
  readonly companionFiles: PackagedFiles;
  readonly remove: () => Promise<void>;
}

/**
 * Unpacks the files of one folder of a package into a new folder, since other folders may have files of the same names.
 *
 * @param chosen selects the leading file from the paths of all files
 * @param endings file name extensions of the files beside it that are unpacked as well
 */
export async function unpacked(
  path: string,
  chosen: (names: readonly string[]) => string,
  endings: readonly string[],
): Promise<Unpacked> {
  const zip = await openZip(path);
  const remove = async (folder?: string) => {
    zip.close();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  };
  let folder: string | undefined;
  try {
    const leading = chosen(zip.names);
    const unpackedNames = zip.names.filter(
      (name) =>
        name === leading ||
        (posix.dirname(name) === posix.dirname(leading) &&
          endings.some((ending) => name.toLowerCase().endsWith(ending))),
    );
    const unpackedFolder = await mkdtemp(join(tmpdir(), 'griot-package-'));
    folder = unpackedFolder;
    await assertFits(
      unpackedNames.reduce((sum, name) => sum + zip.sizeOf(name), 0),
      unpackedFolder,
    );
    for (const name of unpackedNames)
      await pipeline(readZipPart(zip, name), createWriteStream(join(unpackedFolder, basename(name))));
    return {
      folder: unpackedFolder,
      leading: basename(leading),
      companionFiles: companionFilesIn(zip, leading),
      remove: () => remove(unpackedFolder),
    };
  } catch (error) {
    await remove(folder);
    throw error;
  }
}

/** Reading fails if a file exceeds its declared size, so the declared sizes can be trusted. */
async function assertFits(bytes: number, folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const maxBytes = Math.min(MAX_UNPACKED_BYTES, Math.floor((bavail * bsize) / 2));
  if (bytes > maxBytes)
    throw fileProblem(
      'OVER_LIMIT',
      `the package would unpack to ${bytes} bytes; at most ${maxBytes} are allowed`,
    );
}

/** A file of a package to write. */
export interface ZipPart {
  readonly name: string;
  readonly content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
  /** Whether the content is already compressed, as recordings and pictures are. */
  readonly isCompressed?: boolean;
}

/** A fixed time stamp, so that equal files result in an equal package. */
const FIXED_TIME = new Date(Date.UTC(2000, 0, 1));

/** Writes a package as a stream. Each file is requested after the previous ones are written. */
export async function* zipOf(parts: Iterable<ZipPart> | AsyncIterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const fail = (error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error(messageOf(error)));
  };
  zip.on('error', fail);
  let input: Readable | undefined;
  const add = ({ name, content, isCompressed = false }: ZipPart) =>
    new Promise<void>((resolve) => {
      const options = { mtime: FIXED_TIME, forceDosTimestamp: true, compress: !isCompressed };
      zip.addReadStreamLazy(name, options, (done) => {
        input = Readable.from(content, { objectMode: false }).on('error', fail).on('end', resolve);
        done(null, input);
      });
    });
  const addAll = async () => {
    for await (const part of parts) await add(part);
    zip.end();
  };
  addAll().catch(fail);
  try {
    for await (const chunk of output as AsyncIterable<Uint8Array>) yield chunk;
  } finally {
    output.destroy();
    input?.destroy();
  }
}

/** Returns a text as the only piece of the content of a file. */
export async function* singlePiece(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text);
}

/** Maximum length of a file name, in bytes. File systems allow 255. */
export const MAX_FILE_NAME_LENGTH = 200;

/** Returns a name that is valid in every file system. */
export function fileNameOf(name: string): string {
  const safe = name.replace(/[\p{C}<>:"|?*\\/]/gu, '_').replace(/^\.+$/u, '_');
  if (Buffer.byteLength(safe) <= MAX_FILE_NAME_LENGTH) return safe;
  const ending = posix.extname(safe).slice(0, 10);
  let stem = safe;
  while (Buffer.byteLength(stem + ending) > MAX_FILE_NAME_LENGTH)
    stem = Array.from(stem).slice(0, -1).join('');
  return stem + ending;
}
