import {
  Kind,
  type DocumentNode,
  type FieldNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/**
 * How the data of a document becomes a body. The convention, for all documents under `schema/operations`:
 *
 * - The aliases are the wire names, in the documented order; a document has one root field.
 * - A name that begins with an underscore speaks to the adapter and never reaches the body. As a member of the root
 *   field, `_etag` becomes the `ETag` header.
 * - A root field aliased `_` is lifted: its members are the members of the body.
 * - A connection is shown as its `nodes`; its `totalCount` becomes a header.
 */
export interface Shape {
  /** Response name of the root field. */
  readonly root: string;
  readonly isLifted: boolean;
  readonly isConnection: boolean;
  /** The members of the body. */
  readonly keys: readonly string[];
  /** Those of them that GraphQL composes, as opposed to free JSON, where an empty list is a value like any other. */
  readonly composed: ReadonlySet<string>;
  /** Members of the root field that speak to the adapter. */
  readonly notes: readonly string[];
}

/**
 * Reads the shape off a document.
 *
 * @throws Error when it has not exactly one root field, or only members for the adapter
 */
export function shapeOf(document: DocumentNode, operation: OperationDefinitionNode): Shape {
  const fields = fieldsOf(operation.selectionSet, document);
  const [root] = fields;
  if (root === undefined || fields.length > 1) throw new Error('a document has exactly one root field');
  const members = fieldsOf(root.selectionSet, document);
  const isLifted = nameOf(root) === '_';
  const shown = isLifted ? members.filter((member) => !isNote(member)) : [root];
  if (shown.length === 0 || shown.some(isNote))
    throw new Error('a document shows at least one member of the body');
  return {
    root: nameOf(root),
    isLifted,
    isConnection: members.some((member) => nameOf(member) === 'nodes'),
    keys: shown.map(nameOf),
    composed: new Set(shown.filter((field) => field.selectionSet !== undefined).map(nameOf)),
    notes: members.filter(isNote).map(nameOf),
  };
}

function fieldsOf(selections: SelectionSetNode | undefined, document: DocumentNode): readonly FieldNode[] {
  return (selections?.selections ?? []).flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection];
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(selection.selectionSet, document);
    const fragment = document.definitions.find(
      (definition) =>
        definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === selection.name.value,
    );
    return fragment?.kind === Kind.FRAGMENT_DEFINITION ? fieldsOf(fragment.selectionSet, document) : [];
  });
}

function nameOf(field: FieldNode): string {
  return field.alias?.value ?? field.name.value;
}

function isNote(field: FieldNode): boolean {
  return nameOf(field).startsWith('_');
}
