import type {
  Category,
  Example,
  GrammaticalClass,
  Translation,
  Variant,
  WordForm,
} from '../article/article-content';
import type {
  Definition,
  Etymology,
  MediaReference,
  Note,
  Pronunciation,
  SemanticDomain,
  Sense,
  UsageLabel,
  WordRelation,
} from '../article/sense-content';
import { type ItemShape, LANG, numbered, SENSE_NUMBER, textIn, wholeNumber } from './item-shape';
import type { Member } from './read-members';
import { expandExample } from './expand-example';
import { expandLanguages } from './expand-languages';
import { wordOf } from './values';

const NUMBER = wholeNumber('number');

const REVERSAL: Member<boolean> = {
  names: ['reversal'],
  expects: 'true or false',
  read: (value) => (typeof value === 'boolean' ? value : undefined),
};

export const CATEGORY: ItemShape<Category> = {
  names: ['categories', 'category'],
  itemsMember: 'cat',
  textMember: 'content',
  members: { sense: SENSE_NUMBER, number: NUMBER, content: textIn('content') },
  qualifiers: ['sense', 'number'],
  complete: numbered,
};

export const CLASS: ItemShape<GrammaticalClass> = {
  names: ['classes', 'class'],
  itemsMember: 'data',
  textMember: 'value',
  members: {
    sense: SENSE_NUMBER,
    pair: textIn('pair'),
    role: textIn('role'),
    value: textIn('value', 'content'),
    prefix: textIn('prefix'),
  },
  qualifiers: ['sense'],
};

export const FORM: ItemShape<WordForm> = {
  names: ['forms', 'form'],
  itemsMember: 'form',
  textMember: 'form',
  members: { sense: SENSE_NUMBER, form: textIn('form', 'forme'), type: textIn('type') },
  qualifiers: ['sense', 'type'],
};

export const TRANSLATION: ItemShape<Translation> = {
  names: ['translations'],
  itemsMember: 'equivalent',
  textMember: 'content',
  members: {
    sense: SENSE_NUMBER,
    lang: LANG,
    number: NUMBER,
    content: textIn('content'),
    reversal: REVERSAL,
  },
  qualifiers: ['sense', 'lang', 'number', 'reversal'],
  complete: numbered,
};

export const EXAMPLE: ItemShape<Example> = {
  names: ['examples', 'example'],
  itemsMember: 'example',
  textMember: 'content',
  members: {
    sense: SENSE_NUMBER,
    lang: LANG,
    number: NUMBER,
    content: textIn('content', 'text'),
    target: textIn('target'),
    translationType: textIn('translationType'),
    reference: textIn('reference'),
    gloss: textIn('gloss'),
    href: textIn('href'),
  },
  qualifiers: ['sense', 'lang', 'number', 'translationType', 'reference', 'gloss', 'href'],
  expand: expandExample,
  complete: numbered,
};

export const VARIANT: ItemShape<Variant> = {
  extraPath: ['entry', 'variants'],
  names: ['variants', 'variant'],
  itemsMember: 'variant',
  textMember: 'headword',
  members: {
    sense: SENSE_NUMBER,
    form: textIn('forme', 'form'),
    prefix: textIn('prefix'),
    radical: textIn('radical'),
    suffix: textIn('suffix'),
    type: textIn('type'),
    headword: textIn('headword'),
  },
  qualifiers: ['sense', 'type'],
  complete: (fields) => {
    const headword = fields.headword ?? wordOf(fields) ?? fields.form;
    return headword === undefined ? fields : { ...fields, headword };
  },
};

const NAMES_OF_DEFINITIONS = ['definitions', 'definition'];

export const SENSE: ItemShape<Sense> = {
  names: ['senses'],
  itemsMember: 'sense',
  textMember: 'indicator',
  isInEntry: true,
  listNames: NAMES_OF_DEFINITIONS,
  members: {
    number: wholeNumber('number'),
    id: textIn('id'),
    parent: wholeNumber('parent'),
    indicator: textIn('indicator'),
  },
  qualifiers: [],
  complete: numbered,
};

const NOTE: ItemShape<Note> = {
  names: ['notes'],
  itemsMember: 'note',
  textMember: 'content',
  members: { sense: SENSE_NUMBER, lang: LANG, type: textIn('type'), content: textIn('content') },
  qualifiers: ['sense', 'lang', 'type'],
};

const DEFINITION: ItemShape<Definition> = {
  ...NOTE,
  names: NAMES_OF_DEFINITIONS,
  itemsMember: 'definition',
  isInEntry: true,
  expand: expandLanguages,
};

const USAGE: ItemShape<UsageLabel> = {
  ...NOTE,
  names: ['usages'],
  itemsMember: 'usage',
};

const PRONUNCIATION: ItemShape<Pronunciation> = {
  names: ['pronunciations', 'pronunciation', 'tone'],
  itemsMember: 'pronunciation',
  textMember: 'content',
  textMembers: { tone: 'tone' },
  isInEntry: true,
  members: {
    sense: SENSE_NUMBER,
    lang: LANG,
    notation: textIn('notation'),
    content: textIn('content'),
    tone: textIn('tone'),
    href: textIn('href'),
  },
  qualifiers: ['sense', 'lang', 'notation'],
};

const RELATION: ItemShape<WordRelation> = {
  names: ['relations'],
  itemsMember: 'relation',
  textMember: 'target',
  members: {
    sense: SENSE_NUMBER,
    type: textIn('type'),
    target: textIn('target'),
    targetSense: wholeNumber('targetSense'),
    ref: textIn('ref'),
    gloss: textIn('gloss'),
  },
  qualifiers: ['sense', 'type', 'targetSense', 'gloss'],
};

const DOMAIN: ItemShape<SemanticDomain> = {
  names: ['domains'],
  itemsMember: 'domain',
  textMember: 'content',
  members: { sense: SENSE_NUMBER, scheme: textIn('scheme'), content: textIn('content') },
  qualifiers: ['sense', 'scheme'],
};

const ETYMOLOGY: ItemShape<Etymology> = {
  names: ['etymologies'],
  itemsMember: 'etymology',
  textMember: 'content',
  members: {
    sense: SENSE_NUMBER,
    type: textIn('type'),
    language: textIn('language'),
    form: textIn('form'),
    gloss: textIn('gloss'),
    content: textIn('content'),
  },
  qualifiers: ['sense'],
};

const MEDIA: ItemShape<MediaReference> = {
  names: ['media'],
  itemsMember: 'file',
  textMember: 'href',
  members: { sense: SENSE_NUMBER, kind: textIn('kind'), href: textIn('href'), label: textIn('label') },
  qualifiers: ['sense', 'kind', 'label'],
};

/** The lists that are absent from the typed reading, instead of empty, if the source has no items of them. */
export const OPTIONAL_LISTS = {
  senses: SENSE,
  definitions: DEFINITION,
  notes: NOTE,
  usages: USAGE,
  pronunciations: PRONUNCIATION,
  relations: RELATION,
  domains: DOMAIN,
  etymologies: ETYMOLOGY,
  media: MEDIA,
} as const;

/** The lists of an article, except the variants of its entry. */
export const LISTS = {
  categories: CATEGORY,
  classes: CLASS,
  forms: FORM,
  translations: TRANSLATION,
  examples: EXAMPLE,
  ...OPTIONAL_LISTS,
} as const;
