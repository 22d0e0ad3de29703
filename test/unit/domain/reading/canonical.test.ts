import { canonical } from './canonical';
import { readArticle } from '../../../../src/domain/reading/read-article';

const CANONICAL =
  '{"type":"n","radical":"r","entry":{"headword":"h","variants":[]},"categories":[{"number":1,"content":"c"}],' +
  '"classes":[],"forms":[],"translations":[],"examples":[],"extra":{"z":1,"a":2},"warnings":[]}';

describe('the canonical JSON of an article', () => {
  it('has one text for any order of members in the article', () => {
    const one = readArticle({ z: 1, a: 2, category: 'c', entry: 'h', radical: 'r', type: 'n' });
    const other = readArticle({
      type: 'n',
      z: 1,
      categories: [{ content: 'c', number: '1' }],
      a: 2,
      article: { entry: { headword: 'h' }, radical: 'r' },
    });

    expect(JSON.stringify(canonical(one))).toBe(CANONICAL);
    expect(JSON.stringify(canonical(other))).toBe(CANONICAL);
  });

  it('leaves out fields that a stored reading spells as null', () => {
    const stored = JSON.parse(
      '{"type":null,"radical":null,"entry":{"headword":null,"variants":[{"form":null,"headword":"x"}]},' +
        '"categories":[],"classes":[],"forms":[],"translations":[],"examples":[],"extra":{},"warnings":[]}',
    ) as ReturnType<typeof readArticle>;

    expect(canonical(stored)).toStrictEqual({
      entry: { variants: [{ headword: 'x' }] },
      categories: [],
      classes: [],
      forms: [],
      translations: [],
      examples: [],
      extra: {},
      warnings: [],
    });
  });
});
