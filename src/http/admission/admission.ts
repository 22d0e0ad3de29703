import type { ServerResponse } from 'node:http';
import { Failure } from '../../shared/failure';
import { isForHealth, type Handler, type Incoming, type Next } from '../../shared/http';
import { enterThread } from '../../shared/work';
import { Slots } from './slots';

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
class OverloadDetector {
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

/** Requests of a burst that wait for a slot at most, and those of one caller among them. */
const LONGEST_QUEUE = 500;
const LONGEST_QUEUE_OF_CALLER = 80;

/** How long a request of a burst may wait, in milliseconds: the server was at leisure before, and will be again. */
const BURST_MS = 3000;

/** How long a request may wait when the queue does not pass, in milliseconds: waiting only makes all answers late. */
const OVERLOAD_MS = 20;

/** How long the refusal of a caller's own excess is held back, in milliseconds: it would send the next request at once. */
const HOLD_BACK_MS = 1000;

/** Refusals that are held back at most. */
const MOST_HELD_BACK = 2000;

/** How often it is looked whether throttled requests may begin, in milliseconds. */
const RETRY_MS = 10;

/** How often refusals are reported, in milliseconds: a line in a log for each would cost what refusing saves. */
const REPORT_MS = 1000;

/** One for all: refusing must be cheap, and the stack of an error is not. */
const REFUSAL = new Failure('UNAVAILABLE', 'Too many requests at once; try again soon.');

export interface AdmissionOptions {
  /** Requests that are worked on at once. */
  readonly most: number;
  /** Answers a request as refused. */
  readonly refuse: (failure: Failure, request: Incoming, response: ServerResponse) => void;
  /** Whether a caller has to wait although there are slots, since it has taken more than its share lately. */
  readonly isThrottled?: (caller: string | undefined) => boolean;
  /** Learns from time to time how many were refused. */
  readonly report?: (refused: number) => void;
  /** Milliseconds of any beginning; the clock of the process when absent. */
  readonly now?: () => number;
}

interface Coming {
  readonly request: Incoming;
  readonly response: ServerResponse;
  readonly next: Next;
}

interface Waiting {
  readonly request: Incoming;
  readonly go: () => void;
  /** Lets the request give up after so many milliseconds. */
  readonly waitFor: (ms: number) => void;
}

/**
 * Admission control: works on so many requests at once and lets the others wait, long in a burst, which passes, and hardly at all under
 * a load that stays. A request that cannot wait is refused at once. (Controlled delay: K. Nichols and V. Jacobson, 2012; for servers,
 * B. Maurer, "Fail at Scale", 2015.) Only work counts: neither a body that is on its way nor an answer that is being sent. `Slots` keeps
 * one caller from taking them all.
 */
export class AdmissionControl {
  private readonly queue = new Set<Waiting>();
  private readonly queued = new Map<string, number>();
  private readonly slots: Slots;
  private readonly detector = new OverloadDetector();
  private readonly now: () => number;
  private refused = 0;
  private heldBack = 0;
  private retry: NodeJS.Timeout | undefined;

  constructor(private readonly options: AdmissionOptions) {
    this.now = options.now ?? (() => performance.now());
    this.slots = new Slots(options.most, () => {
      this.letNextGo();
    });
  }

  readonly begin: Handler = (request, response, next) => {
    // An orchestrator must not end a server because it has much to do.
    if (isForHealth(request)) next();
    else this.admit({ request, response, next });
  };

  /**
   * Lets others have the slot of a request while its body is on its way.
   *
   * @throws Failure UNAVAILABLE when too many come back at once
   */
  async outside<Result>(request: Incoming, read: () => Promise<Result>): Promise<Result> {
    if (request.complete) return read();
    this.slots.giveBack(request);
    const result = await read();
    await this.takeAgain(request);
    return result;
  }

  /**
   * Moves a request whose body turned out to ask for more than one object from the slots for light requests to the others.
   *
   * @throws Failure UNAVAILABLE when too many wait for those
   */
  async reclassify(request: Incoming): Promise<void> {
    if (request.work === undefined) return;
    this.slots.giveBack(request);
    request.work.isLight = false;
    await this.takeAgain(request);
  }

  private async takeAgain(request: Incoming): Promise<void> {
    if (!(await this.slots.takeAgain(request))) throw REFUSAL;
  }

  private admit(coming: Coming): void {
    const joins = !this.mayBegin(coming.request);
    this.see(joins);
    if (!joins) this.start(coming);
    else if (this.mayWait(coming.request)) this.wait(coming);
    else if (coming.request.work?.caller !== undefined && this.heldBack < MOST_HELD_BACK)
      this.holdBack(coming);
    else this.refuse(coming);
  }

  /** Whether a request waits for others of its own caller, rather than for those of all. */
  private isOwnExcess({ work }: Pick<Incoming, 'work'>): boolean {
    return this.slots.isFullFor(work?.caller) || this.options.isThrottled?.(work?.caller) === true;
  }

  private holdBack(coming: Coming): void {
    this.heldBack++;
    const end = () => {
      clearTimeout(timer);
      coming.response.off('close', end);
      this.heldBack--;
      if (!coming.response.closed) this.refuse(coming);
    };
    const timer = setTimeout(end, HOLD_BACK_MS);
    coming.response.once('close', end);
  }

  private mayBegin({ work }: Incoming): boolean {
    return this.slots.hasRoomFor(work) && this.options.isThrottled?.(work?.caller) !== true;
  }

  private mayWait({ work }: Incoming): boolean {
    const ofCaller = work?.caller === undefined ? 0 : (this.queued.get(work.caller) ?? 0);
    // Waiting, and giving up, costs as much again as being refused at once.
    if (!this.detector.isOverloaded)
      return this.queue.size < LONGEST_QUEUE && ofCaller < LONGEST_QUEUE_OF_CALLER;
    if (work !== undefined && this.isOwnExcess({ work })) return ofCaller < LONGEST_QUEUE_OF_CALLER;
    return this.queue.size < this.options.most / 2 && ofCaller < this.slots.mostOfCaller;
  }

  private start({ request, response, next }: Coming): void {
    this.slots.take(request, response);
    enterThread(request.work);
    next();
  }

  private letNextGo(): void {
    for (const { request, go } of this.queue) {
      if (!this.mayBegin(request)) continue;
      go();
      return;
    }
  }

  private readonly letThrottledGo = (): void => {
    this.letNextGo();
    if (this.queue.size > 0) return;
    clearInterval(this.retry);
    this.retry = undefined;
  };

  private wait(coming: Coming): void {
    const waiting = this.waitingOf(coming);
    const waitsBriefly = this.detector.isOverloaded && !this.isOwnExcess(coming.request);
    waiting.waitFor(waitsBriefly ? OVERLOAD_MS : BURST_MS);
    this.queue.add(waiting);
    this.count(coming.request, 1);
    // A slot that is given back lets the next request go; time that passes needs somebody to look.
    this.retry ??= setInterval(this.letThrottledGo, RETRY_MS).unref();
  }

  private waitingOf(coming: Coming): Waiting {
    const { request, response } = coming;
    let timer: NodeJS.Timeout | undefined;
    const leave = () => {
      response.off('close', leave);
      clearTimeout(timer);
      if (!this.queue.delete(waiting)) return;
      this.count(request, -1);
      this.see();
    };
    const go = () => {
      leave();
      this.start(coming);
    };
    const giveUp = () => {
      leave();
      this.refuse(coming);
    };
    const waitFor = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, ms);
    };
    response.once('close', leave);
    const waiting = { request, go, waitFor };
    return waiting;
  }

  private count({ work }: Incoming, change: number): void {
    if (work?.caller === undefined) return;
    const count = (this.queued.get(work.caller) ?? 0) + change;
    if (count > 0) this.queued.set(work.caller, count);
    else this.queued.delete(work.caller);
  }

  /** Once the load stays, those who came for a burst do not wait longer than others. */
  private see(joins = false): void {
    const { isOverloaded } = this.detector;
    this.detector.see({ length: this.queue.size, now: this.now(), joins });
    if (isOverloaded || !this.detector.isOverloaded) return;
    for (const waiting of this.queue) if (!this.isOwnExcess(waiting.request)) waiting.waitFor(OVERLOAD_MS);
  }

  private refuse({ request, response }: Coming): void {
    if (this.refused++ === 0) setTimeout(this.tell.bind(this), REPORT_MS).unref();
    this.options.refuse(REFUSAL, request, response);
  }

  private tell(): void {
    this.options.report?.(this.refused);
    this.refused = 0;
  }
}
