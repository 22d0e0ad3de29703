import { Folding } from '../../../../src/domain/search/folding';
import { find } from './find';

const tier = (typed: string, headword: string, language: string | null) =>
  find(typed, headword, language)?.tier;

test.each(['yo', 'yor', 'yo-Latn-NG'])('Yoruba writes sh for ṣ, and ẹ is not e (%s)', (language) => {
  expect(tier('ishe', 'iṣẹ́', language)).toBe('folded');
  expect(tier('ise', 'iṣẹ́', language)).toBe('folded');
  expect(tier('iṣẹ', 'iṣẹ́', language)).toBe('letters');
  expect(tier('ẹwa', 'ewà', language)).not.toBe('folded');
});

test('without the profile these letters are equal', () => {
  expect(tier('ẹwa', 'ewà', null)).toBe('folded');
  expect(tier('chika', 'cìka', null)).not.toBe('folded');
});

test('Ewe writes v and w for ʋ, and ƒ is not f', () => {
  expect(tier('wu', 'ʋù', 'ewe')).toBe('folded');
  expect(tier('vu', 'ʋù', 'ee')).toBe('folded');
  expect(tier('ƒo', 'fó', 'ewe')).not.toBe('folded');
  expect(tier('fo', 'ƒó', 'ewe')).toBe('folded');
});

test('Hausa writes ch for c, and ɗ is not d', () => {
  expect(tier('chika', 'cìka', 'hau')).toBe('folded');
  expect(tier('cika', 'cìka', 'hau')).toBe('letters');
  expect(tier('ɗaki', 'dàki', 'ha')).not.toBe('folded');
  expect(tier("'daki", 'ɗàki', 'ha')).toBe('folded');
});

test('a language whose tag merely begins with the same letters has no profile', () => {
  expect(tier('ẹwa', 'ewà', 'york')).toBe('folded');
});

test('a profile overrides the marks of affixes, the spellings of letters, and which letters are distinct', () => {
  const folding = new Folding({
    languages: [],
    distinct: 'ɖ',
    letters: new Map([['x', ['h', 'kh']]]),
    affixMarks: '°',
  });

  expect(folding.caseFold('°xaɖ')).toBe('xaɖ');
  expect(folding.caseFold('-xaɖ')).toBe('-xaɖ');
  expect(folding.spellings('°xaɖ')).toEqual(['had', 'khad', 'haɖ', 'khaɖ']);
  expect(folding.querySpellings('xaɖ')).toEqual(['haɖ', 'khaɖ']);
  expect(folding.querySpellings('xad')).toEqual(['had', 'khad']);
});
