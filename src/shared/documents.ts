import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import {
  Kind,
  parse,
  validate,
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';

/**
 * Maximum number of tokens of a document. The introspection query of GraphiQL has about 200. With 2,000, the slowest
 * document that was found takes about a tenth of a second to validate.
 */
export const MAX_TOKENS = 2000;

const FILE_ENDING = '.graphql';

interface Source {
  readonly name: string;
  readonly definitions: readonly DefinitionNode[];
}

/**
 * Reads every document under a folder. The others can spread fragments of a file that has only fragments.
 *
 * @param options.except names of documents that are left out
 * @returns by name (path from the folder, without the ending): the operation with the fragments it spreads
 * @throws Error when a file does not parse, or when no document uses a fragment
 */
export function readDocuments(
  folder: string,
  { except }: { readonly except?: RegExp } = {},
): ReadonlyMap<string, DocumentNode> {
  const files = filesUnder(folder).filter((file) => except?.test(file.split(sep).join('/')) !== true);
  const sources = files.map((file) => documentSource(folder, file));
  const fragments = new Map(
    sources.flatMap(({ definitions }) =>
      definitions.filter(isFragment).map((definition) => [definition.name.value, definition]),
    ),
  );
  const operations = sources.filter(({ definitions }) => !definitions.every(isFragment));
  const documents = operations.map(
    ({ name, definitions }) => [name, complete(definitions, fragments)] as const,
  );
  refuseUnused(fragments, documents);
  return new Map(documents);
}

function filesUnder(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith(FILE_ENDING)).sort();
}

function documentSource(folder: string, file: string): Source {
  const name = file.slice(0, -FILE_ENDING.length).split(sep).join('/');
  try {
    return {
      name,
      definitions: parse(readFileSync(join(folder, file), 'utf8'), { noLocation: true }).definitions,
    };
  } catch (cause) {
    throw new Error(`document ${name}: ${String(cause)}`, { cause });
  }
}

/** @throws Error that names the document, when one under a folder does not fit the schema */
export function validateDocuments(schema: GraphQLSchema, folder: string): void {
  for (const [name, document] of readDocuments(folder)) {
    const [problem] = validate(schema, document);
    if (problem !== undefined) throw new Error(`document ${name}: ${problem.message}`, { cause: problem });
  }
}

/** Adds the fragments that definitions spread, and those that these spread. */
function complete(
  definitions: readonly DefinitionNode[],
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): DocumentNode {
  const complete = new Set(definitions);
  // Iteration over a set also visits elements that are added during it.
  for (const definition of complete) {
    if (!('selectionSet' in definition)) continue;
    for (const name of spreadIn(definition.selectionSet)) {
      const fragment = fragments.get(name);
      if (fragment !== undefined) complete.add(fragment);
    }
  }
  return { kind: Kind.DOCUMENT, definitions: [...complete] };
}

/** The names of the fragments that a selection spreads, at any depth. */
function* spreadIn(set: SelectionSetNode | undefined): Generator<string> {
  for (const selection of set?.selections ?? []) {
    if (selection.kind === Kind.FRAGMENT_SPREAD) yield selection.name.value;
    else yield* spreadIn(selection.selectionSet);
  }
}

function refuseUnused(
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  documents: readonly (readonly [string, DocumentNode])[],
): void {
  const used = new Set(documents.flatMap(([, document]) => document.definitions));
  for (const [name, fragment] of fragments) {
    if (!used.has(fragment)) throw new Error(`fragment ${name}: no document uses it`);
  }
}

function isFragment(definition: DefinitionNode): definition is FragmentDefinitionNode {
  return definition.kind === Kind.FRAGMENT_DEFINITION;
}
