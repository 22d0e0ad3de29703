import { parseQuery } from '../../../../src/app/http/parse-query';

describe('a query string', () => {
  it.each([
    ['html', { html: '' }],
    ['html&limit=5', { html: '', limit: '5' }],
    ['a=1&a=2', { a: '2' }],
    ['a[b]=1', { 'a[b]': '1' }],
    ['search=fal%20b%C3%AB', { search: 'fal bë' }],
    ['search=a+b', { search: 'a b' }],
    ['', {}],
    [null, {}],
  ])('%s is read into plain texts', (text, expected) => {
    expect({ ...parseQuery(text) }).toEqual(expected);
  });

  it('can hold the key __proto__ without harm', () => {
    const query = parseQuery('__proto__=x');

    expect(Object.keys(query)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
    expect(Object.getPrototypeOf(query)).toBeNull();
  });
});
