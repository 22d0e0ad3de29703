import { wordsNear } from '../../../../src/domain/search/glosses/typos';

/** The words of a vocabulary that are near a typed word, looked up one by one, and by their beginnings. */
async function near(typed: string, vocabulary: readonly string[]) {
  const among = (words: readonly string[]) =>
    Promise.resolve(vocabulary.filter((word) => words.includes(word)));
  const beginning = (text: string) => Promise.resolve(vocabulary.filter((word) => word.startsWith(text)));
  const [one = []] = await wordsNear([typed], { among });
  const [begun = []] = await wordsNear([typed], { among, beginning });
  expect(begun).toEqual(one);
  return one.filter((word) => word !== typed);
}

test.each([
  ['one letter typed two places away', 'tounge', 'tongue'],
  ['one letter missing in a word of four', 'aqua', 'acqua'],
  ['a sound of a word of four spelled otherwise', 'caza', 'casa'],
  ['a sound of Portuguese spelled otherwise', 'caxorro', 'cachorro'],
  ['ss for ç', 'cabessa', 'cabeca'],
])('%s: %s is near %s', async (_, typed, word) => {
  expect(await near(typed, [word, 'other'])).toEqual([word]);
});

test('a word of four letters is near no other of four or less', async () => {
  expect(await near('pane', ['cane', 'panes', 'pan', 'pean'])).toEqual(['panes']);
});
