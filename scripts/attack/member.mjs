import { graphql } from './client.mjs';
import { eachConnection, slowBodies } from './connections.mjs';

const times = (count, text) => Array.from({ length: count }, (_, n) => text(n)).join(' ');

/** A form of the desk as a browser sends it. */
function form(path, fields) {
  const lines = fields.map(
    ([name, value]) => `--limit\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    ...{ path, body: `${lines.join('')}--limit--\r\n` },
    headers: { 'content-type': 'multipart/form-data; boundary=limit', 'sec-fetch-site': 'same-origin' },
  };
}

/** A request for a page of the desk, with the token in the cookie. */
const page = (make) => (world, n, token) => ({
  path: make(world, n),
  headers: { cookie: `griot_desk=${token}` },
});

const TYPED = Array.from({ length: 9990 }, (_, n) => [`translations.${n}.content`, `"${n}" & <b>`]);

/** An article with many translations, nested to the maximum depth of free JSON. */
export function manyTranslations(seed) {
  const translations = Array.from({ length: 3500 }, (_, n) => ({
    lang: 'en',
    number: n,
    content: `w${seed} ${n}`,
  }));
  let source = { entry: { headword: `h${seed}` }, translations };
  for (let level = 0; level < 25; level++) source = { article: source, note: seed };
  return source;
}

const PROPOSED = manyTranslations(7);

/** Attacks by the owner of a small dictionary. `as` names another account that sends the requests. */
export const MEMBER = {
  'differences of a hundred proposals': {
    isShort: true,
    connections: 40,
    next: ({ team }) =>
      graphql(
        `{ dictionary(dictionary: "${team}") { proposals(first: 100) { nodes { difference { path isConflict } } } } }`,
      ),
  },
  'proposals by thirty aliases, whole': {
    connections: 40,
    next: ({ team }) =>
      graphql(
        `{ dictionary(dictionary: "${team}") { ${times(29, (n) => `a${n}: proposals(first: ${100 - n}) { nodes { isNew source } }`)} } }`,
      ),
  },
  'differences, hung up on': {
    connections: 40,
    next: ({ team }) => ({
      ...graphql(
        `{ dictionary(dictionary: "${team}") { proposals(first: 100) { nodes { difference { path isConflict } } } } }`,
      ),
      hangsUpAfter: 50,
    }),
  },
  'the table of the desk, far pages': {
    connections: 40,
    next: page(({ dictionary }, n) => `/desk/dictionaries/${dictionary}?page=${190 - (n % 20)}&category=n`),
  },
  'searches at the desk': {
    isShort: true,
    connections: 40,
    next: page(
      ({ dictionary }, n) => `/desk/dictionaries/${dictionary}?q=${'aeioum'[n % 6]}&page=${1 + (n % 190)}`,
    ),
  },
  'large articles at the desk': {
    connections: 40,
    next: page(
      ({ team }, n) => `/desk/dictionaries/${team}/articles/${1 + (n % 20)}${n % 2 ? '' : '/history'}`,
    ),
  },
  'forms of twenty thousand fields': {
    ...{ as: 'stranger', connections: 20 },
    next: ({ team }) => form(`/desk/dictionaries/${team}/new`, TYPED),
  },
  'uploads a byte at a time': {
    isShort: true,
    run: (target) => openUploads(target, 40),
  },
  'uploads that are begun and left': {
    connections: 40,
    next: (_, n) => ({
      ...{ path: '/import/uploads', method: 'POST' },
      headers: {
        ...{ 'tus-resumable': '1.0.0', 'upload-length': '1073741824' },
        'upload-metadata': `filename ${Buffer.from(`a${n}.csv`).toString('base64')}`,
      },
    }),
  },
  'new proposals of a quarter of a megabyte': {
    ...{ as: 'user', connections: 30 },
    next: ({ team }) =>
      graphql(
        'mutation ($dictionary: ID, $input: UpdateArticleInput!) { proposeArticle(dictionary: $dictionary, number: "1", input: $input) { proposal { publicId } } }',
        { dictionary: team, input: { source: PROPOSED } },
      ),
  },
};

/** Announces an upload, and sends its bytes slowly on many connections. */
async function openUploads(target, count) {
  const { port, address, token, count: tell } = target;
  const { connectionsFrom, send } = await import('./client.mjs');
  const agent = connectionsFrom(address, 1);
  const begun = await send(
    { port, agent },
    { token, ...MEMBER['uploads that are begun and left'].next(undefined, 0) },
  );
  tell(begun.status);
  if (begun.location === undefined) return slowBodies(count)(target);
  return eachConnection(target, count, async (socket) => {
    socket.write(
      `PATCH ${begun.location} HTTP/1.1\r\nHost: a\r\nX-Access-Token: ${token}\r\nTus-Resumable: 1.0.0\r\nContent-Type: application/offset+octet-stream\r\nUpload-Offset: 0\r\nContent-Length: 1000000\r\n\r\n`,
    );
    const timer = setInterval(() => socket.write('a'), 1000);
    socket.on('close', () => clearInterval(timer));
  });
}
