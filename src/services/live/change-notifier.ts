import { runDetached } from '../../shared/work';
import type { LiveKind, LiveStates } from '../../storage/mongo/live-states';

/**
 * Interval at which states are read without a change stream, in milliseconds: half of the maximum delay of an event.
 */
const POLL_MS = 300;

/** Interval at which states are read with a change stream, which may have been interrupted, in milliseconds. */
const WATCHED_POLL_MS = 5000;

/** Shortest time between two reads, in milliseconds, however many writes there are. */
const MIN_PAUSE_MS = 50;

/** Time after which a lost change stream is opened again, in milliseconds. */
const REOPEN_MS = 60_000;

interface Waiter {
  readonly kind: LiveKind;
  readonly name: string;
  readonly seen: number | undefined;
  readonly wake: (state: number | undefined) => void;
}

/**
 * Notifies waiting streams of changes by any process. A few times a second, it reads the states of all awaited objects
 * together. With a change stream of the database, it reads when the stream reports a change, and otherwise seldom.
 */
export class ChangeNotifier {
  private readonly waiters = new Set<Waiter>();
  private timer: NodeJS.Timeout | undefined;
  private dueAt = Infinity;
  private readAt = 0;
  private reading: Promise<void> | undefined;
  private unwatch: (() => Promise<void>) | undefined;
  private isWatched = false;
  private watchFrom = 0;
  private isClosed = false;

  constructor(private readonly states: Pick<LiveStates, 'read' | 'watch'>) {}

  /**
   * Resolves to the state when it differs from `wanted.seen`, or to `undefined` when the signal is aborted or the time
   * is over.
   *
   * @param wanted.seen the last state that the caller knows; `undefined` accepts any state
   * @param maxMs maximum time to wait, in milliseconds; unlimited by default
   */
  changed(
    object: { readonly kind: LiveKind; readonly name: string; readonly seen: number | undefined },
    signal: AbortSignal,
    maxMs?: number,
  ): Promise<number | undefined> {
    if (signal.aborted || this.isClosed) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const wake = (state: number | undefined): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        this.waiters.delete(waiter);
        resolve(state);
      };
      const stop = (): void => {
        wake(undefined);
      };
      const waiter: Waiter = { ...object, wake };
      const timer = maxMs === undefined ? undefined : setTimeout(stop, maxMs).unref();
      signal.addEventListener('abort', stop, { once: true });
      this.waiters.add(waiter);
      this.begin(object.seen === undefined ? MIN_PAUSE_MS : this.pause);
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    for (const { wake } of [...this.waiters]) wake(undefined);
    await this.unwatch?.();
    await this.reading;
  }

  private get pause(): number {
    return this.isWatched ? WATCHED_POLL_MS : POLL_MS;
  }

  private begin(ms: number): void {
    if (this.isClosed) return;
    if (this.unwatch === undefined && performance.now() >= this.watchFrom) this.watch();
    const at = Math.max(performance.now() + ms, this.readAt + MIN_PAUSE_MS);
    if (at >= this.dueAt) return;
    clearTimeout(this.timer);
    this.dueAt = at;
    this.timer = runDetached(() => setTimeout(this.poll, at - performance.now()).unref());
  }

  private watch(): void {
    this.unwatch = runDetached(() =>
      this.states.watch(
        () => {
          this.isWatched = true;
          if (this.waiters.size > 0) this.begin(MIN_PAUSE_MS);
        },
        (isForEver) => {
          this.isWatched = false;
          this.unwatch = undefined;
          this.watchFrom = isForEver ? Infinity : performance.now() + REOPEN_MS;
          this.begin(POLL_MS);
        },
      ),
    );
  }

  private readonly poll = (): void => {
    this.dueAt = Infinity;
    this.reading ??= this.read()
      // The database is unavailable: keep waiting.
      .catch(() => undefined)
      .finally(() => {
        this.reading = undefined;
        this.readAt = performance.now();
        if (this.waiters.size > 0) this.begin(this.pause);
      });
  };

  private async read(): Promise<void> {
    const waiting = [...this.waiters];
    for (const kind of ['changes', 'comments', 'requests'] as const) {
      const ofKind = waiting.filter((waiter) => waiter.kind === kind);
      if (ofKind.length === 0) continue;
      const states = await this.states.read(kind, [...new Set(ofKind.map(({ name }) => name))]);
      for (const { name, seen, wake } of ofKind) {
        const state = states.get(name);
        if (state !== seen) wake(state);
      }
    }
  }
}
