import type { NextFunction, RequestHandler, Response } from 'express';
import { Failure } from '../../shared/failure';

/** Requests that wait for their turn at most. */
const LONGEST_LINE = 500;

/** How long a request of a burst may wait, in milliseconds: the server was at leisure before, and will be again. */
const BURST_MS = 3000;

/** How long a request may wait when there is a line all the time, in milliseconds: waiting only makes all answers late. */
const OVERLOAD_MS = 20;

/** A line that stands for so long is no burst; when there was none for so long, the next one is. In milliseconds. */
const SETTLED_MS = 3000;

export interface InFlightOptions {
  /** Requests that are worked on at once. */
  readonly most: number;
  /** Milliseconds of any beginning; the clock of the process when absent. */
  readonly now?: () => number;
}

/**
 * Works on so many requests at once and lets the others wait: long in a burst, which passes, and hardly at all under a load that
 * stays. Who cannot wait learns at once that he should come back. (Controlled delay: K. Nichols and V. Jacobson, 2012; for servers,
 * B. Maurer, "Fail at Scale", 2015.)
 */
export function inFlightLimit(options: InFlightOptions): RequestHandler {
  const line = new WaitingLine(options);
  return (_request, response, next) => {
    line.admit(response, next);
  };
}

interface Waiting {
  readonly go: () => void;
  readonly timer: NodeJS.Timeout;
}

class WaitingLine {
  private readonly line = new Set<Waiting>();
  private readonly most: number;
  private readonly now: () => number;
  private running = 0;
  private isOverloaded = false;
  /** Since when there is a line, or is none. */
  private since = -SETTLED_MS;

  constructor({ most, now = () => performance.now() }: InFlightOptions) {
    this.most = most;
    this.now = now;
  }

  /** @param next begins the work, or gets a Failure UNAVAILABLE */
  admit(response: Response, next: NextFunction): void {
    this.settle();
    if (this.running < this.most) this.begin(response, next);
    else if (this.line.size < LONGEST_LINE) this.wait(response, next);
    else next(refusal());
  }

  private begin(response: Response, next: NextFunction): void {
    this.running++;
    response.once('close', () => {
      this.running--;
      const [first] = this.line;
      first?.go();
    });
    next();
  }

  private wait(response: Response, next: NextFunction): void {
    const leave = () => {
      response.off('close', leave);
      this.leave(waiting);
    };
    const go = () => {
      leave();
      this.begin(response, next);
    };
    const giveUp = () => {
      leave();
      next(refusal());
    };
    const timer = setTimeout(giveUp, this.isOverloaded ? OVERLOAD_MS : BURST_MS);
    const waiting = { go, timer };
    response.once('close', leave);
    if (this.line.size === 0) this.since = this.now();
    this.line.add(waiting);
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

function refusal(): Failure {
  return new Failure('UNAVAILABLE', 'Too many requests at once; try again soon.');
}
