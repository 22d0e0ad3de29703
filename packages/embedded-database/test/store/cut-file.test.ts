import { closeSync, copyFileSync, openSync, readSync, statSync, truncateSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { open } from 'lmdb';
import {
  dataFileIn,
  hasWholeFreeList,
  type Header,
  padToHeader,
  readHeader,
} from '../../src/store/file/data-file';
import { temporaryFolder } from '../support/engines';

/** Number of removed entries for which one value of the list of free pages is longer than a page. */
const ENTRIES = 4000;
/** Number of commits for which the list of free pages has two levels of pages. */
const COMMITS = 300;
const PAGE_BYTES = 4096;

/** LMDB reads its list of free pages when it writes, and ends the process if a page of the list is missing. */
describe('the list of free pages in a data file', () => {
  let folder: string;
  let file: string;
  let header: Header;
  let pages: number;
  /** The statistics of LMDB about the list. */
  let free: Record<string, number>;

  const cutAt = (page: number): string => {
    const cut = `${file}-cut`;
    copyFileSync(file, cut);
    truncateSync(cut, page * PAGE_BYTES);
    return cut;
  };

  /** Whether the list is complete in a copy of the file with this number of pages. */
  const isWholeIn = (page: number): boolean => {
    const cut = cutAt(page);
    const descriptor = openSync(cut, 'r');
    try {
      return hasWholeFreeList(descriptor, statSync(cut).size, header.freeList);
    } finally {
      closeSync(descriptor);
    }
  };

  beforeAll(async () => {
    folder = await temporaryFolder();
    file = dataFileIn(folder);
    const lmdb = open<Buffer, string>({ path: file, noSubdir: true, encoding: 'binary' });
    const keys = Array.from({ length: ENTRIES }, (_, n) => `key ${n}`);
    await lmdb.transaction(() => {
      keys.forEach((key) => void lmdb.put(key, Buffer.alloc(2000)));
    });
    await lmdb.transaction(() => {
      keys.forEach((key) => void lmdb.remove(key));
    });
    // A reader prevents LMDB from reusing free pages, so that each commit adds an entry to the list.
    const reader = lmdb.useReadTransaction();
    for (let n = 0; n < COMMITS; n++) lmdb.putSync('last', Buffer.from(`value ${n}`));
    reader.done();
    ({ free } = lmdb.getStats() as { free: Record<string, number> });
    await lmdb.close();
    header = readHeader(file)!;
    pages = statSync(file).size / PAGE_BYTES;
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is complete in a complete file', () => {
    expect(isWholeIn(pages)).toBe(true);
  });

  it('is incomplete if its first page is missing', () => {
    expect(isWholeIn(Number(header.freeList.root))).toBe(false);
  });

  it('is incomplete if any page of its tree, or the first of a run with a long value, is empty', () => {
    const tree = free['treeBranchPageCount']! + free['treeLeafPageCount']!;
    const copy = cutAt(pages);
    const descriptor = openSync(copy, 'r+');
    const page = Buffer.alloc(PAGE_BYTES);
    let found = 0;
    for (let number = 2; number < pages; number++) {
      const position = number * PAGE_BYTES;
      readSync(descriptor, page, 0, PAGE_BYTES, position);
      writeSync(descriptor, Buffer.alloc(PAGE_BYTES), 0, PAGE_BYTES, position);
      if (!hasWholeFreeList(descriptor, pages * PAGE_BYTES, header.freeList)) found++;
      writeSync(descriptor, page, 0, PAGE_BYTES, position);
    }
    closeSync(descriptor);

    expect(free['treeBranchPageCount']).toBeGreaterThan(0);
    expect(free['overflowPages']).toBeGreaterThan(0);
    expect(found).toBeGreaterThan(tree);
    expect(found).toBeLessThanOrEqual(tree + free['overflowPages']!);
  });

  it('must be complete, or the file is refused and remains unchanged', () => {
    const root = Number(header.freeList.root);
    const cut = cutAt(root);

    expect(() => {
      padToHeader(cut, header, () => true);
    }).toThrow('is torn');
    expect(statSync(cut).size).toBe(root * PAGE_BYTES);
  });
});
