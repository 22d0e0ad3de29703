import {
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** The name of a field in the response. */
export function responseName({ alias, name }: FieldNode): string {
  return (alias ?? name).value;
}

/** Whether a field is for the adapter and never reaches the body. */
export function isAdapterField(field: FieldNode): boolean {
  return responseName(field).startsWith('_');
}

/** The fields of a selection, with fragments expanded. */
export function openedFields(
  set: SelectionSetNode | undefined,
  document: DocumentNode,
): readonly FieldNode[] {
  return (set?.selections ?? []).flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection];
    if (selection.kind === Kind.INLINE_FRAGMENT) return openedFields(selection.selectionSet, document);
    return openedFields(fragmentOf(document, selection.name.value).selectionSet, document);
  });
}

/** @throws Error when the document lacks such a fragment, which no validated one does */
export function fragmentOf(document: DocumentNode, name: string): FragmentDefinitionNode {
  const operation = document.definitions.find(
    (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name,
  );
  if (operation?.kind !== Kind.FRAGMENT_DEFINITION) throw new Error(`There is no fragment ${name}`);
  return operation;
}
