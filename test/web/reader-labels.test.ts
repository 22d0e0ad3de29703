import { dictionaryFolder } from '../support/dictionary-files';
import { startGateway, type TestGateway } from '../support/gateway';
import { call } from '../support/http';

const TREE = {
  entry: {
    headword: 'jiri',
    variants: [
      { headword: 'ߖߌߙߌ', type: 'script:bm-Nkoo' },
      { headword: 'jiridenba', sense: 2 },
    ],
  },
  class: [{ value: '5', role: 'nounClass' }],
  forms: [
    { form: 'jiriw', type: 'pl' },
    { form: 'jiridenw', type: 'plural', sense: 2 },
  ],
  senses: [{ number: 1 }, { number: 2 }],
  usages: [{ content: 'archaic', type: 'usage-type' }],
  notes: [{ content: 'Vitex', type: 'scientific-name' }],
  relations: [{ type: 'synonym', target: 'sun' }],
  etymologies: [{ language: 'ar', form: 'šajar' }],
};

const WALK = {
  entry: { headword: 'taama' },
  categories: [
    { content: 'verb', sense: 1 },
    { content: 'noun', sense: 2 },
  ],
  senses: [{ number: 1 }, { number: 2, indicator: 'of a trader' }],
  translations: [
    { lang: 'en', content: 'walk', sense: 1 },
    { lang: 'en', content: 'journey', sense: 2 },
  ],
};

const FIELD = {
  entry: { headword: 'foro' },
  senses: [{ number: 1 }],
  translations: ['field', 'farm'].map((content) => ({ lang: 'en', content, sense: 1 })),
  definitions: [{ lang: 'en', content: 'land that is tilled', sense: 1 }],
};

let server: TestGateway;

beforeAll(async () => {
  server = await startGateway();
  const articles = [
    { id_article: 1, article: TREE },
    { id_article: 2, article: FIELD },
    { id_article: 3, article: WALK },
  ];
  await server.load(dictionaryFolder('labels_test', articles as never, { short_name: 'Labels' }));
});

afterAll(() => server.close());

/** What the article on a page says, without its elements. */
async function said(path: string, language: string): Promise<string> {
  const headers = { 'Accept-Language': language };
  const { text } = await call(`${server.url}/dictionaries/labels_test/${path}`, { headers });
  return text
    .slice(text.indexOf('<article'), text.indexOf('</article>'))
    .replace(/<[^>]*>/gu, ' ')
    .replace(/\s+/gu, ' ');
}

test('codes that programs write as labels are shown as words', async () => {
  const page = await said('1', 'en');

  expect(page).toMatch(/Class 5 noun class /u);
  expect(page).toMatch(/ߖߌߙߌ N’Ko /u);
  expect(page).toMatch(/jiriw plural /u);
  expect(page).toMatch(/Usage archaic Etymology šajar Arabic /u);
  expect(page).toMatch(/Vitex scientific name /u);
});

test('labels are in the language of the page', async () => {
  const page = await said('1', 'fr');

  expect(page).toMatch(/ߖߌߙߌ n’ko /u);
  expect(page).toMatch(/jiriw pluriel /u);
  expect(page).toMatch(/sun synonyme /u);
  expect(page).toMatch(/šajar arabe /u);
  expect(page).toMatch(/Vitex nom scientifique /u);
});

test('variants and forms of a sense have its number, and are no further details', async () => {
  const page = await said('1', 'en');

  expect(page).toMatch(/ 2\. jiridenba /u);
  expect(page).toMatch(/ 2\. jiridenw plural/u);
  expect(page).not.toContain('Further details');
});

test('the number of a single sense is not shown, and its translations are on one line', async () => {
  const page = await said('2', 'en');

  expect(page).toMatch(/English field; farm /u);
  expect(page).toMatch(/Definitions land that is tilled /u);
});

test('senses of different parts of speech show theirs', async () => {
  const page = await said('3', 'en');

  expect(page).toMatch(/ 1\. verb walk 2\. noun, of a trader journey /u);
});
