import type { Route } from './route';
import type { Resource } from './route-table';
import type { Method } from './row';
import type { Flag } from './flags';

type Candidates = ReadonlyMap<Flag | undefined, Route>;

/**
 * The routes that a path has for a method. HEAD is GET without the body, save where GET changes something: a login
 * must not issue a token that nobody reads.
 */
export function candidatesFor(resource: Resource, method: string): Candidates | undefined {
  if (method !== 'HEAD') return resource.get(method as Method);
  return isSafe(resource.get('GET')) ? resource.get('GET') : undefined;
}

/** The value of `Allow` for a path. */
export function allowedOn(resource: Resource): string {
  const withHead = isSafe(resource.get('GET')) ? ['GET', 'HEAD'] : ['GET'];
  const methods = [...resource.keys()].flatMap((method) => (method === 'GET' ? withHead : [method]));
  return [...methods, 'OPTIONS'].join(', ');
}

function isSafe(candidates: Candidates | undefined): boolean {
  return candidates !== undefined && [...candidates.values()].every(({ operation }) => operation.isQuery);
}
