import type {
  Category,
  Example,
  GrammaticalClass,
  Translation,
  Variant,
  WordForm,
} from '../../article/article-content';
import { type ItemShape, LANG, numbered, SENSE_NUMBER, text, wholeNumber } from './item-shape';
import type { Member } from '../read-members';
import { collapseExample, expandExample } from '../expand-example';
import { wordOf } from '../values';

const NUMBER = wholeNumber('number');

const REVERSAL: Member<boolean> = {
  names: ['reversal'],
  expects: 'true or false',
  read: (value) => (typeof value === 'boolean' ? value : undefined),
};

export const CATEGORY: ItemShape<Category> = {
  extraPath: ['categories'],
  names: ['categories', 'category'],
  itemsMember: 'cat',
  textMember: 'content',
  members: { sense: SENSE_NUMBER, number: NUMBER, content: text('content') },
  qualifiers: ['sense', 'number'],
  complete: numbered,
};

export const CLASS: ItemShape<GrammaticalClass> = {
  extraPath: ['classes'],
  names: ['classes', 'class'],
  itemsMember: 'data',
  textMember: 'value',
  members: {
    sense: SENSE_NUMBER,
    pair: text('pair'),
    role: text('role'),
    value: text('value', 'content'),
    prefix: text('prefix'),
  },
  qualifiers: ['sense'],
};

export const FORM: ItemShape<WordForm> = {
  extraPath: ['forms'],
  names: ['forms', 'form'],
  itemsMember: 'form',
  textMember: 'form',
  members: { form: text('form', 'forme'), type: text('type') },
  qualifiers: ['type'],
};

export const TRANSLATION: ItemShape<Translation> = {
  extraPath: ['translations'],
  names: ['translations'],
  itemsMember: 'equivalent',
  textMember: 'content',
  members: {
    sense: SENSE_NUMBER,
    lang: LANG,
    number: NUMBER,
    content: text('content'),
    reversal: REVERSAL,
  },
  qualifiers: ['sense', 'lang', 'number', 'reversal'],
  complete: numbered,
};

export const EXAMPLE: ItemShape<Example> = {
  extraPath: ['examples'],
  names: ['examples', 'example'],
  itemsMember: 'example',
  textMember: 'content',
  members: {
    sense: SENSE_NUMBER,
    lang: LANG,
    number: NUMBER,
    content: text('content', 'text'),
    target: text('target'),
    translationType: text('translationType'),
    reference: text('reference'),
    gloss: text('gloss'),
    href: text('href'),
  },
  qualifiers: ['sense', 'lang', 'number', 'translationType', 'reference', 'gloss', 'href'],
  expand: expandExample,
  collapse: collapseExample,
  complete: numbered,
};

export const VARIANT: ItemShape<Variant> = {
  extraPath: ['entry', 'variants'],
  names: ['variants', 'variant'],
  itemsMember: 'variant',
  textMember: 'headword',
  members: {
    form: text('forme', 'form'),
    prefix: text('prefix'),
    radical: text('radical'),
    suffix: text('suffix'),
    type: text('type'),
    headword: text('headword'),
  },
  qualifiers: ['type'],
  complete: (fields) => {
    const headword = fields.headword ?? wordOf(fields) ?? fields.form;
    return headword === undefined ? fields : { ...fields, headword };
  },
};
