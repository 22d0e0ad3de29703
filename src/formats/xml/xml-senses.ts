import type { Lens, Scopes } from '../lens/typed-item';
import { removeChain, type XmlChain } from './xml-path';
import type { XmlScope } from './xml-rows';
import type { XmlElement } from './xml-tree';

type XmlLens = Lens<XmlElement, XmlScope>;
type CommonScope = Omit<XmlScope, 'chain' | 'sense'>;

/** Selects the senses directly in an entry or in a sense. */
type SenseSelector = (outer: XmlChain, isInSense: boolean) => readonly XmlChain[];

/** Returns the scopes of an entry and of its senses, which are numbered in document order with their subsenses. */
export function scopesOfEntry(
  tree: XmlElement,
  selectSenses: SenseSelector,
  scope: CommonScope,
  senseScope = scope,
): Scopes<XmlScope> {
  const senses = new Map<number, XmlScope>();
  const addSenses = (outer: XmlChain, parent?: number): void => {
    for (const chain of selectSenses(outer, parent !== undefined)) {
      const number = senses.size + 1;
      senses.set(number, { ...senseScope, chain, sense: { number, parent } });
      addSenses(chain, number);
    }
  };
  addSenses([tree]);
  return { entry: { ...scope, chain: [tree] }, senses };
}

/** Removes the element of a sense. */
export const removeSense: XmlLens['removeSense'] = ({ senses }, number) => {
  const chain = senses.get(number)?.chain;
  if (chain) removeChain(chain, chain.length - 1);
};
