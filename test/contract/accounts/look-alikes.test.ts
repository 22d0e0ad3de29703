import { PASSWORD, PATH, startWithApplications, type ChatbotServer } from '../../support/applications';

let server: ChatbotServer;
let made = 0;

beforeAll(async () => {
  server = await startWithApplications();
});
afterAll(() => server.server.close());

const CREATE = `mutation ($name: String!) {
  createUser(input: { username: $name, password: "a password for them" }) { user { username } userErrors { code message } }
}`;

/** How it ends: the code and the message of the failure, or `made`. */
async function user(name: string): Promise<readonly unknown[]> {
  const { errors } = await server.graphql(CREATE, { name }, server.admin);
  const [error] = errors;
  return error ? [error.extensions['code'], error.message] : ['made'];
}

async function application(name: string): Promise<number> {
  const body = { name, email: `number${String(++made)}@example.org`, password: PASSWORD };
  return (await server.rest('POST', PATH, { token: server.platform, body })).status;
}

/** Pairs of names: the first is registered, the second looks the same. */
const ALIKE = [
  ['Cyrillic о and е', 'aba tope', 'abа tорe'],
  ['a capital I for an l', 'paypal', 'paypaI'],
  ['a digit for an l', 'lulu bell', '1ulu be11'],
  ['full-width letters', 'koffi', 'ｋｏｆｆｉ'],
  ['mathematical letters', 'ngozi', '𝐧𝐠𝐨𝐳𝐢'],
  ['rn for m', 'amadou', 'arnadou'],
  ['capital Cyrillic letters', 'BAHTOE', 'ВАНТОЕ'],
] as const;

test.each(ALIKE)('only one of two names that look the same is accepted: %s', async (_, name, alike) => {
  expect(await user(name)).toEqual(['made']);
  expect(await user(alike)).toEqual(['CONFLICT', 'username is taken or looks the same as an existing one']);
  expect(await application(name)).toBe(201);
  expect(await application(alike)).toBe(409);
});

test('letters and marks of African languages are distinct letters', async () => {
  const names = [
    ...[
      'bala',
      'ɓala',
      'baŋa',
      'bana',
      'ade sola',
      'adé ṣọlá',
      'adè ṣọlá',
      'adẹ sọla',
      'ƙasa',
      'kasa',
      'ɛka',
      'eka',
    ],
    ...[
      'ߒߞߏ ߡߊ',
      'አበበ ቢቂላ',
      '𞤀𞤣𞤵𞤤𞤢𞤥',
      'ⵜⵉⴼⵉⵏⴰⵖ',
      'ꕙꔤ ꕙ',
      'عثمان دان',
      'n!xau ǂoma',
      'dɔla',
      'dola',
      'ɗan',
      'ɗán',
    ],
  ];

  for (const name of names) {
    expect([name, await user(name)]).toEqual([name, ['made']]);
    expect([name, await application(name)]).toEqual([name, 201]);
  }
});

test.each([
  ['a zero width space', 'pay\u200bpal', 'U+200B'],
  ['a joiner', 'pay\u200dpal', 'U+200D'],
  ['a soft hyphen', 'pay\u00adpal', 'U+00AD'],
  ['an override of direction', 'pay\u202elap', 'U+202E'],
  ['an isolate', 'pay\u2066pal\u2069', 'U+2066'],
  ['a variation selector', 'pay\ufe0fpal', 'U+FE0F'],
  ['a combining grapheme joiner', 'pay\u034fpal', 'U+034F'],
  ['a Hangul filler', 'pay\u3164pal', 'U+3164'],
  ['a no-break space', 'pay\u00a0pal', 'U+00A0'],
  ['an em space', 'pay\u2003pal', 'U+2003'],
  ['a blank of Braille', 'pay\u2800pal', 'U+2800'],
  ['a tag', 'pay\u{e0061}pal', 'U+E0061'],
])('%s is refused by name', async (_, name, sign) => {
  expect(await user(name)).toEqual([
    'INVALID_INPUT',
    `username must not contain invisible characters (${sign})`,
  ]);
  const { errors } = await server.graphql(
    'mutation ($i: CreateApplicationInput!) { createApplication(input: $i) { application { publicId } userErrors { code message } } }',
    { i: { name, email: 'invisible@example.org', password: PASSWORD } },
    server.platform,
  );
  expect(errors.map(({ message }) => message)).toEqual([
    `name must not contain invisible characters (${sign})`,
  ]);
});

test('an application cannot have a name that looks like another’s, but may change the spelling of its own', async () => {
  const { register, rest } = server;
  const [, other] = [await register('Sahel News'), await register('Other')];
  const rename = async (name: string) =>
    (await rest('PUT', PATH, { token: other.token, body: { name } })).status;

  expect([await rename('Ѕahel News'), await rename('0ther'), await rename('OTHER')]).toEqual([409, 200, 200]);
});

test('only one of several look-alike names that are registered simultaneously is accepted', async () => {
  const names = ['race one', 'rаce one', 'racе one', 'rасe one'];
  const results = await Promise.all(names.map(user));

  expect(results.filter(([result]) => result === 'made')).toHaveLength(1);
  const applications = await Promise.all(names.map(application));
  expect(applications.sort()).toEqual([201, 409, 409, 409]);
});
