import { wordsNear } from '../../../../src/domain/search/glosses/typos';
import { nearByBeginnings } from '../../../../src/storage/search/vocabulary';

/** The words of a vocabulary that are near a typed word, looked up one by one, and by their beginnings. */
async function near(typed: string, vocabulary: readonly string[]) {
  const among = (words: readonly string[]) =>
    Promise.resolve(vocabulary.filter((word) => words.includes(word)));
  const beginning = (text: string) => Promise.resolve(vocabulary.filter((word) => word.startsWith(text)));
  const [one = []] = await wordsNear([typed], { among });
  const [begun = []] = await wordsNear([typed], {
    among,
    near: (words, most) => nearByBeginnings(words, most, { among, beginning }),
  });
  expect(begun).toEqual(one);
  return one.filter((word) => word !== typed);
}

test.each([
  ['one letter typed two places away', 'tounge', 'tongue'],
  ['one letter missing in a word of four', 'aqua', 'acqua'],
  ['a sound of a word of four spelled otherwise', 'caza', 'casa'],
  ['a sound of Portuguese spelled otherwise', 'caxorro', 'cachorro'],
  ['ss for ç', 'cabessa', 'cabeca'],
  ['k for qu', 'brik', 'brique'],
])('%s: %s is near %s', async (_, typed, word) => {
  expect(await near(typed, [word, 'other'])).toEqual([word]);
});

test.each([
  ['in the word before an ending', 'lerning', 'learn'],
  ['in a word that lost an e before its ending', 'dannced', 'dance'],
  ['in a short plural', 'feilds', 'field'],
  ['in a French plural', 'chamaux', 'chameau'],
  ['in a Portuguese form', 'caminhadno', 'caminhar'],
  ['in an ending', 'walkng', 'walk'],
  ['in an ending before which an e is lost', 'likng', 'like'],
  ['in the plural of a word in y', 'citeis', 'city'],
])('an error %s: %s is near %s', async (_, typed, word) => {
  expect(await near(typed, [word, 'other'])).toEqual([word]);
});

test('an ending that lacks a consonant, and an s after another, are none', async () => {
  expect(await near('tubig', ['tube'])).toEqual([]);
  expect(await near('debess', ['debts'])).toEqual([]);
});

test('forms of other words are near only if no word is', async () => {
  expect(await near('marks', ['market', 'mark', 'marls'])).toEqual(['mark', 'marls']);
  expect(await near('markts', ['market', 'marks'])).toEqual(['marks']);
});

test('a word of four letters is near no other of four or less', async () => {
  expect(await near('pane', ['cane', 'panes', 'pan', 'pean'])).toEqual(['panes']);
});

describe('two letters of a word', () => {
  const nearest = async (typed: string, vocabulary: readonly string[]) => {
    const beginning = (text: string) => Promise.resolve(vocabulary.filter((word) => word.startsWith(text)));
    const among = (words: readonly string[]) =>
      Promise.resolve(vocabulary.filter((word) => words.includes(word)));
    const [near = []] = await wordsNear([typed], {
      among,
      near: (words, most) => nearByBeginnings(words, most, { among, beginning }),
    });
    return near.filter((word) => word !== typed);
  };

  test('may differ in words of eight or more letters, after their beginning', async () => {
    expect(await nearest('umbrenna', ['umbrella', 'other'])).toEqual(['umbrella']);
    expect(await nearest('ombrenna', ['umbrella'])).toEqual([]);
    expect(await nearest('pilnoks', ['pillows'])).toEqual([]);
  });

  test('do not differ if a word with one different letter exists', async () => {
    expect(await nearest('colector', ['collector', 'collectors'])).toEqual(['collector']);
  });
});
