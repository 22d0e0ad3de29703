import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/**
 * Names of the fields that a request selects below the field being resolved. Directives are ignored, so a skipped field
 * counts: the projection can contain more than needed, but never less.
 *
 * @param paths where to look, e.g. `[['nodes'], ['edges', 'node']]`; `[[]]` is the field itself
 */
export function selectedFields(info: GraphQLResolveInfo, paths: readonly (readonly string[])[]): Set<string> {
  const names = new Set<string>();
  for (const path of paths) {
    const into = { info, names, opened: new Set<string>() };
    for (const node of info.fieldNodes) collect(into, node.selectionSet, path);
  }
  return names;
}

interface Collection {
  readonly info: GraphQLResolveInfo;
  readonly names: Set<string>;
  /** Fragments by the steps that were left: one that two others open is collected once, or nested ones would take forever. */
  readonly opened: Set<string>;
}

function collect(into: Collection, set: SelectionSetNode | undefined, path: readonly string[]): void {
  const [step, ...below] = path;
  for (const selection of set?.selections ?? []) {
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const name = selection.name.value;
      const key = `${path.length} ${name}`;
      if (into.opened.has(key)) continue;
      into.opened.add(key);
      collect(into, into.info.fragments[name]?.selectionSet, path);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) collect(into, selection.selectionSet, path);
    else if (step === undefined) into.names.add(selection.name.value);
    else if (selection.name.value === step) collect(into, selection.selectionSet, below);
  }
}
