import { lengthOf } from '../../shared/text';
import { currentWork, runDetached } from '../../shared/work';
import type { MissedSearch } from '../../storage/search/missed-search-repository';
import type { Storage } from '../../storage/storage';

/** Length of the texts that are counted, in code points: shorter ones are beginnings, longer ones may say who wrote them. */
export const SHORTEST_COUNTED = 3;
export const LONGEST_COUNTED = 40;

/** Time between two writes, in milliseconds. */
const WRITE_EVERY_MS = 10_000;

/** Maximum number of texts of a dictionary in one write, and of all dictionaries. */
const MOST_OF_DICTIONARY = 100;
const MOST_WAITING = 1000;

/** Time in which a caller counts for one text once, and for some texts at all, in milliseconds. */
const WINDOW_MS = 600_000;
const MOST_OF_CALLER = 50;

/** Maximum number of callers that are remembered during that time. */
const MOST_CALLERS = 10_000;

/** Most texts of an answer. */
const MOST_LISTED = 100;

interface Waiting extends MissedSearch {
  count: number;
}

/** What a caller has missed in this window. Never stored. */
interface Caller {
  readonly keys: Set<string>;
  last: Waiting | undefined;
}

/**
 * Counts searches that found nothing, so that lexicographers see what to write next. Counting is in memory; writes are
 * batched and happen after the answer. No caller is stored.
 */
export class MissedSearches {
  private readonly waiting = new Map<string, Waiting>();
  private callers = new Map<string, Caller>();
  private windowEnd = 0;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  /** @param isOn whether anything is counted */
  constructor(
    private readonly storage: Pick<Storage, 'missedSearches'>,
    readonly isOn: boolean,
  ) {}

  /** Counts a text. Never fails and never waits. */
  note(dictionaryId: string, text: string): void {
    if (!this.isOn || !isCountable(text)) return;
    const key = `${dictionaryId} ${text}`;
    const caller = this.caller();
    if (caller === undefined || caller.keys.has(key) || caller.keys.size >= MOST_OF_CALLER) return;
    const missed = this.waiting.get(key) ?? this.added(key, { dictionaryId, text, count: 0 });
    if (missed === undefined) return;
    caller.keys.add(key);
    missed.count += 1;
    this.replaceBeginning(caller, missed);
    this.timer ??= setTimeout(() => void this.settle(), WRITE_EVERY_MS).unref();
  }

  /** Writes what was counted; resolves when all is written. */
  async settle(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const due = [...this.waiting.values()].filter(({ count }) => count > 0);
    this.waiting.clear();
    // Counts are no reason to fail: what cannot be written is not counted.
    if (due.length > 0)
      this.writing = Promise.all([this.writing, runDetached(() => this.write(due))]).then(() => undefined);
    await this.writing;
  }

  /** The texts that found nothing in a dictionary, the most frequent first. */
  async of(dictionaryId: string, most: number): Promise<readonly Pick<MissedSearch, 'text' | 'count'>[]> {
    await this.settle();
    return this.storage.missedSearches.of(dictionaryId, Math.max(1, Math.min(most, MOST_LISTED)));
  }

  private async write(due: readonly MissedSearch[]): Promise<void> {
    const day = new Date(new Date().toISOString().slice(0, 10));
    try {
      await this.storage.missedSearches.add(due, day);
    } catch {
      // The next searches are counted again.
    }
  }

  /** Searches while somebody types are one: the longest text counts. */
  private replaceBeginning(caller: Caller, missed: Waiting): void {
    const { last } = caller;
    const isLonger = last?.dictionaryId === missed.dictionaryId && missed.text.startsWith(last.text);
    if (last !== undefined && isLonger && last.count > 0) {
      last.count -= 1;
      caller.keys.delete(`${last.dictionaryId} ${last.text}`);
    }
    caller.last = missed;
  }

  /** The caller of this request; `undefined` if too many are remembered. */
  private caller(): Caller | undefined {
    const now = Date.now();
    if (now >= this.windowEnd) {
      this.callers = new Map();
      this.windowEnd = now + WINDOW_MS;
    }
    const name = currentWork()?.caller ?? '';
    const known = this.callers.get(name);
    if (known !== undefined) return known;
    if (this.callers.size >= MOST_CALLERS) return undefined;
    const caller: Caller = { keys: new Set(), last: undefined };
    this.callers.set(name, caller);
    return caller;
  }

  private added(key: string, missed: Waiting): Waiting | undefined {
    if (this.waiting.size >= MOST_WAITING) return undefined;
    const ofDictionary = [...this.waiting.values()].filter((one) => one.dictionaryId === missed.dictionaryId);
    if (ofDictionary.length >= MOST_OF_DICTIONARY) return undefined;
    this.waiting.set(key, missed);
    return missed;
  }
}

/** Whether a text has a length that is counted. */
export function isCountable(text: string): boolean {
  const length = lengthOf(text);
  return length >= SHORTEST_COUNTED && length <= LONGEST_COUNTED;
}
