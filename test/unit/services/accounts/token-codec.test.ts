import { createHmac } from 'node:crypto';
import { TokenCodec } from '../../../../src/services/accounts/token-codec';

const [OLD, NEW] = ['an old secret of thirty-two letters', 'a new secret of thirty-two letters!'];
const now = Math.floor(Date.now() / 1000);
const CLAIMS = {
  sub: '7',
  aud: 'lexicon',
  jti: 'a-token',
  iat: now,
  exp: now + 3600,
  role: 'user',
} as const;

const codecOf = (current: string, previous?: string) => new TokenCodec(() => ({ current, previous }));
const codec = codecOf(NEW, OLD);

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
const [HEADER = ''] = codec.encode(CLAIMS).split('.');
const headers = JSON.parse(Buffer.from(HEADER, 'base64url').toString()) as object;

/** A token with other claims and headers, or signed in another way, with the key that the codec names. */
function forged(claims: object, more: object = {}, sign = { secret: NEW, hash: 'sha256' }): string {
  const content = [
    { ...headers, ...more },
    { ...CLAIMS, iss: 'griot', ...claims },
  ]
    .map(encoded)
    .join('.');
  return `${content}.${createHmac(sign.hash, sign.secret).update(content).digest('base64url')}`;
}

test('reads a token that it wrote, also after a change of the secret', () => {
  const claims = { ...CLAIMS, iss: 'griot' };

  expect(codec.decode(codec.encode(CLAIMS))).toEqual(claims);
  expect(codec.decode(codecOf(OLD).encode(CLAIMS))).toEqual(claims);
  expect(codec.decode(forged({}))).toEqual(claims);
  expect(codecOf(NEW).decode(codecOf(OLD).encode(CLAIMS))).toBeUndefined();
});

test.each<[string, string]>([
  ['that has expired', forged({ exp: now - 1 })],
  ['of another issuer', forged({ iss: 'another' })],
  ['signed in another way', forged({}, { alg: 'HS512' }, { secret: NEW, hash: 'sha512' })],
  ['that is not signed', `${forged({}, { alg: 'none' }).split('.').slice(0, 2).join('.')}.`],
  ['signed with another secret', forged({}, {}, { secret: 'another secret', hash: 'sha256' })],
  ['with a key that there is not', forged({}, { kid: 'another' })],
  ['without a key', forged({}, { kid: undefined })],
  ['of nobody', forged({ sub: '' })],
  ['of a number', forged({ sub: 7 })],
  ['without an identifier', forged({ jti: undefined })],
  ['for another audience', forged({ aud: 'another' })],
  ['for two audiences', forged({ aud: ['lexicon', 'chatbot'] })],
  ['with another role', forged({ role: 'anonymous' })],
  ['that never ends', forged({ exp: undefined })],
  ['that ends at no whole second', forged({ exp: now + 60.5 })],
  ['that is too long', forged({ more: 'x'.repeat(2048) })],
  ['that is none', 'a.b.c'],
  ['that is empty', ''],
])('a token %s is read as none', (_, token) => {
  expect(codec.decode(token)).toBeUndefined();
});

test.each(['user', 'admin', 'application', 'platform'] as const)('a token may be of the role %s', (role) => {
  for (const aud of ['lexicon', 'chatbot'] as const)
    expect(codec.decode(codec.encode({ ...CLAIMS, aud, role }))).toMatchObject({ aud, role });
});

test('the seal depends on the text and on the secret', () => {
  const seal = codec.seal('a text');

  expect(seal).toMatch(/^[\w-]{43}$/u);
  expect(codec.isSeal('a text', seal)).toBe(true);
  expect(codec.isSeal('a text', seal.slice(0, 22))).toBe(true);
  expect(codec.isSeal('a text', codecOf(OLD).seal('a text'))).toBe(true);
  expect(codec.isSeal('another', seal)).toBe(false);
  expect(codec.isSeal('a text', `${seal}x`)).toBe(false);
  expect(codecOf(OLD).isSeal('a text', seal)).toBe(false);
});
