import { ADAPTER_VARIABLES } from '../request/adapter-variables';
import { FIELDS, takesText, type Flag } from '../request/query';
import type { Operation } from '../document/operations';
import { Failure, type FailureKind, type FailureReason } from '../../shared/failure';
import type { BodyMembers, JsonSchema } from '../request/body-members';
import type { ItemMapper } from '../response/item-mapper';

/** The definition of a route with its document. */
export interface Route {
  readonly definition: RouteDefinition;
  readonly operation: Operation;
  /** Names of the path parameters, in order. */
  readonly pathParameters: readonly string[];
  /** Query parameters that become variables. */
  readonly queryParameters: readonly string[];
  readonly lists: readonly InnerRoute[];
  /** Gives the state of the list. */
  readonly state?: Operation;
}

/** A list of an object with its document. */
export interface InnerRoute {
  readonly operation: Operation;
  readonly fills: Filled;
  readonly lists: readonly InnerRoute[];
  /** Most items of a page, where that is fewer than usual. */
  readonly maxItems?: number | undefined;
}

/**
 * Combines a definition with its documents.
 *
 * @throws Error that names the route when they do not fit: no document, a parameter that is not a variable, a variable
 *   that nothing fills, a list without a connection
 */
export function routeOf(definition: RouteDefinition, operations: ReadonlyMap<string, Operation>): Route {
  const operation = documentOperation(definition, definition.run, operations);
  const pathParameters = pathParametersOf(definition.path);
  const queryParameters = queryParametersOf(definition);
  const offered = [...pathParameters, ...queryParameters];
  for (const name of offered) {
    if (!operation.variables.has(name))
      throw new Error(`route ${definition.id}: ${name} is no variable of ${definition.run}`);
  }
  const hasBody = takesBody(definition);
  for (const [name, { isRequired }] of operation.variables) {
    if (isRequired && !hasBody && !offered.includes(name) && !ADAPTER_VARIABLES.has(name)) {
      throw new Error(`route ${definition.id}: nothing fills the variable ${name} of ${definition.run}`);
    }
  }
  if (definition.shows === 'list' && !operation.mapping.isConnection) {
    throw new Error(`route ${definition.id}: ${definition.run} has no connection to show as a list`);
  }
  return {
    definition,
    operation,
    pathParameters,
    queryParameters,
    lists: innerRoutes(definition, definition.lists, operations),
    ...(definition.state && { state: documentOperation(definition, definition.state, operations) }),
  };
}

/** The names of all documents that a route runs. */
export function documentNamesOf({
  run,
  state,
  lists = [],
}: Pick<RouteDefinition, 'run' | 'lists' | 'state'>): readonly string[] {
  return [run, ...(state === undefined ? [] : [state]), ...lists.flatMap(documentNamesOf)];
}

function documentOperation(
  definition: RouteDefinition,
  name: string,
  operations: ReadonlyMap<string, Operation>,
): Operation {
  const operation = operations.get(name);
  if (operation === undefined) throw new Error(`route ${definition.id}: there is no document ${name}`);
  return operation;
}

function innerRoutes(
  definition: RouteDefinition,
  lists: readonly InnerList[] = [],
  operations: ReadonlyMap<string, Operation>,
): readonly InnerRoute[] {
  return lists.map(({ run, fills = {}, lists: inner, maxItems }) => {
    const operation = documentOperation(definition, run, operations);
    if (!operation.mapping.isConnection) throw new Error(`route ${definition.id}: ${run} has no connection`);
    return { operation, fills, lists: innerRoutes(definition, inner, operations), maxItems };
  });
}

/** A body of any other method is ignored. */
export function takesBody({ method }: RouteDefinition): boolean {
  return method === 'POST' || method === 'PUT';
}

function pathParametersOf(path: string): readonly string[] {
  return path
    .split('/')
    .flatMap((pathSegment) => [...pathSegment.matchAll(/:(\w+)/g)].map(([, name = '']) => name));
}

/**
 * The values of the path parameters of a route. The last parameter of a segment with two of them, `:name.:ending`, follows its
 * last dot, or that before the ending `.zip`.
 *
 * @param segments the segments of the request that have parameters, in order
 * @throws Failure NOT_FOUND when a segment lacks the dot
 */
export function pathValuesOf({ path }: RouteDefinition, segments: readonly string[]): readonly string[] {
  if (!path.includes('.:')) return segments;
  const patterns = path.split('/').filter((pathSegment) => pathSegment.startsWith(':'));
  return segments.flatMap((segment, index) => {
    if (patterns[index]?.includes('.:') !== true) return [segment];
    const dot = segment.replace(/(?<=\.[^.]+)\.zip$/u, '').lastIndexOf('.');
    if (dot < 1) throw new Failure('NOT_FOUND', 'No resource exists at this path');
    return [segment.slice(0, dot), segment.slice(dot + 1)];
  });
}

function queryParametersOf(definition: RouteDefinition): readonly string[] {
  return [
    ...(definition.shows === 'list' ? ['limit', 'page', 'sort'] : []),
    ...(definition.when !== undefined && takesText(definition.when) ? [definition.when] : []),
    ...(definition.query ?? []),
  ];
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type StatusMessage = readonly [status: number, message: string];

/** The responses of a route; the messages are those of the interface description. */
export interface RouteResponses {
  /** The message may contain `{_name}`, a value of the document for the adapter. */
  readonly success: StatusMessage;
  /** Used when the data is null or an empty list: 206 keeps the shape of the data, 404 is an error. */
  readonly empty?: StatusMessage;
  /** Failures with a special status or message on this route. A reason takes precedence over its kind. */
  readonly failures?: Partial<Record<FailureReason | FailureKind, StatusMessage>>;
}

export type BodyMember = 'message' | 'status' | 'total' | 'uri';

/** One route of the interface. To add one, add a definition and, if no existing one fits, a document. */
export interface RouteDefinition {
  /** The id in the interface description, with a suffix where one id has several forms. */
  readonly id: string;
  readonly method: Method;
  /** Path from the root; `:name` is a variable of the document. */
  readonly path: string;
  /** The flag that selects this route; a route without one answers if no flag is set. */
  readonly when?: Flag;
  /** Name of the document under `schema/operations`, without its ending. */
  readonly run: string;
  /** `list` shows a connection as its nodes, page by page; `object` shows the data unchanged. */
  readonly shows: 'list' | 'object';
  readonly responses: RouteResponses;
  /** Whether the document takes the text of the body, whose signature is checked, and not its members. */
  readonly isSigned?: boolean;
  /** Name of the member that is the whole body of a successful response, as text. */
  readonly text?: string;
  /** Mapping of a JSON body to variables. By default, its members are the variables. */
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
  readonly maxPageSize?: number;
  /** Further lists of the object, which are read page by page while the body is sent. */
  readonly lists?: readonly InnerList[];
  /**
   * Name of the file in which browsers store the body; each `:name` is a member of it. Caches store such a body only if it has
   * an entity tag.
   */
  readonly fileName?: string;
  /** The object that is written as a file, with the path parameter that names its format. Without it, the object and its lists are JSON. */
  readonly exportedFile?: {
    readonly as: WrittenKind;
    readonly format: string;
    /** Path of the report on what the file lacks, for `Link`; each `:name` is a member of the object. */
    readonly report?: string;
    /** Schema of the file if it is JSON; without it, the file has the format that the path names. */
    readonly schema?: JsonSchema;
  };
  /** The document that gives the state of the list, for its entity tag. A list that a client has is not read. */
  readonly state?: string;
  /** Makes lines of JSON of the body, and its entity tag. Without it, the body is one JSON text. */
  readonly lines?: (body: Item) => { readonly lines: readonly object[]; readonly etag: string };
  /** Completes an item of a list where an alias cannot: a key that depends on the request. */
  readonly itemMapper?: ItemMapper;
}

/** The kinds of objects that have file formats. */
export type WrittenKind = 'dictionary' | 'losses' | 'field';

/** A list of an object that is sent as a whole. Its name in the object is that of the connection in its document. */
export interface InnerList {
  /** The document that returns a page of the list. */
  readonly run: string;
  /** Most items of a page: fewer than usual where each takes much to read. */
  readonly maxItems?: number;
  /** Whether it replaces another list in the formats that need more of each item. */
  readonly isForSome?: true;
  /** The variables of the documents of `lists` that an item fills, each with the name of its member. */
  readonly fills?: Filled;
  /** The lists of each item. A member of the item with an underscore and the name of the list is its length. */
  readonly lists?: readonly InnerList[];
}

type Filled = Readonly<Record<string, string>>;

export type Item = Readonly<Record<string, unknown>>;

/** Members of a successful write in addition to the object. */
export const WRITE_MEMBERS: readonly BodyMember[] = ['message', 'status', 'uri'];

/** The responses of a read: 200, and 206 if nothing was found. */
export function reads(subject: string): RouteResponses {
  return { success: [200, `${subject} found`], empty: [206, `${subject} not found`] };
}

/** Whether clients can select members of the items of a route. They cannot if the route has its own parameter `fields`. */
export function showsFields({ shows, query = [] }: Pick<RouteDefinition, 'shows' | 'query'>): boolean {
  return shows === 'list' && !query.includes(FIELDS);
}
