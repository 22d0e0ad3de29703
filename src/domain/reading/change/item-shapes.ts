import type {
  Category,
  Example,
  GrammaticalClass,
  Translation,
  Variant,
  WordForm,
} from '../../article/article-content';
import { type ItemShape, LANG, numbered, SENSE_NUMBER, textIn, wholeNumber } from './item-shape';
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
  members: { sense: SENSE_NUMBER, number: NUMBER, content: textIn('content') },
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
    pair: textIn('pair'),
    role: textIn('role'),
    value: textIn('value', 'content'),
    prefix: textIn('prefix'),
  },
  qualifiers: ['sense'],
};

export const FORM: ItemShape<WordForm> = {
  extraPath: ['forms'],
  names: ['forms', 'form'],
  itemsMember: 'form',
  textMember: 'form',
  members: { sense: SENSE_NUMBER, form: textIn('form', 'forme'), type: textIn('type') },
  qualifiers: ['sense', 'type'],
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
    content: textIn('content'),
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
    content: textIn('content', 'text'),
    target: textIn('target'),
    translationType: textIn('translationType'),
    reference: textIn('reference'),
    gloss: textIn('gloss'),
    href: textIn('href'),
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
