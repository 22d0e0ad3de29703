import { READER_PASSWORD } from '../support/accounts';
import { botAtDesk, DESK, type DeskServer, type Fields, formsIn, MARKUP, startDesk } from './desk-browser';
import { DICTIONARY } from './reader-dictionary';

let desk: DeskServer;

beforeAll(async () => {
  desk = await startDesk();
});

afterAll(() => desk.server.close());

const isFor = (end: string) => (action: string) => action.endsWith(end);

test('an admin makes a link for a new password, which works once, without script, and is in no log', async () => {
  const reader = await desk.newBrowser().signIn('reader', READER_PASSWORD);
  const users = await desk.root.get('/desk/users?q=reader');
  const [, address = ''] = /href="(\/desk\/users\/\d+)"/.exec(users.text) ?? [];
  const made = await desk.root.fill(address, {}, isFor('/reset-link'));
  const [, link = ''] = /value="http:\/\/[^"/]+(\/desk\/reset\/[^"]+)"/.exec(made.text) ?? [];
  const stranger = desk.newBrowser();

  const page = await stranger.get(link);
  const [form] = formsIn(page.text);
  const send = (fields: object, headers = {}) => stranger.post(link, { ...form?.fields, ...fields }, headers);
  const foreign = await send(
    { newPassword: 'a new password', again: 'a new password' },
    { origin: 'https://evil.example' },
  );
  const differing = await send({ newPassword: 'a new password', again: 'another password' });
  const short = await send({ newPassword: 'short', again: 'short' });
  const set = await send({ newPassword: 'a new password', again: 'a new password' });
  const again = await send({ newPassword: 'a third password', again: 'a third password' });

  expect(page.text).toContain('For reader, until');
  expect(page.headers.get('referrer-policy')).toBe('strict-origin');
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect([foreign.status, differing.status, short.status, set.status, again.status]).toEqual([
    403, 400, 400, 200, 404,
  ]);
  expect(differing.text).toContain('id="f-again-fault"');
  expect(short.text).toMatch(/id="f-newPassword-fault">password must have 8 to 128/);
  expect(again.text).toContain('This link cannot be used');
  expect((await reader.get('/desk')).text).toContain('<h1>Sign in</h1>');
  await reader.signIn('reader', 'a new password');
  // As before, for the other tests.
  const changed = await reader.fill(
    '/desk/account',
    { oldPassword: 'a new password', newPassword: READER_PASSWORD, again: READER_PASSWORD },
    isFor('/password'),
  );
  expect(changed.headers.get('location')).toBe('/desk/account?done=passwordChanged');
  expect((await reader.get('/desk')).text).toContain('reader');
});

test('changes the password with the current one, and creates and revokes API keys', async () => {
  const reader = await desk.newBrowser().signIn('reader', READER_PASSWORD);
  const wrong = await reader.fill(
    '/desk/account',
    { oldPassword: 'wrong password', newPassword: 'a new password', again: 'a new password' },
    isFor('/password'),
  );
  const nameless = await reader.fill('/desk/account', { name: ' ', dictionaries: 'none' }, isFor('/keys'));
  const made = await reader.fill('/desk/account', { name: MARKUP, COMMENT: 'true' }, isFor('/keys'));
  const [, token = ''] = /value="(griot_[^"]+)"/.exec(made.text) ?? [];
  const who = async () => (await desk.graphql('{ me { username } }', {}, token)).data['me'];
  const before = await who();
  const listed = await reader.get('/desk/account');
  const revoked = await reader.submit(listed.text, {}, isFor('/revoke'));

  expect(wrong.text).toMatch(/id="f-oldPassword-fault">This is not your current password/);
  expect(nameless.text).toContain('id="f-name-fault"');
  expect(before).toEqual({ username: 'reader' });
  expect(listed.text).toContain(`${token.slice(0, -52)}…`);
  expect(listed.text).not.toContain(token);
  expect(listed.text).not.toContain('<img');
  expect(revoked.headers.get('location')).toBe('/desk/account?done=keyRevoked');
  expect(await who()).toBeNull();
});

test('the cookie is worth nothing outside the desk, and a header nothing in it', async () => {
  const token = /griot_desk=([^;]+)/.exec(desk.root.cookie)?.[1];
  const { body } = await desk.rest('POST', '/graphql', {
    body: { query: '{ me { username } }' },
    headers: { cookie: desk.root.cookie },
  });
  const { text } = await desk.rest('GET', '/desk', { token });

  expect(body['data']).toEqual({ me: null });
  expect(text).toContain('<h1>Sign in</h1>');
});

test('an owner adds a member by name, changes the role and removes it; an unknown name is reported', async () => {
  const owner = await desk.member('OWNER');
  const page = `${DESK}/members`;
  const isAdding = (action: string) => action === page;
  const unknown = await owner.fill(page, { user: 'nobody at all', role: 'EDITOR' }, isAdding);
  const added = await owner.submit(unknown.text, { user: 'reader', role: 'CONTRIBUTOR' }, isAdding);
  const roleOf = async () =>
    /name="user" value="reader".*?value="(\w+)" selected/s.exec((await owner.get(page)).text)?.[1];

  expect(unknown.status).toBe(400);
  expect(unknown.text).toMatch(/id="f-user-fault">There is no such user/);
  expect(added.status).toBe(303);
  expect(await roleOf()).toBe('CONTRIBUTOR');
  const isReset = (action: string) => action.endsWith('/reader/reset-link');
  expect((await desk.root.fill(page, {}, isReset)).text).toContain('/desk/reset/');
  expect((await owner.fill(page, {}, isReset)).text).toContain(
    'an owner of all dictionaries of a user who has agreed',
  );
  await owner.fill(page, { user: 'reader', role: 'READER' }, isAdding);
  expect(await roleOf()).toBe('READER');
  const last = await owner.fill(page, { user: 'the owner' }, (action) => action.endsWith('/remove'));
  expect([last.status, last.text.includes('must have an owner')]).toEqual([400, true]);
  await owner.fill(page, { user: 'reader' }, (action) => action.endsWith('/remove'));
  expect(await roleOf()).toBeUndefined();
});

test('saves the profile field by field, and does not overwrite changes by others', async () => {
  const owner = await desk.member('OWNER');
  const page = `${DESK}/profile`;
  const form = (await owner.get(page)).text;
  const wrong = await owner.submit(form, {
    logo: 'no address',
    longName: MARKUP,
    searchProfile: '{"alphabet": 1}',
  });
  const broken = await owner.submit(form, { searchProfile: '{' });
  const saved = await owner.submit(form, {
    license: 'CC0-1.0',
    targetLanguages: 'fr en',
    acceptsSuggestions: 'true',
    searchProfile: '{"alphabet": ["a", "gb", "d"]}',
  });
  const late = await owner.submit(form, { license: 'late' });

  expect([wrong.status, broken.status, saved.status, late.status]).toEqual([400, 400, 303, 409]);
  expect(wrong.text).toMatch(/id="f-searchProfile-fault">/);
  expect(wrong.text).not.toContain('<img');
  expect(broken.text).toContain('id="f-searchProfile-fault">This is not valid JSON');
  expect(late.text).toContain('value="late"');
  const query = `{ dictionary(dictionary: "${DICTIONARY}") { license targetLanguages acceptsSuggestions searchProfile { alphabet } } }`;
  expect((await desk.graphql(query)).data['dictionary']).toEqual({
    license: 'CC0-1.0',
    targetLanguages: ['fr', 'en'],
    acceptsSuggestions: true,
    searchProfile: { alphabet: ['a', 'gb', 'd'] },
  });
  await owner.fill(page, { acceptsSuggestions: 'false', searchProfile: '' });
});

test('templates, corpora, requests and components of a field are corrected', async () => {
  const { field, publicId, token, bot, execute } = await botAtDesk(desk, 'parts');
  const made = 'userErrors { message }';
  await execute(
    `mutation ($field: ID!) {
      createCorpus(fieldId: $field, input: { corpusName: "c", corpusContent: { own: ["<b>"] } }) { ${made} }
      createFieldRequest(fieldId: $field, input: { requestName: "r", requestContent: { a: 1 } }) { ${made} }
      updateField(id: $field, input: { components: { requestName: "whole", publicId: "kept", requestContent: { a: 1 } } }) { ${made} }
    }`,
    { field },
    token,
  );
  const address = `/desk/applications/${publicId}/fields/1`;
  const page = (await bot.get(address)).text;
  const partNamed = (step: string) => new RegExp(`href="([^"]*/${step}/[^"]*)"`).exec(page)?.[1] ?? '';
  const as = (name: string) => (form: Fields) => form['as'] === name;
  const sent = async (step: string, isMeant: (form: Fields) => boolean, changes: Fields) => {
    const { text } = await bot.get(partNamed(step));
    const form = formsIn(text).find(({ fields }) => isMeant(fields));
    const response = await bot.post(form?.action ?? '', { ...form?.fields, ...changes });
    return { ...response, again: () => bot.post(form?.action ?? '', { ...form?.fields, ...changes }) };
  };

  const templates = await sent('templates', as('form'), { 'texts.0': `Jambo ${MARKUP}` });
  const html = await sent('templates', as('html'), { html: MARKUP });
  const params = await sent('templates', as('params'), { params: '{"own": 1}' });
  const late = await html.again();
  const corpus = await sent('corpora', as('json'), { json: '{"own": ["new"]}' });
  const broken = await sent('corpora', as('json'), { json: '{' });
  const request = await sent('requests', as('json'), { json: '{"a": 2}' });
  const components = await sent('components', as('json'), { json: '{"a": 3}' });

  expect([templates, html, params, corpus, request, components].map(({ status }) => status)).toEqual(
    Array.from({ length: 6 }, () => 303),
  );
  expect([late.status, broken.status]).toEqual([409, 400]);
  expect(broken.text).toContain('id="f-json-fault"');
  expect((await bot.get(partNamed('templates'))).text).not.toContain('<img');
  // An address names what it is of.
  expect((await bot.get(partNamed('corpora').replace('corpora', 'templates'))).status).toBe(404);
  const { node } = await execute(
    `query ($field: ID!) { node(id: $field) { ... on Field {
      components { publicId requestName requestContent }
      corpora { nodes { corpusContent } }
      requests { nodes { requestContent } }
      templates(first: 1) { nodes { templateResponses templateHtml templateParams } }
    } } }`,
    { field },
    token,
  );
  expect(node).toEqual({
    components: { publicId: 'kept', requestName: 'whole', requestContent: { a: 3 } },
    corpora: { nodes: [{ corpusContent: { own: ['new'] } }] },
    requests: { nodes: [{ requestContent: { a: 2 } }] },
    templates: {
      nodes: [
        {
          templateResponses: { sw: [`Jambo ${MARKUP}`] },
          templateHtml: MARKUP,
          templateParams: { own: 1 },
        },
      ],
    },
  });
});

test('shows connectors without their secrets, with the state of messages', async () => {
  const { publicId, token, bot, execute } = await botAtDesk(desk, 'channels');
  const webhook = { channel: 'http', secret: 'the-secret-of-the-channel', url: 'https://bot.example/hook' };
  const written = await execute(
    'mutation ($id: ID!, $c: ConnectorsInput!) { updateApplication(publicId: $id, input: { connectors: $c }) { userErrors { message } } }',
    { id: publicId, c: { telephony: { webhook }, teamChat: { apiKey: 'another secret' } } },
    token,
  );
  const address = `/desk/applications/${publicId}`;
  const home = await bot.get(address);
  const pages = await Promise.all([bot, desk.root].map((browser) => browser.get(`${address}/connectors`)));

  expect(written).toEqual({ updateApplication: { userErrors: [] } });
  expect(home.text).toContain(`href="${address}/connectors"`);
  for (const { status, text } of pages) {
    expect(status).toBe(200);
    expect(text).toContain('&quot;apiKey&quot;: &quot;[redacted]&quot;');
    expect(text).toContain(`/chatbot/connectors/${publicId}/telephony`);
    expect(text).toContain('No messages in the past three days.');
    expect(text).not.toMatch(/secret-of|another secret|bot\.example/);
  }
});
