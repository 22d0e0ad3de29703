import { Folding } from '../../../../src/domain/search/folding';
import { find } from './find';

const level = (typed: string, headword: string, dictionaryId: string) =>
  find(typed, headword, dictionaryId)?.level;

test.each(['yor_eng_1', 'yo-fr', 'YO_x'])('Yoruba writes sh for ṣ, and ẹ is no e (%s)', (dictionaryId) => {
  expect(level('ishe', 'iṣẹ́', dictionaryId)).toBe('folded');
  expect(level('ise', 'iṣẹ́', dictionaryId)).toBe('folded');
  expect(level('iṣẹ', 'iṣẹ́', dictionaryId)).toBe('letters');
  expect(level('ẹwa', 'ewà', dictionaryId)).not.toBe('folded');
});

test('without the profile the same letters are one', () => {
  expect(level('ẹwa', 'ewà', 'xx_1')).toBe('folded');
  expect(level('chika', 'cìka', 'xx_1')).not.toBe('folded');
});

test('Ewe writes v and w for ʋ, and ƒ is no f', () => {
  expect(level('wu', 'ʋù', 'ewe_fr')).toBe('folded');
  expect(level('vu', 'ʋù', 'ee_fr')).toBe('folded');
  expect(level('ƒo', 'fó', 'ewe_fr')).not.toBe('folded');
  expect(level('fo', 'ƒó', 'ewe_fr')).toBe('folded');
});

test('Hausa writes ch for c, and ɗ is no d', () => {
  expect(level('chika', 'cìka', 'hau_en')).toBe('folded');
  expect(level('cika', 'cìka', 'hau_en')).toBe('letters');
  expect(level('ɗaki', 'dàki', 'ha_en')).not.toBe('folded');
  expect(level("'daki", 'ɗàki', 'ha_en')).toBe('folded');
});

test('a dictionary whose identifier merely begins with the same letters has no profile', () => {
  expect(level('ẹwa', 'ewà', 'york_1')).toBe('folded');
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
  expect(folding.asked('xaɖ')).toEqual(['haɖ', 'khaɖ']);
  expect(folding.asked('xad')).toEqual(['had', 'khad']);
});
