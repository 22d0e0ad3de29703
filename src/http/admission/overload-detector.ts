/** How often the queue is looked at, in milliseconds. */
const LOOK_MS = 200;

/** A queue that others joined and that did not get shorter, so many times in a row, is no burst. */
const LOOKS = 2;

/** When there was no queue for so long, in milliseconds, the next one is a burst again. */
const SETTLED_MS = 3000;

/**
 * Tells a burst, which passes, from a load that stays: the queue of a burst gets shorter, for nobody joins it any more. Time is in
 * milliseconds of any beginning.
 */
export class OverloadDetector {
  isOverloaded = false;
  private looks = 0;
  private lookedAt = -LOOK_MS;
  private lengthThen = 0;
  private hasJoined = false;
  private wasEmpty = true;
  private emptySince: number | undefined = -SETTLED_MS;

  /** A request comes, joins the queue or leaves it. @param length of the queue now */
  see({ length, now, joins = false }: { length: number; now: number; joins?: boolean }): void {
    this.hasJoined ||= joins;
    if (length > 0) this.emptySince = undefined;
    else this.emptySince ??= now;
    this.wasEmpty ||= length === 0;
    if (now - this.lookedAt >= LOOK_MS) this.look(length, now);
    if (this.emptySince !== undefined && now - this.emptySince >= SETTLED_MS) this.isOverloaded = false;
  }

  private look(length: number, now: number): void {
    const stands = this.hasJoined && !this.wasEmpty && length >= this.lengthThen;
    this.looks = stands ? this.looks + 1 : 0;
    if (this.looks >= LOOKS) this.isOverloaded = true;
    this.lookedAt = now;
    this.lengthThen = length;
    this.hasJoined = false;
    this.wasEmpty = length === 0;
  }
}
