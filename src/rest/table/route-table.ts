import { documentNamesOf, type Route, routeOf, type Method, type RouteDefinition } from './route';
import { Failure } from '../../shared/failure';
import { nfc } from '../../shared/text';
import { type Flag, queryOf, type Query } from '../request/query';
import type { Operation } from '../document/operations';

/** Alternative forms of documented paths. Users have none. */
const PATH_ALIASES: readonly (readonly [pattern: RegExp, alias: string])[] = [
  [/^\/lexicon\/(?=(articles|comments|metadata)(\/|$))/, '/lexicon/dictionaries/'],
  [/^\/lexicon\/(?=login$)/, '/lexicon/core/'],
];

/** Every path of a route, its own first. */
export function pathsOf(path: string): readonly string[] {
  const aliases = PATH_ALIASES.filter(([pattern]) => pattern.test(path));
  return [path, ...aliases.map(([pattern, alias]) => path.replace(pattern, alias))];
}

type Candidates = ReadonlyMap<Flag | undefined, Route>;

/**
 * The routes of a path for a method. HEAD is GET without the body, except where GET changes something: a login must
 * not issue a token that nobody reads.
 */
export function candidatesFor(resource: RouteResource, method: string): Candidates | undefined {
  if (method !== 'HEAD') return resource.get(method as Method);
  return isSafe(resource.get('GET')) ? resource.get('GET') : undefined;
}

/** The value of `Allow` for a path. */
export function allowedOn(resource: RouteResource): string {
  const withHead = isSafe(resource.get('GET')) ? ['GET', 'HEAD'] : ['GET'];
  const methods = [...resource.keys()].flatMap((method) => (method === 'GET' ? withHead : [method]));
  return [...methods, 'OPTIONS'].join(', ');
}

function isSafe(candidates: Candidates | undefined): boolean {
  return candidates !== undefined && [...candidates.values()].every(({ operation }) => operation.isQuery);
}

/** The destination of a request. */
export interface Target {
  /** The decoded segments of the path, in NFC; a trailing slash adds none. */
  readonly pathSegments: readonly string[];
  readonly query: Query;
}

/**
 * Parses a request target.
 *
 * @throws Failure INVALID_INPUT when the path is not percent-encoded UTF-8
 */
export function parsedTarget(url: string): Target {
  const start = url.indexOf('?');
  const path = start < 0 ? url : url.slice(0, start);
  const parts = path.split('/').slice(1);
  if (parts.at(-1) === '') parts.pop();
  return { pathSegments: parts.map(decodedSegment), query: queryOf(start < 0 ? '' : url.slice(start + 1)) };
}

function decodedSegment(pathSegment: string): string {
  // The other characters of a URL are ASCII.
  if (!pathSegment.includes('%')) return pathSegment;
  try {
    return nfc(decodeURIComponent(pathSegment));
  } catch (error) {
    if (error instanceof URIError)
      throw new Failure('INVALID_INPUT', 'The path is not percent-encoded UTF-8');
    throw error;
  }
}

/** The routes of one path: for each method, by flag. */
export type RouteResource = Map<Method, Map<Flag | undefined, Route>>;

/** A tree of path segments; the empty name is a parameter. */
interface Branch {
  readonly branches: Map<string, Branch>;
  readonly resource: RouteResource;
}

export interface RouteMatch {
  readonly resource: RouteResource;
  /** The segments that fill the path's parameters, in order. */
  readonly values: readonly string[];
}

const PARAMETER = '';

/** Finds the routes of a path. */
export class RouteTable {
  private readonly root = emptyBranch();

  /**
   * Registers every route under each of its paths.
   *
   * @throws Error when a route and its document do not fit, when two routes have the same selector, when no route runs a
   *   document
   */
  constructor(definitions: readonly RouteDefinition[], operations: ReadonlyMap<string, Operation>) {
    for (const definition of definitions) {
      const route = routeOf(definition, operations);
      for (const path of pathsOf(definition.path)) this.add(path, route);
    }
    const used = new Set(definitions.flatMap(documentNamesOf));
    for (const name of operations.keys()) {
      if (!used.has(name)) throw new Error(`document ${name}: no route runs it`);
    }
  }

  /** A literal segment takes precedence over a parameter; an empty segment matches nothing. */
  find(pathSegments: readonly string[]): RouteMatch | undefined {
    let branch: Branch | undefined = this.root;
    const values: string[] = [];
    for (const pathSegment of pathSegments) {
      if (pathSegment === PARAMETER) return undefined;
      const literal: Branch | undefined = branch.branches.get(pathSegment);
      if (literal === undefined) values.push(pathSegment);
      branch = literal ?? branch.branches.get(PARAMETER);
      if (branch === undefined) return undefined;
    }
    return branch.resource.size === 0 ? undefined : { resource: branch.resource, values };
  }

  private add(path: string, route: Route): void {
    let branch = this.root;
    for (const pathSegment of path.split('/').slice(1)) {
      const name = pathSegment.startsWith(':') ? PARAMETER : pathSegment;
      const next = branch.branches.get(name) ?? emptyBranch();
      branch.branches.set(name, next);
      branch = next;
    }
    const { method, when, id } = route.definition;
    const candidates = branch.resource.get(method) ?? new Map<Flag | undefined, Route>();
    const rival = candidates.get(when);
    if (rival)
      throw new Error(`routes ${rival.definition.id} and ${id}: one selector for both (${method} ${path})`);
    branch.resource.set(method, candidates.set(when, route));
  }
}

function emptyBranch(): Branch {
  return { branches: new Map(), resource: new Map() };
}
