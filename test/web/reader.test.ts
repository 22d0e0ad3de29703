import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, type GraphQLEnumType } from 'graphql';
import { en } from '../../src/web/texts/en';
import { fr } from '../../src/web/texts/fr';
import { dictionaryFolder } from '../support/dictionary-files';
import { startGateway, type TestGateway } from '../support/gateway';
import { call } from '../support/http';
import { DICTIONARY, LINES, METADATA } from './reader-dictionary';

let server: TestGateway;

beforeAll(async () => {
  server = await startGateway();
  await server.load(dictionaryFolder(DICTIONARY, LINES, METADATA));
});

afterAll(() => server.close());

const get = (path: string, headers: Record<string, string> = {}) => call(server.url + path, { headers });

test('the first page has a search form and the dictionaries, and no inline script or style', async () => {
  const { status, text, headers } = await get('/');

  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(text).toMatch(/<form[^>]* role="search"/);
  expect(text).toContain(`href="/dictionaries/${DICTIONARY}"`);
  expect(text).not.toMatch(/<style|style="|<script(?![^>]* src=)| on\w+=/);
});

test('a marked word is found typed plainly, with the reason, and links to its article', async () => {
  const { text } = await get('/?q=donko');

  expect(text).toContain('1 article');
  expect(text).toContain(`href="/dictionaries/${DICTIONARY}/1" lang="ee"`);
  expect(text).toContain('the same without accents and special letters');
});

test('an unknown address is a page for a browser, and JSON for a program', async () => {
  const browser = await get('/ghomala_fr', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
  const program = await get('/ghomala_fr');

  expect([browser.status, browser.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(browser.text).toContain('name="viewport"');
  expect([program.status, program.body['code']]).toEqual([404, 'NOT_FOUND']);
});

test.each([
  ['ɖɔ̀ŋkɔ́', 'the same spelling'],
  ['village', 'means <q lang="en" dir="auto">village</q> (in English)'],
  ['ɖɔ̀ŋkɔ́wó', 'has the variant, form or subentry <q lang="ee" dir="auto">ɖɔ̀ŋkɔ́wó</q>'],
])('searching %s says why an article was found', async (word, why) => {
  const { text } = await get(`/?q=${encodeURIComponent(word)}`);

  expect(text).toContain(why.normalize('NFC'));
});

test('texts and the search box have the direction of their content', async () => {
  const { text } = await get('/?q=donko');

  expect(text).toMatch(/<input[^>]*dir="auto"/s);
  expect(text).toMatch(/class="headword"[^>]*dir="auto"/s);
});

test('every level of a match has its words, in every language', () => {
  const schema = buildSchema(readFileSync(join(__dirname, '..', '..', 'schema', 'schema.graphql'), 'utf8'));
  const levels = (schema.getType('SearchTier') as GraphQLEnumType).getValues().map(({ name }) => name);

  for (const { reasons } of [en, fr]) expect(Object.keys(reasons).sort()).toEqual([...levels].sort());
});

test('a match in an example is shown with its words marked, and escaped', async () => {
  const { text } = await get('/?q=meyi');
  const translated = await get('/?q=went+to+the+market');

  expect(text).toContain(
    'in an example: <q lang="ee" dir="auto"><mark>Meyi</mark> ɖɔ̀ŋkɔ́ &lt;b&gt;.</q>'.normalize('NFC'),
  );
  expect(translated.text).toContain(
    '<q lang="en" dir="auto">I <mark>went</mark> <mark>to</mark> <mark>the</mark> <mark>market</mark> &lt;b&gt;.</q>',
  );
});

test('an article page shows every part, each text with its language', async () => {
  const { status, text } = await get(`/dictionaries/${DICTIONARY}/1`);

  expect(status).toBe(200);
  for (const part of ['7/8', 'southern', 'dɔŋkɔ', 'ɖɔ̀ŋkɔ́wó', 'plural', 'home town', 'I went to the village.'])
    expect(text).toContain(part.normalize('NFC'));
  expect(text).toMatch(/<h1 class="headword" lang="ee" dir="auto">ɖɔ̀ŋkɔ́<\/h1>/);
  expect(text.match(/Meyi/g)).toHaveLength(1);
  expect(text).toMatch(/lang="fr" dir="auto"[^>]*>Je suis allé au village\./);
});

test('an article page also shows unmapped values, each with its position', async () => {
  const { text } = await get(`/dictionaries/${DICTIONARY}/1`);
  const plain = text.replace(/\s+/g, ' ');

  expect(plain).toContain('<h2 id="further">Further details</h2>');
  expect(plain).toContain('<dt>source › page</dt> <dd lang="" dir="auto">12</dd>');
  expect(plain).toContain('<dt>source › notes</dt> <dd lang="" dir="auto">heard in Ho; heard in Keta</dd>');
  expect(plain).toContain('pronunciation key</dt> <dd lang="" dir="auto">&lt;ɖɔ̀ŋ&gt;</dd>'.normalize('NFC'));
  const links =
    /<dt>Synonym(e?)s<\/dt> <dd[^>]*><a href="\/word\?q=duk%C9%94&amp;[^>]+>dukɔ<\/a\s*>; <a[^>]+>kɔƒe<\/a/;
  expect(links.exec(plain)?.[1]).toBe('');
  const french = (await get(`/dictionaries/${DICTIONARY}/1?lang=fr`)).text.replace(/\s+/g, ' ');
  expect(links.exec(french)?.[1]).toBe('e');
  expect((await get(`/dictionaries/${DICTIONARY}/3`)).text).not.toContain('id="further"');
});

test('every value is escaped', async () => {
  const pages = await Promise.all(
    [
      `/dictionaries/${DICTIONARY}`,
      `/dictionaries/${DICTIONARY}/2`,
      '/dictionaries',
      '/?q=%22%3E%3Cscript%3E',
    ].map(async (path) => (await get(path)).text),
  );

  for (const text of pages) expect(text).not.toMatch(/<script>|<testing>|"><script/);
  expect(pages[0]).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;');
  expect(pages[0]).toContain('Words for &lt;testing&gt;');
});

test('headwords are found for a word of another language, and languages can be chosen', async () => {
  const [any, french] = await Promise.all(
    ['', '&language=fr'].map(async (more) => (await get(`/headwords?word=village${more}`)).text),
  );

  expect(any).toContain(`href="/dictionaries/${DICTIONARY}/1"`);
  expect(french).toContain('means <q lang="fr" dir="auto">village</q> (in French)');
});

test('shows the public data of a dictionary', async () => {
  const { text } = await get(`/dictionaries/${DICTIONARY}`);

  expect(text).toContain('English (2 articles)');
  expect(text).not.toContain('known to accounts alone');
});

test('a dictionary shows all metadata where everyone may read them', async () => {
  const open = await startGateway({ ...server.env, PUBLIC_METADATA_READ: 'true' });
  const { text } = await call(`${open.url}/dictionaries/${DICTIONARY}`);
  await open.close();

  expect(text.replace(/\s+/g, ' ')).toContain(
    '<dt>Authors of the headwords</dt> <dd>known to accounts alone</dd>',
  );
});

test('a dictionary shows its articles page by page', async () => {
  const many = Array.from({ length: 45 }, (_, i) => ({
    id_dico: 'qaa_many',
    id_article: i + 1,
    public_id: `m-${String(i)}`,
    article: { entry: { headword: `word${String(i + 1).padStart(2, '0')}` } },
  }));
  await server.load(dictionaryFolder('qaa_many', many));

  const [first, second, past] = await Promise.all(
    ['', '?page=2', '?page=99'].map(async (query) => (await get(`/dictionaries/qaa_many${query}`)).text),
  );

  expect(first).toContain('word40');
  expect(first).not.toContain('word41');
  expect(first).toMatch(/rel="next" href="\/dictionaries\/qaa_many\?page=2"/);
  expect(second).toContain('word45');
  expect(second).toMatch(/rel="prev" href="\/dictionaries\/qaa_many"/);
  expect(past).not.toContain('rel="next"');
});

test('pages are reached by number, and each letter says how many articles it has', async () => {
  const many = Array.from({ length: 400 }, (_, i) => ({
    id_dico: 'bam_pages',
    id_article: i + 1,
    public_id: `p-${String(i)}`,
    article: { entry: { headword: `${i < 100 ? 'ɛ' : 'b'}word${String(i).padStart(3, '0')}` } },
  }));
  await server.load(dictionaryFolder('bam_pages', many, { language: 'bm' }));

  const { text } = await get('/dictionaries/bam_pages?page=4');

  expect(text).toContain('Page 4 of 10');
  expect(text).toContain('href="/dictionaries/bam_pages?page=10">10</a>');
  expect(text).toMatch(/name="page" min="1" max="10" value="4"/);
  expect(text.replace(/\s+/g, ' ')).toMatch(/b <small>300<\/small>.*ɛ <small>100<\/small>/);
  expect(text).toContain('data-keys="ɛ ɲ ŋ ɔ"');
});

test('an article links to its neighbours, related words and a random one, and shows its citation', async () => {
  const { text } = await get(`/dictionaries/${DICTIONARY}/3`);
  const word = await call(`${server.url}/word?q=at%C3%AD&dictionary=${DICTIONARY}`, { redirect: 'manual' });
  const unknown = await call(`${server.url}/word?q=qqq&dictionary=${DICTIONARY}`, { redirect: 'manual' });
  const random = await call(`${server.url}/random?dictionary=${DICTIONARY}`, { redirect: 'manual' });

  expect(text).toMatch(new RegExp(`rel="prev" href="/dictionaries/${DICTIONARY}/4"`));
  expect(text).toMatch(new RegExp(`rel="next" href="/dictionaries/${DICTIONARY}/1"`));
  expect(text.replace(/\s+/g, ' ')).toContain(`${server.url}/dictionaries/${DICTIONARY}/3`);
  expect(text).toContain('<meta name="description" content="atí: tree" />'.normalize('NFC'));
  expect([word.status, word.headers.get('location')]).toEqual([303, `/dictionaries/${DICTIONARY}/3`]);
  expect(unknown.headers.get('location')).toBe(`/?q=qqq&dictionary=${DICTIONARY}`);
  expect(random.headers.get('location')).toMatch(new RegExp(`^/dictionaries/${DICTIONARY}/[1-4]$`));
});

test('a chosen language stays chosen, and search engines see both', async () => {
  const chosen = await get('/dictionaries?lang=fr');
  const after = await get('/dictionaries', { cookie: 'a=b; griot-language=fr', 'accept-language': 'en' });

  expect(chosen.headers.get('set-cookie')).toMatch(/^griot-language=fr; Path=\//);
  for (const { text } of [chosen, after]) expect(text).toContain('<html lang="fr" dir="ltr">');
  expect(chosen.text).toContain(`<link rel="canonical" href="${server.url}/dictionaries?lang=fr" />`);
  expect(after.text).toContain(`<link rel="canonical" href="${server.url}/dictionaries" />`);
  expect(after.text).toContain(`hreflang="x-default" href="${server.url}/dictionaries"`);
  expect(after.headers.get('set-cookie')).toBeNull();
  // An address with two slashes would be that of another host.
  const away = await get('//evil.example/dictionaries', { accept: 'text/html' });
  expect(away.status).toBe(404);
  expect(away.text).toContain('href="/evil.example/dictionaries?lang=fr"');
  expect(away.text).not.toContain('"//evil');
});

test('sitemaps name every article with its last change, and browsers learn how to search', async () => {
  const [index, map, search, robots] = await Promise.all(
    ['/sitemap.xml', `/sitemaps/${DICTIONARY}/1.xml`, '/opensearch.xml', '/robots.txt'].map((path) =>
      get(path),
    ),
  );

  expect(index?.text).toContain(`<loc>${server.url}/sitemaps/${DICTIONARY}/1.xml</loc>`);
  expect(map?.text.match(/<lastmod>\d{4}-\d\d-\d\dT/g)).toHaveLength(LINES.length);
  expect(map?.text).toContain(`<loc>${server.url}/dictionaries/${DICTIONARY}/1</loc>`);
  expect(search?.text).toContain(`template="${server.url}/?q={searchTerms}"`);
  expect(robots?.text).toContain(`Sitemap: ${server.url}/sitemap.xml`);
  expect((await get('/sitemaps/qaa_absent/1.xml')).status).toBe(404);
});

test('the pages speak the language that the browser asks for', async () => {
  const french = await get('/?q=donko', { 'accept-language': 'fr-SN,fr;q=0.9,en;q=0.5' });
  const other = await get('/', { 'accept-language': 'de' });

  expect(french.text).toContain('<html lang="fr" dir="ltr">');
  expect(french.text).toContain('identique, sans accents ni lettres spéciales');
  expect(french.headers.get('vary')).toContain('Accept-Language');
  expect(other.text).toContain('<html lang="en" dir="ltr">');
});

test.each(['/dictionaries/no_such', `/dictionaries/${DICTIONARY}/99`])(
  '%s is a page with status 404',
  async (path) => {
    const { status, text, headers } = await get(path);

    expect(status).toBe(404);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).toContain('This page does not exist');
  },
);

test('a search that is too long is a page with status 400, and a page number that is none means the first', async () => {
  expect((await get(`/?q=${'a'.repeat(101)}`)).status).toBe(400);
  expect((await get('/?q=donko&page=minus')).text).toContain('1 article');
});

test('a page behind the end of a list is an unknown page, and another fault is no search that is too long', async () => {
  const behind = ['/?q=donko&page=9', '/dictionaries?page=9', `/dictionaries/${DICTIONARY}?page=9`];
  for (const path of [...behind, `/dictionaries/${DICTIONARY}?letter=q`])
    expect([path, (await get(path)).status]).toEqual([path, 404]);
  const { status, text } = await get(`/dictionaries/${DICTIONARY}?letter=${'a'.repeat(300)}`);
  expect(status).toBe(400);
  expect(text).not.toContain('100 characters');
  expect((await get(`/headwords?word=${'a'.repeat(101)}`)).text).toContain('100 characters');
});

test('a page that has not changed is not sent again', async () => {
  const first = await get('/dictionaries');
  const again = await get('/dictionaries', {
    'if-none-match': first.headers.get('etag') ?? '',
    'cache-control': 'max-age=0',
  });

  expect(first.headers.get('cache-control')).toMatch(/^public, max-age=60/);
  expect([again.status, again.text]).toEqual([304, '']);
});

test('scripts and the style sheet have a name for each content, and are cached forever', async () => {
  const { text } = await get('/');
  const addresses = [...text.matchAll(/"(\/assets\/[^"]+)"/g)].map((match) => match[1]!);

  expect(addresses).toHaveLength(4);
  for (const address of addresses) {
    const { status, headers } = await get(address, { 'accept-encoding': 'br' });
    expect(status).toBe(200);
    expect(address).toMatch(/-[A-Z0-9]{8}\.(js|css|svg)$/);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  }
  expect((await get('/assets/manifest.json')).status).toBe(404);
  expect((await get('/assets/..%2Fmanifest.json')).status).toBe(404);
});
