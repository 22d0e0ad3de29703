import { isLikelyError } from '../../../../src/domain/search/letter-errors';

test.each([
  ['swapped letters', 'kbali', 'kabli'],
  ['swapped first letters', 'akli', 'kali'],
  ['an omitted letter', 'kalo', 'kalio'],
  ['a letter typed twice', 'kalli', 'kali'],
  ['a letter typed with a key beside it', 'kalki', 'kali'],
  ['a key beside the right one', 'kaki', 'kali'],
  ['a key above the right one', 'kalu', 'kalj'],
  ['a key of the French keyboard', 'kqli', 'kali'],
  ['another vowel', 'kalo', 'kala'],
  ['a letter of a similar sound', 'kapi', 'kabi'],
  ['the first letter of a longer word', 'bariga', 'tariga'],
  ['the first letter of five, by a key beside it', 'rarig', 'tarig'],
  ['any letter of a long word', 'kalimo', 'kaligo'],
  ['another script', 'ሰላም', 'ሰላት'],
])('an error is likely: %s', (_, typed, word) => {
  expect(isLikelyError(typed, word)).toBe(true);
});

test.each([
  ['a key far from the right one', 'kami', 'kaxi'],
  ['a vowel for a consonant', 'kai', 'kal'],
  ['a letter added beside keys far from it', 'kadli', 'kali'],
  ['the first letter of four', 'gali', 'fali'],
  ['the first letter of four is omitted', 'alio', 'kalio'],
])('an error is unlikely: %s', (_, typed, word) => {
  expect(isLikelyError(typed, word)).toBe(false);
});
