import {
  facetList,
  facetListsOf,
  isFacetList,
  listsWithArticle,
} from '../../../../src/domain/article/article-lists';
import { readArticle } from '../../../../src/domain/reading/read-article';

test('an article is in the list of each of its categories and classes, and of its type', () => {
  const source = {
    type: 'noun',
    category: ['n', 'adj', 'n'],
    classes: [{ pair: '7/8', role: 'singular' }, { pair: '9/10', value: '9' }, '7/8'],
  };

  expect(facetListsOf(readArticle(source))).toEqual([
    ...['category=n', 'category=adj'],
    ...['class=7/8', 'class=9/10', 'class=9'],
    'type=noun',
  ]);
});

test('an article without them is in none', () => {
  expect(facetListsOf(readArticle({ entry: { headword: 'x' } }))).toEqual([]);
});

test('all other lists have totals', () => {
  const source = { category: '=', translations: [{ lang: 'fr', content: '=' }] };

  const lists = listsWithArticle(source, readArticle(source));

  expect(lists.filter(isFacetList)).toEqual(['category==']);
  expect(lists.filter((list) => !isFacetList(list))).toEqual(['article', 'category', 'translation:fr']);
});

test('long values are distinguished by a digest that no value can equal', () => {
  const [one, other] = ['a', 'b'].map((end) => facetList('type', 'ŋ'.repeat(30) + end));
  const digest = one!.slice(one!.indexOf('=') + 1);

  expect(one).not.toBe(other);
  expect(Buffer.byteLength(one!)).toBeLessThanOrEqual(32);
  expect(facetList('type', digest)).not.toBe(one);
});

test('an article is found by its first 64 values of each kind', () => {
  const category = Array.from({ length: 1000 }, (_, i) => `c${String(i)}`);

  const lists = facetListsOf(readArticle({ category, type: 'noun' }));

  expect(lists).toHaveLength(65);
  expect(lists.slice(-2)).toEqual(['category=c63', 'type=noun']);
});
