import { type CodeLabels, codeOf, labelOfCode } from '../lens/code-labels';
import { storedRow } from '../lens/listed-items';
import { type RelationTargets, withTargets } from '../lens/relation-targets';
import { fieldText, type Row, type TypedItem } from '../lens/typed-item';
import { xmlExamples } from '../xml/xml-examples';
import { readPath, removeChain, selectChains, writePath } from '../xml/xml-path';
import { collapsed, oneLineRow, type ValueCodec, type XmlScope } from '../xml/xml-rows';
import { addElement } from '../xml/xml-tree';

/** A relation of the resource, as seen from one of its members. */
export interface MemberRelation {
  readonly type: string;
  readonly ref: string;
}

/** Properties of a DMLex resource that the reader of its entries needs. */
export interface DmlexOptions {
  /** The language of translations if the resource has only one. */
  readonly target?: string | undefined;
  /** Relations by the identifier of each member. */
  readonly relations: Readonly<Record<string, readonly MemberRelation[]>>;
  /** The words of the members of relations, by their identifiers. */
  readonly targets?: RelationTargets | undefined;
  /** Types of labels by tag. */
  readonly labels: Readonly<Record<string, string>>;
  /** The descriptions of tags, by the element that describes them. */
  readonly texts?: CodeLabels | undefined;
  /** Whether the file contains a single entry without an enclosing resource. */
  readonly isSingle?: boolean;
}

/** Tags are read as their descriptions, and written as tags. */
function described(texts: CodeLabels | undefined, list: string): ValueCodec {
  return {
    read: (tag) => labelOfCode(texts, list, collapsed(tag)),
    write: (text) => codeOf(texts, list, text),
  };
}

/** Prefix of labels that store data for which DMLex has no element; its schemas allow no additional members. */
const EXTENSION = 'griot:';

/** Matches types of labels that are domains. */
const DOMAIN = /domain|subject|topic|^dom$/iu;

const SENSE: Row<XmlScope> = {
  member: 'senses',
  path: 'sense',
  isOfSense: true,
  find: ({ chain, sense, visits }) => {
    const element = chain.at(-1);
    if (!element || !sense) return [];
    visits?.elements.add(element);
    const places: Readonly<Record<string, string>> = { id: '@id', indicator: 'indicator' };
    const fields = Object.entries(places).flatMap(([field, place]) => {
      const text = readPath(chain, place, visits);
      return text === undefined ? [] : [[field, collapsed(text)] as const];
    });
    return [
      {
        item: { number: sense.number, ...Object.fromEntries(fields) },
        write: (field, value) => {
          const place = places[field];
          if (place === undefined) return false;
          writePath(chain, place, value === undefined ? undefined : fieldText(value));
          return true;
        },
        remove: () => undefined,
      },
    ];
  },
  accepts: () => false,
  make: () => undefined,
};

/** Reads only own members, because names in files may be `constructor` and the like. */
function ownMember<T>(members: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

function implied(target: string | undefined): (item: TypedItem) => TypedItem {
  return ({ lang }) => (target === undefined || lang !== undefined ? {} : { lang: target });
}

type PartOfEntry = Pick<Row<XmlScope>, 'isOfSense'>;

function labels({ labels: types, texts }: DmlexOptions, part: PartOfEntry): readonly Row<XmlScope>[] {
  const spelling = { content: described(texts, 'labelTag') };
  const common = { path: 'label', ...part, fields: { content: '@tag' }, needs: ['content'], spelling };
  const typeOf = (item: TypedItem) => ownMember(types, codeOf(texts, 'labelTag', fieldText(item['content'])));
  const isExtension = (item: TypedItem) => fieldText(item['content']).startsWith(EXTENSION);
  return [
    oneLineRow({
      ...common,
      member: 'domains',
      isReadOnly: true,
      isTaken: (item) => isExtension(item) || !DOMAIN.test(typeOf(item) ?? ''),
    }),
    oneLineRow({
      ...common,
      member: 'usages',
      derived: (item) => {
        const type = typeOf(item);
        return type === undefined ? {} : { type: labelOfCode(texts, 'labelTypeTag', type) };
      },
      isTaken: (item) => isExtension(item) || DOMAIN.test(typeOf(item) ?? ''),
    }),
  ];
}

/** Reads relations, which the resource stores outside its entries. A change of an article does not change them. */
function relations({ relations: known }: DmlexOptions, part: PartOfEntry): Row<XmlScope> {
  return {
    member: 'relations',
    path: 'relation/member',
    ...part,
    find: ({ chain }) =>
      (ownMember(known, readPath(chain, '@id') ?? '') ?? []).map(({ type, ref }) => ({
        item: { type, ref },
        write: () => false,
        remove: () => undefined,
      })),
    accepts: () => false,
    make: () => undefined,
  };
}

function extension(member: string): Row<XmlScope> {
  const prefix = `${EXTENSION}${member} `;
  const labelIn = ({ chain }: XmlScope) =>
    selectChains(chain, 'label').find((label) => readPath(label, '@tag')?.startsWith(prefix));
  return storedRow<XmlScope>(member, {
    path: `label[${prefix.trim()}]`,
    read: (scope) => {
      const label = labelIn(scope);
      return label && readPath(label, '@tag', scope.visits)?.slice(prefix.length);
    },
    write: (scope, text) => {
      const label = labelIn(scope);
      if (label && text === undefined) removeChain(label, scope.chain.length);
      else if (label) writePath(label, '@tag', prefix + (text ?? ''));
      else if (text !== undefined)
        addElement(scope.chain.at(-1) ?? ['', {}], ['label', { tag: prefix + text }]);
    },
  });
}

const IPA = {
  read: (scheme: string) => (/fonipa/iu.test(scheme) ? 'ipa' : scheme),
  write: (notation: string) => (notation === 'ipa' ? 'und-fonipa' : notation),
};

const IN_ENTRY: readonly Row<XmlScope>[] = [
  oneLineRow({
    member: 'entry',
    path: '',
    fields: { headword: 'headword', id: '@id', homograph: '@homographNumber' },
    needs: ['headword', 'id', 'homograph'],
  }),
  SENSE,
  oneLineRow({
    member: 'pronunciations',
    path: 'pronunciation',
    fields: { content: 'transcription/text', notation: 'transcription/@scheme', href: '@soundFile' },
    needs: ['content', 'href'],
    spelling: { notation: IPA },
  }),
  oneLineRow({
    member: 'etymologies',
    path: 'etymology',
    fields: { content: 'description' },
    needs: ['content'],
  }),
  onlyWith(
    ['form', 'language'],
    oneLineRow({
      member: 'etymologies',
      path: 'etymology/etymon/etymonUnit',
      fields: { form: 'text', language: '@langCode', gloss: 'translation', type: '../@type' },
      needs: ['form'],
      makeAt: 'etymology/etymon/etymonUnit',
    }),
  ),
];

/** Members with tags, which the resource may describe. */
function tagged({ texts }: DmlexOptions): readonly Row<XmlScope>[] {
  return [
    oneLineRow({
      member: 'categories',
      path: 'partOfSpeech',
      fields: { content: '@tag' },
      needs: ['content'],
      spelling: { content: described(texts, 'partOfSpeechTag') },
    }),
    oneLineRow({
      member: 'forms',
      path: 'inflectedForm',
      fields: { form: 'text', type: '@tag' },
      needs: ['form'],
      spelling: { type: described(texts, 'inflectedFormTag') },
    }),
    oneLineRow({
      member: 'definitions',
      path: 'definition',
      isOfSense: true,
      fields: { content: 'text', type: '@definitionType' },
      needs: ['content'],
      spelling: { type: described(texts, 'definitionTypeTag') },
    }),
  ];
}

function inSenses({ target }: DmlexOptions): readonly Row<XmlScope>[] {
  const isOfSense = true;
  const common = { isOfSense, needs: ['content'] };
  return [
    onlyWith(
      ['lang'],
      oneLineRow({
        ...common,
        member: 'definitions',
        path: 'headwordExplanation',
        fields: { content: 'text', lang: '@langCode' },
        derived: implied(target),
      }),
    ),
    oneLineRow({
      ...common,
      member: 'translations',
      path: 'headwordTranslation',
      fields: { content: 'text', lang: '@langCode' },
      derived: implied(target),
    }),
    onlyWith(
      ['content'],
      xmlExamples({
        path: 'example',
        isOfSense,
        own: {
          content: ['text'],
          reference: ['@sourceIdentity', '@sourceElaboration'],
          href: ['@soundFile'],
        },
        translation: 'exampleTranslation',
        fields: { lang: ['@langCode'], target: ['text'] },
        read: collapsed,
        implied: target === undefined ? undefined : { lang: target },
      }),
    ),
  ];
}

const EXTENDED = [
  ...['type', 'radical', 'categories', 'classes', 'forms', 'translations', 'examples', 'variants', 'entry'],
  ...['definitions', 'notes', 'usages', 'pronunciations', 'relations', 'domains', 'etymologies', 'media'],
];

/** Returns the rows that map DMLex entries, in XML or JSON, to typed members. */
export function dmlexRows(options: DmlexOptions): readonly Row<XmlScope>[] {
  return [
    ...IN_ENTRY,
    ...tagged(options),
    ...inSenses(options),
    ...[{ isOfSense: false }, { isOfSense: true }].flatMap((part) => [
      ...labels(options, part),
      withTargets(relations(options, part), options.targets),
    ]),
    ...EXTENDED.map(extension),
  ];
}

/** New items are created only if they have the fields that the schemas require. */
function onlyWith(fields: readonly string[], row: Row<XmlScope>): Row<XmlScope> {
  return {
    ...row,
    accepts: (item) => fields.every((field) => item[field] !== undefined) && row.accepts(item),
  };
}
