import type { ServerResponse } from 'node:http';
import { Failure } from '../../shared/failure';
import type { Handler, Incoming, Next } from '../../shared/http';

/** Requests that wait for their turn at most. */
const LONGEST_LINE = 500;

/** How long a request of a burst may wait, in milliseconds: the server was at leisure before, and will be again. */
const BURST_MS = 3000;

/** How long a request may wait when there is a line all the time, in milliseconds: waiting only makes all answers late. */
const OVERLOAD_MS = 20;

/** A line that stands for so long is no burst; when there was none for so long, the next one is. In milliseconds. */
const SETTLED_MS = 3000;

/** How often it is told how many were refused, in milliseconds: a line in a log for each would cost what refusing saves. */
const REPORT_MS = 1000;

/** What probes of an orchestrator ask for: it must not end a server because it has much to do. */
const HEALTH = '/health/';

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

/**
 * Works on so many requests at once and lets the others wait: long in a burst, which passes, and hardly at all under a load that
 * stays. Who cannot wait learns at once that he should come back. (Controlled delay: K. Nichols and V. Jacobson, 2012; for servers,
 * B. Maurer, "Fail at Scale", 2015.)
 */
export function inFlightLimit(options: InFlightOptions): Handler {
  const line = new WaitingLine(options);
  return (request, response, next) => {
    if (request.url.startsWith(HEALTH)) next();
    else line.admit({ request, response, next });
  };
}

interface Coming {
  readonly request: Incoming;
  readonly response: ServerResponse;
  readonly next: Next;
}

interface Waiting {
  readonly go: () => void;
  readonly timer: NodeJS.Timeout;
}

class WaitingLine {
  private readonly line = new Set<Waiting>();
  private readonly now: () => number;
  private running = 0;
  private refused = 0;
  private isOverloaded = false;
  /** Since when there is a line, or is none. */
  private since = -SETTLED_MS;

  constructor(private readonly options: InFlightOptions) {
    this.now = options.now ?? (() => performance.now());
  }

  admit(coming: Coming): void {
    this.settle();
    if (this.running < this.options.most) this.begin(coming);
    else if (this.line.size < LONGEST_LINE) this.wait(coming);
    else this.refuse(coming);
  }

  private begin({ response, next }: Coming): void {
    this.running++;
    response.once('close', () => {
      this.running--;
      const [first] = this.line;
      first?.go();
    });
    next();
  }

  private wait(coming: Coming): void {
    const { response } = coming;
    const leave = () => {
      response.off('close', leave);
      this.leave(waiting);
    };
    const go = () => {
      leave();
      this.begin(coming);
    };
    const giveUp = () => {
      leave();
      this.refuse(coming);
    };
    const timer = setTimeout(giveUp, this.isOverloaded ? OVERLOAD_MS : BURST_MS);
    const waiting = { go, timer };
    response.once('close', leave);
    if (this.line.size === 0) this.since = this.now();
    this.line.add(waiting);
  }

  private refuse({ request, response }: Coming): void {
    if (this.refused++ === 0) setTimeout(this.tell.bind(this), REPORT_MS).unref();
    this.options.refuse(REFUSAL, request, response);
  }

  private tell(): void {
    this.options.report?.(this.refused);
    this.refused = 0;
  }

  private leave(waiting: Waiting): void {
    clearTimeout(waiting.timer);
    this.settle();
    if (this.line.delete(waiting) && this.line.size === 0) this.since = this.now();
  }

  /** Short gaps in a line, and short lines, change nothing. */
  private settle(): void {
    if (this.now() - this.since >= SETTLED_MS) this.isOverloaded = this.line.size > 0;
  }
}
