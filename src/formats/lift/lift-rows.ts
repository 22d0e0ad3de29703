import type { CodeLabels } from '../lens/code-labels';
import { fieldText, type Row, type TypedItem } from '../lens/typed-item';
import { extensionRow } from '../xml/extension-row';
import { entryField, xmlRow, type XmlRowSpec, type XmlScope } from '../xml/xml-rows';
import { xmlExamples } from '../xml/xml-examples';
import { HEADWORD_ROWS, PHONETIC, RECORDED } from './lift-headwords';
import { KINDS_OF_RELATIONS, relationKind, relations } from './lift-relations';
import { LIFT_SENSE } from './lift-senses';
import { inRange, otherTraits, senseTraits, trait } from './lift-traits';

const MULTITEXT = { lang: '@lang', content: 'text' } as const;
const NEEDS_CONTENT = { needs: ['content'] } as const;

const isRecording = ({ lang }: TypedItem) => RECORDED.test(fieldText(lang));

const NOTE: Omit<XmlRowSpec, 'isOfSense'> = {
  member: 'notes',
  path: 'note/form',
  fields: { ...MULTITEXT, type: '../@type' },
  ...NEEDS_CONTENT,
};

/** Types of FieldWorks fields by their Griot names. Other types keep their names. */
const FIELD_TYPES: ReadonlyMap<string, string> = new Map([
  ['literal-meaning', 'literal'],
  ['summary-definition', 'summary'],
]);
const FIELD_NAMES: ReadonlyMap<string, string> = new Map(
  [...FIELD_TYPES].map(([name, type]) => [type, name]),
);

/** Matches fields that do not describe the word, or that another row reads. */
const OTHER_FIELDS = /^(?:griot\.|import-residue$|cv-pattern$|tone$|comment$|languagenotes$)/u;

/** Fields of FieldWorks and of projects are read as notes, with the type of the field. */
const FIELD: Omit<XmlRowSpec, 'isOfSense'> = {
  member: 'notes',
  path: 'field/form',
  fields: { ...MULTITEXT, type: '../@type' },
  needs: ['content', 'type'],
  spelling: {
    type: {
      read: (type) => FIELD_TYPES.get(type) ?? type,
      write: (type) => FIELD_NAMES.get(type) ?? type,
    },
  },
  isTaken: ({ type }) => OTHER_FIELDS.test(fieldText(type)),
  isReadOnly: true,
};

const LIFT_EXAMPLES = xmlExamples({
  path: 'example',
  isOfSense: true,
  own: {
    content: ['form[@lang!~=-Zxxx]/text'],
    href: ['form[@lang~=-Zxxx]/text'],
    reference: ['@source', 'note[@type=reference]/form/text'],
  },
  translation: 'translation/form',
  fields: { lang: ['@lang'], target: ['text'], translationType: ['../@type'] },
});

/** Path of the type of an inflected form, such as plural or first person. */
const PARADIGM = '../trait[@name=paradigm]/@value';

const IN_ENTRY: readonly Row<XmlScope>[] = [
  entryField('id', ['@guid', '@id'], '@guid, @id'),
  entryField('homograph', '@order', '@order'),
  ...HEADWORD_ROWS,
  xmlRow({
    member: 'variants',
    path: 'variant/form',
    fields: {
      headword: 'text',
      type: ['../trait[@name=type]/@value', '../trait[@name=dialects]/@value'],
      paradigm: PARADIGM,
    },
    needs: ['headword'],
    isTaken: ({ paradigm }) => paradigm !== undefined,
  }),
  xmlRow({
    member: 'forms',
    path: 'variant/form',
    fields: { form: 'text', type: PARADIGM },
    needs: ['type'],
    isTaken: ({ form }) => form === undefined,
  }),
  xmlRow({
    member: 'forms',
    path: 'field[@type=griot.form]',
    fields: { form: 'form/text' },
    needs: ['form'],
  }),
  xmlRow({
    member: 'pronunciations',
    path: 'pronunciation',
    fields: {
      content: 'form/text',
      lang: 'form/@lang',
      tone: 'field[@type=tone]/form/text',
      href: 'media/@href',
    },
    needs: ['content', 'tone', 'href'],
    derived: ({ lang }) => (PHONETIC.test(fieldText(lang)) ? { notation: 'ipa' } : {}),
  }),
  xmlRow({
    member: 'relations',
    path: 'variant',
    fields: { ref: '@ref' },
    constants: { type: 'variant' },
    needs: ['ref'],
  }),
  xmlRow({
    member: 'relations',
    path: 'variant/relation',
    fields: { ref: '@ref' },
    constants: { type: 'variant' },
    needs: ['ref'],
    isReadOnly: true,
  }),
  xmlRow({
    member: 'etymologies',
    path: 'etymology',
    fields: {
      type: '@type',
      language: '@source',
      form: 'form/text',
      gloss: 'gloss/text',
      content: 'field[@type=comment]/form/text',
    },
    joined: ['gloss'],
    needs: ['form', 'gloss', 'content', 'type', 'language'],
    defaults: { type: '', source: '' },
  }),
  xmlRow(NOTE),
  xmlRow(FIELD),
];

/** A definition replaces a translation in a language that has no gloss, and is removed with the definition. */
const DEFINITION_AS_TRANSLATION = xmlRow({
  member: 'translations',
  path: 'definition/form',
  isOfSense: true,
  fields: MULTITEXT,
  ...NEEDS_CONTENT,
  isTaken: isRecording,
  repeats: ['lang'],
  isReadOnly: true,
});

const IN_SENSES: readonly Row<XmlScope>[] = [
  LIFT_SENSE,
  xmlRow({ member: 'translations', path: 'gloss', isOfSense: true, fields: MULTITEXT, ...NEEDS_CONTENT }),
  {
    ...DEFINITION_AS_TRANSLATION,
    find: (scope, before) =>
      DEFINITION_AS_TRANSLATION.find(scope, before).map((found) => ({ ...found, remove: () => undefined })),
  },
  xmlRow({
    member: 'translations',
    path: 'reversal/form',
    isOfSense: true,
    fields: MULTITEXT,
    constants: { reversal: true },
    ...NEEDS_CONTENT,
    repeats: ['lang', 'content'],
  }),
  xmlRow({
    member: 'definitions',
    path: 'definition/form',
    isOfSense: true,
    fields: MULTITEXT,
    ...NEEDS_CONTENT,
    isTaken: isRecording,
  }),
  xmlRow({
    member: 'media',
    path: 'definition/form[@lang~=-Zxxx]',
    isOfSense: true,
    fields: { href: 'text' },
    constants: { kind: 'audio' },
    needs: ['href'],
    isReadOnly: true,
  }),
  LIFT_EXAMPLES,
  xmlRow({ ...NOTE, isOfSense: true }),
  xmlRow({ ...FIELD, isOfSense: true }),
  xmlRow({
    member: 'media',
    path: 'illustration',
    isOfSense: true,
    fields: { href: '@href', label: 'label/form/text' },
    constants: { kind: 'picture' },
    needs: ['href'],
  }),
];

/** Values of ranges, which may have labels. */
function inRanges(labels: CodeLabels | undefined): readonly Row<XmlScope>[] {
  const otherTrait = otherTraits(labels);
  return [
    entryField(
      'morphType',
      'trait[@name=morph-type]/@value',
      'trait[morph-type]',
      inRange(labels, () => 'morph-type'),
    ),
    ...relations(labels).map(xmlRow),
    ...KINDS_OF_RELATIONS.flatMap((name) => relationKind(name, labels)),
    xmlRow({
      member: 'categories',
      path: 'grammatical-info',
      isOfSense: true,
      fields: { content: '@value' },
      ...NEEDS_CONTENT,
      spelling: { content: inRange(labels, () => 'grammatical-info') },
    }),
    xmlRow({
      member: 'classes',
      path: 'grammatical-info/trait[@name$=-infl-class]',
      isOfSense: true,
      fields: { value: '@value' },
      needs: ['value'],
      makeAt: 'grammatical-info/trait[@name=noun-infl-class]',
    }),
    xmlRow({
      member: 'classes',
      path: 'grammatical-info/trait[@name=noun-class-pair]',
      isOfSense: true,
      fields: { pair: '@value' },
      needs: ['pair'],
    }),
    ...trait('usages', { type: 'dialect-labels' }, { labels, isOfSense: false }),
    ...senseTraits(labels),
    xmlRow(otherTrait),
    xmlRow({ ...otherTrait, isOfSense: true }),
  ];
}

const EXTENDED = [
  ...[
    'type',
    'radical',
    'categories',
    'classes',
    'forms',
    'translations',
    'examples',
    'variants',
    'definitions',
  ],
  ...['notes', 'usages', 'pronunciations', 'relations', 'domains', 'etymologies', 'media'],
];

/** Returns the rows of LIFT: how typed members are read from entries and written. */
export function liftRows(labels?: CodeLabels): readonly Row<XmlScope>[] {
  return [
    ...IN_ENTRY,
    ...IN_SENSES,
    ...inRanges(labels),
    ...EXTENDED.map((member) => extensionRow(member, `field[@type=griot.${member}]/form[@lang=zxx]/text`)),
  ];
}
