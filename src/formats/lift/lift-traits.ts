import { fieldText, type Row } from '../lens/typed-item';
import { xmlRow, type XmlRowSpec, type XmlScope } from '../xml/xml-rows';

/**
 * Traits that another row reads, or that say how a program treats the entry. The value of a date of FieldWorks has nine digits, of which
 * the last one is its precision.
 */
const OTHER_TRAITS = new RegExp(
  [
    '^(?:morph-type|paradigm|semantic-domain-ddp4|semanticdomainddp4|domain-type|anthro-code|usage-type|status',
    'sense-type|dialect-labels|do-not-publish-in|publish-in|do-not-use-for-parsing|exclude-as-headword|is-primary',
    'hide-minor-entry|complex-form-type|variant-type|entry-type|import-residue)$',
    '^flag-',
  ].join('|'),
  'iu',
);
const DATE_WITH_PRECISION = /^-?\d{9}$/u;

/** Custom fields of FieldWorks with items of a list or numbers, and options of WeSay, are read as notes with the name of the field. */
export const TRAIT: Omit<XmlRowSpec, 'isOfSense'> = {
  member: 'notes',
  path: 'trait',
  fields: { content: '@value', type: '@name' },
  needs: ['content'],
  isTaken: ({ type, content }) =>
    OTHER_TRAITS.test(fieldText(type)) || DATE_WITH_PRECISION.test(fieldText(content)),
  isReadOnly: true,
};

/** Returns the rows that read the traits of a name. */
export function trait(
  member: string,
  names: Readonly<Record<string, string>>,
  isOfSense = true,
): readonly Row<XmlScope>[] {
  const [[field, name] = ['', '']] = Object.entries(names);
  return [
    xmlRow({
      member,
      path: `trait[@name=${name}]`,
      isOfSense,
      fields: { content: '@value' },
      constants: { [field]: name },
      needs: ['content'],
    }),
  ];
}
