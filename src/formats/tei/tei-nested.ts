import type { Row } from '../lens/typed-item';
import { oneLineRow, type XmlScope } from '../xml/xml-rows';

/** Paths of the type of an inflected form. */
export const FORM_TYPES = [
  '../gramGrp/gram[@type=inflectionType]',
  '../@ana',
  '@type',
  '../gramGrp/gram/@value',
  '../gramGrp/gram',
  '../gramGrp/number',
];

/** Spellings, forms and pronunciations of the word of a nested entry. */
export const IN_NESTED: readonly Row<XmlScope>[] = [
  oneLineRow({
    member: 'variants',
    path: 'form[@type=variant]/orth',
    isOfSense: true,
    fields: { headword: '', type: '@xml:lang' },
    needs: ['headword'],
  }),
  ...['form[@type=inflected]/orth', 'form[@type=infl]/orth'].map((path, index) =>
    oneLineRow({
      member: 'forms',
      path,
      isOfSense: true,
      fields: { form: '', type: FORM_TYPES },
      needs: ['form'],
      isReadOnly: index > 0,
    }),
  ),
  oneLineRow({
    member: 'pronunciations',
    path: 'form/pron',
    isOfSense: true,
    fields: { content: '', notation: '@notation', lang: '@xml:lang' },
    needs: ['content'],
  }),
];
