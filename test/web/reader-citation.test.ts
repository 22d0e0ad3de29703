import { dictionaryFolder } from '../support/dictionary-files';
import { startGateway, type TestGateway } from '../support/gateway';
import { call } from '../support/http';

const SENSES = {
  entry: { headword: 'tatu', citation: 'citatu' },
  category: [
    { content: 'noun', sense: 1 },
    { content: 'noun', sense: 2 },
  ],
  senses: [{ number: 1 }, { number: 2, indicator: 'rank' }],
  translations: [
    { lang: 'en', content: 'Wednesday', sense: 1 },
    { lang: 'en', content: 'midweek', sense: 1 },
    { lang: 'en', content: 'third', sense: 2 },
    { lang: 'en', content: 'day, third', sense: 2, reversal: true },
  ],
  definitions: [{ lang: 'en', content: 'the third in a row', sense: 2 }],
  relations: [
    { type: 'see', target: 'piri2' },
    { type: 'synonym', target: 'zuva', targetSense: 3, ref: 'a1000000-0000-4000-8000-000000000021' },
  ],
  examples: [{ content: 'Ndi citatu.', lang: 'en', target: 'It is Wednesday.', sense: 1 }],
};

let server: TestGateway;

beforeAll(async () => {
  server = await startGateway();
  const reversal = {
    entry: { headword: 'ruwa' },
    translations: [{ lang: 'en', content: 'water', reversal: true }],
  };
  const plain = {
    entry: { headword: 'mbiri' },
    translations: ['two', 'pair'].map((content) => ({ lang: 'en', content })),
    senses: [{ number: 1, indicator: 'not shown' }],
    examples: [{ content: 'Ndi mbiri.', lang: 'en', target: 'There are two.' }],
  };
  const marked = {
    entry: { headword: 'jirisun' },
    translations: [{ lang: 'en', content: 'trunk of a fv:jiri tree' }],
    examples: [{ content: 'A |fb{jirisun} bolo.', lang: 'en', target: 'Its fv:bolo branch.' }],
  };
  const articles = [
    { id_article: 1, article: SENSES },
    { id_article: 2, article: reversal },
    { id_article: 3, article: marked },
    { id_article: 4, article: plain },
  ];
  await server.load(dictionaryFolder('sena_test', articles as never, { short_name: 'Sena' }));
});

afterAll(() => server.close());

/** What a page says, without its elements. */
async function said(path: string): Promise<string> {
  const { text } = await call(server.url + path);
  return text
    .slice(text.indexOf('<main'))
    .replace(/<[^>]*>/gu, ' ')
    .replace(/\s+/gu, ' ');
}

test('an article is headed by the form that is shown, and names the headword as its stem', async () => {
  const page = await said('/dictionaries/sena_test/1');
  expect(page).toMatch(/citatu Category noun Radical tatu/u);
  expect(await said('/dictionaries/sena_test')).toMatch(/citatu noun Wednesday · midweek · third (?!·)/u);
});

test('translations and examples have the number of their sense, which other sections have too', async () => {
  const page = await said('/dictionaries/sena_test/1');

  expect(page).toMatch(/English 1\. Wednesday; midweek 2\. rank third/u);
  expect(page).toMatch(/Definitions 2\. the third in a row/u);
  expect(page).toMatch(/Examples 1\. Ndi citatu\. It is Wednesday/u);
});

test('translations of no sense are numbered one by one', async () => {
  const page = await said('/dictionaries/sena_test/4');

  expect(page).toMatch(/English 1\. two 2\. pair/u);
  expect(page).toMatch(/Examples Ndi mbiri\./u);
});

test('does not show search-only translations as meanings', async () => {
  expect(await said('/dictionaries/sena_test/1')).not.toContain('day, third');
});

test('the reversals of an article are shown if it has no translation', async () => {
  expect(await said('/dictionaries/sena_test/2')).toContain('water');
  expect(await said('/dictionaries/sena_test')).toMatch(/ruwa water/u);
});

test('looks up a related word without its homograph number', async () => {
  const { text } = await call(`${server.url}/dictionaries/sena_test/1`);

  expect(/<a href="([^"]*)"\s*>piri2<\/a\s*>/u.exec(text)?.[1]).toBe('/word?q=piri&amp;dictionary=sena_test');
});

test('a related sense is shown as its word with its number, and not as its identifier', async () => {
  const { text } = await call(`${server.url}/dictionaries/sena_test/1`);

  expect(text).toMatch(/<a href="\/word\?q=zuva&amp;dictionary=sena_test"\s*>zuva 3<\/a\s*>/u);
  expect(text).not.toContain('a1000000');
});

test('words that Toolbox marks are shown without the marks on every page', async () => {
  const pages = [
    '/dictionaries/sena_test/3',
    '/dictionaries/sena_test',
    '/?q=jirisun',
    '/?q=trunk+of+a+jiri',
  ];
  const texts = await Promise.all(pages.map(async (path) => (await call(server.url + path)).text));

  for (const text of texts) expect(text).toContain('trunk');
  expect(texts.filter((text) => /f[vb]:|\|fb/u.test(text.slice(text.indexOf('<title'))))).toEqual([]);
  expect(texts[0]).toContain('A <i>jirisun</i> bolo.');
});

test('the word of the day has a translation where a word near it in the list has one', async () => {
  const lines = Array.from({ length: 10 }, (_, i) => ({
    id_dico: 'day_test',
    id_article: i + 1,
    public_id: `d-${i}`,
    article: {
      entry: { headword: `word${i}` },
      translations: i === 4 ? [{ lang: 'en', content: 'dawn' }] : [],
    },
  }));
  await server.load(dictionaryFolder('day_test', lines));

  const { text } = await call(`${server.url}/dictionaries/day_test`);
  const random = await call(`${server.url}/random?dictionary=day_test`, { redirect: 'manual' });

  expect(/<section class="today"[\s\S]*?<\/section>/u.exec(text)?.[0]).toContain('dawn');
  expect(random.headers.get('location')).toBe('/dictionaries/day_test/5');
});
