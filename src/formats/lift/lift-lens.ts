import type { ArticleContent } from '../../domain/article/article-content';
import type { JsonObject } from '../../shared/json';
import { locateItems, typedJson } from '../lens/get-typed';
import type { CodeLabels } from '../lens/code-labels';
import { putTyped } from '../lens/put-typed';
import { type RelationTargets, withTargets } from '../lens/relation-targets';
import { fieldText, type Lens, type Row } from '../lens/typed-item';
import { copyOfElement } from '../xml/xml-namespaces';
import { appendChain, selectChains, type Visits, writePath } from '../xml/xml-path';
import type { XmlScope } from '../xml/xml-rows';
import { removeSense, scopesOfEntry } from '../xml/xml-senses';
import { elementsOf, type XmlElement } from '../xml/xml-tree';
import { liftRows } from './lift-rows';
import { INDICATOR } from './lift-senses';

/** Properties of a LIFT file that the reader of its entries needs. */
export interface LiftOptions {
  /** The language tag of headwords. If it is absent, the first form of an entry is the headword. */
  readonly headword?: string | undefined;
  /** The words of the identifiers in relations. */
  readonly targets?: RelationTargets | undefined;
  /** The labels of the values of ranges. */
  readonly labels?: CodeLabels | undefined;
}

const rowsOf = new WeakMap<LiftOptions, readonly Row<XmlScope>[]>();

function rowsFor(options: LiftOptions): readonly Row<XmlScope>[] {
  const { targets, labels } = options;
  const rows = rowsOf.get(options) ?? liftRows(labels).map((row) => withTargets(row, targets));
  rowsOf.set(options, rows);
  return rows;
}

/** Language tag of a form without a language: "undetermined". */
const NO_LANGUAGE = 'und';

export function liftLens(options: LiftOptions, visits?: Visits): Lens<XmlElement, XmlScope> {
  const scope: Omit<XmlScope, 'chain'> = { visits, options: { headword: options.headword } };
  return {
    rows: rowsFor(options),
    scopesOf: (tree) =>
      scopesOfEntry(tree, (outer, isInSense) => selectChains(outer, isInSense ? 'subsense' : 'sense'), scope),
    addSense: ({ entry, senses }, { id, indicator, parent }) => {
      const outer = typeof parent === 'number' ? senses.get(parent) : undefined;
      const chain = outer ? appendChain(outer.chain, 'subsense') : appendChain(entry.chain, 'sense');
      if (id !== undefined) writePath(chain, '@id', fieldText(id));
      if (indicator !== undefined) writePath(chain, INDICATOR, fieldText(indicator));
    },
    removeSense,
  };
}

/** Returns the typed members of a LIFT entry. */
export function getLift(tree: XmlElement, options: LiftOptions, visits?: Visits): JsonObject {
  const lens = liftLens(options, visits);
  return typedJson(locateItems(lens, lens.scopesOf(tree)));
}

/** Changes a LIFT entry so that it has the typed content. All other data remains. */
export function putLift(
  tree: XmlElement,
  content: ArticleContent,
  options: LiftOptions,
  readAs?: string,
): XmlElement {
  const copy = copyOfElement(tree);
  const before = new Set(allElements(copy));
  putTyped(liftLens(options), copy, content, readAs);
  for (const element of allElements(copy)) {
    // LIFT stores a noun class within a part of speech, which must exist even if it is unknown.
    if (!before.has(element) && element[0] === 'grammatical-info') element[1]['value'] ??= '';
    if (!before.has(element) && (element[0] === 'form' || element[0] === 'gloss'))
      element[1]['lang'] ??= options.headword ?? NO_LANGUAGE;
  }
  return copy;
}

function allElements(element: XmlElement): readonly XmlElement[] {
  return [element, ...elementsOf(element).flatMap(allElements)];
}
