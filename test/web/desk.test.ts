import { ROUTES } from '../../src/web/desk/routes';
import { ADMIN_NAME, ADMIN_PASSWORD, READER_PASSWORD } from '../support/accounts';
import { type Fields, ARTICLES, DESK, type DeskServer, formsIn, MARKUP, startDesk } from './desk-browser';

let desk: DeskServer;

beforeAll(async () => {
  desk = await startDesk();
});

afterAll(() => desk.server.close());

const saving = { do: 'save' };

test('the token is in a cookie that no script and no other site can use, and ends with the session', async () => {
  const browser = desk.newBrowser();
  const { url } = desk.server;
  const login = { name: ADMIN_NAME, password: ADMIN_PASSWORD };
  const plain = await browser.post('/desk/sign-in', login);
  const secure = await browser.post('/desk/sign-in', login, { origin: url.replace('http:', 'https:') });

  const rest = 'Path=/desk; HttpOnly; SameSite=Strict; Max-Age=';
  expect(plain.headers.getSetCookie()).toEqual([
    expect.stringMatching(`^griot_desk=\\S+; ${rest}1\\d{3}$`),
    expect.stringMatching(`^griot_refresh=\\S+; ${rest}86\\d{3}$`),
  ]);
  expect(secure.headers.getSetCookie()).toEqual([
    expect.stringMatching(`^griot_desk=\\S+; ${rest}1\\d{3}; Secure$`),
    expect.stringMatching(`^__Secure-griot_refresh=\\S+; ${rest}86\\d{3}; Secure$`),
  ]);
  // Browsers name no origin when they open a page.
  browser.forget('griot_desk');
  const renewed = await browser.get('/desk');
  expect(renewed.text).toContain(ADMIN_NAME);
  for (const cookie of renewed.headers.getSetCookie()) expect(cookie).toMatch(/; Secure$/);
  const { cookie } = browser;
  expect((await browser.get('/desk')).text).toContain(ADMIN_NAME);
  await browser.fill('/desk', {}, (action) => action.endsWith('sign-out'));
  browser.cookie = cookie;
  expect((await browser.get('/desk')).text).toContain('<h1>Sign in</h1>');
});

test('accepts a form that was open longer than the lifetime of a token', async () => {
  const number = await desk.newArticle({ entry: { headword: 'slow' } });
  const browser = await desk.newBrowser().signIn(ADMIN_NAME, ADMIN_PASSWORD);
  const page = (await browser.get(`${ARTICLES}/${number}`)).text;
  browser.forget('griot_desk');
  const { cookie } = browser;

  const saved = await browser.submit(page, { ...saving, headword: 'slow and sure' });
  // Another tab, which had the same cookies.
  const tab = desk.newBrowser();
  tab.cookie = cookie;
  const beside = await tab.get('/desk');
  const looked = await desk.rest('HEAD', '/desk', { headers: { cookie } });

  expect([saved.status, saved.headers.get('location')]).toEqual([303, `${ARTICLES}/${number}?done=saved`]);
  expect((await desk.stored(number))['headword']).toBe('slow and sure');
  expect(beside.text).toContain(ADMIN_NAME);
  expect(/griot_refresh=\S+/.exec(tab.cookie)?.[0]).toBe(/griot_refresh=\S+/.exec(browser.cookie)?.[0]);
  expect(looked.headers.getSetCookie()).toEqual([]);

  // Signing out ends the session of a token that has expired, too.
  browser.forget('griot_desk');
  await browser.submit(page, {}, (action) => action.endsWith('sign-out'));
  expect(browser.cookie).toBe('');
  expect((await tab.get('/desk')).text).toContain('<h1>Sign in</h1>');
});

test('reports a wrong password on the page, and redirects only to pages of the desk', async () => {
  const browser = desk.newBrowser();
  const asked = await browser.get(`${ARTICLES}/1`);
  const wrong = await browser.submit(asked.text, { name: ADMIN_NAME, password: 'wrong password' });
  const right = await browser.submit(wrong.text, { name: ADMIN_NAME, password: ADMIN_PASSWORD });
  const away = await browser.post('/desk/sign-in', {
    name: ADMIN_NAME,
    password: ADMIN_PASSWORD,
    to: '//evil.example',
  });

  expect(wrong.status).toBe(403);
  expect(wrong.text).toContain('The name or the password is wrong');
  expect([right.status, right.headers.get('location')]).toEqual([303, `${ARTICLES}/1`]);
  expect(away.headers.get('location')).toBe('/desk');
});

test('no page is kept, has inline script or style, or frames', async () => {
  const { headers, text } = await desk.root.get(`${ARTICLES}/1`);

  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-security-policy')).toMatch(/default-src 'self'.*frame-ancestors 'none'/);
  expect(headers.get('content-security-policy')).not.toContain('unsafe');
  expect(text).not.toMatch(/<style|style="|<script(?![^>]* src=)| on\w+=/);
});

test('refuses a form of another site, or without the token of the session', async () => {
  const number = await desk.newArticle({ entry: { headword: 'guarded' } });
  const page = (await desk.root.get(`${ARTICLES}/${number}`)).text;
  const [, form] = formsIn(page);
  const fields = { ...form!.fields, ...saving, headword: 'taken' };

  const others = await Promise.all(
    [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ].map((headers) => desk.root.post(form!.action, fields, headers)),
  );
  const unmarked = await desk.root.post(form!.action, { ...fields, mark: 'x' });

  expect(others.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  expect(unmarked.status).toBe(403);
  expect((await desk.stored(number))['headword']).toBe('guarded');
  // Whoever sits at the desk may send what came with an old mark, and nothing of it is lost.
  const again = await desk.root.submit(unmarked.text, {});
  expect(again.status).toBe(303);
  expect((await desk.stored(number))['headword']).toBe('taken');
});

test('every form of the desk is refused from another site, and without the mark of the session', async () => {
  const posts = ROUTES.flatMap(([method, path]) => (method === 'post' ? [path.replace(/:\w+/g, '1')] : []));
  const statuses = async (fields: Fields, headers = {}) =>
    Object.fromEntries(
      await Promise.all(
        posts.map(async (path) => [path, (await desk.root.post(path, fields, headers)).status] as const),
      ),
    );
  const refused = Object.fromEntries(posts.map((path) => [path, 403]));

  expect(posts.length).toBeGreaterThan(30);
  expect(await statuses({ do: 'save' }, { origin: 'https://evil.example' })).toEqual(refused);
  expect(await statuses({ do: 'save', mark: 'x' })).toEqual(refused);
});

test('keeps typed text over signing in when the session has ended', async () => {
  const number = await desk.newArticle({
    entry: { headword: 'lasting' },
    notes: [{ content: 'first\nsecond' }],
  });
  const browser = await desk.newBrowser().signIn(ADMIN_NAME, ADMIN_PASSWORD);
  const page = (await browser.get(`${ARTICLES}/${number}`)).text;
  browser.cookie = '';

  const asked = await browser.submit(page, { ...saving, 'notes.0.content': `one\n${MARKUP}` });
  const login = { name: ADMIN_NAME, password: 'wrong password' };
  const wrong = await browser.submit(asked.text, login);
  const goOn = await browser.submit(wrong.text, { ...login, password: ADMIN_PASSWORD });
  const saved = await browser.submit(goOn.text, {});

  expect([asked.status, wrong.status, goOn.status]).toEqual([401, 403, 200]);
  expect([saved.status, saved.headers.get('location')]).toEqual([303, `${ARTICLES}/${number}?done=saved`]);
  expect((await desk.stored(number))['source']).toEqual({
    entry: { headword: 'lasting' },
    notes: [{ content: `one\n${MARKUP}` }],
  });
});

test('a fault is shown at its field, and the typed values stay', async () => {
  const number = await desk.newArticle({ entry: { headword: 'faulty' } });
  const page = await desk.root.fill(`${ARTICLES}/${number}`, {
    ...saving,
    homograph: 'two',
    'translations.0.lang': 'en',
    headword: MARKUP,
  });

  expect(page.status).toBe(400);
  expect(page.text).toMatch(/id="f-homograph-fault">This must be a whole number/);
  expect(page.text).toMatch(/id="f-translations-0-content-fault">This is missing/);
  expect(formsIn(page.text)[1]?.fields).toMatchObject({
    homograph: 'two',
    headword: MARKUP,
    'translations.0.lang': 'en',
  });
  expect(page.text).not.toContain('<img');
});

test('the table is narrowed by letter, state and text, and offers a word that is not there', async () => {
  const table = DESK;
  const [letter, hidden, found, none] = await Promise.all(
    ['?letter=a', '?state=hidden', '?q=donko', '?q=qxzvw'].map(
      async (query) => (await desk.root.get(table + query)).text,
    ),
  );

  expect(letter).toContain(`${ARTICLES}/3"`);
  expect(letter).not.toContain(`${ARTICLES}/1"`);
  expect(hidden).toContain('There are no such articles.');
  expect(found).toContain(`${ARTICLES}/1"`);
  expect(none).toContain(`href="${table}/new?headword=qxzvw"`);
});

test('names that every object has, and values of another type, are refused or passed over, never a failure', async () => {
  const number = await desk.newArticle({ entry: { headword: 'steady' } });
  const [, form] = formsIn((await desk.root.get(`${ARTICLES}/${number}`)).text);
  const { mark = '' } = form!.fields;
  const inherited = { ...form!.fields, 'constructor.0.name': 'x' };

  const responses = await Promise.all([
    desk.root.get(`${DESK}?state=constructor`),
    desk.root.get('/desk/comments?state=toString'),
    desk.root.post(form!.action, { ...inherited, do: 'add.constructor' }),
    desk.root.post(form!.action, { ...inherited, do: 'theirs.constructor' }),
    desk.root.post(`${form!.action}/state`, { mark, revision: 'two', isDisabled: 'true' }),
  ]);

  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 400]);
  expect(await desk.stored(number)).toMatchObject({ revision: 1, isDisabled: false });
});

test('lets a user without rights read, and shows an error for forbidden actions', async () => {
  const reader = await desk.newBrowser().signIn('reader', READER_PASSWORD);
  const table = await reader.get(DESK);
  const number = await desk.newArticle({ entry: { headword: 'not yours' } });
  const { text } = await reader.get(`${ARTICLES}/${number}`);
  const { mark = '' } = formsIn(text)[0]!.fields;
  const refused = await reader.post(`${ARTICLES}/${number}`, {
    ...saving,
    mark,
    revision: '1',
    headword: 'mine',
  });

  expect(table.status).toBe(200);
  expect(table.text).not.toContain('/new"');
  expect(text).toContain('You can read this article.');
  expect(refused.status).toBe(403);
  expect(refused.text).toContain('Your account may not do this');
  expect((await desk.stored(number))['headword']).toBe('not yours');
});

test('the pages speak the language that the browser asks for', async () => {
  const { text } = await desk.rest('GET', '/desk', { headers: { 'accept-language': 'fr' } });

  expect(text).toContain('<html lang="fr" dir="ltr">');
  expect(text).toContain('<h1>Se connecter</h1>');
});

test('an unknown page of the desk keeps the menu of a user who is signed in', async () => {
  const unknown = await desk.root.get('/desk/no-such-page');
  const stranger = await desk.newBrowser().get('/desk/no-such-page');

  for (const { status, text } of [unknown, stranger]) {
    expect(status).toBe(404);
    expect(text).toContain('This page does not exist');
  }
  expect(unknown.text).toContain('href="/desk/users"');
  expect(unknown.text).toContain(ADMIN_NAME);
  expect(stranger.text).not.toContain('href="/desk/users"');
});
