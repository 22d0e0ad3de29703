import { readArticle } from '../../../../src/domain/reading/read-article';
import type { Json } from '../../../../src/shared/json';

const empty = {
  entry: { variants: [] },
  categories: [],
  classes: [],
  forms: [],
  translations: [],
  examples: [],
  extra: {},
  warnings: [],
};

describe('the nesting of the content', () => {
  const bare = { type: 'noun', radical: 'tɔ́ŋ', category: 'n' };

  it.each<[string, Json]>([
    ['the content itself', bare],
    ['one member article', { article: bare }],
    ['two members article', { article: { article: bare } }],
    [
      'members on different levels',
      { type: 'noun', article: { radical: 'tɔ́ŋ', article: { category: 'n' } } },
    ],
  ])('reads %s', (_, source) => {
    expect(readArticle(source)).toStrictEqual({
      ...empty,
      type: 'noun',
      radical: 'tɔ́ŋ',
      entry: { headword: 'tɔ́ŋ', variants: [] },
      categories: [{ number: 1, content: 'n' }],
    });
  });

  it('keeps the members of the outer levels that it does not know', () => {
    const reading = readArticle({ id_dico: 'x', article: { date: '2020', article: bare } });

    expect(reading.extra).toStrictEqual({ id_dico: 'x', date: '2020' });
    expect(reading.warnings).toStrictEqual([]);
  });

  it.each<[string, Json]>([
    ['null', null],
    ['an empty object', {}],
    ['an empty list', []],
    ['empty members', { entry: '', category: null, class: [], translations: {}, examples: ' ', type: '' }],
    ['empty wrappers', { category: { cat: [] }, translations: { equivalent: {} }, entry: { variant: '' } }],
    [
      'items without text',
      { category: { cat: { number: '1', content: '' } }, translations: [{ lang: 'fr' }, null] },
    ],
  ])('reads %s as an empty article without a warning', (_, source) => {
    expect(readArticle(source)).toStrictEqual(empty);
  });
});

describe('the entry', () => {
  const north = { forme: 'simple', type: 'north', prefix: 'ɛ̀', radical: 'tɔ́ŋ', suffix: 'á' };
  const readNorth = {
    form: 'simple',
    prefix: 'ɛ̀',
    radical: 'tɔ́ŋ',
    suffix: 'á',
    type: 'north',
    headword: 'ɛ̀tɔ́ŋá',
  };

  it.each<[string, Json, readonly unknown[]]>([
    [
      'an array under variant',
      { variant: [north, { radical: 'x' }] },
      [readNorth, { radical: 'x', headword: 'x' }],
    ],
    ['a bare object under variant', { variant: north }, [readNorth]],
    ['an array under variants', { variants: [north] }, [readNorth]],
    ['variant under variants', { variants: { variant: north } }, [readNorth]],
    ['a bare text', { variant: 'tɔ́ŋ' }, [{ headword: 'tɔ́ŋ' }]],
    ['no variant', { id: '7' }, []],
  ])('reads %s', (_, entry, variants) => {
    expect(readArticle({ entry }).entry.variants).toStrictEqual(variants);
  });

  it.each<[string, Json, string | undefined]>([
    [
      'the given headword',
      { entry: { headword: 'nyumba', variant: { radical: 'x' } }, radical: 'y' },
      'nyumba',
    ],
    ['the entry that is a bare text', { entry: 'nyumba' }, 'nyumba'],
    [
      'prefix, radical and suffix of the first variant',
      { entry: { variant: [north, { radical: 'x' }] } },
      'ɛ̀tɔ́ŋá',
    ],
    ['the variant before the radical', { entry: { variant: { radical: 'x' } }, radical: 'y' }, 'x'],
    ['the radical', { entry: { variant: [] }, radical: 'y' }, 'y'],
    ['the radical before a form', { entry: { variant: { forme: 'simple' } }, radical: 'y' }, 'y'],
    ['the form where there is nothing else', { entry: { variant: { forme: 'âde' } } }, 'âde'],
    ['nothing', { translations: ['x'] }, undefined],
  ])('takes as headword %s', (_, source, headword) => {
    expect(readArticle(source).entry.headword).toBe(headword);
  });

  it('joins the parts of a variant to one word in NFC', () => {
    const reading = readArticle({ entry: { variant: { prefix: 'e', radical: '\u0301ba' } } });

    expect(reading.entry.headword).toBe('éba');
  });

  it('takes the first valid entry, and warns of every other one', () => {
    const twice = readArticle({ entry: 'nyumba', article: { entry: { headword: 'jumba' } } });
    const unfit = readArticle({ entry: [7], article: { entry: 'jumba' } });

    expect(twice.entry).toStrictEqual({ headword: 'nyumba', variants: [] });
    expect(JSON.stringify(twice.extra)).toContain('jumba');
    expect(twice.warnings).toEqual([expect.stringContaining('is given a second time')]);
    expect(unfit.entry).toStrictEqual({ headword: 'jumba', variants: [] });
    expect(unfit.warnings).toEqual([expect.stringContaining('is neither a text nor an object')]);
  });

  it('does not read a form name as a word, or a word as a form name', () => {
    const wrapped = readArticle({ entry: { variant: { forme: 'simple', radical: 'kwake' } } });
    const spelled = readArticle({
      entry: { headword: 'âdɛ', variants: [{ forme: 'âde', prefix: '', radical: 'âde' }] },
    });

    expect(wrapped.entry).toStrictEqual({
      headword: 'kwake',
      variants: [{ form: 'simple', radical: 'kwake', headword: 'kwake' }],
    });
    expect(spelled.entry.variants).toStrictEqual([{ form: 'âde', radical: 'âde', headword: 'âde' }]);
  });
});
