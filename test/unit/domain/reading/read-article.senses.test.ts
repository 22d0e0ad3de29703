import { withContent } from '../../../../src/domain/reading/change/change-content';
import { readArticle } from '../../../../src/domain/reading/read-article';

const ORIGINAL = { format: 'lift', version: '0.13', entry: ['entry', { id: 'a' }] };

test('senses, definitions and relations have fields, and are absent where nothing is written', () => {
  const content = readArticle({
    entry: { headword: 'ilé', homograph: 2, id: 'g1', morphType: 'stem', citation: 'ilé náà' },
    senses: [{ id: 's1' }, { id: 's2', parent: 1, indicator: 'building' }],
    definitions: [{ sense: 1, lang: 'EN', content: 'a place to live' }],
    relations: { type: 'synonym', target: 'ibùgbé', sense: 2 },
    translations: [{ lang: 'en', content: 'house', sense: 1, reversal: true }],
    notes: 'rare',
  });

  expect(content).toMatchObject({
    entry: { headword: 'ilé', homograph: 2, id: 'g1', morphType: 'stem', citation: 'ilé náà', variants: [] },
    senses: [
      { number: 1, id: 's1' },
      { number: 2, id: 's2', parent: 1, indicator: 'building' },
    ],
    definitions: [{ sense: 1, lang: 'en', content: 'a place to live' }],
    relations: [{ type: 'synonym', target: 'ibùgbé', sense: 2 }],
    translations: [{ lang: 'en', number: 1, content: 'house', sense: 1, reversal: true }],
    notes: [{ content: 'rare' }],
    extra: {},
    warnings: [],
  });
  expect(content).not.toHaveProperty('media');
});

test('variants and forms may belong to a sense', () => {
  const content = readArticle({
    entry: { headword: 'ilé', variants: [{ headword: 'ulé', sense: 2 }] },
    forms: [{ form: 'àwọn ilé', type: 'plural', sense: 2 }],
  });

  expect(content.entry.variants).toEqual([{ headword: 'ulé', sense: 2 }]);
  expect(content.forms).toEqual([{ form: 'àwọn ilé', type: 'plural', sense: 2 }]);
  expect(content.extra).toEqual({});
});

test('the pronunciation and the tone of an entry are pronunciations, and are changed where they are written', () => {
  const source = { article: { entry: { headword: 'aada', pronunciation: 'a:dɐ', rank: 1 } } };
  expect(readArticle(source)).toMatchObject({
    pronunciations: [{ content: 'a:dɐ' }],
    extra: { entry: { rank: 1 } },
    warnings: [],
  });
  expect(withContent(source, { pronunciations: [{ content: 'aːda' }] })).toEqual({
    article: { entry: { headword: 'aada', pronunciation: 'aːda', rank: 1 } },
  });
  expect(withContent(source, { pronunciations: null })).toEqual({
    article: { entry: { headword: 'aada', rank: 1 } },
  });

  const toned = { entry: { headword: 'ababâa', tone: 'LLHL' }, tone: ['H', 'L'] };
  expect(readArticle(toned).pronunciations).toEqual([{ tone: 'LLHL' }, { tone: 'H' }, { tone: 'L' }]);
  expect(withContent({ entry: toned.entry }, { pronunciations: [{ tone: 'LLH' }] })).toEqual({
    entry: { headword: 'ababâa', tone: 'LLH' },
  });
  const both = { entry: { ...toned.entry, pronunciation: 'x' } };
  const changed = withContent(both, { pronunciations: [{ content: 'y' }, { tone: 'LLHL' }] });
  expect(changed).toEqual({ entry: { headword: 'ababâa', pronunciation: ['y', { tone: 'LLHL' }] } });
});

test('a new pronunciation is written beside the entry, in the innermost content', () => {
  const changed = withContent(
    { article: { entry: { headword: 'a' } } },
    { pronunciations: [{ content: 'x' }] },
  );
  expect(changed).toEqual({ article: { entry: { headword: 'a' }, pronunciations: [{ content: 'x' }] } });
  expect(withContent({ entry: 'a', pronunciation: 'x' }, { pronunciations: [{ content: 'y' }] })).toEqual({
    entry: 'a',
    pronunciation: 'y',
  });
});

test('an imported entry is not a detail of the article, but another member with its name is', () => {
  expect(readArticle({ entry: 'a', original: ORIGINAL }).extra).toEqual({});
  expect(readArticle({ entry: 'a', original: 'own' }).extra).toEqual({ original: 'own' });
});

test('typed content changes only its own members of the imported entry', () => {
  const source = {
    entry: { headword: 'a' },
    translations: [{ lang: 'fr', content: 'x', sense: 1 }],
    senses: [{ id: 's1', note: 'own' }],
    source_page: 12,
    original: ORIGINAL,
  };

  const changed = withContent(source, { translations: [{ lang: 'fr', content: 'y', sense: 1 }] });

  expect(changed).toEqual({ ...source, translations: [{ lang: 'fr', content: 'y', sense: 1 }] });
  expect(Object.keys(changed as object).at(-1)).toBe('original');
  expect(withContent(source, { senses: [{ number: 1, indicator: 'z' }] })).toEqual({
    ...source,
    senses: [{ id: 's1', note: 'own', indicator: 'z' }],
  });
  expect(() => withContent(source, { extra: { original: null } })).toThrow('original');
});
