import { pathsOf } from './aliases';
import type { Flag } from './flags';
import type { Operation } from '../document/operations';
import { routeOf, type Route } from './route';
import type { Method, Row } from './row';

/** What one path offers: for each method, its routes by flag. */
export type Resource = Map<Method, Map<Flag | undefined, Route>>;

/** A tree of path segments; the empty name stands for a parameter. */
interface Branch {
  readonly branches: Map<string, Branch>;
  readonly resource: Resource;
}

export interface Match {
  readonly resource: Resource;
  /** The segments that fill the path's parameters, in their order. */
  readonly values: readonly string[];
}

const PARAMETER = '';

/** Finds what a path offers. */
export class RouteTable {
  private readonly root = emptyBranch();

  /**
   * Puts every row under each of its paths.
   *
   * @throws Error when a row and its document do not fit, when two rows have one selector, when no row runs a document
   */
  constructor(rows: readonly Row[], operations: ReadonlyMap<string, Operation>) {
    for (const row of rows) {
      const route = routeOf(row, operations.get(row.run));
      for (const path of pathsOf(row.path)) this.add(path, route);
    }
    const used = new Set(rows.map(({ run }) => run));
    for (const name of operations.keys()) {
      if (!used.has(name)) throw new Error(`document ${name}: no row runs it`);
    }
  }

  /** A literal segment goes before a parameter; an empty segment matches nothing. */
  find(segments: readonly string[]): Match | undefined {
    let branch: Branch | undefined = this.root;
    const values: string[] = [];
    for (const segment of segments) {
      if (segment === PARAMETER) return undefined;
      const literal: Branch | undefined = branch.branches.get(segment);
      if (literal === undefined) values.push(segment);
      branch = literal ?? branch.branches.get(PARAMETER);
      if (branch === undefined) return undefined;
    }
    return branch.resource.size === 0 ? undefined : { resource: branch.resource, values };
  }

  private add(path: string, route: Route): void {
    let branch = this.root;
    for (const segment of path.split('/').slice(1)) {
      const name = segment.startsWith(':') ? PARAMETER : segment;
      const next = branch.branches.get(name) ?? emptyBranch();
      branch.branches.set(name, next);
      branch = next;
    }
    const { method, when, id } = route.row;
    const candidates = branch.resource.get(method) ?? new Map<Flag | undefined, Route>();
    const rival = candidates.get(when);
    if (rival) throw new Error(`rows ${rival.row.id} and ${id}: one selector for both (${method} ${path})`);
    branch.resource.set(method, candidates.set(when, route));
  }
}

function emptyBranch(): Branch {
  return { branches: new Map(), resource: new Map() };
}
