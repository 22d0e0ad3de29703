import { etagOf, summaryOf, translationsInto } from '../../../../src/domain/article/article-views';
import { readArticle } from '../../../../src/domain/reading/read-article';

describe('the translations of an article', () => {
  const content = readArticle({
    translations: [{ lang: 'fr', content: 'un' }, { content: 'no language' }, { lang: 'en', content: 'one' }],
  });

  test.each([
    [null, ['un', 'no language', 'one']],
    [undefined, ['un', 'no language', 'one']],
    ['fr', ['un']],
    ['FR', ['un']],
    ['de', []],
    ['', []],
    ['no tag of a language', []],
  ])('into %j are %j', (language, texts) => {
    expect(translationsInto(content, language).map((translation) => translation.content)).toEqual(texts);
  });
});

test('the tag of an article changes with each of its parts and with nothing else', () => {
  const record = { revision: 7, likeCount: 1, unlikeCount: 2, createdAt: new Date(1000) };
  const others = [
    { ...record, revision: 8 },
    { ...record, likeCount: 2 },
    { ...record, unlikeCount: 3 },
    { ...record, createdAt: new Date(1001) },
    { ...record, proposedText: 'a' },
    { ...record, proposedText: 'b' },
  ];
  const tags = [record, ...others].map(etagOf);

  expect(new Set(tags).size).toBe(7);
  expect(etagOf({ ...record, createdAt: new Date(1000) })).toBe(tags[0]);
  for (const tag of tags) expect(tag).toMatch(/^"[78](\.\d+)+"$/u);
});

test('the summary of an article has the first item of each list, or null', () => {
  const full = readArticle({
    type: 'noun',
    category: ['n', 'v'],
    translations: [
      { lang: 'fr', content: 'un' },
      { lang: 'en', content: 'one' },
    ],
  });

  expect(summaryOf(full)).toEqual({ type: 'noun', category: 'n', translation: 'un' });
  expect(summaryOf(readArticle({}))).toEqual({ type: null, category: null, translation: null });
});
