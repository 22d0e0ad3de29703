import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EntityIndex } from '../../../../src/domain/chatbot/recognition/entity-index';
import { entityValuesIn } from '../../../../src/domain/chatbot/recognition/entity-values';
import { Inflections } from '../../../../src/domain/search/morphology/inflections';
import { foldingFor } from '../../../../src/domain/search/folding';
import { profileOfLanguage } from '../../../../src/domain/search/profiles';
import { utterancesIn } from '../../../support/utterances';

describe('entities', () => {
  const index = new EntityIndex(foldingFor(profileOfLanguage('yo')));
  index.add({
    name: 'animal',
    values: entityValuesIn({
      values: [
        { value: 'ẹja', synonyms: ['fish'] },
        { value: 'ẹyẹ', synonyms: [] },
        { value: 'ajá ọdẹ', synonyms: [], article: 'QXJ0' },
        { value: 'ajá', synonyms: [] },
      ],
    }),
  });
  index.add({ name: 'number', values: entityValuesIn({ values: ['méjì', 3] }) });

  it('values are found without their marks, the longest first, with their place in code points', () => {
    const found = index.find('🐕 Mo fẹ́ aja ode, meji!');

    expect(found).toEqual([
      {
        entity: 'animal',
        value: 'ajá ọdẹ',
        text: 'aja ode',
        start: 9,
        end: 16,
        // ọ is a letter of Yoruba, not an o with a mark.
        tier: 'folded',
        synonym: null,
        rule: null,
        article: 'QXJ0',
      },
      expect.objectContaining({ entity: 'number', value: 'méjì', text: 'meji', start: 18, end: 22 }),
    ]);
  });

  it('a synonym is recognised as its value', () => {
    expect(index.find('FISH')).toMatchObject([{ value: 'ẹja', synonym: 'fish', tier: 'light' }]);
  });

  it('a part of a word does not match, and neither does another letter', () => {
    expect(index.find('ajaka mejila')).toEqual([]);
  });

  it('a spelling with thousands of values takes no longer than one with a few', () => {
    const crowd = new EntityIndex(foldingFor(profileOfLanguage('sw')));
    crowd.add({
      name: 'crowd',
      values: entityValuesIn({ values: Array.from({ length: 10_000 }, () => 'aba') }),
    });

    expect(crowd.size).toBeLessThan(100);
    expect(crowd.find('Ába')).toHaveLength(1);
  });

  it.each([null, 'text', { values: 'none' }, { values: [{ synonyms: ['a'] }, 7.5, null] }])(
    'other JSON than the documented shape has no values that fail: %j',
    (json) => {
      expect(() => {
        const other = new EntityIndex(foldingFor(profileOfLanguage('yo')));
        other.add({ name: 'x', values: entityValuesIn(json) });
        other.find('text 7.5');
      }).not.toThrow();
    },
  );
});

describe('forms and spellings of values', () => {
  const swahili = foldingFor(profileOfLanguage('sw'));
  const index = new EntityIndex(swahili);
  index.add({ name: 'thing', values: entityValuesIn({ values: ['kitabu', 'kiti', 'soma'] }) });

  it.each([
    ['Nataka vitabu viwili', 'kitabu', 'vitabu'],
    ['ninasoma sasa', 'soma', 'ninasoma'],
  ])('in %s the rules of the language find %s', (sentence, value, text) => {
    expect(index.find(sentence)).toMatchObject([
      { value, text, tier: 'inflected', rule: expect.any(String) as string },
    ]);
  });

  it('a dictionary may declare rules, which apply only to its values', () => {
    const own = new EntityIndex(foldingFor(profileOfLanguage(undefined)));
    const morphology = {
      nounClasses: [],
      affixes: [{ form: 'mo-', base: '-' }],
      prefixes: [],
      citationPrefixes: [],
      particles: [],
    };
    const inflections = new Inflections(morphology, (text) => text.toLowerCase());
    own.add({ name: 'fed', values: entityValuesIn({ values: ['leba'] }), inflections });
    own.add({ name: 'other', values: entityValuesIn({ values: ['tsamaya'] }) });

    expect(own.find('moleba motsamaya')).toMatchObject([{ entity: 'fed', value: 'leba', rule: 'mo-' }]);
  });

  it('words of another language are seldom forms of a value, and several words never one', () => {
    const foreign = new EntityIndex(foldingFor(profileOfLanguage('fr')));
    const { inflections } = swahili;
    const values = entityValuesIn({ values: ['bila', 'kitabu', 'ila', 'wiki ijayo'] });
    foreign.add({ name: 'thing', isOfText: false, inflections, values });

    expect(foreign.find('Il a changé de mobile')).toEqual([]);
    expect(foreign.find('Que veut dire vitabu ?')).toMatchObject([{ value: 'kitabu', tier: 'inflected' }]);
    expect(foreign.find('Et wiki-ijayo, wikiijayo ?')).toMatchObject([
      { value: 'wiki ijayo' },
      { value: 'wiki ijayo' },
    ]);
  });

  it('spellings that mean several values of an entity are listed', () => {
    const clashing = new EntityIndex(foldingFor(profileOfLanguage('yo')));
    clashing.add({ name: 'word', values: entityValuesIn({ values: ['igbá', 'igba', 'ìgbà', 'ọkọ'] }) });
    clashing.add({ name: 'other', values: entityValuesIn({ values: ['igba'] }) });

    expect(clashing.conflicts(10)).toEqual([
      { entity: 'word', spelling: 'igba', values: ['igbá', 'igba', 'ìgbà'] },
    ]);
    expect(clashing.find('igba')).toMatchObject([{ value: 'igba' }, { entity: 'other' }]);
  });
});

describe('values of two letters', () => {
  const index = new EntityIndex(foldingFor(profileOfLanguage('yo')));
  index.add({ name: 'own', isOfText: true, values: entityValuesIn({ values: ['wá', 'lọ', 'ló', 'ń'] }) });
  index.add({ name: 'other', values: entityValuesIn({ values: ['dö'] }) });

  it('are found without marks in texts of their language, and only with their marks in others', () => {
    expect(index.find('Mo wa, mo lo').map(({ value }) => value)).toEqual(['wá', 'ló']);
    expect(index.find('What to do? n').map(({ value }) => value)).toEqual([]);
    expect(index.find('dö').map(({ value }) => value)).toEqual(['dö']);
    expect(index.conflicts(10)).toEqual([{ entity: 'own', spelling: 'lo', values: ['lọ', 'ló'] }]);
  });
});

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

describe('headwords of two letters or more in sentences', () => {
  const lines = readFileSync(join(__dirname, '../../../../samples/yor_eng_fra_griot/articles.jsonl'), 'utf8')
    .trim()
    .split('\n');
  // Shorter ones are found only as they are written.
  const headwords = lines
    .map((line) => (JSON.parse(line) as { article: { entry: { headword: string } } }).article.entry.headword)
    .filter((headword) => plain(headword).length >= 2);
  const index = new EntityIndex(foldingFor(profileOfLanguage('yo')));
  index.add({ name: 'word', isOfText: true, values: entityValuesIn({ values: headwords }) });

  it('98 % are found without marks, and nothing in sentences without any', () => {
    const missed = headwords.filter(
      (headword) =>
        !index.find(`Xq ${plain(headword)} zvq`).some(({ value }) => plain(value) === plain(headword)),
    );
    const empty = utterancesIn('utterances.jsonl')
      .filter(({ language }) => language === 'sw')
      .map(({ text }) => text);
    const known = new Set(headwords.map(plain));
    const without = empty.filter((text) =>
      plain(text)
        .split(/[^\p{L}]+/u)
        .every((word) => !known.has(word)),
    );

    expect(headwords.length).toBeGreaterThan(50);
    expect(missed.length / headwords.length).toBeLessThanOrEqual(0.02);
    expect(without.length).toBeGreaterThan(50);
    expect(without.filter((text) => index.find(text).length > 0)).toEqual([]);
  });
});
