import { type CodeLabels, codeOf, labelOfCode } from '../lens/code-labels';
import { fieldText, type Row, type TypedItem } from '../lens/typed-item';
import { type ValueCodec, xmlRow, type XmlRowSpec, type XmlScope } from '../xml/xml-rows';

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
export function otherTraits(labels: CodeLabels | undefined): Omit<XmlRowSpec, 'isOfSense'> {
  return {
    member: 'notes',
    path: 'trait',
    fields: { type: '@name', content: '@value' },
    needs: ['content'],
    spelling: { content: inRange(labels, ({ type }) => fieldText(type)) },
    isTaken: ({ type, content }) =>
      OTHER_TRAITS.test(fieldText(type)) || DATE_WITH_PRECISION.test(fieldText(content)),
    isReadOnly: true,
  };
}

/** Returns the rows that read the traits of a name. */
export function trait(
  member: string,
  names: Readonly<Record<string, string>>,
  { labels, isOfSense = true }: { readonly labels: CodeLabels | undefined; readonly isOfSense?: boolean },
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
      spelling: { content: inRange(labels, () => name) },
    }),
  ];
}

/** Traits that are domains or usages of senses, by the field that has their name. */
const TRAITS: Readonly<Record<string, { readonly of: string; readonly names: readonly string[] }>> = {
  domains: {
    of: 'scheme',
    // The second one is the name in files of early versions of WeSay.
    names: ['semantic-domain-ddp4', 'SemanticDomainDdp4', 'domain-type', 'anthro-code'],
  },
  usages: { of: 'type', names: ['usage-type', 'status', 'sense-type', 'dialect-labels'] },
};

/** Returns the rows of domains and usages of senses. */
export function senseTraits(labels: CodeLabels | undefined): readonly Row<XmlScope>[] {
  return Object.entries(TRAITS).flatMap(([member, { of, names }]) =>
    names.flatMap((name) => trait(member, { [of]: name }, { labels })),
  );
}

/** Values of a range are read as its labels, and written as its codes. */
export function inRange(labels: CodeLabels | undefined, nameOf: (item: TypedItem) => string): ValueCodec {
  return {
    read: (code, item) => labelOfCode(labels, nameOf(item), code),
    write: (text, item) => codeOf(labels, nameOf(item), text),
  };
}
