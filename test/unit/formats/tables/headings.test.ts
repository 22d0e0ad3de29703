import { guessColumns } from '../../../../src/formats/tables/guess-columns';

const guess = (...header: string[]) => guessColumns({ header, rows: [] }).columns;

test.each([
  ['Mot', 'headword'],
  ['Palavra', 'headword'],
  ['Neno', 'headword'],
  ['كلمة', 'headword'],
  ['Part of speech', 'categories'],
  ['pos', 'categories'],
  ['Catégorie', 'categories'],
  ['IPA', 'pronunciations'],
  ['Pluriel', 'forms'],
  ['Synonymes', 'relations'],
  ['Remarques', 'notes'],
  ['hom', 'homograph'],
  ['Parler', 'usages'],
  ['Dialect', 'usages'],
  ['Dialect form', 'variants'],
  ['Nom scientifique', 'notes'],
  ['Word class', 'categories'],
  ['Partie du discours', 'categories'],
  ['Classe grammaticale', 'categories'],
  ['Classe nominale', 'classes'],
  ['Contraire', 'relations'],
  ['Champ sémantique', 'domains'],
  ['Observations', 'notes'],
  ['Enregistrement', 'recordings'],
  ['Classe de palavras', 'categories'],
  ['Pronúncia', 'pronunciations'],
  ['Observações', 'notes'],
  ['Sinônimos', 'relations'],
  ['Gravação', 'recordings'],
  ['Aina ya neno', 'categories'],
  ['Ngeli', 'classes'],
  ['Visawe', 'relations'],
  ['Mifano', 'examples'],
  ['Tafsiri ya mfano', 'exampleTranslations'],
  ['Maelezo', 'notes'],
  ['Clase de palabra', 'categories'],
  ['PoS', 'categories'],
  ['Grammatical Info.', 'categories'],
  ['قسم الكلام', 'categories'],
  ['المعنى', 'translations'],
  ['Sense 1', 'translations'],
  ['partOfSpeech', 'categories'],
  ['entry_key', 'id'],
  ['Related words', 'relations'],
  ['Gender', 'classes'],
  ['Homonym no.', 'homograph'],
  ['Trad. phrase', 'exampleTranslations'],
  ['native_script_1', 'variants'],
  ['s2_exampleSentence', 'examples'],
  ['Example text', 'examples'],
  ['translate', 'translations'],
])('a column "%s" is %s', (name, to) => {
  expect(guess(name, 'Lemma')[name]).toMatchObject({ to });
});

test.each([
  ['Lemma', 'headword'],
  ['Stichwort', 'headword'],
  ['Wortart', 'categories'],
  ['Gram.', 'categories'],
  ['partofspeech', 'categories'],
  ['الجذر', 'radical'],
  ['Nominalklasse', 'classes'],
  ['Bedeutung', 'translations'],
  ['Bedeutungen', 'translations'],
  ['Übersetzung', 'translations'],
  ['Beispiel', 'examples'],
  ['Beispielsatz', 'examples'],
  ['Übersetzung des Beispiels', 'exampleTranslations'],
  ['Beispielübersetzung', 'exampleTranslations'],
  ['Aussprache', 'pronunciations'],
  ['Lautschrift', 'pronunciations'],
  ['Plural', 'forms'],
  ['Mehrzahl', 'forms'],
  ['Herkunft', 'etymologies'],
  ['Etymologie', 'etymologies'],
  ['Synonyme', 'relations'],
  ['Gegenteil', 'relations'],
  ['Siehe auch', 'relations'],
  ['Sachgebiet', 'domains'],
  ['Varianten', 'variants'],
  ['Anmerkungen', 'notes'],
  ['Erklärung', 'definitions'],
  ['Gebrauch', 'usages'],
  ['Bild', 'pictures'],
  ['Aufnahme', 'recordings'],
  ['Wurzel', 'radical'],
  ['Nr.', 'id'],
])('a column "%s" is %s', (name, to) => {
  expect(guess(name, 'Lemma')[name]).toMatchObject({ to });
});

test.each([
  ['Français', 'fr'],
  ['English', 'en'],
  ['translation_en', 'en'],
  ['EnglishTranslation', 'en'],
  ['Traduction (FR)', 'fr'],
  ['Kiingereza', 'en'],
  ['Französisch', 'fr'],
  ['Deutsch', 'de'],
  ['Übersetzung (Englisch)', 'en'],
  ['Bedeutung Deutsch', 'de'],
])('a column "%s" has translations into %s', (name, lang) => {
  expect(guess('word', name)[name]).toMatchObject({ to: 'translations', lang });
});

test.each(['Ex translation', 'Example gloss', 'Traduction ex.', 'Ex fr'])(
  'a column "%s" translates examples',
  (name) => {
    expect(guess('word', 'Example', name)[name]).toMatchObject({ to: 'exampleTranslations', n: 1 });
  },
);

test('a second column of categories, and columns of no known name, are kept for export only', () => {
  expect(guess('word', 'pos', 'category', 'Enquêteur')).toEqual({
    word: { to: 'headword' },
    pos: { to: 'categories' },
  });
});

test.each([
  ["Traduction de l'exemple", 'exampleTranslations', undefined],
  ['Traduction (DE)', 'translations', 'de'],
  ['de_translation', 'translations', 'de'],
])('the "de" in "%s" means German only as a separate word', (name, to, lang) => {
  const meaning = guess('Lemma', name)[name];

  expect(meaning).toMatchObject({ to });
  expect(meaning?.lang).toBe(lang);
});

test('reads five hundred columns, and keeps further columns for export only', () => {
  const glosses = Array.from({ length: 600 }, (_, at) => `Gloss ${at}`);
  const columns = guess('Word', ...glosses);
  expect(Object.keys(columns)).toHaveLength(500);
});

test('reads a translation after an example as its translation, if the word has one in this language already', () => {
  expect(guess('Word', 'English', 'Example', 'Translation (English)')['Translation (English)']).toEqual({
    to: 'exampleTranslations',
    lang: 'en',
    n: 1,
  });
  expect(guess('Mot', 'Français', 'Exemple', 'Traduction')['Traduction']).toMatchObject({
    to: 'exampleTranslations',
    lang: 'fr',
  });
  // The word has no other translation, or the numbers are those of senses.
  expect(guess('Word', 'Example', 'Translation')['Translation']).toEqual({ to: 'translations' });
  expect(guess('Word', 'Gloss 1', 'Example 1', 'Gloss 2')['Gloss 2']).toEqual({ to: 'translations' });
});

test('a column whose cells come again has no identifiers', () => {
  const header = ['Mot', 'N'];
  const rowsWith = (...cells: string[]) => cells.map((cell, index) => [`w${index}`, cell]);
  expect(guessColumns({ header, rows: rowsWith('n', 'v', 'n') }).columns).not.toHaveProperty('N');
  expect(guessColumns({ header, rows: rowsWith('1', '2', '') }).columns['N']).toEqual({ to: 'id' });
});

test('a column of numbers has no translations, whatever its heading', () => {
  const { columns } = guessColumns({
    header: ['Lexeme', 'Sense', 'Gloss'],
    rows: [
      ['ba', '1', 'river'],
      ['ba', '2.', 'mother'],
    ],
  });
  expect(Object.keys(columns)).toEqual(['Lexeme', 'Gloss']);
});

test.each([
  ['Plur.', 'plural'],
  ['Inaccompli', 'imperfective'],
  ['Past tense', 'past'],
])('a column "%s" has forms of the type %s', (name, type) => {
  expect(guess('Lemma', name)[name]).toMatchObject({ to: 'forms', type });
});

test('uses the first of several names of a column', () => {
  expect(guess('Lexeme/Word/Phrase', 'Gloss')).toMatchObject({ 'Lexeme/Word/Phrase': { to: 'headword' } });
});

test('uses a second word in a name if another column has the meaning of the first one', () => {
  expect(guess('Word (singular)', 'Word (plural)')['Word (plural)']).toEqual({ to: 'forms', type: 'plural' });
});

test('does not read units after a word as languages', () => {
  const columns = guess('Mot', 'Poids (kg)', 'Surface (ha)', 'Longueur en cm', 'kg', 'Traduction (ha)');
  expect(columns).toEqual({
    Mot: { to: 'headword' },
    kg: { to: 'translations', lang: 'kg' },
    'Traduction (ha)': { to: 'translations', lang: 'ha' },
  });
});

test('columns about speakers are kept for export only', () => {
  expect(Object.keys(guess('Word', 'Speaker gender', 'Informant language'))).toEqual(['Word']);
});

describe('the headwords of a table without a name for them', () => {
  const headwordOf = (header: string[], ...rows: string[][]) =>
    Object.entries(guessColumns({ header, rows }).columns).find(([, { to }]) => to === 'headword')?.[0];

  test.each<[string, string[], string[]]>([
    [
      'Singular',
      ['#', 'English', 'French', 'Singular', 'Plural', 'Dialect'],
      ['1', 'body', 'corps', 'mbil', 'mebil', 'Bafia'],
    ],
    ['Phonetic', ['Reference', 'Gloss', 'Phonetic', 'Plural'], ['a12', 'arm', 'kak', 'kako']],
    ['FORM', ['ID', 'DOCULECT', 'CONCEPT', 'FORM'], ['1', 'Bafut', 'water', 'nki']],
    ['Igala', ['Date', 'English', 'Igala'], ['May', 'house', 'unyi']],
    ['Igala translation', ['English word', 'Igala translation'], ['house', 'unyi']],
    ['Wolof', ['Concept', 'Wolof', 'Pulaar', 'IPA'], ['eau', 'ndox', 'ndiyam', 'ndox']],
    // No other column could have them.
    ['English word', ['English word', 'Meaning'], ['house', 'a building']],
  ])('are in the column %s', (expected, header, row) => {
    expect(headwordOf(header, row)).toBe(expected);
  });

  test('are not found in mostly empty columns or in columns of plurals', () => {
    const header = ['Dialect', 'Plural', 'English', 'Igala'];
    const rows = [
      ['Ibaji', 'am-unyi', 'house', 'unyi'],
      ['', 'am-ewo', 'goat', 'ewo'],
      ['', '', 'dog', 'abia'],
    ];
    expect(headwordOf(header, ...rows)).toBe('Igala');
  });

  test('are in the column with the most different cells', () => {
    const header = ['Village', 'Igala', 'English'];
    expect(headwordOf(header, ['Ibaji', 'unyi', 'house'], ['Ibaji', 'ewo', 'goat'])).toBe('Igala');
  });

  test('leave the column of English words to be the translations', () => {
    const columns = guess('English word', 'Igala translation', 'Example', 'Translation');
    expect(columns['English word']).toEqual({ to: 'translations', lang: 'en' });
    expect(columns['Translation']).toMatchObject({ to: 'exampleTranslations', lang: 'en' });
  });

  test('are nowhere in a table of numbers', () => {
    expect(headwordOf(['Count', 'Total'], ['1', '2'])).toBeUndefined();
  });
});

test('columns with the classes of singular and plural are both classes, and a semantic field is a domain', () => {
  const header = ['Lexeme', 'Noun class (sg)', 'Noun class (pl)', 'Plural', 'Semantic field', 'Loan source'];
  const row = ['muntu', '1', '2', 'bantu', 'people', 'Swahili'];

  expect(guessColumns({ header, rows: [row] }).columns).toMatchObject({
    'Noun class (sg)': { to: 'classes' },
    'Noun class (pl)': { to: 'classes' },
    Plural: { to: 'forms', type: 'plural' },
    'Semantic field': { to: 'domains' },
    'Loan source': { to: 'etymologies' },
  });
});

test.each([
  ['Twi', 'tw'],
  ['Sepedi', 'nso'],
  ['Changana', 'ts'],
  ['Gĩkũyũ', 'ki'],
  ['Kinande', 'nnb'],
  ['Baatonum', 'bba'],
])('the heading %s names the language %s', (name, lang) => {
  expect(guess('Mot', name)).toMatchObject({ [name]: { to: 'translations', lang } });
});

test('a column of tone patterns of forms is kept for export, and one of forms with tone marks is read', () => {
  const header = ['Word', 'Tone', 'Plural', 'Plural Tone', 'Ton du singulier', 'Plural with tone'];
  const rows = [
    ['l', 'L', 'ml', 'LHL', 'B-H', 'mùsów'],
    ['h', 'H', 'mh', '', '˥˩', ''],
    ['r', 'H', 'mr', '1 3', 'Bh', ''],
  ];
  expect(guessColumns({ header, rows }).columns).toEqual({
    Word: { to: 'headword' },
    Tone: { to: 'tone' },
    Plural: { to: 'forms', type: 'plural' },
    'Plural with tone': { to: 'forms', type: 'plural' },
  });
});
