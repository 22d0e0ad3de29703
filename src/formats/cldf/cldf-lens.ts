import type { ArticleContent } from '../../domain/article/article-content';
import type { JsonObject } from '../../shared/json';
import { locateItems, typedJson } from '../lens/get-typed';
import { putTyped } from '../lens/put-typed';
import { fieldText, type Lens, type Row } from '../lens/typed-item';
import type { TableRow } from '../tables/table-cells';
import { EXTENDED, EXTENSION_COLUMN, extensionColumnRow } from '../tables/table-lens';
import {
  type CldfOptions,
  type CldfScope,
  type CldfTree,
  entryCells,
  entryRows,
  rowId,
  senseRows,
} from './cldf-columns';
import { exampleColumns, cldfExampleRow, linkOf } from './cldf-examples';
import { type CldfShape, columnOf, cellValues } from './cldf-shape';

/** Groups examples by the number of the first known sense to which they refer; 0 is the entry. */
function examplesBySense(tree: CldfTree, shape: CldfShape): ReadonlyMap<number, readonly TableRow[]> {
  const link = linkOf(shape);
  const numbers = new Map<string, number>();
  for (const [index, row] of tree.senses.entries()) {
    const id = rowId(row, shape.senses?.columns ?? []);
    if (!numbers.has(id)) numbers.set(id, index + 1);
  }
  const examples = new Map<number, TableRow[]>();
  for (const row of tree.examples) {
    const first = cellValues(row[link?.name ?? ''], link).find((id) => numbers.has(id));
    const number = numbers.get(first ?? '') ?? 0;
    const rows = examples.get(number);
    if (rows) rows.push(row);
    else examples.set(number, [row]);
  }
  return examples;
}

/** Returns the rows that map CLDF properties to typed members. */
function cldfRows(options: CldfOptions): readonly Row<CldfScope>[] {
  return [
    ...entryRows(options),
    ...senseRows(options),
    cldfExampleRow(options, { isOfSense: true }),
    cldfExampleRow(options, { isOfSense: false }),
    ...EXTENDED.map((member) => entryCells(extensionColumnRow(member))),
  ];
}

let known: { readonly options: CldfOptions; readonly rows: readonly Row<CldfScope>[] } | undefined;

function cldfLens(options: CldfOptions): Lens<CldfTree, CldfScope> {
  if (known?.options !== options) known = { options, rows: cldfRows(options) };
  const { shape } = options;
  return {
    rows: known.rows,
    scopesOf: (tree) => {
      const shared = { tree, examples: examplesBySense(tree, shape) };
      const senses = tree.senses.map(
        (row, index) => [index + 1, { ...shared, row, sense: index + 1 }] as const,
      );
      return { entry: { ...shared, row: tree.entry }, senses: new Map(senses) };
    },
    addSense: ({ entry: { tree } }, { id }) => {
      const { senses } = shape;
      const own = rowId(tree.entry, shape.entries.columns);
      const entry = columnOf(senses, 'entryReference', shape.entries.url)?.name ?? 'Entry_ID';
      const name = columnOf(senses, 'id')?.name ?? 'ID';
      const senseId = fieldText(id).replace(/[^A-Za-z0-9_-]/gu, '_');
      tree.senses.push({
        [name]: senseId === '' ? `${own}-s${tree.senses.length + 1}` : senseId,
        [entry]: own,
      });
    },
    removeSense: ({ entry: { tree } }, number) => {
      tree.senses.splice(number - 1, 1);
    },
  };
}

/** Returns the typed members of a CLDF entry. */
export function getCldf(tree: CldfTree, options: CldfOptions): JsonObject {
  const lens = cldfLens(options);
  return typedJson(locateItems(lens, lens.scopesOf(tree)));
}

/** Changes a CLDF entry so that it has the typed content. All other cells remain. */
export function putCldf(
  tree: CldfTree,
  content: ArticleContent,
  options: CldfOptions,
  readAs?: string,
): CldfTree {
  const copy = structuredClone(tree);
  putTyped(cldfLens(options), copy, content, readAs);
  return copy;
}

/** Returns the names of the columns that are read, by table. */
export function readColumns(options: CldfOptions): ReadonlySet<string> {
  const { entries, senses, examples } = options.shape;
  const toEntries = columnOf(senses, 'entryReference', entries.url);
  return new Set([
    ...[...entryRows(options).map(({ path }) => path), EXTENSION_COLUMN].map(
      (name) => `${entries.url}/${name}`,
    ),
    ...[...senseRows(options).map(({ path }) => path), toEntries?.name].map(
      (name) => `${senses?.url}/${name}`,
    ),
    ...exampleColumns(options.shape).map(({ name }) => `${examples?.url ?? ''}/${name}`),
  ]);
}
