import { type RelationTargets, withTargets } from '../lens/relation-targets';
import { fieldText, type Row, type TypedItem } from '../lens/typed-item';
import { extensionRow } from '../xml/extension-row';
import { collapsed, entryAndSenseRows, oneLineRow, type XmlRowSpec, type XmlScope } from '../xml/xml-rows';
import { xmlExamples } from '../xml/xml-examples';
import { ETYMOLOGIES } from './tei-etymologies';
import { HEADWORD, NESTED_WORD, OTHER_SPELLINGS, TEI_SENSE, TYPE } from './tei-headwords';
import { FORM_TYPES, IN_NESTED } from './tei-nested';

/** Properties of a TEI file that the reader of its entries needs. */
export interface TeiOptions {
  /** Markup of translations: FreeDict uses `cit[@type="trans"]`, Lex-0 `cit[@type="translationEquivalent"]`. */
  readonly translation: (typeof TRANSLATION_TYPES)[number];
  /** Whether the translations of the file are in `def`, as in some FreeDict files. */
  readonly hasTranslationsInDef: boolean;
  /** The language of translations that state none. */
  readonly target?: string | undefined;
  /** The words of references that have no text. */
  readonly targets?: RelationTargets | undefined;
}

/** Types of `cit` elements that are translations. */
export const TRANSLATION_TYPES = ['trans', 'translation', 'translationEquivalent'] as const;

const GRAMMAR = ['gramGrp', 'form[@type=lemma]/gramGrp', 'form[@!type]/gramGrp'];

function grammar(gramGrp: string): readonly Row<XmlScope>[] {
  const isReadOnly = gramGrp !== 'gramGrp';
  const category = { member: 'categories', needs: ['content'], isReadOnly };
  const value = { member: 'classes', needs: ['value'], isReadOnly };
  return [
    ...entryAndSenseRows({
      ...category,
      path: `${gramGrp}/gram[@type=pos]`,
      fields: { content: ['', '@value', '@norm'] },
    }),
    ...entryAndSenseRows({
      ...category,
      path: `${gramGrp}/pos`,
      fields: { content: ['', '@value', '@norm'] },
    }),
    ...['gen', 'subc', 'iType', 'number'].flatMap((name) =>
      entryAndSenseRows({
        ...value,
        path: `${gramGrp}/${name}`,
        fields: { value: ['', '@value'] },
        constants: { role: name },
        isReadOnly: true,
      }),
    ),
    ...[`${gramGrp}/gram`, `${gramGrp}/gramGrp/gram`].flatMap((path, index) =>
      entryAndSenseRows({
        ...value,
        path,
        fields: { value: ['', '@value', '@norm'], role: '@type' },
        isReadOnly: isReadOnly || index > 0,
        isTaken: ({ role }) => role === 'pos',
      }),
    ),
  ];
}

/** Types of relations by their spellings in FreeDict and Lex-0. */
const RELATION_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    synonymy: 'synonym',
    syn: 'synonym',
    antonymy: 'antonym',
    ant: 'antonym',
    cf: 'see',
  }),
);

const RELATION: Omit<XmlRowSpec, 'isOfSense'> = {
  member: 'relations',
  path: 'xr/ref',
  fields: { target: '', ref: '@target', type: '../@type' },
  needs: ['target', 'ref'],
  spelling: {
    ref: {
      read: (text) => text.trim().replace(/^#/u, ''),
      write: (text) => (/^[\p{Letter}_][\p{Letter}\p{Number}._-]*$/u.test(text) ? `#${text}` : text),
    },
    type: {
      read: (type) => RELATION_TYPES.get(type) ?? type,
      write: (type) => [...RELATION_TYPES].find(([, kind]) => kind === type)?.[0] ?? type,
    },
  },
};

const NOTE: Omit<XmlRowSpec, 'isOfSense'> = {
  member: 'notes',
  path: 'note',
  fields: { content: '', type: '@type', lang: '@xml:lang' },
  needs: ['content'],
  isTaken: ({ type }) => fieldText(type).startsWith('griot:'),
};

const DOMAINS = ['domain', 'dom'];

const IN_BOTH: readonly Row<XmlScope>[] = [
  ...GRAMMAR.flatMap(grammar),
  ...DOMAINS.flatMap((type) =>
    entryAndSenseRows({
      member: 'domains',
      path: `usg[@type=${type}]`,
      fields: { content: '', scheme: '@subtype' },
      needs: ['content'],
    }),
  ),
  ...entryAndSenseRows({
    member: 'usages',
    path: 'usg',
    fields: { content: '', type: '@type', lang: '@xml:lang' },
    needs: ['content'],
    isTaken: ({ type }) => DOMAINS.includes(fieldText(type)),
  }),
  ...entryAndSenseRows(RELATION),
  ...ETYMOLOGIES,
  ...entryAndSenseRows(NOTE),
  ...entryAndSenseRows({
    member: 'media',
    path: 'graphic',
    fields: { href: '@url' },
    constants: { kind: 'picture' },
    needs: ['href'],
  }),
  ...entryAndSenseRows({
    member: 'media',
    path: 'media[@mimeType~=audio]',
    fields: { href: '@url' },
    constants: { kind: 'audio' },
    needs: ['href'],
    defaults: { mimeType: 'audio/mpeg' },
  }),
];

const IN_ENTRY: readonly Row<XmlScope>[] = [
  HEADWORD,
  TYPE,
  oneLineRow({
    member: 'entry',
    path: '',
    fields: { id: '@xml:id', homograph: '@n' },
    needs: ['id', 'homograph'],
  }),
  oneLineRow({
    member: 'variants',
    path: 'form[@type=variant]/orth',
    fields: { headword: '', type: '@xml:lang' },
    needs: ['headword'],
  }),
  ...['form/form[@type=variant]/orth', 'form[@type=variant]/form/orth', 'form/orth[@type=variant]'].map(
    (path) =>
      oneLineRow({
        member: 'variants',
        path,
        fields: { headword: '', type: '@xml:lang' },
        needs: ['headword'],
        isReadOnly: true,
      }),
  ),
  OTHER_SPELLINGS,
  ...['form[@type=inflected]/orth', 'form[@type=infl]/orth', 'form/form[@type=infl]/orth'].map(
    (path, index) =>
      oneLineRow({
        member: 'forms',
        path,
        fields: { form: '', type: FORM_TYPES },
        needs: ['form'],
        isReadOnly: index > 0,
      }),
  ),
  ...['form[@type=paradigm]/form/orth', 'form/form[@type=inflected]/orth'].map((path) =>
    oneLineRow({
      member: 'forms',
      path,
      fields: { form: '', type: FORM_TYPES },
      needs: ['form'],
      isReadOnly: true,
    }),
  ),
  ...['form/pron', 'form/form/pron', 'pron'].map((path, index) =>
    oneLineRow({
      member: 'pronunciations',
      path,
      fields: { content: '', notation: '@notation', lang: '@xml:lang' },
      needs: ['content'],
      isReadOnly: index > 0,
    }),
  ),
];

function implied(target: string | undefined): (item: TypedItem) => TypedItem {
  return ({ lang }) => (target === undefined || lang !== undefined ? {} : { lang: target });
}

function translations({ translation, hasTranslationsInDef, target }: TeiOptions): readonly Row<XmlScope>[] {
  const written = [translation, ...TRANSLATION_TYPES.filter((type) => type !== translation)];
  const common = { member: 'translations', needs: ['content'], derived: implied(target) };
  return [
    ...written.flatMap((type) =>
      [`cit[@type=${type}]/quote`, `cit[@type=${type}]/form/orth`].flatMap((path) => {
        const cit = path.endsWith('quote') ? '../@xml:lang' : '../../@xml:lang';
        return entryAndSenseRows({
          ...common,
          path,
          fields: { content: '', lang: [cit, '../@xml:lang', '@xml:lang'] },
        });
      }),
    ),
    ...entryAndSenseRows({
      ...common,
      member: hasTranslationsInDef ? 'translations' : 'definitions',
      derived: hasTranslationsInDef ? implied(target) : () => ({}),
      path: 'def',
      fields: { content: '', lang: '@xml:lang', ...(hasTranslationsInDef ? {} : { type: '@type' }) },
    }),
    ...entryAndSenseRows({
      member: 'definitions',
      path: 'gloss',
      fields: { content: '', lang: '@xml:lang' },
      constants: { type: 'gloss' },
      needs: ['content'],
    }),
  ];
}

function examples({ target }: TeiOptions): readonly Row<XmlScope>[] {
  const shape = {
    own: { content: ['quote', 'q'], reference: ['bibl'] },
    translation: 'cit',
    fields: { lang: ['@xml:lang', 'quote/@xml:lang'], target: ['quote'] },
    read: collapsed,
    implied: target === undefined ? undefined : { lang: target },
  };
  // A citation without a type is a quotation.
  return ['cit[@type=example]', 'cit[@!type]'].flatMap((path) =>
    [true, false].map((isOfSense) => xmlExamples({ ...shape, path, isOfSense })),
  );
}

const EXTENDED = [
  ...['type', 'radical', 'categories', 'classes', 'forms', 'translations', 'examples', 'variants', 'entry'],
  ...['definitions', 'notes', 'usages', 'pronunciations', 'relations', 'domains', 'etymologies', 'media'],
];

/** Returns the rows that map TEI entries to typed members. */
export function teiRows(options: TeiOptions): readonly Row<XmlScope>[] {
  return [
    TEI_SENSE,
    NESTED_WORD,
    ...IN_ENTRY,
    ...IN_NESTED,
    ...translations(options),
    ...examples(options),
    ...IN_BOTH.map((row) => withTargets(row, options.targets)),
    ...EXTENDED.map((member) => extensionRow(member, `note[@type=griot:${member}]`)),
  ];
}
