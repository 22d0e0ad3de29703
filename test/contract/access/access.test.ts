import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema } from 'graphql';
import {
  ADMIN_NAME,
  ADMIN_PASSWORD,
  READER_PASSWORD,
  startWithAccounts,
  type AccountServer,
} from '../../support/accounts';
import { minimalOperation } from './minimal-operation';

type Role = 'anonymous' | 'user' | 'admin';
const ROLES: readonly Role[] = ['anonymous', 'user', 'admin'];
const EVERYONE: readonly Role[] = ROLES;
const USERS: readonly Role[] = ['user', 'admin'];
const ADMINS: readonly Role[] = ['admin'];

/** Who may do what in the lexicon. Source: interface text, section 5; decisions, section 5. */
const MAY: Readonly<Record<string, readonly Role[]>> = {
  ...{ article: EVERYONE, articles: EVERYONE, dictionary: EVERYONE, dictionaries: EVERYONE },
  ...{ search: EVERYONE, suggest: EVERYONE, headwordsFor: EVERYONE, logIn: EVERYONE },
  ...{ me: USERS, logOut: USERS, changePassword: USERS, comment: USERS, comments: USERS },
  ...{
    createComment: USERS,
    updateComment: USERS,
    deleteComment: USERS,
    voteOnArticle: USERS,
    voteOnComment: USERS,
  },
  ...{ users: ADMINS, createUser: ADMINS, auditLog: ADMINS, setCommentDisabled: ADMINS },
  ...{ createDictionary: ADMINS, updateDictionary: ADMINS, deleteDictionary: ADMINS },
  ...{ createArticle: ADMINS, updateArticle: ADMINS, updateArticleParts: ADMINS, deleteArticle: ADMINS },
  ...{ setArticleDisabled: ADMINS, upsertArticles: ADMINS, restoreArticle: ADMINS },
  ...{ articleRevisions: ADMINS, articleRevisionSource: ADMINS },
};

const ARTICLES = ['/lexicon/articles', '/lexicon/dictionaries/articles'];
const COMMENTS = ['/lexicon/comments', '/lexicon/dictionaries/comments'];
const METADATA = ['/lexicon/metadata', '/lexicon/dictionaries/metadata'];

/** The same over REST, under every path of an operation. */
const ROUTES: readonly (readonly [
  id: string,
  method: string,
  starts: readonly string[],
  rest: string,
  may: readonly Role[],
])[] = [
  ['B1', 'POST', ARTICLES, '/none', ADMINS],
  ['B2', 'DELETE', ARTICLES, '/none?article_id=1', ADMINS],
  ['B3', 'DELETE', ARTICLES, '/none/1', ADMINS],
  ['B5', 'GET', ARTICLES, '/none?search=x', EVERYONE],
  ['B12', 'GET', ARTICLES, '/none', EVERYONE],
  ['B13', 'GET', ARTICLES, '/none/1', EVERYONE],
  ['B33', 'PUT', ARTICLES, '/none/1', ADMINS],
  ['B34', 'GET', COMMENTS, '/none', USERS],
  ['B35', 'GET', COMMENTS, '', USERS],
  ['B36', 'GET', COMMENTS, '/none/1', USERS],
  ['B38', 'POST', METADATA, '', ADMINS],
  ['B39', 'GET', METADATA, '', USERS],
  ['B40', 'GET', METADATA, '/none', USERS],
  ['B41', 'POST', ['/lexicon/users'], '', ADMINS],
  ['B42', 'GET', ['/lexicon/users'], '', ADMINS],
];

const REFUSALS: ReadonlySet<unknown> = new Set(['UNAUTHENTICATED', 'FORBIDDEN']);
const SCHEMA = buildSchema(
  readFileSync(join(__dirname, '..', '..', '..', 'schema', 'schema.graphql'), 'utf8'),
);

let server: AccountServer;

beforeAll(async () => {
  server = await startWithAccounts();
}, 60_000);
afterAll(() => server.server.close());

const tokenOf = (role: Role) => ({ anonymous: undefined, user: server.reader, admin: server.admin })[role];

describe.each(Object.entries(MAY))('%s', (name, may) => {
  test.each(ROLES)('for %s', async (role) => {
    const isQuery = name in (SCHEMA.getQueryType()?.getFields() ?? {});
    const type = isQuery ? SCHEMA.getQueryType() : SCHEMA.getMutationType();
    const field = type?.getFields()[name];
    if (!field) throw new Error(`there is no ${name}`);

    const { errors } = await server.graphql(
      minimalOperation(isQuery ? 'query' : 'mutation', field),
      {},
      tokenOf(role),
    );

    const isRefused = errors.some(({ extensions }) => REFUSALS.has(extensions['code']));
    expect(errors.map(({ extensions }) => extensions['code'])).not.toContain('GRAPHQL_VALIDATION_FAILED');
    expect(isRefused).toBe(!may.includes(role));
    if (name === 'logOut' && role !== 'anonymous') await logInAgain();
  });
});

describe.each(ROUTES)('%s %s', (_id, ...given) => {
  const [method, starts, rest, may] = given;
  test.each(ROLES)('for %s', async (role) => {
    for (const start of starts) {
      const body = ['POST', 'PUT'].includes(method) ? {} : undefined;
      const answer = await server.rest(method, `${start}${rest}`, { token: tokenOf(role), body });

      expect(REFUSALS.has(answer.body['code'])).toBe(!may.includes(role));
      if (!may.includes(role)) expect([401, 403]).toContain(answer.status);
    }
  });
});

test('of a dictionary everyone reads the names, and users the rest', async () => {
  await server.rest('POST', '/lexicon/metadata', {
    token: server.admin,
    body: { metadata: { id_dico: 'qaa', source: 'a book' } },
  });
  const read = (field: string, role: Role) =>
    server.graphql(`{ dictionary(dictionaryId: "qaa") { ${field} } }`, {}, tokenOf(role));

  expect((await read('longName dictionaryId', 'anonymous')).errors).toEqual([]);
  for (const field of [
    'comment',
    'publication',
    'reviewVersion',
    'reviewYear',
    'source',
    'sourceAuthors',
    'targetAuthors',
  ]) {
    expect((await read(field, 'anonymous')).errors[0]?.extensions['code']).toBe('UNAUTHENTICATED');
    expect((await read(field, 'user')).errors).toEqual([]);
  }
});

async function logInAgain(): Promise<void> {
  const admin = await server.logIn(ADMIN_NAME, ADMIN_PASSWORD);
  Object.assign(server, { admin, reader: await server.logIn('reader', READER_PASSWORD) });
}
