import { ADAPTER_VARIABLES } from '../request/adapter-variables';
import { takesText, type Flag } from './flags';
import type { Operation } from '../document/operations';
import type { FailureKind, FailureReason } from '../../shared/failure';
import type { BodyMembers } from '../request/body-members';
import type { Finishing } from '../reply/finishing';

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

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type Reply = readonly [status: number, message: string];

/** What a row answers; the texts are those of the interface description. */
export interface Replies {
  /** Its text may hold `{_name}`, which the data say to the adapter. */
  readonly found: Reply;
  /** When the data is null or an empty list: 206 keeps the shape of the data, 404 is an error. */
  readonly empty?: Reply;
  /** Where a failure has its own status or words on this route. A reason goes before its kind. */
  readonly failures?: Partial<Record<FailureReason | FailureKind, Reply>>;
}

export type BodyMember = 'message' | 'status' | 'total' | 'uri';

/** One route of the interface: adding one is adding a row and, where no document fits, a document. */
export interface Row {
  /** The id in the interface description, with a suffix where one id has several forms. */
  readonly id: string;
  readonly method: Method;
  /** Path from the root; `:name` is a variable of the document. */
  readonly path: string;
  /** The flag that selects this row; a row without one answers where no flag does. */
  readonly when?: Flag;
  /** Name of the document under `schema/operations`, without its ending. */
  readonly run: string;
  /** `list` shows a connection as its nodes, page by page; `one` shows the data as it is. */
  readonly shows: 'list' | 'one';
  readonly replies: Replies;
  /** How a JSON body becomes variables; its own members when absent. */
  readonly members?: BodyMembers;
  /** Path of what was created, for `Location`; each `:name` is a member of the object in the body. */
  readonly location?: string;
  /** Query parameters beyond those that `shows` and `when` bring along; each is a variable of the document. */
  readonly query?: readonly string[];
  /** Member in which refusals say in their own words what is wrong. */
  readonly explains?: string;
  /** Members that the body has beside the data on success. */
  readonly adds?: readonly BodyMember[];
  /** Largest `limit` of a list, 1,000 when absent; a list of more items than that is streamed. */
  readonly most?: number;
  /** Finishes an item of a list where an alias cannot: a key that depends on the request. */
  readonly each?: Finishing;
}

export type Item = Readonly<Record<string, unknown>>;

/** The members that a successful write has beside the object. */
export const WRITTEN: readonly BodyMember[] = ['message', 'status', 'uri'];

/** The replies of a read: 200, and 206 where nothing was found. */
export function reads(subject: string): Replies {
  return { found: [200, `${subject} found`], empty: [206, `${subject} not found`] };
}
