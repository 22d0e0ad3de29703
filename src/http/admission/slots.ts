import type { ServerResponse } from 'node:http';
import { type HttpRequest, beforeResponse } from '../../shared/http';
import { isHeavy, Permits } from '../../shared/fair-queue';
import type { Work } from '../../shared/work';
import { ConcurrencyLimit } from './thread-limits';

/** Maximum number of requests that wait for a slot after their body has arrived. */
const MAX_RETURNING = 500;

/** The fraction of all slots reserved for light requests, and the largest fraction that one caller may use. */
const RESERVED_FRACTION = 1 / 5;
const FRACTION_OF_CALLER = 1 / 6;

/** Number of large requests at once; each caller may have one. Each of their uninterrupted steps delays others. */
const MAX_LARGE_REQUESTS = 2;

/** Number of concurrent requests that a caller of few requests may always have, even on a slow thread. */
const FEW_OF_CALLER = 2;

/** The work of a request, as far as slots need it. */
export type SlotWork = Pick<Work, 'caller' | 'isLarge' | 'isLight'> | undefined;

/**
 * The requests that are processed at once. Some slots are reserved for light requests, and one caller gets at most a
 * sixth of all. A request that returns for a slot after its body has arrived precedes new ones.
 */
export class Slots {
  private readonly slotRequests = new WeakMap<HttpRequest, SlotRequest>();
  private readonly back = new Set<Waiting>();
  private readonly permits: Permits;
  private readonly concurrency = new ConcurrencyLimit();
  private readonly large = new Set<Pick<Work, 'caller'>>();
  readonly maxPerCaller: number;

  /**
   * @param max slots
   * @param onFree called when a slot is free and no returning request takes it
   */
  constructor(
    max: number,
    private readonly onFree: () => void,
    private readonly isDemanding: (caller: string | undefined) => boolean = () => false,
  ) {
    this.maxPerCaller = Math.max(1, Math.floor(max * FRACTION_OF_CALLER));
    const reserved = Math.floor(max * RESERVED_FRACTION);
    this.permits = new Permits({ max, maxPerCaller: this.maxPerCaller, reserved });
  }

  hasRoomFor(claim: SlotWork): boolean {
    if (claim?.isLarge === true && !this.hasRoomForLarge(claim.caller)) return false;
    return this.permits.hasRoomFor(claim) && !this.isLimited(claim);
  }

  /** Whether a request waits because the thread is slow and its caller is demanding. */
  isLimited(claim: SlotWork): boolean {
    if (!isHeavy(claim) || !this.concurrency.isReached || claim?.caller === undefined) return false;
    return this.permits.countOf(claim.caller) >= FEW_OF_CALLER || this.isDemanding(claim.caller);
  }

  private hasRoomForLarge(caller: string | undefined): boolean {
    if (this.large.size >= MAX_LARGE_REQUESTS) return false;
    return caller === undefined || ![...this.large].some((work) => work.caller === caller);
  }

  /** Whether a caller holds as many slots as it may. */
  isFullFor(caller: string | undefined): boolean {
    return this.permits.isFullFor(caller);
  }

  /** Takes a slot until the response begins. The rest depends on the client's connection. */
  take(request: HttpRequest, response: ServerResponse): void {
    const slotRequest: SlotRequest = { isOver: false };
    this.slotRequests.set(request, slotRequest);
    this.takePermit(slotRequest, request.work);
    beforeResponse(response, () => {
      slotRequest.isOver = true;
      this.giveBack(request);
      slotRequest.leave?.();
    });
  }

  giveBack(request: HttpRequest): void {
    const slotRequest = this.slotRequests.get(request);
    if (slotRequest?.giveBack === undefined) return;
    slotRequest.giveBack();
    slotRequest.giveBack = undefined;
    const waiting = [...this.back];
    for (const waitingRequest of waiting) if (this.hasRoomFor(waitingRequest.claim)) waitingRequest.go();
    this.onFree();
  }

  /** Waits to get a slot again. `false` when too many requests wait, or the request has been answered. */
  async takeAgain(request: HttpRequest): Promise<boolean> {
    const slotRequest = this.slotRequests.get(request);
    if (slotRequest === undefined) return true;
    const claim = request.work;
    if (!this.hasRoomFor(claim) && !slotRequest.isOver && this.mayWait(claim))
      await this.wait(slotRequest, claim);
    const hasSlot = slotRequest.giveBack !== undefined;
    if (slotRequest.isOver || (!hasSlot && !this.hasRoomFor(claim))) return false;
    if (!hasSlot) this.takePermit(slotRequest, claim);
    return true;
  }

  private mayWait(claim: SlotWork): boolean {
    if (this.back.size >= MAX_RETURNING) return false;
    if (claim?.caller === undefined) return true;
    const ofCaller = [...this.back].filter(
      (waitingRequest) => waitingRequest.claim?.caller === claim.caller,
    ).length;
    return ofCaller < MAX_RETURNING * FRACTION_OF_CALLER;
  }

  private takePermit(slotRequest: SlotRequest, claim: SlotWork): void {
    const giveBack = this.permits.take(claim);
    // The caller and class of the work may change, so the slot that was taken is released.
    const large = claim?.isLarge === true ? { caller: claim.caller } : undefined;
    if (large) this.large.add(large);
    const isOfHeavy = isHeavy(claim);
    if (isOfHeavy) this.concurrency.begin();
    slotRequest.giveBack = () => {
      giveBack();
      if (isOfHeavy) this.concurrency.end();
      if (large) this.large.delete(large);
    };
  }

  private wait(slotRequest: SlotRequest, claim: SlotWork): Promise<void> {
    return new Promise((resolve) => {
      const leave = () => {
        this.back.delete(waiting);
        resolve();
      };
      const go = () => {
        this.takePermit(slotRequest, claim);
        leave();
      };
      const waiting = { claim, go };
      slotRequest.leave = leave;
      this.back.add(waiting);
    });
  }
}

interface SlotRequest {
  /** Releases the slot; absent while no slot is held. */
  giveBack?: (() => void) | undefined;
  isOver: boolean;
  /** Ends its waiting. */
  leave?: () => void;
}

interface Waiting {
  readonly claim: SlotWork;
  readonly go: () => void;
}
