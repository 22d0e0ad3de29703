import { fieldText } from '../lens/typed-item';
import type { XmlRowSpec } from '../xml/xml-rows';
import { elementsOf, type XmlElement } from '../xml/xml-tree';

/** Matches a reference: FieldWorks and WeSay join the headword and a unique suffix to the identifier of an entry. */
const ENTRY_REFERENCE = /^(.+)_(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|ID0E[0-9A-Z]*)$/iu;

/** Matches a reference to a word without an entry. WeSay writes such references. */
const WORD_REFERENCE = /^\p{Letter}[\p{Letter}\p{Mark}\p{Zs}'’-]*$/u;

/** A relation of a sense. */
export const RELATION: XmlRowSpec = {
  path: 'relation',
  member: 'relations',
  fields: { type: '@type', ref: '@ref' },
  needs: ['ref'],
  derived: (item) => {
    const ref = fieldText(item['ref']);
    const target = ENTRY_REFERENCE.exec(ref)?.[1] ?? WORD_REFERENCE.exec(ref)?.[0];
    return target === undefined ? {} : { target };
  },
  spelling: {
    type: {
      read: (type) => {
        if (type === '_component-lexeme') return 'component';
        return /^(?:synonym|antonym)s?$/iu.test(type) ? type.toLowerCase().replace(/s$/u, '') : type;
      },
      write: (type) => (type === 'component' ? '_component-lexeme' : type),
    },
  },
};

/** Whether a relation of FieldWorks says that the entry is a variant of another one, and not a part of a complex form. */
const isVariant = (relation: XmlElement) =>
  elementsOf(relation).some(
    ([name, attributes]) => name === 'trait' && attributes['name'] === 'variant-type',
  );

/** Relations of an entry: those with a type, and those of variants to the word of which they are one. */
export const RELATIONS: readonly XmlRowSpec[] = [
  { ...RELATION, isAt: (relation) => !isVariant(relation) },
  {
    ...RELATION,
    fields: { ref: '@ref' },
    constants: { type: 'variant of' },
    isAt: isVariant,
    isReadOnly: true,
  },
];
