import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** A B-tree in LMDB's file. */
interface StoredTree {
  /** Number of its root page; NO_PAGE for an empty tree. */
  readonly root: bigint;
  readonly pageSize: number;
}

const NO_PAGE = 2n ** 64n - 1n;
/** Offsets in a page and in a node, and flags of both. Source: MDB_page and MDB_node in lmdb 3.5.6. */
const PAGE_OFFSETS = { flags: 18, pointersEnd: 20, pagesOfRun: 20, content: 24 };
const NODE_OFFSETS = { flags: 4, keySize: 6, key: 8 };
const BRANCH_PAGE = 1;
const LEAF_PAGE = 2;
const RUN_PAGE = 4;
const DATA_IN_RUN = 1;

/**
 * Whether a file has all pages of LMDB's list of free pages. Reads of the data do not use them, but the first write
 * transaction does, and LMDB ends the process if one is missing.
 *
 * @param descriptor of the data file
 * @param size of the file, in bytes
 */
export function hasWholeFreeList(descriptor: number, size: number, { root, pageSize }: StoredTree): boolean {
  const waiting = root === NO_PAGE ? [] : [root];
  const page = Buffer.alloc(pageSize);
  for (const number of waiting) {
    if (!readPage(descriptor, number, page)) return false;
    const flags = page.readUInt16LE(PAGE_OFFSETS.flags);
    if (flags & RUN_PAGE) {
      if ((number + BigInt(page.readUInt32LE(PAGE_OFFSETS.pagesOfRun))) * BigInt(pageSize) > size)
        return false;
    } else if (flags & (BRANCH_PAGE | LEAF_PAGE)) {
      waiting.push(...pagesBelow(page, (flags & LEAF_PAGE) !== 0));
    } else {
      return false;
    }
  }
  return true;
}

/** Reads a page, and checks its number. */
function readPage(descriptor: number, number: bigint, page: Buffer): boolean {
  const position = number * BigInt(page.length);
  return (
    readSync(descriptor, page, 0, page.length, position) === page.length && page.readBigUInt64LE(0) === number
  );
}

/**
 * Numbers of the pages to which the nodes of a page point: the next level of the tree, or overflow pages with long
 * values.
 */
function pagesBelow(page: Buffer, isLeaf: boolean): bigint[] {
  const below: bigint[] = [];
  // The content of a page begins with the offsets of its nodes. The offsets and their end are relative to the beginning
  // of the page.
  const end = PAGE_OFFSETS.content + page.readUInt16LE(PAGE_OFFSETS.pointersEnd);
  for (let at = PAGE_OFFSETS.content; at < end; at += 2) {
    const node = PAGE_OFFSETS.content + page.readUInt16LE(at);
    const flags = page.readUInt16LE(node + NODE_OFFSETS.flags);
    if (!isLeaf) below.push(BigInt(page.readUInt32LE(node)) + (BigInt(flags) << 32n));
    else if (flags & DATA_IN_RUN)
      below.push(
        page.readBigUInt64LE(node + NODE_OFFSETS.key + page.readUInt16LE(node + NODE_OFFSETS.keySize)),
      );
  }
  return below;
}

/**
 * The data folder or its file cannot be used; the message says what is wrong with which path.
 */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

/** The data file was deleted or replaced while the engine used it. Later writes would be lost when the engine ends. */
export class DataFileGone extends Error {
  override readonly name = 'DataFileGone';
}

const MAGIC = 0xbeefc0de;
const LMDB_VERSION = 2;
/** Offsets of fields in a meta page of LMDB, in bytes. Source: MDB_page and MDB_meta in lmdb 3.5.6. */
const META_OFFSETS = {
  magic: 24,
  version: 28,
  pageSize: 48,
  freeList: 88,
  lastPage: 144,
  transaction: 152,
  end: 160,
};
const PROBE_BYTES = 256 * 1024;

/** The file of the data in a data folder. */
export function dataFileIn(folder: string): string {
  return join(folder, 'griot.mdb');
}

/**
 * @param file that exists
 * @returns a function that checks whether the file is still the same one, and throws DataFileGone if not
 */
export function checkOfPresence(file: string): () => void {
  const opened = statSync(file);
  return () => {
    const now = statSync(file, { throwIfNoEntry: false });
    if (!now) throw new DataFileGone(`${file} was deleted`);
    if (now.ino !== opened.ino || now.dev !== opened.dev) throw new DataFileGone(`${file} was replaced`);
  };
}

/** The header of a data file. */
export interface Header {
  readonly lastPage: number;
  readonly freeList: StoredTree;
}

/**
 * Reads the header of LMDB's file before LMDB does, because the binding ends the process if the file has another
 * format.
 *
 * @returns undefined for a new file
 * @throws DataFolderError if the file is not one of LMDB, or ends within its header
 */
export function readHeader(file: string): Header | undefined {
  if (statSync(file, { throwIfNoEntry: false })?.size === undefined) return undefined;
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    if (size === 0) return undefined;
    const first = readMeta(descriptor, 0);
    if (first.magic !== MAGIC) throw new DataFolderError(`${file} is not a file of the embedded database`);
    if ((first.version & 0xffff) !== LMDB_VERSION) {
      throw new DataFolderError(`${file} was written by another version of LMDB (${first.version})`);
    }
    const { pageSize } = first;
    const second = readMeta(descriptor, pageSize);
    if (size < 2 * pageSize || second.magic !== MAGIC) throw torn(file);
    const { lastPage, freeList } = second.transaction > first.transaction ? second : first;
    return { lastPage, freeList: { root: freeList, pageSize } };
  } finally {
    closeSync(descriptor);
  }
}

function readMeta(descriptor: number, position: number) {
  const page = Buffer.alloc(META_OFFSETS.end);
  readSync(descriptor, page, 0, page.length, position);
  return {
    magic: page.readUInt32LE(META_OFFSETS.magic),
    version: page.readUInt32LE(META_OFFSETS.version),
    pageSize: page.readUInt32LE(META_OFFSETS.pageSize),
    freeList: page.readBigUInt64LE(META_OFFSETS.freeList),
    lastPage: Number(page.readBigUInt64LE(META_OFFSETS.lastPage)),
    transaction: page.readBigUInt64LE(META_OFFSETS.transaction),
  };
}

/**
 * Extends the file to the length that its header states, so that reading it cannot end the process. LMDB does not write
 * free pages, so a valid file may be shorter. A shorter file is checked for lost pages before, because afterwards none
 * would seem to be missing.
 *
 * @param isReadable whether all data of the file can be read
 * @throws DataFolderError if pages are missing; the file is not changed
 */
export function padToHeader(
  file: string,
  { lastPage, freeList }: Header,
  isReadable: (file: string) => boolean,
): void {
  const descriptor = openSync(file, 'r+');
  try {
    const { size } = fstatSync(descriptor);
    const full = (lastPage + 1) * freeList.pageSize;
    if (size >= full) return;
    if (!hasWholeFreeList(descriptor, size, freeList) || !isReadable(file)) throw torn(file);
    ftruncateSync(descriptor, full);
  } finally {
    closeSync(descriptor);
  }
}

function torn(file: string): DataFolderError {
  return new DataFolderError(
    `${file} is torn: part of the data is missing or damaged; restore it from a backup`,
  );
}

/**
 * Checks that data can be written to the folder, because LMDB's binding ends the process if not.
 *
 * @throws DataFolderError if the folder is not writable or the disk is full
 */
export function probeFolder(folder: string): void {
  const probe = join(folder, `.probe-${process.pid}`);
  try {
    const descriptor = openSync(probe, 'w', 0o600);
    try {
      // Not writeSync, which also succeeds if a nearly full disk stores only a part.
      writeFileSync(descriptor, Buffer.alloc(PROBE_BYTES));
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw folderError(folder, error);
  } finally {
    rmSync(probe, { force: true });
  }
}

/** Explains a failed system call on the data folder to the operator. */
export function folderError(folder: string, error: unknown): DataFolderError {
  const { code, message } = error as NodeJS.ErrnoException;
  const reason = OPEN_FAILURES[code ?? ''] ?? message;
  return new DataFolderError(`The data folder ${folder} cannot be used: ${reason}`, { cause: error });
}

const OPEN_FAILURES: Readonly<Record<string, string>> = {
  EACCES: 'no permission to write there',
  EPERM: 'no permission to write there',
  EROFS: 'it is on a read-only file system',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is not a folder',
  EEXIST: 'there is a file of that name',
};
