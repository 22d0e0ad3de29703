import { LRUCache } from 'lru-cache';
import { currentWork, jointWork, runInWork, type Work } from '../../shared/work';
import { ALL_DICTIONARIES } from '../lists/list-segment';

interface PendingRead<Result> {
  readonly works: (Work | undefined)[];
  readonly result: Promise<Result>;
}

/**
 * Combines equal reads that are requested in one tick of the event loop. The read runs at the end of the tick, so it sees
 * everything that was written before the requests.
 */
export class PerTickBatch<Result> {
  private readonly pending = new Map<string, PendingRead<Result>>();

  /** @param key identifies equal reads */
  read(key: string, work: () => Promise<Result>): Promise<Result> {
    const pending = this.pending.get(key);
    if (pending !== undefined) {
      pending.works.push(currentWork());
      return pending.result;
    }
    const works = [currentWork()];
    const result = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.pending.delete(key);
      return runInWork(jointWork(works), work);
    });
    this.pending.set(key, { works, result });
    return result;
  }
}

/** Maximum memory for all cached results, in bytes. */
const CACHE_BYTES = 16 * 1_048_576;

/** Maximum memory for one cached result, in bytes: a larger one is not cached, and need not be measured to its end. */
export const MAX_RESULT_BYTES = 1_048_576;

/** Memory counted in addition to each result, in bytes: its buffers may be parts of larger ones. */
const RESULT_OVERHEAD_BYTES = 4096;

/** Total length of keys of earlier reads to remember, in UTF-16 units: only a repeated read is cached. */
const REMEMBERED_KEYS_LENGTH = 1_048_576;

/** Maximum age of a cached result, in milliseconds: other programs may change the database without changing the counter. */
const CACHED_MS = 60_000;

/** A read of articles of a dictionary: of a list, or of the hits of a search. */
export interface CacheableRead<Result> {
  /** Identifies equal reads. */
  readonly key: string;
  /** Memory that the result takes, in bytes. */
  readonly sizeOf: (result: Result) => number;
}

/** Reads of one request, which reads the state of the dictionary once. */
export interface DictionaryReads {
  /** Returns a shared result, which callers must not change. */
  readonly read: <Result>(read: CacheableRead<Result>, work: () => Promise<Result>) => Promise<Result>;
}

interface CachedRead {
  readonly state: string;
  readonly result: unknown;
}

/** Reads the state of a dictionary: the number of its last change, and of changes of its lists such as votes. */
interface StateReader {
  readonly bounds: (dictionaryId: string) => Promise<{ readonly last: number; readonly touched: number }>;
}

/**
 * Caches results of reads of a dictionary until its articles change. A repeated read first reads the state of the dictionary (a
 * counter that every change increments in its transaction), so a result is never older than the state under which it is found. A
 * first read costs nothing more, and equal reads in one tick of the event loop are executed once.
 */
export class ReadCache {
  private readonly reads = new PerTickBatch<unknown>();
  private readonly readBefore = new LRUCache<string, true>({
    maxSize: REMEMBERED_KEYS_LENGTH,
    sizeCalculation: (_, key) => key.length,
  });
  private readonly cache = new LRUCache<string, CachedRead>({
    maxSize: CACHE_BYTES,
    maxEntrySize: MAX_RESULT_BYTES,
    ttl: CACHED_MS,
  });

  constructor(private readonly changes: StateReader) {}

  /** The reads of one request in a dictionary, or in all dictionaries. */
  of(scope: string): DictionaryReads {
    let state: Promise<string> | undefined;
    const stateNow = () => (state ??= this.stateOf(scope));
    return {
      // All dictionaries together have no state.
      read: (read, work) =>
        scope === ALL_DICTIONARIES ? this.together(read.key, work) : this.read(read, stateNow, work),
    };
  }

  private async read<Result>(
    { key, sizeOf }: CacheableRead<Result>,
    stateNow: () => Promise<string>,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (!this.readBefore.has(key)) {
      this.readBefore.set(key, true);
      return this.together(key, work);
    }
    const state = await stateNow();
    const cached = this.cache.get(key);
    if (cached?.state === state) return cached.result as Result;
    const result = await this.together(key, work);
    this.cache.set(key, { state, result }, { size: RESULT_OVERHEAD_BYTES + key.length + sizeOf(result) });
    return result;
  }

  private together<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    return this.reads.read(key, work) as Promise<Result>;
  }

  private async stateOf(dictionaryId: string): Promise<string> {
    const { last, touched } = await this.changes.bounds(dictionaryId);
    return `${last}.${touched}`;
  }
}
