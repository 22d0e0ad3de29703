import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/**
 * Names of the fields that a request selects below the field being resolved. Directives are not weighed: a field that
 * will be skipped counts, which reads more than needed and never less.
 *
 * @param paths where to look, e.g. `[['nodes'], ['edges', 'node']]`; `[[]]` is the field itself
 */
export function selectedFields(info: GraphQLResolveInfo, paths: readonly (readonly string[])[]): Set<string> {
  const names = new Set<string>();
  for (const path of paths)
    for (const node of info.fieldNodes) collect({ info, names }, node.selectionSet, path);
  return names;
}

interface Collection {
  readonly info: GraphQLResolveInfo;
  readonly names: Set<string>;
}

function collect(into: Collection, set: SelectionSetNode | undefined, path: readonly string[]): void {
  const [step, ...rest] = path;
  for (const selection of set?.selections ?? []) {
    if (selection.kind === Kind.FRAGMENT_SPREAD)
      collect(into, into.info.fragments[selection.name.value]?.selectionSet, path);
    else if (selection.kind === Kind.INLINE_FRAGMENT) collect(into, selection.selectionSet, path);
    else if (step === undefined) into.names.add(selection.name.value);
    else if (selection.name.value === step) collect(into, selection.selectionSet, rest);
  }
}
