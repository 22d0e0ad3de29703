import { readSync } from 'node:fs';

/** A B-tree in LMDB's file. */
export interface StoredTree {
  /** Number of its first page; NO_PAGE for an empty tree. */
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
 * Tells whether a file has all pages of LMDB's list of free pages. No read of the data comes upon them; the first transaction that
 * writes does, and LMDB ends the process where one is missing.
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

/** Reads a page, and checks that it is the one with this number. */
function readPage(descriptor: number, number: bigint, page: Buffer): boolean {
  const position = number * BigInt(page.length);
  return (
    readSync(descriptor, page, 0, page.length, position) === page.length && page.readBigUInt64LE(0) === number
  );
}

/** Numbers of the pages to which the nodes of a page lead: the next level of the tree, or runs of pages with long values. */
function pagesBelow(page: Buffer, isLeaf: boolean): bigint[] {
  const below: bigint[] = [];
  // The pointers to the nodes come first in the content of a page; they and their end are counted from its beginning.
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
