import { PASSWORD, PATH, startWithApplications, type ChatbotServer } from '../../support/applications';
import { call } from '../../support/http';

let chatbots: ChatbotServer;

beforeAll(async () => {
  chatbots = await startWithApplications();
});

afterAll(() => chatbots.server.close());

const send = (method: string, path: string, body: string, headers: Record<string, string> = {}) =>
  call(chatbots.server.url + path, {
    method,
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });

const asPlatform = () => ({ 'x-access-token': chatbots.platform });

describe('errors of the path or the caller take precedence over errors of the body', () => {
  test.each([
    ['POST', '/lexicon/nothing', 404],
    ['PATCH', '/lexicon/articles/my_words', 405],
    ['PUT', '/lexicon/articles', 405],
    ['POST', '/lexicon/articles/my_words', 401],
    ['POST', '/lexicon/users', 401],
    ['PUT', PATH, 401],
  ])('%s %s: %i', async (method, path, status) => {
    for (const [body, type] of [
      ['{', 'application/json'],
      ['x=1', 'application/x-www-form-urlencoded'],
    ] as const) {
      const response = await send(method, path, body, { 'content-type': type });
      expect([response.status, response.headers.has('allow')]).toEqual([status, status === 405]);
    }
  });
});

describe('a body that is no JSON', () => {
  test('has the documented message at A1 and A6, and the reason in addition', async () => {
    const { token } = await chatbots.register('Malformed');
    for (const [method, headers] of [
      ['POST', asPlatform()],
      ['PUT', { 'x-access-token': token }],
    ] as const) {
      const { status, body } = await send(method, PATH, '{', headers);
      expect(status).toBe(400);
      expect(body).toMatchObject({
        message: 'Malformed data, check the input application',
        detail: 'The request body is not valid JSON',
        status: '400',
      });
    }
  });

  test.each([
    ['PUT', `${PATH}/login`],
    ['POST', '/lexicon/login'],
  ])('is 400 at %s %s, where other faults are 401', async (method, path) => {
    const { status, body } = await send(method, path, '{', asPlatform());

    expect([status, body['message']]).toEqual([400, 'The request body is not valid JSON']);
  });

  test.each(['null', '5', '"a"', '[]'])(
    'but JSON that is not an object, %s, is reported as such',
    async (text) => {
      const { status, body } = await send('PUT', PATH, text, asPlatform());

      expect([status, body['detail']]).toEqual([400, 'The request body must be a JSON object']);
    },
  );

  test('is refused with a reason if it cannot be decompressed', async () => {
    const broken = await send('POST', PATH, '{}', { ...asPlatform(), 'content-encoding': 'gzip' });
    const unknown = await send('POST', PATH, '{}', { ...asPlatform(), 'content-encoding': 'rot13' });

    expect([broken.status, broken.body['detail']]).toEqual([400, 'The request body cannot be decompressed']);
    expect([unknown.status, unknown.body['message']]).toEqual([
      415,
      'Content-Encoding must be gzip, deflate, br or identity',
    ]);
  });
});

describe('the error names the invalid member of a body', () => {
  const valid = { name: 'Named', email: 'named@example.org', password: PASSWORD };

  test.each([
    [{ connectors: { foo: {} } }, 'connectors.foo is unknown'],
    [{ connectors: { teamChat: {} } }, 'connectors.teamChat is unknown'],
    [JSON.parse('{"connectors": {"__proto__": {}}}') as object, 'connectors.__proto__ is unknown'],
    [{ connectors: { _x__1: {} } }, 'connectors._x__1 is unknown'],
    [{ connectors: { 'é "b"': {} } }, 'connectors.é "b" is unknown'],
    [{ connectors: { team_chat: 5 } }, 'connectors.team_chat must be a JSON object'],
    [{ connectors: [] }, 'connectors must be a JSON object'],
    [{ compagny: 5 }, 'compagny must be a string'],
    [{ compagny: 'x'.repeat(100_001) }, 'compagny must have at most 100000 characters'],
    [{ prototype: 1 }, 'The request body has a member with the forbidden name prototype'],
  ])('%j', async (more, detail) => {
    const { status, body } = await send('POST', PATH, JSON.stringify({ ...valid, ...more }), asPlatform());

    expect([status, body['detail']]).toEqual([400, detail]);
  });

  test.each([
    [{ role: 'king' }, 'role must be user or admin'],
    [{ nat_lang: 5 }, 'nat_lang must be a string'],
    [
      { nat_lang: 'sw', native_lang: 'wo' },
      'nat_lang and native_lang are the same field and must have the same value',
    ],
  ])('of a user: %j', async (more, detail) => {
    const user = { username: 'Named', password: PASSWORD, ...more };
    const { status, body } = await send('POST', '/lexicon/users', JSON.stringify({ user }), {
      'x-access-token': chatbots.admin,
    });

    expect([status, body['detail']]).toEqual([403, detail]);
  });
});

test('A5 treats a value that is not a string as an unknown application', async () => {
  const { status, body } = await send('PUT', `${PATH}/login`, '{"public_id":["x"]}', asPlatform());

  expect([status, body['message']]).toEqual([206, 'No application found']);
});

test('the mother tongue is accepted under each of its two names, and the other may be null', async () => {
  const user = { username: 'Mwana', password: PASSWORD, nat_lang: 'sw', native_lang: null };
  const { body } = await send('POST', '/lexicon/users', JSON.stringify({ user }), {
    'x-access-token': chatbots.admin,
  });

  expect(body['user']).toMatchObject({ nat_lang: 'sw', native_lang: 'sw' });
});
