import { memberChanges, merged } from '../../../../../src/domain/reading/change/merge';

const conflictsIn = (...args: Parameters<typeof memberChanges>) =>
  memberChanges(...args).flatMap(({ path, isConflict }) => (isConflict ? [path] : []));

test('a part that both changed under different names is a conflict, and other parts are none', () => {
  const base = { category: 'n', note: 'a', article: { translations: ['x'] } };
  const proposed = { categories: 'v', note: 'b', article: { translations: ['y'] } };
  const current = { category: 'adv', note: 'a', article: { translations: ['x'] } };
  expect(conflictsIn({ base, proposed, current })).toEqual(['category', 'categories']);
});

test('only the accepted nested members are merged', () => {
  const versions = {
    base: { article: { a: 1, b: 1 }, gone: 1 },
    proposed: { article: { a: 2, b: 2, c: 2 } },
    current: { article: { a: 1, b: 3 }, gone: 1 },
  };
  expect(merged(versions, new Set(['article.a']))).toEqual({ article: { a: 2, b: 3 }, gone: 1 });
  expect(merged(versions, new Set(['gone', 'article.c']))).toEqual({ article: { a: 1, b: 3, c: 2 } });
  expect(merged(versions)).toEqual({ article: { a: 2, b: 2, c: 2 } });
});

test('a new nested object is not created if nothing inside it is accepted', () => {
  const versions = { base: { a: 1 }, proposed: { a: 2, article: { b: 1 } }, current: { a: 1 } };
  expect(merged(versions, new Set(['a']))).toEqual({ a: 2 });
  expect(merged(versions, new Set(['article.b']))).toEqual({ a: 1, article: { b: 1 } });
});

test('content that is not an object is one change with an empty path', () => {
  const versions = { base: 'a', proposed: 'b', current: 'a' };
  expect(memberChanges(versions)).toEqual([{ ...versions, path: '', isConflict: false }]);
  expect(merged(versions, new Set(['']))).toBe('b');
});
