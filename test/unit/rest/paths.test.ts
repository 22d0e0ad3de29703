import { article } from './support/dictionary-schema';
import { serve, type Server } from './support/server';

const NAME = 'ŋk̀ù_fr_2020'.normalize('NFC');

let server: Server;
beforeAll(async () => {
  server = await serve([article({ number: 7, dictionaryId: NAME, headword: 'a' }), article({ number: 8 })]);
});
afterAll(() => server.close());

const idOf = (body: Record<string, unknown>) => (body['articles'] as { id_dico: string }[])[0]?.id_dico;

test.each(['NFC', 'NFD'])('a dictionary id in %s, percent-encoded, reaches the dictionary', async (form) => {
  const response = await server.get(`/lexicon/articles/${encodeURIComponent(NAME.normalize(form))}`);

  expect(response.status).toBe(200);
  expect(idOf(response.body)).toBe(NAME);
});

test('the links of a list keep the encoding of the client, and their own brackets', async () => {
  const path = `/lexicon/articles/${encodeURIComponent(NAME)}?x=<y>`;

  const response = await server.sendRaw(path);

  expect(response).toContain(`Link: <${path.replace('<y>', '%3Cy%3E')}&page=1>; rel="first"`);
});

test('uri is what the client sent', async () => {
  const path = `/lexicon/articles/${encodeURIComponent(NAME.normalize('NFD'))}x?html`;

  const response = await server.get(path);

  expect(response.body['uri']).toBe(path);
});

test.each([
  '/lexicon/articles/%ff',
  '/lexicon/articles/%',
  '/lexicon/articles/wol_fra/%E0%A4?form',
  '/chatbot/%c0',
])('%s is not UTF-8: 400', async (path) => {
  const response = await server.sendRaw(path);

  expect(response).toMatch(/^HTTP\/1\.1 400 /);
  expect(response).toContain('"code":"INVALID_INPUT"');
  expect(server.reported).toEqual([]);
});

test('an encoded slash belongs to the id', async () => {
  await server.get('/lexicon/articles/wol_fra/a%2Fb');

  expect(server.calls.at(-1)).toEqual({ dictionary: 'wol_fra', number: 'a/b' });
});

test('a slash at the end changes nothing', async () => {
  const response = await server.get('/lexicon/articles/wol_fra/');

  expect(idOf(response.body)).toBe('wol_fra');
});

test('a query key that names a path parameter is unknown', async () => {
  await server.get('/lexicon/articles?dictionary_id=wol_fra');

  expect(server.calls.at(-1)).toMatchObject({ filter: {} });
});

test.each([
  '/lexicon',
  '/lexicon/',
  '/lexicon/nothing',
  '/lexicon/articles/a/b/c',
  '/lexicon/articles//7',
  '/lexicon/dictionaries/users',
])('%s is unknown: 404 as JSON', async (path) => {
  const response = await server.get(path);

  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.body).toEqual({
    message: expect.stringMatching(/./) as string,
    status: 404,
    uri: path,
    code: 'NOT_FOUND',
    request_id: 'request-1',
  });
});

test('under /chatbot the status of an error is a string', async () => {
  const response = await server.get('/chatbot/nothing');

  expect(response.status).toBe(404);
  expect(response.body['status']).toBe('404');
});

test.each(['/', '/graphql', '/lexicons/articles', '/lexiconarticles'])('%s is passed on', async (path) => {
  const response = await server.get(path);

  expect(response.text).toBe('passed on');
});
