import type { ArticleContent } from '../../domain/article/article-content';
import type { JsonObject } from '../../shared/json';
import { locateItems, typedJson } from '../lens/get-typed';
import { putTyped } from '../lens/put-typed';
import { fieldText, type Lens, type Row } from '../lens/typed-item';
import { copyOfElement } from '../xml/xml-namespaces';
import { appendChain, selectChains, type Visits, writePath } from '../xml/xml-path';
import type { XmlScope } from '../xml/xml-rows';
import { removeSense, scopesOfEntry } from '../xml/xml-senses';
import { isElement, type XmlElement } from '../xml/xml-tree';
import { type DmlexOptions, dmlexRows } from './dmlex-rows';

/** The order of elements in the XML schema. */
const SCHEMA_ORDER = [
  ...['headword', 'text', 'indicator', 'note', 'partOfSpeech', 'label', 'transcription', 'pronunciation'],
  ...['inflectedForm', 'definition', 'example', 'exampleTranslation', 'headwordExplanation'],
  ...['headwordTranslation', 'sense', 'etymology', 'description', 'etymon', 'etymonUnit', 'translation'],
];

const rowsOf = new WeakMap<DmlexOptions, readonly Row<XmlScope>[]>();

function rowsFor(options: DmlexOptions): readonly Row<XmlScope>[] {
  const rows = rowsOf.get(options) ?? dmlexRows(options);
  rowsOf.set(options, rows);
  return rows;
}

export function dmlexLens(options: DmlexOptions, visits?: Visits): Lens<XmlElement, XmlScope> {
  const scope: Omit<XmlScope, 'chain'> = { visits, options: {} };
  return {
    rows: rowsFor(options),
    // Senses of DMLex contain no senses.
    scopesOf: (tree) =>
      scopesOfEntry(tree, (outer, isInSense) => (isInSense ? [] : selectChains(outer, 'sense')), scope),
    addSense: ({ entry }, { id, indicator }) => {
      const chain = appendChain(entry.chain, 'sense');
      if (id !== undefined) writePath(chain, '@id', fieldText(id));
      if (indicator !== undefined) writePath(chain, 'indicator', fieldText(indicator));
    },
    removeSense,
  };
}

/** Returns the typed members of a DMLex entry. */
export function getDmlex(tree: XmlElement, options: DmlexOptions, visits?: Visits): JsonObject {
  const lens = dmlexLens(options, visits);
  return typedJson(locateItems(lens, lens.scopesOf(tree)));
}

/** Changes a DMLex entry so that it has the typed content. All other data remains. */
export function putDmlex(
  tree: XmlElement,
  content: ArticleContent,
  options: DmlexOptions,
  readAs?: string,
): XmlElement {
  const copy = copyOfElement(tree);
  putTyped(dmlexLens(options), copy, content, readAs);
  return JSON.stringify(copy) === JSON.stringify(tree) ? copy : inSchemaOrder(copy);
}

/** The schema prescribes the order of elements. Unknown elements follow at the end. */
function inSchemaOrder(element: XmlElement): XmlElement {
  const [name, attributes, ...children] = element;
  if (children.some((child) => typeof child === 'string')) return element;
  const rank = (child: (typeof children)[number]) => {
    const at = isElement(child) ? SCHEMA_ORDER.indexOf(child[0]) : -1;
    return at === -1 ? SCHEMA_ORDER.length : at;
  };
  const sorted = children
    .map((child, index) => ({ child, index }))
    .sort((a, b) => rank(a.child) - rank(b.child) || a.index - b.index)
    .map(({ child }) => (isElement(child) ? inSchemaOrder(child) : child));
  return [name, attributes, ...sorted];
}
