import type { ServerResponse } from 'node:http';
import type { Incoming } from '../../shared/http';
import { Permits } from '../../shared/fair-queue';
import type { Work } from '../../shared/work';
import { onceAnswered } from '../once-answered';

/** Requests at most that wait to go on once their body is there. */
const MOST_COMING_BACK = 500;

/** Of all slots, the part that only light requests may take, and the part that one caller may. */
const RESERVED = 1 / 5;
const SHARE_OF_CALLER = 1 / 6;

/** Large requests at once; each caller has one. What such a one does at a stretch, others wait for. */
const MOST_LARGE = 2;

/** The work of a request, as far as slots are concerned. */
export type Claim = Pick<Work, 'caller' | 'isLarge' | 'isLight'> | undefined;

/**
 * The requests that are worked on at once. Some slots are for light requests alone, and one caller has a sixth of them at most. Whoever
 * had a slot and comes back with its body goes before those who are new.
 */
export class Slots {
  private readonly places = new WeakMap<Incoming, Place>();
  private readonly back = new Set<Waiting>();
  private readonly permits: Permits;
  private readonly large = new Set<Pick<Work, 'caller'>>();
  readonly mostOfCaller: number;

  /**
   * @param most slots
   * @param onFree a slot is free, and nobody comes back for it
   */
  constructor(
    most: number,
    private readonly onFree: () => void,
  ) {
    this.mostOfCaller = Math.max(1, Math.floor(most * SHARE_OF_CALLER));
    const reserved = Math.floor(most * RESERVED);
    this.permits = new Permits({ most, mostOfCaller: this.mostOfCaller, reserved });
  }

  hasRoomFor(claim: Claim): boolean {
    if (claim?.isLarge === true && !this.hasRoomForLarge(claim.caller)) return false;
    return this.permits.hasRoomFor(claim);
  }

  private hasRoomForLarge(caller: string | undefined): boolean {
    if (this.large.size >= MOST_LARGE) return false;
    return caller === undefined || ![...this.large].some((one) => one.caller === caller);
  }

  /** Whether a caller has all the slots that it may have. */
  isFullFor(caller: string | undefined): boolean {
    return this.permits.isFullFor(caller);
  }

  /** Takes a slot until the answer begins: what is left then is up to the line of the client. */
  take(request: Incoming, response: ServerResponse): void {
    const place: Place = { isOver: false };
    this.places.set(request, place);
    this.hold(place, request.work);
    onceAnswered(response, () => {
      place.isOver = true;
      this.giveBack(request);
      place.leave?.();
    });
  }

  giveBack(request: Incoming): void {
    const place = this.places.get(request);
    if (place?.giveBack === undefined) return;
    place.giveBack();
    place.giveBack = undefined;
    const next = [...this.back].find((waiting) => this.hasRoomFor(waiting.claim));
    if (next) next.go();
    else this.onFree();
  }

  /** Waits for a slot again. `false` when too many do, or the request was answered meanwhile. */
  async takeAgain(request: Incoming): Promise<boolean> {
    const place = this.places.get(request);
    if (place === undefined) return true;
    const claim = request.work;
    if (!this.hasRoomFor(claim) && !place.isOver && this.mayWait(claim)) await this.wait(place, claim);
    const isHeld = place.giveBack !== undefined;
    if (place.isOver || (!isHeld && !this.hasRoomFor(claim))) return false;
    if (!isHeld) this.hold(place, claim);
    return true;
  }

  private mayWait(claim: Claim): boolean {
    if (this.back.size >= MOST_COMING_BACK) return false;
    if (claim?.caller === undefined) return true;
    const ofCaller = [...this.back].filter((one) => one.claim?.caller === claim.caller).length;
    return ofCaller < MOST_COMING_BACK * SHARE_OF_CALLER;
  }

  private hold(place: Place, claim: Claim): void {
    const giveBack = this.permits.take(claim);
    // The caller and class of the work may change; what is given back is what was taken.
    const large = claim?.isLarge === true ? { caller: claim.caller } : undefined;
    if (large) this.large.add(large);
    place.giveBack = () => {
      giveBack();
      if (large) this.large.delete(large);
    };
  }

  private wait(place: Place, claim: Claim): Promise<void> {
    return new Promise((resolve) => {
      const leave = () => {
        this.back.delete(waiting);
        resolve();
      };
      const go = () => {
        this.hold(place, claim);
        leave();
      };
      const waiting = { claim, go };
      place.leave = leave;
      this.back.add(waiting);
    });
  }
}

interface Place {
  /** Gives the slot back; absent while there is none. */
  giveBack?: (() => void) | undefined;
  isOver: boolean;
  /** Ends its waiting. */
  leave?: () => void;
}

interface Waiting {
  readonly claim: Claim;
  readonly go: () => void;
}
