import { Folding } from '../../../../src/domain/search/folding';
import { find } from './find';

const level = (typed: string, headword: string, language: string | null) =>
  find(typed, headword, language)?.level;

test.each(['yo', 'yor', 'yo-Latn-NG'])('Yoruba writes sh for ṣ, and ẹ is not e (%s)', (language) => {
  expect(level('ishe', 'iṣẹ́', language)).toBe('folded');
  expect(level('ise', 'iṣẹ́', language)).toBe('folded');
  expect(level('iṣẹ', 'iṣẹ́', language)).toBe('letters');
  expect(level('ẹwa', 'ewà', language)).not.toBe('folded');
});

test('without the profile these letters are equal', () => {
  expect(level('ẹwa', 'ewà', null)).toBe('folded');
  expect(level('chika', 'cìka', null)).not.toBe('folded');
});

test('Ewe writes v and w for ʋ, and ƒ is not f', () => {
  expect(level('wu', 'ʋù', 'ewe')).toBe('folded');
  expect(level('vu', 'ʋù', 'ee')).toBe('folded');
  expect(level('ƒo', 'fó', 'ewe')).not.toBe('folded');
  expect(level('fo', 'ƒó', 'ewe')).toBe('folded');
});

test('Hausa writes ch for c, and ɗ is not d', () => {
  expect(level('chika', 'cìka', 'hau')).toBe('folded');
  expect(level('cika', 'cìka', 'hau')).toBe('letters');
  expect(level('ɗaki', 'dàki', 'ha')).not.toBe('folded');
  expect(level("'daki", 'ɗàki', 'ha')).toBe('folded');
});

test('a language whose tag merely begins with the same letters has no profile', () => {
  expect(level('ẹwa', 'ewà', 'york')).toBe('folded');
});

test('a profile overrides the marks of affixes, the spellings of letters, and which letters are distinct', () => {
  const folding = new Folding({
    languages: [],
    distinct: 'ɖ',
    letters: new Map([['x', ['h', 'kh']]]),
    affixMarks: '°',
  });

  expect(folding.light('°xaɖ')).toBe('xaɖ');
  expect(folding.light('-xaɖ')).toBe('-xaɖ');
  expect(folding.spellings('°xaɖ')).toEqual(['had', 'khad', 'haɖ', 'khaɖ']);
  expect(folding.querySpellings('xaɖ')).toEqual(['haɖ', 'khaɖ']);
  expect(folding.querySpellings('xad')).toEqual(['had', 'khad']);
});
