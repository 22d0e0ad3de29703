import { ADAPTER_VARIABLES } from '../request/adapter-variables';
import { takesText, type Flag } from './flags';
import type { Operation } from '../document/operations';
import type { FailureKind, FailureReason } from '../../shared/failure';
import type { BodyMembers } from '../request/body-members';
import type { Finishing } from '../reply/finishing';

/** A row with its document. */
export interface Route {
  readonly row: Row;
  readonly operation: Operation;
  /** Names of the path parameters, in order. */
  readonly pathParameters: readonly string[];
  /** Query parameters that become variables. */
  readonly queryParameters: readonly string[];
}

/**
 * Combines a row with its document.
 *
 * @throws Error that names the row when the two do not fit: no document, a parameter that is not a variable, a
 *   variable that nothing fills, a list without a connection
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

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type Reply = readonly [status: number, message: string];

/** The replies of a row; the messages are those of the interface description. */
export interface Replies {
  /** The message may contain `{_name}`, a value of the document for the adapter. */
  readonly found: Reply;
  /** Used when the data is null or an empty list: 206 keeps the shape of the data, 404 is an error. */
  readonly empty?: Reply;
  /** Failures with a special status or message on this route. A reason takes precedence over its kind. */
  readonly failures?: Partial<Record<FailureReason | FailureKind, Reply>>;
}

export type BodyMember = 'message' | 'status' | 'total' | 'uri';

/** One route of the interface. To add a route, add a row and, if no existing one fits, a document. */
export interface Row {
  /** The id in the interface description, with a suffix where one id has several forms. */
  readonly id: string;
  readonly method: Method;
  /** Path from the root; `:name` is a variable of the document. */
  readonly path: string;
  /** The flag that selects this row; a row without one answers if no flag is set. */
  readonly when?: Flag;
  /** Name of the document under `schema/operations`, without its ending. */
  readonly run: string;
  /** `list` shows a connection as its nodes, page by page; `one` shows the data unchanged. */
  readonly shows: 'list' | 'one';
  readonly replies: Replies;
  /** How a JSON body is converted to variables. Defaults to its own members. */
  readonly members?: BodyMembers;
  /** Path of the created object, for `Location`; each `:name` is a member of the object in the body. */
  readonly location?: string;
  /** Query parameters beyond those of `shows` and `when`; each is a variable of the document. */
  readonly query?: readonly string[];
  /** Member of error responses that contains the message of the failure itself. */
  readonly explains?: string;
  /** Members that the body has in addition to the data on success. */
  readonly adds?: readonly BodyMember[];
  /** Largest `limit` of a list. Defaults to 1,000; longer lists are streamed. */
  readonly most?: number;
  /** Completes an item of a list where an alias cannot: a key that depends on the request. */
  readonly each?: Finishing;
}

export type Item = Readonly<Record<string, unknown>>;

/** Members of a successful write in addition to the object. */
export const WRITTEN: readonly BodyMember[] = ['message', 'status', 'uri'];

/** The replies of a read: 200, and 206 if nothing was found. */
export function reads(subject: string): Replies {
  return { found: [200, `${subject} found`], empty: [206, `${subject} not found`] };
}
