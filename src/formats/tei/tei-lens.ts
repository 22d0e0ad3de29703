import type { ArticleContent } from '../../domain/article/article-content';
import type { JsonObject } from '../../shared/json';
import { locateItems, typedJson } from '../lens/get-typed';
import { putTyped } from '../lens/put-typed';
import { fieldText, type Lens } from '../lens/typed-item';
import { appendChain, removeChain, type Visits, writePath, type XmlChain } from '../xml/xml-path';
import type { Row } from '../lens/typed-item';
import type { XmlScope } from '../xml/xml-rows';
import { elementsOf, type XmlElement } from '../xml/xml-tree';
import { headwordsOf } from './tei-headwords';
import { type TeiOptions, teiRows } from './tei-rows';

/** Elements that are senses, or nested entries: homonyms, phrases, derived words. */
const SENSE_ELEMENTS: ReadonlySet<string> = new Set(['sense', 'hom', 'entry', 're']);

interface SenseChain {
  readonly chain: XmlChain;
  readonly number: number;
  readonly parent: number | undefined;
}

/** Returns senses and their subsenses, numbered in document order. */
function sensesIn(chain: XmlChain, parent: number | undefined, before: number): readonly SenseChain[] {
  const senses: SenseChain[] = [];
  for (const element of elementsOf(chain.at(-1) ?? ['', {}])) {
    if (!SENSE_ELEMENTS.has(element[0])) continue;
    const number = before + senses.length + 1;
    const inner = [...chain, element];
    senses.push({ chain: inner, number, parent }, ...sensesIn(inner, number, number));
  }
  return senses;
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
    scopesOf: (tree) => {
      const headwords = headwordsOf([tree]);
      return {
        entry: { ...scope, chain: [tree] },
        senses: new Map(
          sensesIn([tree], undefined, 0).map((sense) => [
            sense.number,
            { ...scope, chain: sense.chain, sense, headwords },
          ]),
        ),
      };
    },
    addSense: ({ entry, senses }, { id, indicator, parent }) => {
      const outer = typeof parent === 'number' ? senses.get(parent) : undefined;
      const chain = appendChain(outer?.chain ?? entry.chain, 'sense');
      if (id !== undefined) writePath(chain, '@xml:id', fieldText(id));
      if (indicator !== undefined) writePath(chain, '@n', fieldText(indicator));
    },
    removeSense: ({ senses }, number) => {
      const chain = senses.get(number)?.chain;
      if (chain) removeChain(chain, chain.length - 1);
    },
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
  const copy = structuredClone(tree);
  putTyped(teiLens(options), copy, content, readAs);
  return copy;
}
