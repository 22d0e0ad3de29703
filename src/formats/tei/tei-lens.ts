import type { ArticleContent } from '../../domain/article/article-content';
import type { JsonObject } from '../../shared/json';
import { locateItems, typedJson } from '../lens/get-typed';
import { putTyped } from '../lens/put-typed';
import { fieldText, type Lens } from '../lens/typed-item';
import { copyOfElement } from '../xml/xml-namespaces';
import { appendChain, type Visits, writePath, type XmlChain } from '../xml/xml-path';
import type { Row } from '../lens/typed-item';
import type { XmlScope } from '../xml/xml-rows';
import { removeSense, scopesOfEntry } from '../xml/xml-senses';
import { elementsOf, type XmlElement } from '../xml/xml-tree';
import { headwordsOf } from './tei-headwords';
import { type TeiOptions, teiRows } from './tei-rows';

/** Elements that are senses, or nested entries: homonyms, phrases, derived words. */
const SENSE_ELEMENTS: ReadonlySet<string> = new Set(['sense', 'hom', 'entry', 're']);

function selectSenses(outer: XmlChain): readonly XmlChain[] {
  return elementsOf(outer.at(-1) ?? ['', {}])
    .filter(([name]) => SENSE_ELEMENTS.has(name))
    .map((element) => [...outer, element]);
}

/** Cache of the rows for the last options. All entries of a file share them. */
let known: { readonly options: TeiOptions; readonly rows: readonly Row<XmlScope>[] } | undefined;

function rowsFor(options: TeiOptions): readonly Row<XmlScope>[] {
  if (known?.options !== options) known = { options, rows: teiRows(options) };
  return known.rows;
}

export function teiLens(options: TeiOptions, visits?: Visits): Lens<XmlElement, XmlScope> {
  const scope: Omit<XmlScope, 'chain'> = { visits, options: {} };
  return {
    rows: rowsFor(options),
    scopesOf: (tree) =>
      scopesOfEntry(tree, selectSenses, scope, { ...scope, headwords: headwordsOf([tree]) }),
    addSense: ({ entry, senses }, { id, indicator, parent }) => {
      const outer = typeof parent === 'number' ? senses.get(parent) : undefined;
      const chain = appendChain(outer?.chain ?? entry.chain, 'sense');
      if (id !== undefined) writePath(chain, '@xml:id', fieldText(id));
      if (indicator !== undefined) writePath(chain, '@n', fieldText(indicator));
    },
    removeSense,
  };
}

/** Returns the typed members of a TEI entry. */
export function getTei(tree: XmlElement, options: TeiOptions, visits?: Visits): JsonObject {
  const lens = teiLens(options, visits);
  return typedJson(locateItems(lens, lens.scopesOf(tree)));
}

/** Changes a TEI entry so that it has the typed content. All other data remains. */
export function putTei(
  tree: XmlElement,
  content: ArticleContent,
  options: TeiOptions,
  readAs?: string,
): XmlElement {
  const copy = copyOfElement(tree);
  putTyped(teiLens(options), copy, content, readAs);
  return copy;
}
