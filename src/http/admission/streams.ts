import { Failure } from '../../shared/failure';
import type { Work } from '../../shared/work';

/** Answers that are sent part by part at once, of one caller and of all: each keeps a part in memory while its reader is slow. */
const MOST_OF_CALLER = 4;
const MOST = 24;

/** Longest that such an answer is sent, in milliseconds: a reader that takes a little now and then would keep it for ever. */
const LONGEST_MS = 300_000;

/** The answers that are being sent part by part. They hold no slot: most of their time goes to the line of the client. */
export class Streams {
  private readonly running = new Set<Work>();

  constructor(private readonly longestMs = LONGEST_MS) {}

  /**
   * @param cut breaks the answer off where it lasts too long
   * @throws Failure UNAVAILABLE when there are too many, of this caller or of all, or nobody waits any more
   */
  begin(work: Work, cut: () => void): void {
    work.assertGoesOn();
    const ofCaller = [...this.running].filter(({ caller }) => caller === work.caller).length;
    const isTooMuch = work.caller !== undefined && ofCaller >= MOST_OF_CALLER;
    if (isTooMuch || this.running.size >= MOST)
      throw new Failure('UNAVAILABLE', 'Too many long answers are being sent at once; try again soon.');
    this.running.add(work);
    const timer = setTimeout(cut, this.longestMs).unref();
    const leave = (): void => {
      clearTimeout(timer);
      this.running.delete(work);
    };
    work.signal.addEventListener('abort', leave, { once: true });
  }
}
