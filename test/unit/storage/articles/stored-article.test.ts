import { JsonSink } from '../../../../src/shared/json-text';
import type { ObjectShape } from '../../../../src/shared/json-text';
import { StoredArticle } from '../../../../src/storage/articles/stored-article';

const SHAPES: readonly ObjectShape[] = ['word', 'text'].map((name) => ({
  members: [
    { name, source: 'stored', from: 'headword', isRequired: true, value: { kind: 'text' } },
    { name: 'page', source: 'constant', text: '' },
  ],
}));

test('an article that many share is written for each by the shape and the constants of that one', () => {
  const article = StoredArticle.of({ headword: 'ilé' } as never);
  const written = (shape: ObjectShape, page: unknown) => {
    const sink = new JsonSink(10);
    sink.ascii('[');
    article.write(shape, new Map([['page', page]]), sink);
    return sink.end().toString();
  };

  for (const [name, shape] of [
    ['word', SHAPES[0]!],
    ['text', SHAPES[1]!],
  ] as const)
    for (const page of [1, 1, 2, null, 1])
      expect(written(shape, page)).toBe(`[${JSON.stringify({ [name]: 'ilé', page })}`);
});
