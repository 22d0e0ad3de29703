import { alphabetOf } from '../../../../src/domain/alphabet/alphabet';
import { alphabetKey } from '../../../../src/domain/alphabet/alphabet-key';
import { LANGUAGE_ALPHABETS } from '../../../../src/domain/alphabet/alphabet';
import { byCodePoint } from '../../../../src/shared/text';

type Dictionary = Parameters<typeof alphabetOf>[0];

const sorted = (dictionary: Dictionary, words: readonly string[]) => {
  const alphabet = alphabetOf(dictionary);
  const keyOf = (word: string) => alphabetKey(word, alphabet, '');
  return words.toSorted((a, b) => byCodePoint(keyOf(a), keyOf(b)));
};

const declaring = (alphabet: readonly string[]): Dictionary => ({
  searchProfile: { distinct: null, letters: null, affixMarks: null, alphabet },
});

/** Words of each language, with the letters that its alphabet has beside the common ones. */
const SAMPLES: Readonly<Record<string, string>> = {
  ha: "ɓaure baba bari ɓera buta dutse ɗaki daki ɗan dogo ƙarfe kasa ƙasa kwana shinkafa sama sanyi suna tsuntsu taro ts tuwo ƴa yaro yau ƴanci Kano ƙanƙara ba'a baa",
  ig: 'akwa ákwà àkwà àkwá cha bọọlụ chi egbe ego gbara gwa gaa ghe ịcha icha ike kpa ka kwa nnụ ṅụ nwa nye na nta ọbụ obi olu ọma sha saa sii ụlọ ulo ube ọ́kụ́',
  ee: 'dze dua ɖe du dzo ɛ enyo ƒu fia ga gba ɣe ha xɔ hia ka kpɔ ko nyo nu ŋu ɔ ati to tsi ta ʋu vu va ɖɔ do',
  yo: 'ẹja ejò ẹyẹ éwú ewé ewè gbà gé gá gígùn ilé ilẹ̀ ọmọ omi ọkọ òkò oko ọ̀kọ̀ ọkọ́ okó ṣe sè sá ṣà adìẹ àga',
  wo: 'kër ker keur ñaar naan nag ŋaam nyam àdduna adduna ada góor gor gore xale xàl xaal dëkk dekk dékk',
  om: 'chaa caa dhala daa nyaata nama phaaph paaphi shan sa zaa khan kan',
  tn: 'se šaka sa ê e ô o',
};

test.each(Object.entries(SAMPLES))('words of %s are sorted as ICU sorts them', (language, text) => {
  expect(Intl.Collator.supportedLocalesOf([language])).toEqual([language]);
  const words = text.split(' ').map((word) => word.normalize('NFC'));

  expect(sorted({ language }, words)).toEqual(words.toSorted(new Intl.Collator(language).compare));
});

test.each(['sw', 'ln', 'ff', 'und'])('without special rules, %s is sorted as by ICU', (language) => {
  const words = (
    'kër ker keur ñaar naan nag ŋaam nyam ɓoo boo bu ɗum dum ƴoƴ yo yob xale jigéen jigeen Jigéen ' +
    'ɛmi emi etá ɔna oná ona kɔ ko kó kò kô kǒ kõ sa-b sab sa b ɲɛ nɛ ʼa ʔa a za ɣa ga ʃa sa ʒa'
  ).split(' ');

  expect(sorted({ language }, words)).toEqual(words.toSorted(new Intl.Collator(language).compare));
});

test('every language of the table has a sample', () => {
  for (const { languages } of LANGUAGE_ALPHABETS)
    expect(languages.some((language) => language in SAMPLES)).toBe(true);
});

test('a declared alphabet orders its letters, digraphs too, and others follow their neighbours', () => {
  const dictionary = declaring(['a', 'gb', 'b', 'ɛ', 'd', 'e']);

  expect(sorted(dictionary, ['e', 'da', 'ɛb', 'ba', 'gba', 'ga', 'ac', 'ca', 'ab', 'agb'])).toEqual([
    'agb',
    'ab',
    'ac',
    'gba',
    'ba',
    'ca',
    'ɛb',
    'ga',
    'da',
    'e',
  ]);
});

test('a declared alphabet may be of another script, and capitals are the same letters', () => {
  expect(sorted(declaring(['𞤧', '𞤢']), ['𞤀𞤁', '𞤅', '𞤢'])).toEqual(['𞤅', '𞤢', '𞤀𞤁']);
});

test('affix marks do not count, and headwords without letters come last', () => {
  expect(sorted({}, ['', '?', '-kpa', 'ka', 'ma-', '12']).slice(0, 4)).toEqual(['12', 'ka', '-kpa', 'ma-']);
});

test('a letter has a name, which finds it', () => {
  const alphabet = alphabetOf({ language: 'yo' });
  const code = alphabet.codeOf('GB')!;

  expect(alphabetKey('gbà', alphabet, '').startsWith(code)).toBe(true);
  expect(alphabet.nameOf(code)).toBe('gb');
  expect(alphabet.codeOf('ẹ')).not.toBe(alphabet.codeOf('e'));
  expect(alphabet.codeOf('kp')).toBeUndefined();
  expect(alphabet.codeOf('ߊ')).toBe('ߊ');
});
