import { isJsonList, isJsonObject, type Json } from '../../shared/json';
import { storedRow } from '../lens/listed-items';
import { fieldText, type Row } from '../lens/typed-item';
import {
  type JsonMembers,
  type JsonScope,
  type JsonSpelling,
  listRow,
  setMember,
  textRow,
  visit,
} from './json-rows';
import { type GlossOptions, glossRow, WIKTEXTRACT_SENSE, textItems } from './wiktextract-senses';

/** The member for data that a line cannot express; other programs ignore it. */
export const EXTENSION_MEMBER = 'griot';

function tagsOf({ tags = [] }: JsonMembers): readonly Json[] {
  return isJsonList(tags) ? tags : [];
}

/** Tag of Wiktextract for unrecognised forms. */
const UNPLACED = 'error-unrecognized-form';

/** Tags state the kind of a form. */
const KIND: JsonSpelling = {
  read: (value) =>
    textItems(value)
      .filter((tag) => tag !== UNPLACED)
      .join(' ')
      .trim() || undefined,
  write: (text) => text?.split(' '),
};

const ALTERNATIVE = 'alternative';
const ROMANIZATION = 'romanization';
const CANONICAL = 'canonical';

/** The tag that marks another spelling adds no kind of its own. */
const SPELLING_KIND: JsonSpelling = {
  read: (value) => KIND.read(textItems(value).filter((tag) => tag !== ALTERNATIVE)),
  write: (text = '') => {
    const tags = text === '' ? [] : text.split(' ');
    return tags.includes(ROMANIZATION) ? tags : [ALTERNATIVE, ...tags];
  },
};

/** Tags of items in the list of forms that are not forms: names of inflection tables. */
const NO_FORMS: ReadonlySet<Json> = new Set(['table-tags', 'inflection-template', 'class']);

/** Text of a table cell without a form. */
const NO_FORM = '-';

function withoutMarks(text: Json | undefined): string {
  return fieldText(text)
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '');
}

const hasTag = (object: JsonMembers, ...tags: readonly string[]) =>
  tagsOf(object).some((tag) => tags.some((wanted) => wanted === tag));

const HEADWORD: Row<JsonScope> = {
  member: 'entry',
  path: 'word',
  isOfSense: false,
  find: ({ object, visits }) => {
    const { word } = object;
    if (typeof word !== 'string' || word.trim() === '') return [];
    visit(visits, object, 'word');
    const write = (_: string, value: Json | undefined) => {
      object['word'] = fieldText(value);
      return true;
    };
    return [{ item: { headword: word }, write, remove: () => undefined }];
  },
  accepts: (item) => 'headword' in item,
  make: ({ object }, { headword }) => {
    object['word'] = fieldText(headword);
  },
};

const OF_ENTRY: readonly Row<JsonScope>[] = [
  HEADWORD,
  listRow({
    member: 'entry',
    list: 'forms',
    isOfSense: false,
    fields: { citation: ['form'] },
    needs: ['citation'],
    // Some Wiktionaries have the syllables of the word in this list.
    isItem: (object, { word }) =>
      hasTag(object, CANONICAL) && withoutMarks(object['form']) === withoutMarks(word),
    initial: { tags: [CANONICAL] },
  }),
  listRow({
    member: 'variants',
    list: 'forms',
    isOfSense: false,
    fields: { headword: ['form'], type: ['tags'] },
    needs: ['headword'],
    spelling: { type: SPELLING_KIND },
    isItem: (object) => hasTag(object, ALTERNATIVE, ROMANIZATION) && !hasTag(object, CANONICAL),
    initial: { tags: [ALTERNATIVE] },
  }),
  listRow({
    member: 'forms',
    list: 'forms',
    isOfSense: false,
    fields: { form: ['form'], type: ['tags'] },
    needs: ['form'],
    spelling: { type: KIND },
    isItem: (object) =>
      object['form'] !== NO_FORM &&
      !hasTag(object, ALTERNATIVE, ROMANIZATION, CANONICAL) &&
      !tagsOf(object).some((tag) => NO_FORMS.has(tag)),
  }),
  textRow({ member: 'categories', name: 'pos', isOfSense: false, isList: false }),
  listRow({
    member: 'pronunciations',
    list: 'sounds',
    isOfSense: false,
    fields: { content: ['ipa'], href: ['mp3_url', 'ogg_url', 'wav_url', 'opus_url', 'flac_url'] },
    needs: ['content', 'href'],
    derived: ({ content }) => (content === undefined ? {} : { notation: 'ipa' }),
  }),
  textRow({ member: 'etymologies', name: 'etymology_text', isOfSense: false, isList: false }),
  textRow({ member: 'etymologies', name: 'etymology_texts', isOfSense: false, isList: true }),
];

/** Lists of related words by the kind of relation. */
const RELATION_LISTS: Readonly<Record<string, string>> = {
  synonyms: 'synonym',
  antonyms: 'antonym',
  hypernyms: 'hypernym',
  hyponyms: 'hyponym',
  holonyms: 'holonym',
  meronyms: 'meronym',
  coordinate_terms: 'coordinate term',
  derived: 'derived',
  related: 'related',
  proverbs: 'proverb',
  expressions: 'expression',
  form_of: 'form of',
  alt_of: 'alternative of',
};

const LANGUAGE_SPELLING: JsonSpelling = {
  read: (value) => (typeof value === 'string' && value.trim() !== '' ? value.toLowerCase() : undefined),
  write: (text) => text,
};

/** Tags that say what a list of relations says with its words. */
const TAGS_OF_LISTS: Readonly<Record<string, string>> = { 'form-of': 'form_of', 'alt-of': 'alt_of' };

const IN_BOTH: readonly Row<JsonScope>[] = [true, false].flatMap((isOfSense) => [
  listRow({
    member: 'translations',
    list: 'translations',
    isOfSense,
    fields: { content: ['word'], lang: ['lang_code', 'code'] },
    needs: ['content'],
    spelling: { lang: LANGUAGE_SPELLING },
  }),
  ...Object.entries(RELATION_LISTS).map(([list, type]) =>
    listRow({
      member: 'relations',
      list,
      isOfSense,
      fields: { target: ['word'], gloss: ['translation', 'english'] },
      needs: ['target'],
      constants: { type },
    }),
  ),
  textRow({ member: 'domains', name: 'topics', isOfSense, isList: true }),
  textRow({
    member: 'usages',
    name: 'tags',
    isOfSense,
    isList: true,
    isItem: (tag, object) => !Object.hasOwn(TAGS_OF_LISTS, tag) || !((TAGS_OF_LISTS[tag] ?? '') in object),
  }),
  textRow({ member: 'usages', name: 'raw_tags', isOfSense, isList: true }),
  textRow({ member: 'usages', name: 'qualifier', isOfSense, isList: false }),
  textRow({ member: 'notes', name: 'notes', isOfSense, isList: true }),
]);

function exampleRow({ language }: GlossOptions): Row<JsonScope> {
  return listRow({
    member: 'examples',
    list: 'examples',
    isOfSense: true,
    fields: { content: ['text'], target: ['translation', 'english'], reference: ['ref'] },
    needs: ['content', 'target'],
    derived: ({ target }) => (target === undefined || language === undefined ? {} : { lang: language }),
  });
}

const EXTENDED = [
  ...['type', 'radical', 'categories', 'classes', 'forms', 'translations', 'examples', 'variants', 'entry'],
  ...['definitions', 'notes', 'usages', 'pronunciations', 'relations', 'domains', 'etymologies', 'media'],
];

/** Returns the member with the extensions of this server. */
export function extensionOf({ [EXTENSION_MEMBER]: extension }: Readonly<JsonMembers>): JsonMembers {
  return isJsonObject(extension) ? { ...extension } : {};
}

export function setExtension(object: JsonMembers, name: string, value: Json | undefined): void {
  const extension = extensionOf(object);
  setMember(extension, name, value);
  setMember(object, EXTENSION_MEMBER, Object.keys(extension).length > 0 ? extension : undefined);
}

function extensionRow(member: string): Row<JsonScope> {
  return storedRow<JsonScope>(member, {
    path: EXTENSION_MEMBER,
    read: ({ object, visits }) => {
      const items = extensionOf(object)[member];
      if (items === undefined) return undefined;
      visit(visits, object, EXTENSION_MEMBER);
      return JSON.stringify(items);
    },
    write: ({ object }, text) => {
      setExtension(object, member, text === undefined ? undefined : (JSON.parse(text) as Json));
    },
  });
}

/** Returns the rows that map Wiktextract lines to typed members. */
export function wiktextractRows(glosses: GlossOptions): readonly Row<JsonScope>[] {
  return [
    WIKTEXTRACT_SENSE,
    glossRow(glosses),
    exampleRow(glosses),
    ...OF_ENTRY,
    ...IN_BOTH,
    ...EXTENDED.map(extensionRow),
  ];
}

/** Lists whose objects are counted by their members. */
export const COUNTED_LISTS: ReadonlySet<string> = new Set([
  ...['senses', 'examples', 'forms', 'sounds', 'translations'],
  ...Object.keys(RELATION_LISTS),
]);
