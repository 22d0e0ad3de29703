import type { ServerResponse } from 'node:http';
import { Failure } from '../../shared/failure';
import type { Handler, Incoming, Next } from '../../shared/http';
import { isForHealth } from '../health';
import { LineWatch } from './line-watch';

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

/**
 * Works on so many requests at once and lets the others wait: long in a burst, which passes, and hardly at all under a load that
 * stays. Who cannot wait learns at once that he should come back. (Controlled delay: K. Nichols and V. Jacobson, 2012; for servers,
 * B. Maurer, "Fail at Scale", 2015.)
 */
export function inFlightLimit(options: InFlightOptions): Handler {
  const line = new WaitingLine(options);
  return (request, response, next) => {
    // An orchestrator must not end a server because it has much to do.
    if (isForHealth(request)) next();
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
  /** Lets the one who waits give up after so many milliseconds. */
  readonly waitFor: (ms: number) => void;
  readonly leave: () => void;
}

class WaitingLine {
  private readonly line = new Set<Waiting>();
  private readonly watch = new LineWatch();
  private readonly now: () => number;
  private running = 0;
  private refused = 0;

  constructor(private readonly options: InFlightOptions) {
    this.now = options.now ?? (() => performance.now());
  }

  admit(coming: Coming): void {
    const joins = this.running >= this.options.most;
    this.see(joins);
    if (!joins) this.begin(coming);
    else if (this.line.size < this.longest) this.wait(coming);
    else this.refuse(coming);
  }

  /** Waiting, and giving up, costs as much again as being refused at once. */
  private get longest(): number {
    return this.watch.isOverloaded ? this.options.most / 2 : LONGEST_LINE;
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
      this.begin(coming);
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
