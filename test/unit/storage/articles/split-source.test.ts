import fc from 'fast-check';
import { joinedSource, splitSource } from '../../../../src/storage/articles/article-document';

const entry = fc.record({ format: fc.string(), entry: fc.jsonValue() });
const article = fc.dictionary(fc.string(), fc.jsonValue());

test('an imported entry at the end of an article is split off and joined to the same text', () => {
  fc.assert(
    fc.property(article, entry, (members, original) => {
      const rest = Object.fromEntries(Object.entries(members).filter(([name]) => name !== 'original'));
      const text = JSON.stringify({ ...rest, original });

      const split = splitSource(text);

      expect(split.source).toBe(JSON.stringify(rest));
      expect(split.original).toBe(JSON.stringify(original));
      expect(joinedSource(split.source, split.original ?? '')).toBe(text);
    }),
  );
});

test.each([
  { original: 'own' },
  { article: { original: { format: 'lift', entry: [] } } },
  { original: { format: 'lift', entry: [] }, last: 1 },
  { text: '"original":{"format":"lift","entry":[]}' },
  { original: { format: 1, entry: [] } },
])('%j stays whole', (value) => {
  const text = JSON.stringify(value);
  expect(splitSource(text)).toEqual({ source: text });
});
