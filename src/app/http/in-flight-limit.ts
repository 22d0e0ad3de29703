import type { RequestHandler } from 'express';
import { Failure } from '../../shared/failure';

/**
 * Refuses requests while so many are being answered already: those that are taken keep their time, and the others learn at once that
 * they should come back.
 */
export function inFlightLimit(most: number): RequestHandler {
  let running = 0;
  return (_request, response, next) => {
    if (running >= most) throw new Failure('UNAVAILABLE', 'Too many requests at once; try again soon.');
    running++;
    response.once('close', () => {
      running--;
    });
    next();
  };
}
