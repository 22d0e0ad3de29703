import { wordsOfRoot } from '../../../../src/domain/search/morphology/ethiopic-roots';
import { find } from './find';

test.each([
  ['he eats', 'ይበልዕ', 'በልዐ', 'ti'],
  ['he does not know', 'ኣይፈልጥን', 'ፈለጠ', 'ti'],
  ['to sleep', 'ምድቃስ', 'ደቀሰ', 'ti'],
  ['a weak last letter', 'ይሰቲ', 'ሰተየ', 'ti'],
  ['a weak letter in the middle', 'ሞይቱ', 'ሞተ', 'ti'],
  ['a stop that is a spirant behind a vowel', 'ይኸይድ', 'ከደ', 'ti'],
  ['a broken plural', 'ኣግራብ', 'ገረብ', 'ti'],
  ['a plural of four consonants', 'መጻሕፍቲ', 'መጽሓፍ', 'ti'],
  ['my eye', 'ዓይነይ', 'ዓይኒ', 'ti'],
  ['he breaks', 'ይሰብራል', 'ሰበረ', 'am'],
  ['to break', 'መስበር', 'ሰበረ', 'am'],
])('a word in Ethiopic letters is found by its root: %s', (_, typed, headword, language) => {
  expect(find(typed, headword, language)?.tier).toBe('inflected');
});

test('a word with another root is not found', () => {
  expect(find('ይበልዕ', 'ሰበረ', 'ti')).toBeUndefined();
});

test('words in other letters, single syllables and long words have no roots', () => {
  expect(wordsOfRoot('bet')).toEqual([]);
  expect(wordsOfRoot('ቤ')).toEqual([]);
  expect(wordsOfRoot('መ'.repeat(100))).toEqual([]);
});
