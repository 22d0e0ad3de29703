import { ATTACKS } from '../attack/attackers.mjs';
import { basic, graphql } from '../attack/client.mjs';
import { PASSWORD } from '../support/gateway.mjs';

const LISTS = [
  '',
  'html',
  'contents',
  'cats',
  'classes',
  'entries',
  'examples',
  'forms',
  'types',
  'trads=en',
  'resume',
];
const PARTS = ['', 'html', 'content', 'category', 'class', 'entry', 'example', 'form', 'type', 'trad=en'];
const PAGES = [
  'limit=10',
  'limit=1000',
  'limit=1000&page=150',
  'limit=1000&sort=DESC',
  'limit=10&page=15000',
  'limit=50000',
];
const SEARCHES = ['a', 'il', 'omi', 'housse', 'to go', 'zzzzzzzz'];
const SEARCH_PAGES = [
  'limit=10',
  'limit=1000',
  'limit=1000&page=9',
  'limit=1000&sort=ASC',
  'limit=10&page=900&sort=DESC',
];
const FILTERS = [
  'category: "n"',
  'type: "noun"',
  'language: "en"',
  'having: EXAMPLE',
  'language: "en", having: EXAMPLE',
  'category: "n", type: "noun"',
  'category: "n", language: "en", having: FORM',
  'category: "n", class: "", type: "noun", language: "fr", having: EXAMPLE',
];
/** Formats of dictionaries as files. */
const EXPORTS = ['html', 'jsonl', 'lift', 'xlsx', 'cldf'];

const APPLICATIONS = '/chatbot/core/applications';
const PARTS_OF_APPLICATIONS = ['conversations', 'fields', 'compilers', 'connectors'];

const get = (path) => [`GET ${path}`, { path }];
const asked = (query, variables) => [query.replace(/\s+/g, ' '), graphql(query, variables)];
const written = (method, path, body) => [`${method} ${path}`, { method, path, body: JSON.stringify(body) }];

/** The requests of `npm run attack`, by the account that sends them. */
const attacksAs = (account, world, token) =>
  ATTACKS.filter(({ as, next }) => as === account && next !== undefined).map(({ name, next }) => {
    const given = next(world, 1, token);
    const { hangsUpAfter, ...wish } = given;
    // Requests are not aborted here, except streams, which do not end.
    return [`attack: ${name}`, wish.headers?.accept === 'text/event-stream' ? given : wish];
  });

function anonymous(world) {
  const { dictionary } = world;
  const within = ['/lexicon/articles', `/lexicon/articles/${dictionary}`];
  const lists = within.flatMap((path) =>
    LISTS.flatMap((flag) => PAGES.map((page) => get(`${path}?${flag && `${flag}&`}${page}`))),
  );
  const parts = PARTS.map((flag) => get(`/lexicon/articles/${dictionary}/7?${flag}`));
  const searches = within.flatMap((path) =>
    SEARCHES.flatMap((text) =>
      SEARCH_PAGES.map((page) => get(`${path}?search=${encodeURIComponent(text)}&${page}`)),
    ),
  );
  const filtered = FILTERS.flatMap((filter) => [
    asked(`{ articles(filter: { ${filter} }, first: 100) { totalCount nodes { headword } } }`),
    asked(`{ articles(filter: { ${filter} }, first: 100, page: 90) { nodes { headword } } }`),
    asked(`{ articles(filter: { ${filter} }, last: 100) { nodes { headword } } }`),
    asked(
      `{ search(text: "a", filter: { ${filter.replace(/(type|having): [^,]+,? ?/g, '')} }, sort: ASC, first: 100) { totalCount nodes { article { headword } } } }`,
    ),
  ]);
  const others = [
    asked('{ suggest(prefix: "a", first: 100) { text article { headword } } }'),
    asked('{ headwordsFor(translation: "house", first: 100) { article { headword html } } }'),
    asked('{ nouns(form: "omi", first: 100) { article { headword } } }'),
    asked(
      '{ dictionaries(first: 100) { totalCount nodes { longName statistics { articles languages { language articles } } } } }',
    ),
    ...EXPORTS.map((format) => get(`/export/dictionaries/${dictionary}.${format}`)),
    ...['manifest.json', 'changes?limit=1000', 'changes?limit=1000&after=150000'].map((file) =>
      get(`/offline/${dictionary}/${file}`),
    ),
    ...['public_id', 'radical,article', 'users_versions'].flatMap((fields) =>
      ['limit=1000', 'limit=50000'].map((page) =>
        get(`/lexicon/articles/${dictionary}?${page}&fields=${fields}`),
      ),
    ),
    ...['/', '/docs', `/dictionaries/${dictionary}`, `/dictionaries/${dictionary}?search=a`].map(get),
  ];
  return [...lists, ...parts, ...searches, ...filtered, ...others, ...attacksAs('stranger', world)];
}

function user(world, token) {
  const { dictionary } = world;
  return [
    ...['', `/${dictionary}`, `/${dictionary}/1`].flatMap((path) =>
      ['limit=1000', 'limit=1000&resume', 'limit=10&page=900'].map((page) =>
        get(`/lexicon/comments${path}?${page}`),
      ),
    ),
    ...[
      get('/lexicon/metadata?limit=1000'),
      get(`/lexicon/metadata/${dictionary}`),
      get('/lexicon/users/crowd'),
    ],
    asked('{ comments(first: 100) { totalCount nodes { text username } } }'),
    ...attacksAs('user', world, token),
  ];
}

const application = (world, token) => [
  [
    'GET /chatbot/core/applications/login',
    { path: `${APPLICATIONS}/login`, headers: basic('tenant', PASSWORD) },
  ],
  written('PUT', APPLICATIONS, { description: 'changed' }),
  get(`/export/applications/${world.application}`),
  ...attacksAs('tenant', world, token),
];

const platform = (world) => [
  ...['limit=10', 'limit=1000', 'limit=1000&search=neighbour'].flatMap((page) => [
    get(`${APPLICATIONS}?${page}`),
    ...PARTS_OF_APPLICATIONS.map((flag) => get(`${APPLICATIONS}?${page}&${flag}`)),
    get(`${APPLICATIONS}?${page}&${PARTS_OF_APPLICATIONS.join('&')}`),
  ]),
  ...attacksAs('platform', world),
];

/** Requests for a dictionary with large articles and proposals, and for the desk. */
const member = (world, token) => [
  asked(`{ dictionary(dictionary: "${world.team}") { members(first: 100) { totalCount nodes { role } } } }`),
  asked(
    `{ dictionary(dictionary: "${world.team}") { imports(first: 100) { totalCount nodes { state added } } } }`,
  ),
  asked(
    `{ articleRevisions(dictionary: "${world.team}", number: "1", first: 100) { totalCount nodes { by } } }`,
  ),
  ...attacksAs('member', world, token),
];

function admin({ dictionary }) {
  const items = Array.from({ length: 250 }, (_, n) => ({
    number: n + 1,
    source: {
      entry: { headword: `neno ${n}` },
      translations: [{ lang: 'en', number: 1, content: `word ${n}` }],
    },
  }));
  return [
    get('/lexicon/users?limit=1000'),
    get('/lexicon/users?resume&limit=1000'),
    get('/lexicon/users?limit=10&page=900'),
    asked('{ auditLog(first: 100, page: 90) { nodes { createdAt action } } }'),
    asked('{ auditLog(first: 100) { totalCount nodes { createdAt action } } }'),
    written('POST', `/lexicon/articles/${dictionary}`, { article: { entry: { headword: 'neno' } } }),
    written('PUT', `/lexicon/articles/${dictionary}/8`, { article: { entry: { headword: 'neno' } } }),
    [
      'upsertArticles of 250',
      graphql(
        'mutation ($id: ID!, $items: [UpsertArticleInput!]!) { upsertArticles(dictionary: $id, items: $items) { results { outcome } } }',
        { id: dictionary, items },
      ),
    ],
  ];
}

/**
 * The measured requests by role of the sender, in addition to those of everybody: the account of the role, and a function that returns
 * pairs of a name and a request.
 */
export const ROLES = {
  anonymous: ['stranger', anonymous],
  user: ['user', user],
  application: ['tenant', application],
  member: ['member', member],
  platform: ['platform', platform],
  admin: ['admin', admin],
};
