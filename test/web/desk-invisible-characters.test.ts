import { ARTICLES, type DeskServer, DESK, startDesk } from './desk-browser';

let desk: DeskServer;

beforeAll(async () => {
  desk = await startDesk();
});

afterAll(() => desk.server.close());

const saving = { do: 'save' };

/** The codes that the preview of an article names, in the order of its words. */
function codesIn(page: string): readonly string[] {
  const [preview = ''] = /<section id="preview".*?<\/section>/s.exec(page) ?? [];
  return [...preview.matchAll(/<mark>(U\+[0-9A-F]+)<\/mark>/g)].map(([, code = '']) => code);
}

test('the preview names invisible characters of headword, variants and forms in their places', async () => {
  const number = await desk.newArticle({
    entry: { headword: 'dù\u00ADdú', variants: [{ headword: 'du\u200Bdu' }, { headword: 'dudu' }] },
    forms: [{ form: '\uFEFFadudu' }],
  });
  const { text } = await desk.root.get(`${ARTICLES}/${number}`);
  const french = await desk.root.get(`${ARTICLES}/${number}`, { 'Accept-Language': 'fr' });

  expect(codesIn(text)).toEqual(['U+00AD', 'U+200B', 'U+FEFF']);
  expect(text).toContain('<bdi>dù<mark>U+00AD</mark>dú</bdi>');
  expect(french.text).toContain('Ces mots contiennent des caractères invisibles');
});

test('the preview of typed text names them too, before it is stored', async () => {
  const typed = { do: 'preview', headword: 'ile\u2060' };

  expect(codesIn((await desk.root.fill(`${DESK}/new`, typed)).text)).toEqual(['U+2060']);
});

test.each([
  ['joiners of Persian, Sinhala and Hebrew', 'می\u200Cشود ශ්\u200Dරී ב\u034Fא'],
  ['marks of direction', 'كتاب (kitaab)\u200F'],
  ['variation selectors', 'ᠠ\u180B'],
  ['letters, spaces and marks of visible scripts', 'ɖɔ̀ŋkɔ́ ߞߎߡߊ 𞤨𞤵𞤤𞤢𞤪 \u06DD'],
])('the preview names no %s', async (_, headword) => {
  const { text } = await desk.root.fill(`${DESK}/new`, { do: 'preview', headword });

  expect(codesIn(text)).toEqual([]);
  expect(text).not.toContain('invisible characters');
});

test('a word of many invisible characters is named in part', async () => {
  const headword = `a${'\u200B'.repeat(1000)}`;
  const { text } = await desk.root.fill(`${DESK}/new`, { do: 'preview', headword });

  expect(codesIn(text).length).toBeLessThanOrEqual(100);
});

test('an invisible character at an end of a text is removed if the text is typed again without it', async () => {
  const number = await desk.newArticle({
    entry: { headword: 'kanda\uFEFF' },
    translations: [{ lang: 'en', content: ' to weave\uFEFF ' }],
  });
  await desk.root.fill(`${ARTICLES}/${number}`, { ...saving, headword: 'kanda' });
  const first = await desk.stored(number);
  await desk.root.fill(`${ARTICLES}/${number}`, { ...saving, 'translations.0.content': 'to weave' });

  expect(first['source']).toEqual({
    entry: { headword: 'kanda' },
    translations: [{ lang: 'en', content: ' to weave\uFEFF ' }],
  });
  expect((await desk.stored(number))['source']).toEqual({
    entry: { headword: 'kanda' },
    translations: [{ lang: 'en', content: 'to weave' }],
  });
});
