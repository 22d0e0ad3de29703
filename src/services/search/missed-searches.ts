import { lengthOf } from '../../shared/text';
import { currentWork, runDetached } from '../../shared/work';
import type { MissedSearch } from '../../storage/search/missed-search-repository';
import type { Storage } from '../../storage/storage';

/** Shortest and longest counted text, in code points. Shorter ones are beginnings of words, longer ones may identify their author. */
export const MIN_COUNTED_LENGTH = 3;
export const MAX_COUNTED_LENGTH = 40;

/** Time between two writes, in milliseconds. */
const WRITE_EVERY_MS = 10_000;

/** Maximum number of texts in one write, of a dictionary and of all dictionaries. */
const MAX_PER_DICTIONARY = 100;
const MAX_PENDING = 1000;

/** Window in which a caller counts once for each text, in milliseconds, and maximum number of texts of a caller in it. */
const WINDOW_MS = 600_000;
const MAX_PER_CALLER = 50;

/** Maximum number of callers remembered in a window. */
const MAX_CALLERS = 10_000;

/** Maximum number of texts in a result. */
const MAX_LISTED = 100;

/** A count that has not been written yet. */
interface PendingCount extends MissedSearch {
  count: number;
}

/** The texts counted for a caller in this window. Never stored. */
interface Caller {
  readonly keys: Set<string>;
  last: PendingCount | undefined;
}

/**
 * Counts searches without hits, which show lexicographers what to write next. Counts are collected in memory and written in batches,
 * after the response. Callers are not stored.
 */
export class MissedSearches {
  private readonly pending = new Map<string, PendingCount>();
  private callers = new Map<string, Caller>();
  private windowEnd = 0;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  /** @param isOn whether anything is counted */
  constructor(
    private readonly storage: Pick<Storage, 'missedSearches'>,
    readonly isOn: boolean,
  ) {}

  /** Counts a folded search text. Never throws and never waits. */
  note(dictionaryId: string, text: string): void {
    if (!this.isOn || !isCountable(text)) return;
    const key = `${dictionaryId} ${text}`;
    const caller = this.caller();
    if (caller === undefined || caller.keys.has(key) || caller.keys.size >= MAX_PER_CALLER) return;
    const missed = this.pending.get(key) ?? this.added(key, { dictionaryId, text, count: 0 });
    if (missed === undefined) return;
    caller.keys.add(key);
    missed.count += 1;
    this.replaceBeginning(caller, missed);
    this.timer ??= setTimeout(() => void this.settle(), WRITE_EVERY_MS).unref();
  }

  /** Writes all pending counts; resolves when they have been written or lost. */
  async settle(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const due = [...this.pending.values()].filter(({ count }) => count > 0);
    this.pending.clear();
    // A failed write does not fail a request; its counts are lost.
    if (due.length > 0)
      this.writing = Promise.all([this.writing, runDetached(() => this.write(due))]).then(() => undefined);
    await this.writing;
  }

  /** Returns the texts without hits in a dictionary, the most frequent first. */
  async of(dictionaryId: string, limit: number): Promise<readonly Pick<MissedSearch, 'text' | 'count'>[]> {
    await this.settle();
    return this.storage.missedSearches.of(dictionaryId, Math.max(1, Math.min(limit, MAX_LISTED)));
  }

  private async write(due: readonly MissedSearch[]): Promise<void> {
    const day = new Date(new Date().toISOString().slice(0, 10));
    try {
      await this.storage.missedSearches.add(due, day);
    } catch {
      // The next searches are counted again.
    }
  }

  /** Removes the count of the previous text of a caller if the new text continues it: searches during typing count as one. */
  private replaceBeginning(caller: Caller, missed: PendingCount): void {
    const { last } = caller;
    const isLonger = last?.dictionaryId === missed.dictionaryId && missed.text.startsWith(last.text);
    if (last !== undefined && isLonger && last.count > 0) {
      last.count -= 1;
      caller.keys.delete(`${last.dictionaryId} ${last.text}`);
    }
    caller.last = missed;
  }

  /** Returns the caller of this request; `undefined` if too many callers are remembered. */
  private caller(): Caller | undefined {
    const now = Date.now();
    if (now >= this.windowEnd) {
      this.callers = new Map();
      this.windowEnd = now + WINDOW_MS;
    }
    const name = currentWork()?.caller ?? '';
    const remembered = this.callers.get(name);
    if (remembered !== undefined) return remembered;
    if (this.callers.size >= MAX_CALLERS) return undefined;
    const caller: Caller = { keys: new Set(), last: undefined };
    this.callers.set(name, caller);
    return caller;
  }

  private added(key: string, missed: PendingCount): PendingCount | undefined {
    if (this.pending.size >= MAX_PENDING) return undefined;
    const ofDictionary = [...this.pending.values()].filter(
      (count) => count.dictionaryId === missed.dictionaryId,
    );
    if (ofDictionary.length >= MAX_PER_DICTIONARY) return undefined;
    this.pending.set(key, missed);
    return missed;
  }
}

/** Whether a text has a length that is counted. */
export function isCountable(text: string): boolean {
  const length = lengthOf(text);
  return length >= MIN_COUNTED_LENGTH && length <= MAX_COUNTED_LENGTH;
}
