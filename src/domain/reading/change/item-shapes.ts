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
import { languageTagOf, textOf, wholeNumberOf, wordOf } from '../values';

export function text(...names: string[]): Member<string> {
  return { names, expects: 'a text', read: textOf };
}

const LANG: Member<string> = { names: ['lang'], expects: 'a language tag', read: languageTagOf };
const NUMBER: Member<number> = {
  names: ['number'],
  expects: 'a whole number from 0 to 2147483647',
  read: wholeNumberOf,
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
  members: { number: NUMBER, content: text('content') },
  labels: ['number'],
  finish: numbered,
};

export const CLASS: ItemShape<GrammaticalClass> = {
  at: ['classes'],
  names: ['classes', 'class'],
  wrapper: 'data',
  bare: 'value',
  members: {
    pair: text('pair'),
    role: text('role'),
    value: text('value', 'content'),
    prefix: text('prefix'),
  },
  labels: [],
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
  members: { lang: LANG, number: NUMBER, content: text('content') },
  labels: ['lang', 'number'],
  finish: numbered,
};

export const EXAMPLE: ItemShape<Example> = {
  at: ['examples'],
  names: ['examples', 'example'],
  wrapper: 'example',
  bare: 'content',
  members: { lang: LANG, number: NUMBER, content: text('content', 'text'), target: text('target') },
  labels: ['lang', 'number'],
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
