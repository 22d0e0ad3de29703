import { canonical } from './canonical';
import { readArticle } from '../../../../src/domain/reading/read-article';
import { freeJsonText } from '../../../../src/shared/json';
import type { Json } from '../../../../src/shared/json';

describe('numbers and languages', () => {
  it.each<[Json, number]>([
    ['2', 2],
    [2, 2],
    [' 3 ', 3],
    [null, 1],
    ['', 1],
    [0, 0],
  ])('reads number %j as %i', (number, read) => {
    const reading = readArticle({ translations: [{ number, content: 'x' }] });

    expect(reading.translations[0]?.number).toBe(read);
    expect(reading.warnings).toStrictEqual([]);
  });

  it.each<Json>(['1a', 1.5, -1, 2147483648, true, [1]])(
    'counts where number is %j, keeps it and warns',
    (number) => {
      const reading = readArticle({ translations: ['y', { number, content: 'x' }] });

      expect(reading.translations[1]?.number).toBe(2);
      expect(reading.extra).toStrictEqual({ translations: { 1: { number } } });
      expect(reading.warnings).toHaveLength(1);
      expect(reading.warnings[0]).toContain('translations[1].number');
    },
  );

  it.each<Json>(['français', 'f r', 'x'.repeat(36), { fr: true }])(
    'keeps %j out of lang and warns',
    (lang) => {
      const reading = readArticle({ article: { translations: { equivalent: [{ lang, content: 'x' }] } } });

      expect(reading.translations).toStrictEqual([{ number: 1, content: 'x' }]);
      expect(reading.extra).toStrictEqual({ translations: { 0: { lang } } });
      expect(reading.warnings[0]).toContain('article.translations.equivalent[0].lang');
    },
  );
});

describe('members without a field', () => {
  it('are in extra under the path of the typed reading', () => {
    const reading = readArticle({
      date: '2020',
      entry: { stress: 2, variant: [{ radical: 'a' }, { radical: 'b', note: 'n' }] },
      category: { cat: { content: 'n', gloss: 'noun' }, source: 's' },
      extra: { date: 'first', entry: { id: 1 } },
    });

    expect(reading.extra).toStrictEqual({
      date: 'first',
      date_2: '2020',
      entry: { id: 1, stress: 2, variants: { 1: { note: 'n' } } },
      categories: { 0: { gloss: 'noun' }, source: 's' },
    });
    expect(reading.warnings).toStrictEqual([]);
  });

  it.each<[string, Json, string, Json]>([
    ['a text for the content', 'nyumba', 'The content', { article: 'nyumba' }],
    ['a list under article', { article: ['x'] }, 'article', { article: ['x'] }],
    ['a list as entry', { entry: ['x'] }, 'entry', { entry: ['x'] }],
    ['an object as type', { type: { a: 1 } }, 'type', { type: { a: 1 } }],
    ['a type given twice', { type: 'n', article: { type: 'v' } }, 'article.type', { type: 'v' }],
    ['an item that is true', { forms: [true] }, 'forms[0]', { forms: { 0: true } }],
    ['an item without text', { category: [{ x: 1 }] }, 'category[0]', { categories: { 0: { x: 1 } } }],
    [
      'a reversal that is neither true nor false',
      { translations: [{ content: 'c', reversal: 'yes' }] },
      'translations[0].reversal',
      { translations: { 0: { reversal: 'yes' } } },
    ],
    [
      'a target that is no text',
      { examples: [{ text: 'c', translation: { fr: ['t'] } }] },
      'examples[0].translation.fr',
      { examples: { 0: { translation: { fr: ['t'] } } } },
    ],
  ])('keeps %s in extra and warns with its path', (_, source, path, extra) => {
    const reading = readArticle(source);

    expect(reading.extra).toStrictEqual(extra);
    expect(reading.warnings).toHaveLength(1);
    expect(reading.warnings[0]).toMatch(new RegExp(`^${path.replace(/[[\].]/g, '\\$&')} `));
  });

  it('leaves out what could reach a prototype', () => {
    const reading = readArticle(JSON.parse('{"__proto__": {"a": 1}, "x": {"constructor": 2}}') as Json);

    expect(reading.extra).toStrictEqual({ x: {} });
    expect(reading.warnings).toHaveLength(2);
  });

  it('survives nesting that would overflow a stack', () => {
    const deep = JSON.parse(`${'{"article":'.repeat(50_000)}1${'}'.repeat(50_000)}`) as Json;
    const inner = JSON.parse(`{"x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`) as Json;

    expect(readArticle(deep).warnings.length).toBeGreaterThan(0);
    expect(readArticle(inner).warnings).toHaveLength(1);
  });

  it('reads 32 levels of an article and keeps deeper levels unread', () => {
    const wrapped = (depth: number) =>
      JSON.parse(`${'{"article":'.repeat(depth)}{"type":"n"}${'}'.repeat(depth)}`) as Json;

    expect(readArticle(wrapped(31))).toMatchObject({ type: 'n', extra: {}, warnings: [] });
    expect(readArticle(wrapped(32)).extra).toStrictEqual({ article: { type: 'n' } });
    expect(readArticle(wrapped(32)).warnings).toHaveLength(1);
  });

  it.each([
    [(inner: Json) => ({ x: inner }), 30],
    [(inner: Json) => ({ entry: { x: inner } }), 29],
    [(inner: Json) => ({ entry: { variant: { x: inner, radical: 'a' } } }), 27],
  ])('keeps extra within the 32 levels that free JSON may have', (around, depth) => {
    const nested = (count: number) => JSON.parse('['.repeat(count) + ']'.repeat(count)) as Json;

    const kept = readArticle(around(nested(depth)));
    const cut = readArticle(around(nested(depth + 1)));

    expect(kept.warnings).toStrictEqual([]);
    expect(cut.warnings).toHaveLength(1);
    expect(cut.extra).toStrictEqual(kept.extra);
    expect(freeJsonText(canonical(kept))).toContain('['.repeat(depth));
  });

  it('gives at most a hundred warnings', () => {
    expect(readArticle({ forms: Array.from({ length: 500 }, () => true) }).warnings).toHaveLength(100);
  });
});
