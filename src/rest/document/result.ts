import { StoredList } from '../../shared/json-text';
import { Failure } from '../../shared/failure';
import type { Data } from './operations';
import type { Paging } from '../request/query';
import type { Item } from '../table/route';
import { type ResponseMapping, withoutTotals } from '../response/response-mapping';

/** The data that a document returned, prepared for the response. */
export interface DocumentResult {
  /** The documented members; null, or an empty list, if nothing was found. */
  readonly body: Item;
  /** Values for the adapter, which are not part of the body. */
  readonly adapterFields: Item;
  readonly isEmpty: boolean;
  /** Names of the lists that have more items than the response shows. */
  readonly truncated?: ReadonlySet<string>;
}

/** The whole list of which a page was read. */
export interface ListSummary {
  /** Number of its items; null if they were not counted to the end. */
  readonly total: number | null;
  /** Whether it has items after the page. */
  readonly hasNext: boolean;
  /** Number of best hits that were sorted, if the search has more hits. */
  readonly sortedHits?: number | undefined;
}

/** A page of a list. */
export interface ListResult extends DocumentResult {
  readonly list: ListSummary;
  /** Cursor after which the list continues; `undefined` at its end, or if the document does not select it. */
  readonly next?: string | undefined;
}

/** Options for converting the items of a list. */
export interface ItemOptions {
  readonly mapItem?: ((item: Item) => Item) | undefined;
  /** Names of the members to show of each item. Defaults to all. */
  readonly shownFields?: ReadonlySet<string> | undefined;
}

interface ListOptions extends ItemOptions {
  readonly paging: Pick<Paging, 'limit' | 'page'>;
}

/** A part of a list that is read from cursor to cursor. */
export interface ListPart {
  readonly items: List;
  /** Cursor after which the list continues; `undefined` at its end, or if the document does not select it. */
  readonly next: string | undefined;
}

/** Items, or a list that is only serialised. */
export type List = readonly Item[] | StoredList;

interface Connection {
  readonly nodes: List;
  readonly totalCount?: number | null;
  readonly pageInfo?: { readonly hasNextPage?: boolean; readonly endCursor?: string | null };
  readonly sortedHits?: number | null;
}

/** Reads the data of a document that shows its root field unchanged. */
export function readObject(mapping: ResponseMapping, documentData: Data): DocumentResult {
  const truncated = new Set<string>();
  const { counted } = mapping;
  const data = counted ? (withoutTotals(documentData, counted, truncated) as Data) : documentData;
  return { ...readPlain(mapping, data), truncated };
}

function readPlain(mapping: ResponseMapping, data: Data): DocumentResult {
  const root = data[mapping.root] as Item | null | undefined;
  if (mapping.isLifted) return lifted(mapping, root ?? {});
  if (isNotFound(root, mapping.composed.has(mapping.root))) return nothingOf(mapping);
  const [value, adapterFields] = withoutAdapterFields(mapping, root ?? {});
  return { body: { [mapping.root]: value }, adapterFields, isEmpty: false };
}

/**
 * Reads a connection as the list of its nodes, each completed.
 *
 * @throws Failure NOT_FOUND when the owner of the list does not exist
 */
export function readList(mapping: ResponseMapping, data: Data, options: ListOptions): ListResult {
  const { paging } = options;
  const truncated = new Set<string>();
  const connection = connectionIn(mapping, data, truncated);
  const { nodes, totalCount: total = null, pageInfo, sortedHits } = connection;
  const isFull = nodes.length === paging.limit;
  // A page that is not full ends where the server stopped examining entries. A cursor continues there, a page number does not.
  const hasNext =
    total === null ? isFull && (pageInfo?.hasNextPage ?? true) : paging.page * paging.limit < total;
  const { items, next } = listPartOf(connection, options);
  const list = { total, hasNext, sortedHits: sortedHits ?? undefined };
  return {
    body: { [mapping.root]: items },
    adapterFields: {},
    isEmpty: nodes.length === 0,
    list,
    truncated,
    next,
  };
}

/**
 * Reads a part of a list, each item completed.
 *
 * @throws Failure NOT_FOUND when the owner of the list does not exist
 */
export function readPart(mapping: ResponseMapping, data: Data, options: ItemOptions = {}): ListPart {
  return listPartOf(connectionIn(mapping, data), options);
}

function listPartOf({ nodes, pageInfo }: Connection, options: ItemOptions): ListPart {
  const next = pageInfo?.hasNextPage === true ? (pageInfo.endCursor ?? undefined) : undefined;
  return { items: shownItems(nodes, options), next };
}

function shownItems(nodes: List, { mapItem, shownFields }: ItemOptions): List {
  if (nodes instanceof StoredList) return shownFields ? nodes.only(shownFields) : nodes;
  const items = mapItem === undefined ? nodes : nodes.map(mapItem);
  if (shownFields === undefined) return items;
  return items.map((item) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => shownFields.has(name))),
  );
}

/** @param truncated receives the names of the lists in items that have more than is shown */
function connectionIn(mapping: ResponseMapping, result: Data, truncated = new Set<string>()): Connection {
  const { counted } = mapping;
  const data = counted ? (withoutTotals(result, counted, truncated) as Data) : result;
  const connection = connectionOrNothing(mapping, data);
  if (!connection) throw new Failure('NOT_FOUND', 'There is no such object');
  return connection;
}

function connectionOrNothing({ path }: ResponseMapping, data: Data): Connection | undefined {
  const connection = path.reduce<unknown>((at, name) => (at as Item | null | undefined)?.[name], data);
  return (connection ?? undefined) as Connection | undefined;
}

/** Whether a document has found the owner of its list. */
export function hasList(mapping: ResponseMapping, data: Data): boolean {
  return connectionOrNothing(mapping, data) !== undefined;
}

/** The body of a route that found nothing: null for each of its members. */
export function nothingOf(mapping: ResponseMapping): DocumentResult {
  return {
    body: Object.fromEntries(mapping.keys.map((key) => [key, null])),
    adapterFields: {},
    isEmpty: true,
  };
}

/** The same for a list. */
export function emptyListOf(mapping: ResponseMapping): ListResult {
  return {
    body: { [mapping.root]: [] },
    adapterFields: {},
    isEmpty: true,
    list: { total: 0, hasNext: false },
  };
}

function lifted(mapping: ResponseMapping, root: Item): DocumentResult {
  const isEmpty = mapping.keys.every((key) => isNotFound(root[key], mapping.composed.has(key)));
  if (isEmpty) return nothingOf(mapping);
  const [body, adapterFields] = withoutAdapterFields(mapping, root);
  return { body, adapterFields, isEmpty };
}

function withoutAdapterFields(mapping: ResponseMapping, root: Item): [shown: Item, adapterFields: Item] {
  if (mapping.adapterFields.length === 0) return [root, {}];
  const shown: Record<string, unknown> = {};
  const adapterFields: Record<string, unknown> = {};
  // The names are those of documents, never a client's.
  for (const [name, value] of Object.entries(root))
    (mapping.adapterFields.includes(name) ? adapterFields : shown)[name] = value;
  return [shown, adapterFields];
}

function isNotFound(value: unknown, isComposed: boolean): boolean {
  return value === null || value === undefined || (isComposed && Array.isArray(value) && value.length === 0);
}
