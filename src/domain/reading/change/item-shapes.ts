import type {
  Category,
  Example,
  GrammaticalClass,
  Translation,
  Variant,
  WordForm,
} from '../../article/article-content';
import type { ItemShape } from './item-shape';
import type { Member } from '../read-members';
import { gatherExample, expandExample } from '../expand-example';
import { wordOf } from '../values';
import { LANG, SENSE_NUMBER, text, wholeNumber } from './sense-shapes';

const NUMBER = wholeNumber('number');

const YES: Member<boolean> = {
  names: ['reversal'],
  expects: 'true or false',
  read: (value) => (typeof value === 'boolean' ? value : undefined),
};

const numbered = <T extends { number: number }>(fields: Partial<T>, position: number) => ({
  ...fields,
  number: fields.number ?? position,
});
const asWritten = <T>(fields: Partial<T>) => fields;

export const CATEGORY: ItemShape<Category> = {
  at: ['categories'],
  names: ['categories', 'category'],
  wrapper: 'cat',
  bare: 'content',
  members: { sense: SENSE_NUMBER, number: NUMBER, content: text('content') },
  labels: ['sense', 'number'],
  finish: numbered,
};

export const CLASS: ItemShape<GrammaticalClass> = {
  at: ['classes'],
  names: ['classes', 'class'],
  wrapper: 'data',
  bare: 'value',
  members: {
    sense: SENSE_NUMBER,
    pair: text('pair'),
    role: text('role'),
    value: text('value', 'content'),
    prefix: text('prefix'),
  },
  labels: ['sense'],
  finish: asWritten,
};

export const FORM: ItemShape<WordForm> = {
  at: ['forms'],
  names: ['forms', 'form'],
  wrapper: 'form',
  bare: 'form',
  members: { form: text('form', 'forme'), type: text('type') },
  labels: ['type'],
  finish: asWritten,
};

export const TRANSLATION: ItemShape<Translation> = {
  at: ['translations'],
  names: ['translations'],
  wrapper: 'equivalent',
  bare: 'content',
  members: {
    sense: SENSE_NUMBER,
    lang: LANG,
    number: NUMBER,
    content: text('content'),
    reversal: YES,
  },
  labels: ['sense', 'lang', 'number', 'reversal'],
  finish: numbered,
};

export const EXAMPLE: ItemShape<Example> = {
  at: ['examples'],
  names: ['examples', 'example'],
  wrapper: 'example',
  bare: 'content',
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
  labels: ['sense', 'lang', 'number', 'translationType', 'reference', 'gloss', 'href'],
  spread: expandExample,
  gather: gatherExample,
  finish: numbered,
};

export const VARIANT: ItemShape<Variant> = {
  at: ['entry', 'variants'],
  names: ['variants', 'variant'],
  wrapper: 'variant',
  bare: 'headword',
  members: {
    form: text('forme', 'form'),
    prefix: text('prefix'),
    radical: text('radical'),
    suffix: text('suffix'),
    type: text('type'),
    headword: text('headword'),
  },
  labels: ['type'],
  finish: (fields) => {
    const headword = fields.headword ?? wordOf(fields) ?? fields.form;
    return headword === undefined ? fields : { ...fields, headword };
  },
};
