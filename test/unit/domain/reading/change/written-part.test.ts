import { writtenPart } from '../../../../../src/domain/reading/change/change-part';
import type { ArticlePart } from '../../../../../src/domain/article/article-content';
import type { Json } from '../../../../../src/shared/json';

const content = {
  entry: { id: '1', variant: [{ forme: 'simple', radical: 'to\u0301ŋ' }] },
  category: { cat: { number: '1', content: 'n' } },
  class: { pair: '7/8' },
  type: 'noun',
  examples: { example: { content: 'c' } },
};

describe('a part of an article', () => {
  it.each<[ArticlePart, Json]>([
    ['entry', content.entry],
    ['category', content.category],
    ['class', content.class],
    ['type', 'noun'],
    ['form', content.entry.variant],
    ['example', content.examples],
  ])('%s is returned as it was written, at every level of nesting', (part, written) => {
    expect(writtenPart(content, part)).toBe(written);
    expect(writtenPart({ date: 'x', article: content }, part)).toBe(written);
    expect(writtenPart({ article: { article: content } }, part)).toBe(written);
  });

  it.each<[string, Json, ArticlePart, Json]>([
    ['the written forms before the variants', { ...content, forms: ['a'] }, 'form', ['a']],
    ['form where forms is empty', { ...content, forms: [], form: 'b' }, 'form', 'b'],
    ['forms of an inner level before the variants', { ...content, article: { form: 'b' } }, 'form', 'b'],
    ['variants where variant is absent', { entry: { variants: ['v'] } }, 'form', ['v']],
    ['example where examples is empty', { examples: {}, example: 'e' }, 'example', 'e'],
    ['the outer member before the inner', { type: 'a', article: { type: 'b' } }, 'type', 'a'],
    ['the inner member where the outer is empty', { type: '', article: { type: 'b' } }, 'type', 'b'],
    ['a number', { type: 0 }, 'type', 0],
  ])('prefers %s', (_, source, part, written) => {
    expect(writtenPart(source, part)).toStrictEqual(written);
  });

  it.each<Json>([
    null,
    'text',
    [],
    {},
    { article: 'x' },
    { type: '' },
    { type: [] },
    { type: {} },
    { type: null },
  ])('is missing in %j', (source) => {
    expect(writtenPart(source, 'type')).toBeNull();
  });

  it('has no form where the entry has no variants', () => {
    expect(writtenPart({ entry: { headword: 'x', variants: [] } }, 'form')).toBeNull();
    expect(writtenPart({ entry: 'x' }, 'form')).toBeNull();
  });
});
