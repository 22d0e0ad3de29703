import { find } from './find';

const tier = (typed: string, headword: string) => find(typed, headword)?.tier;

test.each([
  ['m3ky3', 'mɛkyɛ', 'ak'],
  [')pra', 'ɔpra', 'twi'],
  ['3y3', 'ɛyɛ', 'ee'],
  ['b3r3', 'bɛrɛ', 'bam'],
])('signs that stand for letters in West Africa: %s is %s', (typed, headword, language) => {
  expect(find(typed, headword, language)?.tier).toBe('exact');
  expect(find(typed, headword, 'yo')?.tier).not.toBe('exact');
});

test('a word of two letters is found by those of another script, not by all that sound alike', () => {
  expect(find('ߖߌ', 'ji', 'bm')?.tier).toBe('sound');
  expect(find('ⴼⵓ', 'fu', 'kab')?.tier).toBe('sound');
  expect(find('ji', 'dji')).toBeUndefined();
});

test('a closing bracket and a digit that is not beside a letter are not letters', () => {
  expect(find('dua (3)', 'dua (3)', 'ak')?.tier).toBe('exact');
});

test('words in Arabic letters are read in languages that have been written in them, if they have few spellings', () => {
  expect(find('مكولم', 'mkulima', 'zu')?.tier).not.toBe('sound');
  expect(find('كتكتكت', 'katikatikati', 'sw')?.tier).not.toBe('sound');
});

test('sounds that only some languages confuse are distinct in other languages', () => {
  expect(find('libah', 'libaax', 'ha')?.tier).not.toBe('sound');
});

describe('the headword', () => {
  test.each([
    ['no marks', 'molongo', 'mɔ̀lɔ̀ngɔ́'],
    ['single letters for special ones', 'nana', 'ŋàŋá'],
    ['several letters for special ones', 'ngangu', 'ŋàŋu'],
    ['ɲ as n', 'nala', 'ɲala'],
    ['ɲ as ny', 'nyala', 'ɲala'],
    ['ɣ as g', 'logo', 'loɣo'],
    ['ɣ as gh', 'logho', 'loɣo'],
    ['ʃ as s', 'sana', 'ʃana'],
    ['ʃ as sh', 'shana', 'ʃana'],
    ['ʧ as c', 'cuku', 'ʧuku'],
    ['ʧ as ch', 'chuku', 'ʧuku'],
    ['ɓ as b and ɗ as d', 'bidoga', 'ɓiɗoga'],
    ['ə and ǝ as e', 'mesele', 'məsǝlə'],
    ['ɛ as e and ɔ as o', 'seko', 'sɛkɔ'],
    ['ẹ as e and ṣ as s', 'isele', 'ìṣẹ̀lẹ̀'],
    ['no apostrophe', 'saaku', "sa'aku"],
    ['a glottal stop left out', 'saaku', 'saʔaku'],
    ['an apostrophe for a glottal stop', 'sa’aku', 'saʔaku'],
    ['a space for a hyphen', 'kisi ma weto', 'kìsì-ma-wètô'],
    ['nothing for a hyphen', 'kisimaweto', 'kìsì-ma-wètô'],
    ['a hyphen for a space', 'kisi-ma', 'kisi má'],
    ['an affix without its hyphen and mark', 'golu', '-gòlu'],
    ['capitals and stray spaces without marks', '  MOLONGO ', 'mɔ̀lɔ̀ngɔ́'],
    ['ASCII for clicks', '!kora', 'ǃkora'],
  ])('is found as folded by %s: %s → %s', (_, typed, headword) => {
    expect(['letters', 'folded', 'light']).toContain(tier(typed, headword));
  });

  test('is exact in NFC and in NFD, as phones type it', () => {
    expect(tier('mɔ̀lɔ́'.normalize('NFD'), 'mɔ̀lɔ́')).toBe('exact');
    expect(tier('mɔ̀lɔ́', 'mɔ̀lɔ́'.normalize('NFD'))).toBe('exact');
  });

  test.each([
    ['capitals', 'MƆ̀LƆ́', 'mɔ̀lɔ́'],
    ['stray spaces', ' kisi   má ', 'kisi má'],
    ['one apostrophe for another', 'saʼaku', 'sa‘aku'],
    ['a backtick', 'sa`aku', "sa'aku"],
    ['another hyphen', 'kìsì‐ma', 'kìsì-ma'],
    ['an affix without its hyphen', 'gòlu', '-gòlu'],
    ['ǝ for ə', 'mǝsǝ', 'məsə'],
    ['ă for ǎ', 'tăta', 'tǎta'],
    ['η for ŋ', 'tiηa', 'tiŋa'],
    ['tʃ for ʧ', 'tʃuku', 'ʧuku'],
    ['ẹ with a line below for a dot', 'e̩ja', 'ẹja'],
  ])('is light by %s: %s → %s', (_, typed, headword) => {
    expect(tier(typed, headword)).toBe('light');
  });

  test('is found by a prefix of three letters and of one', () => {
    expect(tier('mol', 'mɔ̀lɔ̀ngɔ́')).toBe('prefix');
    expect(tier('m', 'mɔ̀lɔ̀ngɔ́')).toBe('prefix');
    expect(tier('molong', 'mɔ̀lɔ̀ngɔ́')).toBe('prefix');
  });

  test('of several words is found by each of the words', () => {
    expect(tier('weto', 'kìsì-ma-wètô')).toBe('word');
    expect(tier('suba', 'mɔgɔ súba')).toBe('word');
    expect(tier('suba mogo', 'mɔgɔ súba')).toBe('word');
  });

  test.each([
    ['a letter left out', 'molngo'],
    ['a letter added', 'molonzgo'],
    ['a letter replaced', 'molondo'],
    ['two letters swapped', 'mologno'],
  ])('is found with %s', (_, typed) => {
    expect(['fuzzy', 'sound']).toContain(tier(typed, 'mɔ̀lɔ̀ngɔ́'));
  });

  test('is found with a doubled letter dropped', () => {
    expect(tier('kasara', 'kassara')).toBe('sound');
  });

  test.each([
    ['a doubled letter dropped in a short word', 'sal', 'saal'],
    ['a letter doubled', 'molloongo', 'mɔ̀lɔ̀ngɔ́'],
    ['French spelling', 'moulougna', 'mùluɲa'],
    ['English spelling', 'kawdhi', 'kɔɗi'],
    ['French eu, gn and a silent e', 'gneune', 'ñën'],
    ['French di before a vowel', 'diamano', 'jamano'],
    ['French tch and dj', 'tchadjo', 'cajo'],
    ['English ee and oo', 'seemboo', 'simbu'],
    ['English ck and a final h', 'yackah', 'yaka'],
    ['Portuguese nh and qu', 'quinha', 'ginya'],
    ['z for dh', 'zahabu', 'dhahabu'],
  ])('sounds the same by %s: %s → %s', (_, typed, headword) => {
    expect(tier(typed, headword)).toBe('sound');
  });

  test('is near by another alphabet and an error', () => {
    expect(tier('nyamulula', 'ɲamululu')).toBe('fuzzy');
  });

  test.each([
    ['without its tones', 'mɔlɔngɔ', 'mɔ̀lɔ̀ngɔ́'],
    ['without vowel signs', 'كتب', 'كَتَبَ'],
  ])('is found before words with other letters %s: %s → %s', (_, typed, headword) => {
    expect(tier(typed, headword)).toBe('letters');
  });

  test.each([
    ['kora', 'kora²'],
    ['//kora', 'ǁkora'],
    ['|kora', 'ǀkora'],
    ['#kora', 'ǂkora'],
    ['ju!kora', 'juǃkora'],
  ])(
    'is light without the number of a homograph, and with plain signs for clicks: %s → %s',
    (typed, headword) => {
      expect(tier(typed, headword)).toBe('light');
    },
  );

  test('of several words in a headword with punctuation is found by each of them', () => {
    expect(tier('bakora', 'mukora/bakora')).toBe('word');
    expect(tier('bakora', 'mukora (pl. bakora)')).toBe('word');
  });

  test('is not found with two errors, or with one in a word of three letters', () => {
    expect(tier('mplangi', 'mɔ̀lɔ̀ngɔ́')).toBeUndefined();
    expect(tier('sok', 'sak')).toBeUndefined();
  });
});

describe('other texts of an article', () => {
  const doctor = {
    entry: { headword: 'nganga', variants: ['ŋgàŋa'] },
    forms: [
      { form: 'binganga', type: 'plural' },
      { form: 'ngangasi', type: 'feminine' },
    ],
    translations: [
      { lang: 'fr', number: 1, content: "guérisseur, maître d'école (fam.)" },
      { lang: 'en', number: 2, content: 'healer; witch doctor/medicine man' },
    ],
  };

  const french = { field: 'translation', text: "guérisseur, maître d'école (fam.)", lang: 'fr' };
  const english = { field: 'translation', text: 'healer; witch doctor/medicine man', lang: 'en' };

  test.each([
    ['binganga', 'variant', { field: 'form', text: 'binganga', lang: null }],
    ['ngangasi', 'variant', { field: 'form', text: 'ngangasi', lang: null }],
    ['ŋgàŋa', 'variant', { field: 'variant', text: 'ŋgàŋa', lang: null }],
    ['NGGANGA', 'foldedVariant', { field: 'variant', text: 'ŋgàŋa', lang: null }],
    ['bingan', 'variantPrefix', { field: 'form', text: 'binganga', lang: null }],
    ['guerisseur', 'translation', french],
    ['maitre decole', 'translation', french],
    ['école', 'translationWord', french],
    ['Healer', 'translation', english],
    ['doctor', 'translationWord', english],
    ['medicine doctor', 'translationWord', english],
    ['the healers', 'translation', english],
    ['l’école', 'translationWord', french],
    ['fam', 'translationWord', french],
  ])('%s is found as %s', (typed, tier, match) => {
    expect(find(typed, doctor)).toMatchObject({ tier, ...match });
  });

  test('return the number of the translation, which is its sense', () => {
    expect(find('healer', doctor)?.number).toBe(2);
  });

  test.each(['d', 'xyz', 'medicine woman'])('%s is not found', (typed) => {
    expect(find(typed, doctor)).toBeUndefined();
  });
});

describe('spellings that people type', () => {
  test.each(['', '   ', '\t\n'])('finds nothing when it is empty (%j)', (typed) => {
    expect(find(typed, 'molo')).toBeUndefined();
  });

  test.each(['.*', '^m', 'mo.o', '(', '[a-z]+', 'm\\w', '$', '*', '?', '|', '\\'])(
    'is plain text, whatever it means elsewhere: %s',
    (typed) => {
      expect(find(typed, 'zumbi')).toBeUndefined();
      expect(find(typed, typed)?.tier).toBe('exact');
    },
  );

  test('in double quotes must match exactly, including the marks that were typed', () => {
    expect(find('"mòlo"', 'mòlo')?.tier).toBe('exact');
    expect(find('“Mòlo”', 'mòlo')?.tier).toBe('light');
    expect(find('"molo"', 'mòlo')?.tier).toBe('folded');
    expect(find('"molo so"', 'mòlo sɔ')?.tier).toBe('folded');
    expect(find('"ngolo"', 'ŋolo')?.tier).toBe('folded');
    expect(find('"molo"', 'mòlos')).toBeUndefined();
    expect(find('"mòlo"', 'mòló')).toBeUndefined();
    expect(find('"mòl"', 'mòlo')).toBeUndefined();
  });

  test('in quotation marks finds an equivalent that is equal to it, and no form of it', () => {
    const article = {
      entry: { headword: 'mòlo' },
      translations: [{ lang: 'en', content: 'to ride, horse' }],
    };
    const tier = (typed: string) => find(typed, article)?.tier;

    expect(['“horse”', '"to ride"', '«\u00A0horse\u00A0»'].map(tier)).toEqual(Array(3).fill('translation'));
    expect(['“horses”', '“hors”', '"mol"'].map(tier)).toEqual([undefined, undefined, undefined]);
  });

  // Marks of direction, a joiner, a Mongolian and a Hangul sign: Default_Ignorable_Code_Point of Unicode.
  test.each(['\u2067', '\u202A', '\u061C', '\u034F', '\u180E', '\u3164', '\uFE0F', '\u00AD'])(
    'may have invisible characters (%j)',
    (sign) => {
      const article = { entry: { headword: 'mòlo' }, translations: [{ lang: 'en', content: 'to ride' }] };

      expect(tier(`mò${sign}lo`, 'mòlo')).toBe('light');
      expect(tier('mòlo', `mò${sign}lo`)).toBe('light');
      expect(find(`to${sign} ride`, article)?.tier).toBe('translation');
    },
  );

  test('may have 100 characters, beyond the basic plane too, and no more', () => {
    const long = '𞤀'.repeat(100);

    expect(find(long, long)?.tier).toBe('exact');
    expect(() => find(`${long}𞤀`, long)).toThrow('100');
  });
});

test.each(['en_fait', 'en.fait', 'mais_en_fait'])(
  'a word that "%s" joins to others in a gloss is found alone',
  (gloss) => {
    const article = { entry: { headword: 'ake' }, translations: [{ lang: 'fr', content: gloss }] };
    expect(find('fait', article)).toMatchObject({ text: gloss });
  },
);

test('letters of an abbreviation are not words of a gloss', () => {
  const article = { entry: { headword: 'ake' }, translations: [{ lang: 'en', content: 'e.g. now' }] };
  expect(find('now', article)).toMatchObject({ text: 'e.g. now' });
  expect(find('g', article)).toBeUndefined();
});
