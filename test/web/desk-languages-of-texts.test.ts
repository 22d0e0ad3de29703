import { ARTICLES, type DeskServer, startDesk } from './desk-browser';

let desk: DeskServer;

beforeAll(async () => {
  desk = await startDesk();
});

afterAll(() => desk.server.close());

/** The attributes of the field with a name. */
function fieldIn(page: string, name: string): string {
  return (page.match(/<input[^>]*>/g) ?? []).find((input) => input.includes(`name="${name}"`)) ?? '';
}

test('headings and fields of the desk have the language and the direction of their text, not those of the page', async () => {
  const number = await desk.newArticle({
    entry: { headword: 'كِتاب (kitaab)' },
    translations: [
      { lang: 'fra', content: 'livre' },
      { lang: '', content: 'book' },
    ],
    notes: [{ lang: 'ar-Latn', content: 'kutub' }],
  });
  const pages = await Promise.all(
    ['', '/json', '/history'].map(async (step) => (await desk.root.get(`${ARTICLES}/${number}${step}`)).text),
  );
  const [form = ''] = pages;

  for (const page of pages)
    expect(page).toMatch(/<h1>\s*<span lang="[^"]*" dir="auto"\s*>كِتاب \(kitaab\)<\/span/);
  expect(fieldIn(form, 'translations.0.content')).toContain('lang="fr"');
  expect(fieldIn(form, 'translations.1.content')).toContain('lang=""');
  expect(fieldIn(form, 'notes.0.content')).toContain('lang="ar-Latn"');
  expect(fieldIn(form, 'translations.0.lang')).not.toContain(' lang="fr"');
});
