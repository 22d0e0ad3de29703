import type { ServerResponse } from 'node:http';
import { Failure } from '../../shared/failure';
import { isForHealth, type Handler, type HttpRequest, type Next } from '../../shared/http';
import { chargeThreadTo } from '../../shared/thread-time';
import { Slots } from './slots';

/** Interval at which the queue is checked, in milliseconds. */
const CHECK_MS = 200;

/** Number of consecutive checks with a growing queue after which the load is no longer a burst. */
const CHECKS_OF_BURST = 2;

/** Time without a queue after which the next queue counts as a burst again, in milliseconds. */
const SETTLED_MS = 3000;

/**
 * Distinguishes a burst from lasting overload: the queue of a burst gets shorter, because no more requests join it.
 * Times are in milliseconds from an arbitrary origin.
 */
class OverloadDetector {
  isOverloaded = false;
  private growths = 0;
  private checkedAt = -CHECK_MS;
  private previousLength = 0;
  private hasJoined = false;
  private wasEmpty = true;
  private emptySince: number | undefined = -SETTLED_MS;

  /**
   * Records that a request arrives, joins the queue or leaves it.
   *
   * @param length of the queue now
   */
  record({ length, now, joins = false }: { length: number; now: number; joins?: boolean }): void {
    this.hasJoined ||= joins;
    if (length > 0) this.emptySince = undefined;
    else this.emptySince ??= now;
    this.wasEmpty ||= length === 0;
    if (now - this.checkedAt >= CHECK_MS) this.check(length, now);
    if (this.emptySince !== undefined && now - this.emptySince >= SETTLED_MS) this.isOverloaded = false;
  }

  private check(length: number, now: number): void {
    const isStalled = this.hasJoined && !this.wasEmpty && length >= this.previousLength;
    this.growths = isStalled ? this.growths + 1 : 0;
    if (this.growths >= CHECKS_OF_BURST) this.isOverloaded = true;
    this.checkedAt = now;
    this.previousLength = length;
    this.hasJoined = false;
    this.wasEmpty = length === 0;
  }
}

/** Maximum number of waiting requests in a burst, of all callers and of one caller. */
const MAX_QUEUE_LENGTH = 500;
const MAX_QUEUE_LENGTH_OF_CALLER = 80;

/** Longest wait of a request in a burst, in milliseconds. The server was idle before the burst and will be again. */
const MAX_BURST_WAIT_MS = 3000;

/**
 * Longest wait of a request under lasting overload, in milliseconds. Longer waits would only delay every response.
 */
const MAX_OVERLOAD_WAIT_MS = 20;

/**
 * Delay before a caller's own excess is refused, in milliseconds. An immediate refusal would trigger the next
 * request.
 */
const REFUSAL_DELAY_MS = 1000;

/** Maximum number of delayed refusals. */
const MAX_DELAYED_REFUSALS = 2000;

/** Interval at which throttled requests are reconsidered, in milliseconds. */
const THROTTLED_CHECK_MS = 10;

/**
 * Interval at which refusals are reported, in milliseconds. One log line per refusal would cost as much as it saves.
 */
const REPORT_MS = 1000;

/** One shared instance: refusing must be cheap, and creating a stack trace is not. */
const REFUSAL = new Failure('UNAVAILABLE', 'Too many requests at once; try again soon.');

export interface AdmissionOptions {
  /** Maximum number of requests that are processed at once. */
  readonly max: number;
  /** Sends the response of a refused request. */
  readonly refuse: (failure: Failure, request: HttpRequest, response: ServerResponse) => void;
  /** Whether a caller must wait although slots are free, because it recently used more than its share. */
  readonly isThrottled?: (caller: string | undefined) => boolean;
  /** Whether a caller has used much lately: such callers wait while the thread is slow. */
  readonly isDemanding?: (caller: string | undefined) => boolean;
  /** Called at intervals with the number of refused requests. */
  readonly report?: (refused: number) => void;
  /** Milliseconds from an arbitrary origin. Defaults to the clock of the process. */
  readonly now?: () => number;
}

interface ArrivingRequest {
  readonly request: HttpRequest;
  readonly response: ServerResponse;
  readonly next: Next;
}

interface Waiting {
  readonly request: HttpRequest;
  readonly go: () => void;
  /** Gives the request up after this many milliseconds. */
  readonly waitFor: (ms: number) => void;
}

/**
 * Admission control: processes a fixed number of requests at once and queues the others, for long in a burst and
 * hardly at all under lasting overload. Requests that cannot wait are refused immediately. (Controlled delay: K. Nichols
 * and V. Jacobson, 2012; for servers, B. Maurer, "Fail at Scale", 2015.) Only work holds a slot, not a body that is
 * arriving or a response that is being sent. `Slots` prevents one caller from occupying all of them.
 */
export class AdmissionControl {
  private readonly queue = new Set<Waiting>();
  private readonly queued = new Map<string, number>();
  private readonly slots: Slots;
  private readonly detector = new OverloadDetector();
  private readonly now: () => number;
  private refused = 0;
  private delayed = 0;
  private retry: NodeJS.Timeout | undefined;

  constructor(private readonly options: AdmissionOptions) {
    this.now = options.now ?? (() => performance.now());
    const letNextGo = this.letNextGo.bind(this);
    this.slots = new Slots(options.max, letNextGo, options.isDemanding);
  }

  readonly begin: Handler = (request, response, next) => {
    // An orchestrator must not kill a server because it is busy.
    if (isForHealth(request)) next();
    else this.admit({ request, response, next });
  };

  /**
   * Releases the slot of a request while its body arrives.
   *
   * @throws Failure UNAVAILABLE when too many requests wait for a slot after their body
   */
  async outside<Result>(request: HttpRequest, read: () => Promise<Result>): Promise<Result> {
    if (request.complete) return read();
    this.slots.giveBack(request);
    const result = await read();
    await this.takeAgain(request);
    return result;
  }

  /**
   * Moves a request whose body requests more than one object from the slots for light requests to the others.
   *
   * @throws Failure UNAVAILABLE when too many requests wait for those
   */
  async reclassify(request: HttpRequest): Promise<void> {
    if (request.work === undefined) return;
    this.slots.giveBack(request);
    request.work.isLight = false;
    await this.takeAgain(request);
  }

  private async takeAgain(request: HttpRequest): Promise<void> {
    if (!(await this.slots.takeAgain(request))) throw REFUSAL;
  }

  private admit(coming: ArrivingRequest): void {
    const joins = !this.mayBegin(coming.request);
    this.recordQueue(joins);
    if (!joins) this.start(coming);
    else if (this.mayWait(coming.request)) this.wait(coming);
    else if (coming.request.work?.caller !== undefined && this.delayed < MAX_DELAYED_REFUSALS)
      this.refuseLater(coming);
    else this.refuse(coming);
  }

  /** Whether a request waits because of other requests of its caller, rather than because of all. */
  private isOwnExcess({ work }: Pick<HttpRequest, 'work'>): boolean {
    if (this.slots.isFullFor(work?.caller) || this.slots.isLimited(work)) return true;
    return this.options.isThrottled?.(work?.caller) === true;
  }

  private refuseLater(coming: ArrivingRequest): void {
    this.delayed++;
    const end = () => {
      clearTimeout(timer);
      coming.response.off('close', end);
      this.delayed--;
      if (!coming.response.closed) this.refuse(coming);
    };
    const timer = setTimeout(end, REFUSAL_DELAY_MS);
    coming.response.once('close', end);
  }

  private mayBegin({ work }: HttpRequest): boolean {
    return this.slots.hasRoomFor(work) && this.options.isThrottled?.(work?.caller) !== true;
  }

  private mayWait({ work }: HttpRequest): boolean {
    const ofCaller = work?.caller === undefined ? 0 : (this.queued.get(work.caller) ?? 0);
    // Queueing a request and refusing it later costs twice as much as refusing it immediately.
    if (!this.detector.isOverloaded)
      return this.queue.size < MAX_QUEUE_LENGTH && ofCaller < MAX_QUEUE_LENGTH_OF_CALLER;
    if (work !== undefined && this.isOwnExcess({ work })) return ofCaller < MAX_QUEUE_LENGTH_OF_CALLER;
    return this.queue.size < this.options.max / 2 && ofCaller < this.slots.maxPerCaller;
  }

  private start({ request, response, next }: ArrivingRequest): void {
    this.slots.take(request, response);
    chargeThreadTo(request.work);
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

  private wait(coming: ArrivingRequest): void {
    const waiting = this.waitingOf(coming);
    const waitsBriefly = this.detector.isOverloaded && !this.isOwnExcess(coming.request);
    waiting.waitFor(waitsBriefly ? MAX_OVERLOAD_WAIT_MS : MAX_BURST_WAIT_MS);
    this.queue.add(waiting);
    this.count(coming.request, 1);
    // A released slot starts the next request; a timer must handle the passing of time.
    this.retry ??= setInterval(this.letThrottledGo, THROTTLED_CHECK_MS).unref();
  }

  private waitingOf(coming: ArrivingRequest): Waiting {
    const { request, response } = coming;
    let timer: NodeJS.Timeout | undefined;
    const leave = () => {
      response.off('close', leave);
      clearTimeout(timer);
      if (!this.queue.delete(waiting)) return;
      this.count(request, -1);
      this.recordQueue();
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

  private count({ work }: HttpRequest, change: number): void {
    if (work?.caller === undefined) return;
    const count = (this.queued.get(work.caller) ?? 0) + change;
    if (count > 0) this.queued.set(work.caller, count);
    else this.queued.delete(work.caller);
  }

  /** Under lasting overload, requests that were queued during a burst do not wait longer than others. */
  private recordQueue(joins = false): void {
    const { isOverloaded } = this.detector;
    this.detector.record({ length: this.queue.size, now: this.now(), joins });
    if (isOverloaded || !this.detector.isOverloaded) return;
    for (const waiting of this.queue)
      if (!this.isOwnExcess(waiting.request)) waiting.waitFor(MAX_OVERLOAD_WAIT_MS);
  }

  private refuse({ request, response }: ArrivingRequest): void {
    if (this.refused++ === 0) setTimeout(this.reportRefused.bind(this), REPORT_MS).unref();
    this.options.refuse(REFUSAL, request, response);
  }

  private reportRefused(): void {
    this.options.report?.(this.refused);
    this.refused = 0;
  }
}
