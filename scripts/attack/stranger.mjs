import { gzipSync } from 'node:zlib';
import { graphql } from './client.mjs';
import { heldConnections, pipelined, slowBodies, slowReaders } from './connections.mjs';

/** Formats of dictionaries with different writers. */
const FORMATS = ['html', 'xlsx', 'lift', 'cldf', 'tei'];

/** A number of texts, joined. */
const times = (count, text, glue = ' ') => Array.from({ length: count }, (_, n) => text(n)).join(glue);

/** A few random letters. */
const word = (n, length = 8) =>
  Array.from({ length }, (_, i) => 'aeioubdgklmnrstw'[(n * 31 + i * i * 7 + n * i) % 16]).join('');

const query = (make) => (_, n) => graphql(make(n));
const path =
  (make) =>
  ({ dictionary }, n) => ({ path: make(dictionary, n) });

const TOTALS = `{ ${times(18, (n) => `a${n}: articles(filter: { language: "en", having: EXAMPLE }) { totalCount }`)} }`;
const FACETS = [
  'category: "n"',
  'type: "noun"',
  'language: "en"',
  'language: "fr"',
  'having: EXAMPLE',
  'having: ENTRY',
];
/** Lists with several facets, all different. */
const facets = (n) =>
  [0, 2, 5]
    .map((step) => FACETS[(n + step) % FACETS.length])
    .filter((facet, i, all) => all.findIndex((other) => other.split(':')[0] === facet.split(':')[0]) === i)
    .join(', ');
const WIDE = `{ ${times(6, (n) => `a${n}: articles(first: 100, page: ${n + 1}) { nodes { headword html text content { entry { headword variants { form type } } translations { lang number content } examples { lang content target } } } }`)} }`;
const SCHEMA =
  '{ __schema { types { name description fields { name description args { name description type { name ofType { name ofType { name } } } } type { name ofType { name ofType { name } } } } inputFields { name description type { name ofType { name } } } enumValues { name description } } } }';
const BRACKETS = `{"query":"{ __typename }","variables":{"a":[${'[],'.repeat(99_990)}0]}}`;

/**
 * Attacks without an account from one address. `connections` is their number; `next` returns the next request from the facts about the
 * server and the number of the request.
 */
export const STRANGER = {
  'totals of filtered lists': { connections: 40, next: () => graphql(TOTALS) },
  'totals, hung up on': {
    isShort: true,
    connections: 40,
    next: () => ({ ...graphql(TOTALS), hangsUpAfter: 20 }),
  },
  'totals of several facets': {
    connections: 40,
    next: query(
      (n) => `{ ${times(18, (m) => `a${m}: articles(filter: { ${facets(n + m)} }) { totalCount }`)} }`,
    ),
  },
  'far pages of filtered lists': {
    connections: 40,
    next: query(
      (n) =>
        `{ ${times(9, (m) => `a${m}: articles(filter: { ${facets(n + m)} }, first: 10, page: ${990 - m}) { nodes { number } }`)} }`,
    ),
  },
  'searches in the order of headwords': {
    connections: 40,
    next: path(
      (_, n) => `/lexicon/articles?search=${'aeiou'[n % 5]}&sort=${n % 2 ? 'ASC' : 'DESC'}&limit=1000`,
    ),
  },
  'searches in the order of headwords, hung up on': {
    connections: 40,
    next: ({ dictionary }, n) => ({
      ...{ path: `/lexicon/articles/${dictionary}?search=${'aeiou'[n % 5]}&sort=ASC&limit=1000` },
      hangsUpAfter: 20,
    }),
  },
  'far pages of searches': {
    connections: 40,
    next: path(
      (dictionary, n) =>
        `/lexicon/articles/${dictionary}?search=${'aeioum'[n % 6]}&limit=10&page=${900 + (n % 90)}`,
    ),
  },
  'searches by five aliases': {
    connections: 40,
    next: query(
      (n) =>
        `{ ${times(5, (m) => `a${m}: search(text: "${'aeiou'[(n + m) % 5]}", first: 10, sort: ASC, filter: { language: "en", category: "n" }) { totalCount nodes { article { headword } } }`)} }`,
    ),
  },
  'misspelled searches': {
    connections: 40,
    next: path((_, n) => `/lexicon/articles?search=${word(n, 6 + (n % 9))}&limit=1000`),
  },
  'misspelled searches by five aliases': {
    connections: 40,
    next: query(
      (n) =>
        `{ ${times(5, (m) => `a${m}: search(text: "${word(5 * n + m, 60)}") { totalCount didYouMean nodes { article { headword } } }`)} }`,
    ),
  },
  'translations by aliases': {
    connections: 40,
    next: query(
      (n) =>
        `{ ${times(5, (m) => `a${m}: headwordsFor(translation: "${['water', 'house', 'to go', 'fire'][(n + m) % 4]}", first: 100) { article { headword html } }`)} }`,
    ),
  },
  'whole pages of lists': {
    connections: 40,
    next: path(
      (dictionary, n) =>
        `/lexicon/articles/${dictionary}?limit=1000&page=${1 + (n % 7)}${['', '&html', '&contents', '&trads=en'][n % 4]}`,
    ),
  },
  'the longest lists': {
    isShort: true,
    connections: 20,
    next: path((_, n) => `/lexicon/articles?limit=50000&page=1${n % 2 ? '&html' : ''}`),
  },
  'the longest lists, hung up on': {
    connections: 20,
    next: () => ({ path: '/lexicon/articles?limit=50000&contents', hangsUpAfter: 50 }),
  },
  'changes of a dictionary by 20 aliases': {
    isShort: true,
    connections: 40,
    next: ({ dictionary }, n) =>
      graphql(
        `{ dictionary(dictionary: "${dictionary}") { ${times(20, (m) => `a${m}: changes(after: ${(n * 20 + m) * 7}, first: 100) { next isCopySmaller changes { seq article { source } } }`)} } }`,
      ),
  },
  'changes of a dictionary, by REST': {
    connections: 40,
    next: path((dictionary, n) => `/offline/${dictionary}/changes?limit=1000&after=${(n * 991) % 14_000}`),
  },
  'copies of a dictionary': {
    // The first request creates the files, which are then stored for all callers.
    leavesWork: true,
    connections: 40,
    next: path((dictionary) => `/offline/${dictionary}/manifest.json`),
  },
  'dictionaries as files': {
    isShort: true,
    connections: 20,
    next: path((dictionary, n) => `/export/dictionaries/${dictionary}.${FORMATS[n % FORMATS.length]}`),
  },
  'dictionaries as one page each, hung up on': {
    connections: 20,
    next: ({ dictionary }) => ({ path: `/export/dictionaries/${dictionary}.html`, hangsUpAfter: 200 }),
  },
  'whole pages of lists, compressed': {
    connections: 40,
    next: ({ dictionary }, n) => ({
      path: `/lexicon/articles/${dictionary}?limit=1000&page=${1 + (n % 7)}`,
      headers: { 'accept-encoding': n % 2 ? 'br' : 'gzip' },
    }),
  },
  'the longest lists, of one member': {
    connections: 20,
    next: path((dictionary) => `/lexicon/articles/${dictionary}?limit=50000&fields=public_id`),
  },
  'lists of fragments in each other': {
    connections: 40,
    next: query(
      (n) =>
        `{ articles(first: ${1 + (n % 90)}) { nodes { ...G0 } } } ${times(150, (m) => `fragment G${m} on Article { ...G${m + 1} ...G${m + 1} }`)} fragment G150 on Article { headword }`,
    ),
  },
  'documents as wide as they may be': { connections: 40, next: () => graphql(WIDE) },
  'the schema': { connections: 40, next: () => graphql(SCHEMA) },
  'documents with mistakes': {
    connections: 40,
    next: query((n) => `{ ${times(1990, (m) => `articlez${n}${m}`)} }`),
  },
  'documents of equal fields': {
    connections: 40,
    next: query((n) => `{ ${times(240, () => `node(id: "${n}") { id }`)} }`),
  },
  'documents of fragments in each other': {
    connections: 40,
    next: query(
      () =>
        `{ ...F0 } ${times(200, (n) => `fragment F${n} on Query { ...F${n + 1} me { id } }`)} fragment F200 on Query { me { id } }`,
    ),
  },
  'pages for people': {
    connections: 40,
    next: path((dictionary, n) => `/dictionaries/${encodeURIComponent(dictionary)}?search=${word(n, 5)}`),
  },
  'bodies of a megabyte': { connections: 40, next: () => ({ path: '/graphql', body: BRACKETS }) },
  'bodies that become large': {
    connections: 40,
    next: () => ({ path: '/graphql', body: BOMB, headers: { 'content-encoding': 'gzip' } }),
  },
  'forged tokens': {
    connections: 40,
    next: ({ dictionary }, n) => ({
      path: `/lexicon/articles/${dictionary}/1`,
      token: `${HEADER}.${'e'.repeat(8000)}${n}.x`,
    }),
  },
  'logins as nobody': {
    connections: 40,
    next: query(
      (n) =>
        `mutation { ${times(29, (m) => `a${m}: logIn(username: "nobody${n}x${m}", password: "wrong password") { login { token } }`)} }`,
    ),
  },
  'messages of channels that nobody signed': {
    connections: 40,
    next: ({ application }, n) => ({
      path: `/chatbot/connectors/${application}/telephony`,
      body: 'x'.repeat(1_000_000),
      headers: {
        ...{ 'webhook-id': `m${n}`, 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) },
        'webhook-signature': Array(400).fill('v1,aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa=').join(' '),
      },
    }),
  },
  'messages of channels by 29 aliases': {
    connections: 40,
    next: ({ application }, n) =>
      graphql(
        `mutation ($r: WebhookRequestInput!) { ${times(29, (m) => `a${m}: receiveMessages(publicId: "${application}", connector: TELEPHONY, request: $r) { receivedMessages { accepted } }`)} }`,
        {
          r: {
            ...{ body: 'x'.repeat(10_000), id: `m${n}`, timestamp: String(Math.floor(Date.now() / 1000)) },
            signature: 'v1,a',
          },
        },
      ),
  },
  'links and refresh tokens that are guessed': {
    connections: 40,
    next: (_, n) =>
      graphql(
        n % 2
          ? `{ ${times(29, (m) => `a${m}: passwordReset(token: "${1 + (m % 6)}-${word(n, 43)}") { username }`)} }`
          : `mutation { ${times(29, (m) => `a${m}: refreshLogin(refreshToken: "00000000-0000-4000-8000-${String(n * 29 + m).padStart(12, '0')}.${word(n, 43)}") { login { token } }`)} }`,
      ),
  },
  'streams of everything since the beginning, hung up on': {
    connections: 60,
    next: ({ dictionary, generation }, n) => ({
      ...graphql(
        `subscription { articleChanged(dictionary: "${dictionary}") { seq article { source html content { examples { content } } } } }`,
      ),
      headers: { accept: 'text/event-stream', 'last-event-id': `${generation}.${n % 100}` },
      hangsUpAfter: 500,
    }),
  },
  'streams that are not taken': {
    run: slowReaders(
      200,
      ({ dictionary }) =>
        graphql(`subscription { articleChanged(dictionary: "${dictionary}") { article { html source } } }`),
      'Accept: text/event-stream',
    ),
  },
  'recordings of the articles of recordings': {
    connections: 40,
    next: ({ team, sung }, n) =>
      graphql(
        `{ article(dictionary: "${team}", number: "${sung}") { ${'media { article { '.repeat(1 + (n % 3))} media { name url } ${'} }'.repeat(1 + (n % 3))} } }`,
      ),
  },
  'recordings that are not taken': {
    run: slowReaders(300, ({ recording }) => ({ path: recording })),
  },
  'recordings, hung up on': {
    connections: 40,
    next: ({ recording }, n) => ({
      ...{ path: recording, hangsUpAfter: 20 },
      headers: { range: `bytes=${(n % 15) * 1_000_000}-` },
    }),
  },
  'recordings by their last bytes': {
    connections: 40,
    next: ({ recording }, n) => ({ path: recording, headers: { range: `bytes=${n % 1000}-${n % 1000}` } }),
  },
  'changed articles, by time': {
    connections: 40,
    next: ({ dictionary }, n) =>
      graphql(
        `{ ${times(9, (m) => `a${m}: articles(filter: { dictionary: "${dictionary}", updatedAfter: "2020-01-0${1 + ((n + m) % 9)}T00:00:00Z", ${FACETS[(n + m) % 6]} }, first: 10, page: ${1 + m}) { totalCount nodes { number } }`)} }`,
      ),
  },
  'health and preflights': {
    connections: 100,
    hammers: true,
    next: ({ dictionary }, n) =>
      n % 2
        ? { path: '/health/ready' }
        : {
            ...{ path: `/lexicon/articles/${dictionary}`, method: 'OPTIONS' },
            headers: { origin: 'https://example.org', 'access-control-request-method': 'PUT' },
          },
  },
  'more than is allowed': {
    connections: 100,
    hammers: true,
    next: path((dictionary, n) => `/lexicon/articles/${dictionary}/${1 + (n % 200)}`),
  },
  'connections that do nothing': { run: heldConnections(4000) },
  'bodies a byte at a time': { run: slowBodies(600) },
  'answers that are not taken': {
    isShort: true,
    run: slowReaders(600, ({ dictionary }) => ({ path: `/lexicon/articles/${dictionary}?limit=1000&html` })),
  },
  'requests behind each other on one connection': {
    run: pipelined(4, ({ dictionary }) => ({
      path: `/lexicon/articles/${dictionary}?search=a&limit=1000&sort=ASC`,
    })),
  },
};

const BOMB = gzipSync(`{"query":"${' '.repeat(1_040_000)}"}`);
const HEADER = Buffer.from('{"alg":"HS256","typ":"JWT","kid":"1"}').toString('base64url');
