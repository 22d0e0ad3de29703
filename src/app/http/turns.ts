import type { ServerResponse } from 'node:http';
import type { Incoming } from '../../shared/http';
import { onceAnswered } from './once-answered';

/** Requests at most that wait to go on once their body is there. */
const MOST_COMING_BACK = 500;

/** Those who are worked on at once. Whoever was and comes back with its body goes before those who are new. */
export class Turns {
  /** Whose turn it is, or was and will be again. */
  private readonly places = new WeakMap<Incoming, Place>();
  private readonly back = new Set<() => void>();
  private taken = 0;

  /**
   * @param most turns at once
   * @param onFree a turn is free, and nobody comes back for it
   */
  constructor(
    private readonly most: number,
    private readonly onFree: () => void,
  ) {}

  get areTaken(): boolean {
    return this.taken >= this.most;
  }

  /** Takes a turn until the answer begins: what is left then is up to the line of the client. */
  take(request: Incoming, response: ServerResponse): void {
    const place: Place = { isHeld: false, isOver: false };
    this.places.set(request, place);
    this.hold(place);
    onceAnswered(response, () => {
      place.isOver = true;
      this.giveBack(request);
      place.leave?.();
    });
  }

  giveBack(request: Incoming): void {
    const place = this.places.get(request);
    if (place?.isHeld !== true) return;
    place.isHeld = false;
    this.taken--;
    const [first] = this.back;
    if (first) first();
    else this.onFree();
  }

  /** Waits for a turn again. `false` when too many do, or the request was answered meanwhile. */
  async takeAgain(request: Incoming): Promise<boolean> {
    const place = this.places.get(request);
    if (place === undefined) return true;
    if (this.areTaken && !place.isOver && this.back.size < MOST_COMING_BACK) await this.next(place);
    if (place.isOver || (this.areTaken && !place.isHeld)) return false;
    if (!place.isHeld) this.hold(place);
    return true;
  }

  private hold(place: Place): void {
    place.isHeld = true;
    this.taken++;
  }

  private next(place: Place): Promise<void> {
    return new Promise((resolve) => {
      const leave = () => {
        this.back.delete(go);
        resolve();
      };
      const go = () => {
        this.hold(place);
        leave();
      };
      place.leave = leave;
      this.back.add(go);
    });
  }
}

interface Place {
  isHeld: boolean;
  isOver: boolean;
  /** Ends its waiting. */
  leave?: () => void;
}
