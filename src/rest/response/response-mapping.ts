import {
  Kind,
  type DocumentNode,
  type FieldNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { payloadIn } from '../document/payload';
import { isAdapterField, openedFields, responseName } from '../document/selected-fields';

/**
 * Mapping of the data of a document to a response body. The convention for all documents under `schema/operations`:
 *
 * - The aliases are the wire names, in the documented order; a document has one root field.
 * - A name that begins with an underscore is for the adapter and never reaches the body. As a member of the root
 *   field, `_etag` becomes the `ETag` header.
 * - A root field aliased `_` is lifted: its members are the members of the body.
 * - A connection is shown as its `nodes`; its `totalCount` becomes a header. It is the root field, or the only field of a lifted one, which
 *   may itself be the only field of another.
 * - The root field of a mutation is a payload. The one member beside its `userErrors` is shown in its place, and each rule for a
 *   root field applies to that member.
 * - An alias of `__typename` is a member that GraphQL does not have, with a value of the interface: `document/documented-members.ts`.
 * - `_intents` beside a list `intents` is its total: lists that hold more than they show are named in `X-Truncated`.
 */
export interface ResponseMapping {
  /** Response name of the root field, or of the connection if that is a field of it. */
  readonly root: string;
  /** Response names that lead to a connection. */
  readonly path: readonly string[];
  readonly isLifted: boolean;
  readonly isConnection: boolean;
  /** The members of the body. */
  readonly keys: readonly string[];
  /** Those of them that GraphQL composes, as opposed to free JSON, where an empty list is a value like any other. */
  readonly composed: ReadonlySet<string>;
  /** Members of the root field that are for the adapter. */
  readonly adapterFields: readonly string[];
  /** The members of the items of a connection; empty for other documents. */
  readonly items: ItemMembers;
  /** Lists whose totals the document selects beside them. */
  readonly counted: CountedLists | undefined;
}

/** The members of an item, each with the names of its own members. */
export type ItemMembers = ReadonlyMap<string, readonly string[]>;

/**
 * Reads the shape off a document.
 *
 * @throws Error when it has not exactly one root field, or only members for the adapter
 */
export function responseMappingOf(
  document: DocumentNode,
  operation: OperationDefinitionNode,
): ResponseMapping {
  const fields = shownFields(document, operation);
  const [root] = fields;
  if (root === undefined || fields.length > 1) throw new Error('a document has exactly one root field');
  const members = openedFields(root.selectionSet, document);
  const counted = countedListsIn({ kind: Kind.SELECTION_SET, selections: fields }, document);
  const path = pathToConnection(root, document);
  const list = path?.at(-1);
  const items = itemMembersIn(root, document);
  if (path !== undefined && list !== undefined && path.length > 1)
    return { ...nested(path, list, counted), items };
  const isLifted = responseName(root) === '_';
  const shown = isLifted ? members.filter((member) => !isAdapterField(member)) : [root];
  if (shown.length === 0 || shown.some(isAdapterField))
    throw new Error('a document shows at least one member of the body');
  return {
    root: responseName(root),
    isLifted,
    path: [responseName(root)],
    isConnection: path !== undefined,
    keys: shown.map(responseName),
    composed: new Set(shown.filter((field) => field.selectionSet !== undefined).map(responseName)),
    adapterFields: members.filter(isAdapterField).map(responseName),
    items,
    counted,
  };
}

function shownFields(document: DocumentNode, operation: OperationDefinitionNode): readonly FieldNode[] {
  const fields = openedFields(operation.selectionSet, document);
  const payload = fields.length === 1 ? payloadIn(document, operation) : undefined;
  return payload ? [payload.result] : fields;
}

/** The path to the connection of a document; `undefined` if it has none. */
function pathToConnection(field: FieldNode, document: DocumentNode): readonly string[] | undefined {
  const name = responseName(field);
  const members = openedFields(field.selectionSet, document);
  if (members.some((member) => responseName(member) === 'nodes')) return [name];
  const [only] = members;
  if (name !== '_' || only === undefined || members.length > 1) return undefined;
  const inside = pathToConnection(only, document);
  return inside && [name, ...inside];
}

/** The members of the nodes of the connection that a field is or leads to. */
function itemMembersIn(field: FieldNode, document: DocumentNode): ItemMembers {
  const members = openedFields(field.selectionSet, document);
  const nodes = members.find((member) => responseName(member) === 'nodes');
  const [only] = members;
  if (nodes === undefined && only !== undefined && members.length === 1) return itemMembersIn(only, document);
  const shown = openedFields(nodes?.selectionSet, document).filter((member) => !isAdapterField(member));
  return new Map(
    shown.map((field) => [responseName(field), openedFields(field.selectionSet, document).map(responseName)]),
  );
}

function nested(
  path: readonly string[],
  list: string,
  counted: ResponseMapping['counted'],
): Omit<ResponseMapping, 'items'> {
  const members = { keys: [list], composed: new Set([list]), adapterFields: [] };
  return { root: list, path, isLifted: false, isConnection: true, ...members, counted };
}

/**
 * Totals that a document requests beside a list: `_intents` beside `intents`. The totals are not part of the
 * body; they show which lists have more items than the body.
 */
export interface CountedLists {
  /** Names of lists that have a total beside them. */
  readonly lists: readonly string[];
  /** The same for the selections of fields, by response name. */
  readonly members: ReadonlyMap<string, CountedLists>;
}

/** Finds the counted lists of a selection; `undefined` where there are none at any depth. */
function countedListsIn(set: SelectionSetNode | undefined, document: DocumentNode): CountedLists | undefined {
  const fields = openedFields(set, document);
  const names = fields.map(responseName);
  const lists = names.filter((name) => names.includes(`_${name}`));
  const inner = fields.flatMap((field) => {
    const lists = field.selectionSet && countedListsIn(field.selectionSet, document);
    return lists ? [[responseName(field), lists] as const] : [];
  });
  return lists.length + inner.length === 0 ? undefined : { lists, members: new Map(inner) };
}

/**
 * A copy of data without the totals.
 *
 * @param truncated collects the names of the lists that hold more than they show
 */
export function withoutTotals(value: unknown, counted: CountedLists, truncated: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutTotals(item, counted, truncated));
  if (typeof value !== 'object' || value === null) return value;
  const members = new Map<string, unknown>(Object.entries(value));
  for (const name of counted.lists) {
    const [list, total] = [members.get(name), members.get(`_${name}`)];
    if (Array.isArray(list) && typeof total === 'number' && total > list.length) truncated.add(name);
    members.delete(`_${name}`);
  }
  for (const [name, inner] of counted.members) {
    if (members.has(name)) members.set(name, withoutTotals(members.get(name), inner, truncated));
  }
  return Object.fromEntries(members);
}
