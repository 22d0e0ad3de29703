import type { Row } from '../lens/typed-item';
import { selectChains } from '../xml/xml-path';
import { entryAndSenseRows, type XmlRowSpec, type XmlScope } from '../xml/xml-rows';
import { childrenOf, isElement, textContent, type XmlChild } from '../xml/xml-tree';

const ETYMON = 'cit[@type=etymon]';

/** Elements of an etymon that are read. */
const READ: ReadonlySet<string> = new Set(['form', 'quote', 'lang', 'gloss', 'def']);

/** Whether an etymology has etymons, and no words beside what is read of them. */
const isOfEtymons: XmlRowSpec['isTaken'] = (_item, chain) => {
  const etymons = new Set(selectChains(chain, ETYMON).map((etymon) => etymon.at(-1)));
  const [etymology] = chain.slice(-1);
  if (!etymology || etymons.size === 0) return false;
  const others = childrenOf(etymology).flatMap((child) =>
    isElement(child) && etymons.has(child) ? childrenOf(child).filter(isNotRead) : [child],
  );
  return !others.some((child) => /\p{Letter}/u.test(textOf(child)));
};

function isNotRead(child: XmlChild): boolean {
  return !(isElement(child) && READ.has(child[0]));
}

function textOf(child: XmlChild): string {
  return typeof child === 'string' ? child : isElement(child) ? textContent(child) : '';
}

/** Reads each etymon of an etymology, or its text. */
export const ETYMOLOGIES: readonly Row<XmlScope>[] = [
  ...entryAndSenseRows({
    member: 'etymologies',
    path: `etym/${ETYMON}`,
    fields: {
      form: ['form/orth', 'form', 'quote'],
      language: ['lang', 'form/orth/@xml:lang', 'form/@xml:lang', '@xml:lang'],
      gloss: ['gloss', 'def'],
      type: '../@type',
    },
    needs: ['form'],
    isReadOnly: true,
  }),
  ...entryAndSenseRows({
    member: 'etymologies',
    path: 'etym',
    fields: { content: '', type: '@type', language: '@xml:lang' },
    needs: ['content'],
    isTaken: isOfEtymons,
  }),
];
