import { fieldText, type Row } from '../lens/typed-item';
import type { XmlRowSpec, XmlScope } from '../xml/xml-rows';
import { both } from './tei-row';

/** Whether the text of an etymology has no words beside those of the etymons in it. */
const isOfEtymons: XmlRowSpec['isTaken'] = ({ content }, before) => {
  const etymons = before.filter(({ member }) => member === 'etymologies');
  const texts = etymons.flatMap(({ item }) => [item['form'], item['language'], item['gloss']].map(fieldText));
  const rest = texts.reduce((left, text) => left.replace(text, ''), fieldText(content));
  return etymons.length > 0 && !/\p{Letter}/u.test(rest);
};

/** Reads each etymon of an etymology, or its text. */
export const ETYMOLOGIES: readonly Row<XmlScope>[] = [
  ...both({
    member: 'etymologies',
    path: 'etym/cit[@type=etymon]',
    fields: {
      form: ['form/orth', 'form', 'quote'],
      language: ['lang', 'form/orth/@xml:lang', 'form/@xml:lang', '@xml:lang'],
      gloss: ['gloss', 'def'],
      type: '../@type',
    },
    needs: ['form'],
    isReadOnly: true,
  }),
  ...both({
    member: 'etymologies',
    path: 'etym',
    fields: { content: '', type: '@type', language: '@xml:lang' },
    needs: ['content'],
    isTaken: isOfEtymons,
  }),
];
