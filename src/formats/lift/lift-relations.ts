import type { CodeLabels } from '../lens/code-labels';
import { fieldText, type Row } from '../lens/typed-item';
import { type ValueCodec, xmlRow, type XmlRowSpec, type XmlScope } from '../xml/xml-rows';
import { elementsOf, type XmlElement } from '../xml/xml-tree';
import { inRange } from './lift-traits';

/** Matches a reference: FieldWorks and WeSay join the headword and a unique suffix to the identifier of an entry. */
const ENTRY_REFERENCE = /^(.+)_(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|ID0E[0-9A-Z]*)$/iu;

/** Matches a reference to a word without an entry. WeSay writes such references. */
const WORD_REFERENCE = /^\p{Letter}[\p{Letter}\p{Mark}\p{Zs}'’-]*$/u;

/** Types with a name of Griot, by the types of LIFT. */
const COMPONENT = '_component-lexeme';

/** Types of relations are values of a range, except those that have a name of Griot. */
function relationType(labels: CodeLabels | undefined): ValueCodec {
  const range = inRange(labels, () => 'lexical-relation');
  return {
    read: (type, item) => {
      if (type === COMPONENT) return 'component';
      if (/^(?:synonym|antonym)s?$/iu.test(type)) return type.toLowerCase().replace(/s$/u, '');
      return range.read(type, item);
    },
    write: (type, item) => (type === 'component' ? COMPONENT : range.write(type, item)),
  };
}

/** Whether a relation of FieldWorks says that the entry is a variant of another one, and not a part of a complex form. */
const isVariant = (relation: XmlElement) =>
  elementsOf(relation).some(
    ([name, attributes]) => name === 'trait' && attributes['name'] === 'variant-type',
  );

/** Returns the relations of an entry: those with a type, and those of variants to their word. Then the relations of a sense. */
export function relations(labels: CodeLabels | undefined): readonly XmlRowSpec[] {
  const relation: XmlRowSpec = {
    path: 'relation',
    member: 'relations',
    fields: { type: '@type', ref: '@ref' },
    needs: ['ref'],
    derived: (item) => {
      const ref = fieldText(item['ref']);
      const target = ENTRY_REFERENCE.exec(ref)?.[1] ?? WORD_REFERENCE.exec(ref)?.[0];
      return target === undefined ? {} : { target };
    },
    spelling: { type: relationType(labels) },
  };
  return [
    { ...relation, isAt: (element) => !isVariant(element) },
    {
      ...relation,
      fields: { ref: '@ref' },
      constants: { type: 'variant of' },
      isAt: isVariant,
      isReadOnly: true,
    },
    { ...relation, isOfSense: true },
  ];
}

/** Traits of relations that state the kind of the entry, such as `Dialectal Variant` and `Compound`. */
export const KINDS_OF_RELATIONS = ['variant-type', 'complex-form-type'] as const;

/** Returns the rows that read the kind of a variant or of a complex form. Its relations to several words repeat it. */
export function relationKind(name: string, labels: CodeLabels | undefined): readonly Row<XmlScope>[] {
  return [
    xmlRow({
      member: 'usages',
      path: `relation/trait[@name=${name}]`,
      fields: { content: '@value' },
      constants: { type: name },
      needs: ['content'],
      spelling: { content: inRange(labels, () => name) },
      repeats: ['type', 'content'],
      keepsParent: true,
      isReadOnly: true,
    }),
  ];
}
