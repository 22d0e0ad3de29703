import { ADAPTER_VARIABLES } from '../request/adapter-variables';
import { takesText } from './flags';
import type { Operation } from '../document/operations';
import type { Row } from './row';

/** A row with its document: ready to answer. */
export interface Route {
  readonly row: Row;
  readonly operation: Operation;
  /** Names of the parameters in the path, in their order. */
  readonly pathParameters: readonly string[];
  /** Query parameters that become variables. */
  readonly queryParameters: readonly string[];
}

/**
 * Brings a row and its document together.
 *
 * @throws Error that names the row, when the two do not fit: no document, a parameter that is no variable, a variable
 *   that nothing fills, a list without a connection
 */
export function routeOf(row: Row, operation: Operation | undefined): Route {
  if (operation === undefined) throw new Error(`row ${row.id}: there is no document ${row.run}`);
  const pathParameters = pathParametersOf(row.path);
  const queryParameters = queryParametersOf(row);
  const offered = [...pathParameters, ...queryParameters];
  for (const name of offered) {
    if (!operation.variables.has(name))
      throw new Error(`row ${row.id}: ${name} is no variable of ${row.run}`);
  }
  const hasBody = takesBody(row);
  for (const [name, { isRequired }] of operation.variables) {
    if (isRequired && !hasBody && !offered.includes(name) && !ADAPTER_VARIABLES.has(name)) {
      throw new Error(`row ${row.id}: nothing fills the variable ${name} of ${row.run}`);
    }
  }
  if (row.shows === 'list' && !operation.shape.isConnection) {
    throw new Error(`row ${row.id}: ${row.run} has no connection to show as a list`);
  }
  return { row, operation, pathParameters, queryParameters };
}

/** A body of any other method is ignored. */
export function takesBody({ method }: Row): boolean {
  return method === 'POST' || method === 'PUT';
}

function pathParametersOf(path: string): readonly string[] {
  return path.split('/').flatMap((segment) => (segment.startsWith(':') ? [segment.slice(1)] : []));
}

function queryParametersOf(row: Row): readonly string[] {
  return [
    ...(row.shows === 'list' ? ['limit', 'page', 'sort'] : []),
    ...(row.when !== undefined && takesText(row.when) ? [row.when] : []),
    ...(row.query ?? []),
  ];
}
