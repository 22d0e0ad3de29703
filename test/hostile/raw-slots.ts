import { gzipSync } from 'node:zlib';
import type { Random } from './random';
import { encoded, jsonBody, type HostileRequest, type Slot } from './request';
import { hostileText, hostileValue } from './values';
import { ROLES, type Fixture } from './world';

type Base = Pick<HostileRequest, 'method' | 'path' | 'headers' | 'body'>;

const JSON_TYPE = { 'content-type': 'application/json' };

/** Routes that read bodies. */
const READERS: readonly (readonly [method: string, path: string])[] = [
  ['POST', '/graphql'],
  ['POST', '/lexicon/articles/qaa_fr_world'],
  ['PUT', '/lexicon/articles/qaa_fr_world/5'],
  ['POST', '/lexicon/login'],
  ['PUT', '/chatbot/core/applications'],
];

/** Headers that the server or a library of it takes apart. */
const HEADERS: readonly string[] = [
  ...[
    'accept',
    'accept-encoding',
    'accept-language',
    'accept-version',
    'authorization',
    'basic-auth',
    'cookie',
  ],
  ...[
    'content-encoding',
    'content-type',
    'forwarded',
    'if-match',
    'if-none-match',
    'if-modified-since',
    'origin',
  ],
  ...[
    'access-control-request-method',
    'access-control-request-headers',
    'prefer',
    'range',
    'referer',
    'x-access-token',
  ],
  ...[
    'x-forwarded-for',
    'x-forwarded-proto',
    'x-http-method-override',
    'x-request-id',
    'apollo-require-preflight',
  ],
];

const ADDRESSES: readonly (readonly [method: string, path: string])[] = [
  ['GET', '/lexicon/articles/qaa_fr_world?entries'],
  ['GET', '/lexicon/articles/qaa_fr_world/7'],
  ['HEAD', '/lexicon/metadata/qaa_fr_world'],
  ['OPTIONS', '/lexicon/articles'],
  ['GET', '/chatbot/core/applications/login'],
  ['GET', '/graphql?query={__typename}'],
  ['POST', '/graphql'],
  ['GET', '/'],
];

/** The pages, and what else is read from an address. */
const PAGES: readonly string[] = [
  ...['/?q=', '/?q=mot&dictionary=', '/?q=mot&page=', '/headwords?word=', '/headwords?word=mot&language='],
  ...[
    '/dictionaries?page=',
    '/dictionaries/',
    '/dictionaries/qaa_fr_world/',
    '/docs/',
    '/assets/',
    '/playground/',
  ],
  ...[
    '/export/applications/',
    '/health/',
    '/lexicon/',
    '/lexicon/articles/qaa_fr_world/1?',
    '/chatbot/',
    '/',
  ],
];

/** Input that no description names: bytes that are no JSON, headers, paths, and GraphQL documents themselves. */
export function rawSlots(): readonly Slot[] {
  return [
    ...READERS.map(([method, path]) =>
      slot(`${method} ${path} bytes`, (random) => ({ method, path, ...bytes(random) })),
    ),
    ...ADDRESSES.flatMap(([method, path]) =>
      HEADERS.map((name) =>
        slot(`${method} ${path} header ${name}`, (random) => ({
          method,
          path,
          ...(method === 'POST' ? jsonBody({ query: '{ __typename }' }) : {}),
          headers: { ...(method === 'POST' ? JSON_TYPE : {}), [name]: hostileText(random) },
        })),
      ),
    ),
    ...PAGES.map((path) =>
      slot(`GET ${path}`, (random) => ({ method: 'GET', path: path + encoded(hostileText(random)) })),
    ),
    slot('methods', (random) => ({
      method: random.pick(['PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'PUT', 'POST', 'HEAD', 'OPTIONS']),
      path: random.pick(ADDRESSES)[1],
    })),
    ...['operationName', 'variables', 'extensions', 'query', 'id', '__proto__'].map((member) =>
      slot(`graphql member ${member}`, (random) => ({
        method: 'POST',
        path: '/graphql',
        ...jsonBody({ query: '{ __typename }', [member]: hostileValue(random) }),
      })),
    ),
    ...['operationName', 'variables', 'extensions', 'query'].map((member) =>
      slot(`graphql parameter ${member}`, (random) => ({
        method: 'GET',
        headers: { 'apollo-require-preflight': '1' },
        path: `/graphql?query={__typename}&${member}=${encoded(hostileText(random))}`,
      })),
    ),
    ...DOCUMENTS.map((make, index) =>
      slot(`graphql document ${String(index)}`, (random, fixture) => ({
        method: 'POST',
        path: '/graphql',
        ...jsonBody({ query: make(random, fixture) }),
      })),
    ),
  ];
}

function slot(name: string, make: (random: Random, fixture: Fixture) => Base): Slot {
  return { name, make: (random, fixture) => ({ ...make(random, fixture), role: random.pick(ROLES) }) };
}

function bytes(random: Random): Pick<HostileRequest, 'headers' | 'body'> {
  const text = JSON.stringify(hostileValue(random));
  return random.pick<Pick<HostileRequest, 'headers' | 'body'>>([
    { headers: JSON_TYPE, body: Buffer.from(`{"query": ${text}`) },
    { headers: JSON_TYPE, body: Buffer.from('['.repeat(50_000)) },
    { headers: JSON_TYPE, body: Buffer.from('{"a":'.repeat(20_000)) },
    { headers: JSON_TYPE, body: Buffer.from(`${'['.repeat(40_000)}${']'.repeat(40_000)}`) },
    { headers: JSON_TYPE, body: Buffer.from([0x5b, 0x22, 0xff, 0xfe, 0x22, 0x5d]) },
    { headers: JSON_TYPE, body: Buffer.from('\ufeff{}') },
    { headers: JSON_TYPE, body: Buffer.from(text, 'utf16le') },
    { headers: JSON_TYPE, body: Buffer.from(`[${text}]`) },
    {
      headers: { 'content-type': random.pick(['text/plain', 'application/xml', 'multipart/form-data']) },
      body: Buffer.from(text),
    },
    { headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, body: gzipSync('a'.repeat(5_000_000)) },
    {
      headers: { ...JSON_TYPE, 'content-encoding': random.pick(['gzip', 'br', 'deflate', 'x']) },
      body: Buffer.from(text),
    },
    {
      headers: {
        'content-type': `application/json; charset=${random.pick(['utf-7', 'latin1', '"', 'utf-32'])}`,
      },
      body: Buffer.from(text),
    },
  ]);
}

/** Documents that are costly, circular or misshapen. */
const DOCUMENTS: readonly ((random: Random, fixture: Fixture) => string)[] = [
  () => '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }',
  () => '{ ...A } fragment A on Query { ...A }',
  (random) => `{ ${'a'.repeat(1 + random.below(50_000))} }`,
  (random) =>
    `{ ${Array.from({ length: random.below(3000) }, (_, n) => `a${String(n)}: __typename`).join(' ')} }`,
  (random) => `{ __typename ${'@skip(if: false) '.repeat(random.below(2000))} }`,
  (random) => '{ node(id: "x") '.repeat(random.below(3000)) + '}'.repeat(random.below(3000)),
  (random) => `{ ${'{'.repeat(random.below(20_000))}`,
  (random) =>
    `query (${Array.from({ length: random.below(700) }, (_, n) => `$v${String(n)}: Int`).join(' ')}) { __typename }`,
  (random) => `query ($a: ${'['.repeat(random.below(3000))}Int) { __typename }`,
  (random) => `{ __schema { types { ${'fields { type { '.repeat(random.below(200))} name } } }`,
  (random) => `{ __type(name: ${JSON.stringify(hostileText(random))}) { name } }`,
  (random) => `{ ${JSON.stringify(hostileText(random))} }`,
  (random) => `"""${hostileText(random)}""" { __typename }`,
  (random) => `{ node(id: """${hostileText(random)}""") { __typename } }`,
  (random) => `subscription { ${hostileText(random)} }`,
  (random) => `{ __typename } ${'fragment F on Query { __typename } '.repeat(random.below(400))}`,
  (random) => `{ articles(first: ${String(random.below(1e9))}) { nodes { written(part: ENTRY) } } }`,
  (random) => `{ nodes(ids: [${'"x" '.repeat(random.below(1900))}]) { id } }`,
  (random) => `{ ${'articles { nodes { dictionary { articles { nodes {'.repeat(random.below(4))} id`,
  (_, { dictionary }) =>
    `{ a: article(dictionary: "${dictionary}", number: "1") { id } a: article(dictionary: "${dictionary}", number: "2") { id } }`,
  (random) => '#'.repeat(random.below(30_000)) + '\n{ __typename }',
  (random) => `{ __typename${','.repeat(random.below(60_000))} }`,
];
