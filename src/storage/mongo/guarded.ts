import { Failure } from '../../shared/failure';
import { isDatabaseAway, isDiskFull } from './database-error';

/**
 * A repository whose methods fail with UNAVAILABLE when the database is away: above this layer nobody knows the driver's
 * errors. What its methods return is guarded as well.
 */
export function guarded<Repository extends object>(repository: Repository): Repository {
  return new Proxy(repository, {
    get(target, name, receiver): unknown {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]): unknown => {
        const result: unknown = Reflect.apply(member, target, given);
        if (result instanceof Promise) return result.catch(translated);
        return typeof result === 'object' && result !== null ? guarded(result) : result;
      };
    },
  });
}

function translated(error: unknown): never {
  if (isDiskFull(error))
    throw new Failure('UNAVAILABLE', 'The disk of the database is full; nothing was written.');
  if (isDatabaseAway(error)) throw new Failure('UNAVAILABLE', 'The database is away; try again soon.');
  throw error;
}
