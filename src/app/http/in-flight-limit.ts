import type { ServerResponse } from 'node:http';
import { Failure } from '../../shared/failure';
import type { Handler, Incoming, Next } from '../../shared/http';
import { isForHealth } from '../health';
import { LineWatch } from './line-watch';
import { Turns } from './turns';

/** Requests of a burst that wait for their turn at most. */
const LONGEST_LINE = 500;

/** How long a request of a burst may wait, in milliseconds: the server was at leisure before, and will be again. */
const BURST_MS = 3000;

/** How long a request may wait when the line does not pass, in milliseconds: waiting only makes all answers late. */
const OVERLOAD_MS = 20;

/** How often it is told how many were refused, in milliseconds: a line in a log for each would cost what refusing saves. */
const REPORT_MS = 1000;

/** One for all: refusing must be cheap, and the stack of an error is not. */
const REFUSAL = new Failure('UNAVAILABLE', 'Too many requests at once; try again soon.');

export interface InFlightOptions {
  /** Requests that are worked on at once. */
  readonly most: number;
  /** Answers a request as refused. */
  readonly refuse: (failure: Failure, request: Incoming, response: ServerResponse) => void;
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
  readonly go: () => void;
  /** Lets the one who waits give up after so many milliseconds. */
  readonly waitFor: (ms: number) => void;
  readonly leave: () => void;
}

/**
 * Works on so many requests at once and lets the others wait: long in a burst, which passes, and hardly at all under a load that
 * stays. Who cannot wait learns at once that he should come back. (Controlled delay: K. Nichols and V. Jacobson, 2012; for servers,
 * B. Maurer, "Fail at Scale", 2015.) Only work counts: neither a body that is on its way nor an answer that is being sent.
 */
export class InFlightLimit {
  private readonly line = new Set<Waiting>();
  private readonly turns: Turns;
  private readonly watch = new LineWatch();
  private readonly now: () => number;
  private refused = 0;

  constructor(private readonly options: InFlightOptions) {
    this.now = options.now ?? (() => performance.now());
    this.turns = new Turns(options.most, () => {
      const [first] = this.line;
      first?.go();
    });
  }

  readonly begin: Handler = (request, response, next) => {
    // An orchestrator must not end a server because it has much to do.
    if (isForHealth(request)) next();
    else this.admit({ request, response, next });
  };

  /**
   * Lets others have the turn of a request while its body is on its way.
   *
   * @throws Failure UNAVAILABLE when too many come back at once
   */
  async outside<Result>(request: Incoming, read: () => Promise<Result>): Promise<Result> {
    if (request.complete) return read();
    this.turns.giveBack(request);
    const result = await read();
    if (!(await this.turns.takeAgain(request))) throw REFUSAL;
    return result;
  }

  private admit(coming: Coming): void {
    const joins = this.turns.areTaken;
    this.see(joins);
    if (!joins) this.start(coming);
    else if (this.line.size < this.longest) this.wait(coming);
    else this.refuse(coming);
  }

  /** Waiting, and giving up, costs as much again as being refused at once. */
  private get longest(): number {
    return this.watch.isOverloaded ? this.options.most / 2 : LONGEST_LINE;
  }

  private start({ request, response, next }: Coming): void {
    this.turns.take(request, response);
    next();
  }

  private wait(coming: Coming): void {
    const waiting = this.waitingOf(coming);
    waiting.waitFor(this.watch.isOverloaded ? OVERLOAD_MS : BURST_MS);
    coming.response.once('close', waiting.leave);
    this.line.add(waiting);
  }

  private waitingOf(coming: Coming): Waiting {
    let timer: NodeJS.Timeout | undefined;
    const leave = () => {
      coming.response.off('close', leave);
      clearTimeout(timer);
      if (this.line.delete(waiting)) this.see();
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
    const waiting = { go, waitFor, leave };
    return waiting;
  }

  /** Once the load stays, those who came for a burst do not wait longer than others. */
  private see(joins = false): void {
    const { isOverloaded } = this.watch;
    this.watch.see({ length: this.line.size, now: this.now(), joins });
    if (isOverloaded || !this.watch.isOverloaded) return;
    for (const waiting of this.line) waiting.waitFor(OVERLOAD_MS);
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
