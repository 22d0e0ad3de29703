import { clientOf } from '../../support/accounts';
import { PASSWORD, startWithApplications, type ChatbotServer } from '../../support/applications';
import { recordCommands } from '../../support/recorded-commands';

const DICTIONARY = 'yo_fr_edges';

/** In the order of the Yoruba alphabet, in which ẹ follows e and gb follows g. */
const HEADWORDS = ['abo', 'ewé', 'ẹyẹ', 'gígùn', 'gbogbo'];

type Members = Readonly<Record<string, unknown>>;

let server: ChatbotServer;
let author: string;
let reader: string;
const recorded = recordCommands();

const AS_PAYLOAD = 'userErrors { code message }';

beforeAll(async () => {
  server = await startWithApplications();
  const { admin } = server;
  await server.execute(
    `mutation {
      createDictionary(input: { publicId: "${DICTIONARY}", language: "yo" }) { ${AS_PAYLOAD} }
      ${HEADWORDS.toReversed()
        .map(
          (headword, i) =>
            `a${i}: createArticle(dictionary: "${DICTIONARY}", input: { source: { entry: { headword: "${headword}" } } }) { ${AS_PAYLOAD} }`,
        )
        .join('\n')}
      author: createUser(input: { username: "author", password: "${PASSWORD}" }) { ${AS_PAYLOAD} }
      reader: createUser(input: { username: "reader", password: "${PASSWORD}" }) { ${AS_PAYLOAD} }
    }`,
    {},
    admin,
  );
  const { logIn } = clientOf(server.server.url);
  [author, reader] = [await logIn('author', PASSWORD), await logIn('reader', PASSWORD)];
  await server.execute(
    `mutation {
      createComment(input: { dictionary: "${DICTIONARY}", number: 1, text: "well said" }) { comment { id } ${AS_PAYLOAD} }
      voteOnArticle(dictionary: "${DICTIONARY}", number: 1, vote: LIKE) { ${AS_PAYLOAD} }
      second: voteOnArticle(dictionary: "${DICTIONARY}", number: 2, vote: UNLIKE) { ${AS_PAYLOAD} }
    }`,
    {},
    author,
  );
});
afterAll(async () => {
  recorded.stop();
  await server.server.close();
});

const execute = (query: string, token?: string): Promise<Members> =>
  server.graphql(query, {}, token).then(({ data, errors }) => {
    expect(errors).toEqual([]);
    return data;
  });

const inDictionary = (selection: string) => `{ dictionary(dictionary: "${DICTIONARY}") { ${selection} } }`;

describe('the articles of a dictionary', () => {
  test('are in the order of its alphabet, or of all dictionaries', async () => {
    const { dictionary } = await execute(
      inDictionary(`alphabet: articles { totalCount pageNumber nodes { headword } }
        all: articles(orderBy: HEADWORD) { nodes { headword } }
        second: articles(first: 2, page: 2) { pageNumber nodes { headword } }
        letter: articles(filter: { letter: "gb" }) { totalCount nodes { headword dictionary { publicId } } }`),
    );

    const named = (headwords: readonly string[]) => headwords.map((headword) => ({ headword }));
    expect(dictionary).toMatchObject({
      alphabet: { totalCount: 5, pageNumber: null, nodes: named(HEADWORDS) },
      all: { nodes: named(['abo', 'ewé', 'ẹyẹ', 'gbogbo', 'gígùn']) },
      second: { pageNumber: 2, nodes: named(['ẹyẹ', 'gígùn']) },
      letter: { totalCount: 1, nodes: [{ headword: 'gbogbo', dictionary: { publicId: DICTIONARY } }] },
    });
  });

  test('are followed from one to the next, both ways', async () => {
    const chain = (direction: string, depth: number): string =>
      depth === 0 ? 'headword' : `headword ${direction} { ${chain(direction, depth - 1)} }`;
    const { first, last } = await execute(`{
      first: article(dictionary: "${DICTIONARY}", number: 5) { ${chain('next', 5)} }
      last: article(dictionary: "${DICTIONARY}", number: 1) { ${chain('previous', 5)} } }`);

    const nested = (direction: string, headwords: readonly string[]): unknown =>
      headwords.reduceRight<unknown>((inner, headword) => ({ headword, [direction]: inner }), null);
    expect(first).toEqual(nested('next', HEADWORDS));
    expect(last).toEqual(nested('previous', HEADWORDS.toReversed()));
  });

  test('that are hidden are neighbours only for admins', async () => {
    const setDisabled = (isDisabled: boolean) =>
      execute(
        `mutation { setArticleDisabled(dictionary: "${DICTIONARY}", number: 4, isDisabled: ${String(isDisabled)}) { ${AS_PAYLOAD} } }`,
        server.admin,
      );
    const next = `{ article(dictionary: "${DICTIONARY}", number: 5) { next { headword } } }`;
    await setDisabled(true);

    expect(await execute(next)).toEqual({ article: { next: { headword: 'ẹyẹ' } } });
    expect(await execute(next, server.admin)).toEqual({ article: { next: { headword: 'ewé' } } });
    await setDisabled(false);
  });

  test('of many dictionaries at once exceed the cost of a query', async () => {
    const { errors } = await server.graphql(
      '{ dictionaries(first: 100) { nodes { articles { nodes { headword } } } } }',
    );

    expect(errors[0]?.message).toMatch(/could return \d+ fields/);
  });
});

describe('comments', () => {
  const comments = `{ article(dictionary: "${DICTIONARY}", number: 1) { headword comments { totalCount nodes {
    text author { username } article { number headword } viewerVote viewerCanUpdate viewerCanDelete } } } }`;

  test.each([
    ['author', () => author, { author: { username: 'author' }, viewerVote: 'NONE' }, [true, true]],
    ['another user', () => reader, { author: null, viewerVote: 'NONE' }, [false, false]],
    ['an admin', () => server.admin, { author: { username: 'author' }, viewerVote: 'NONE' }, [false, true]],
  ] as const)(
    'are listed on their article, for the %s',
    async (_, token, visible, [viewerCanUpdate, viewerCanDelete]) => {
      const comment = {
        text: 'well said',
        article: { number: 1, headword: 'gbogbo' },
        ...visible,
        viewerCanUpdate,
        viewerCanDelete,
      };
      expect(await execute(comments, token())).toEqual({
        article: { headword: 'gbogbo', comments: { totalCount: 1, nodes: [comment] } },
      });
    },
  );

  test('are refused to strangers, who can still read the article', async () => {
    const { data, errors } = await server.graphql(comments);

    expect(data).toEqual({ article: { headword: 'gbogbo', comments: null } });
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  });
});

describe('what the caller may do', () => {
  const votes = inDictionary(
    'viewerCanUpdate articles(orderBy: HEADWORD, sort: DESC) { nodes { headword viewerVote viewerCanUpdate } }',
  );
  const votesOf = (data: Members) =>
    (
      data['dictionary'] as { articles: { nodes: readonly { viewerVote: string | null }[] } }
    ).articles.nodes.map(({ viewerVote }) => viewerVote);

  test('is returned with each article, in one read', async () => {
    recorded.commands.length = 0;
    const found = await execute(votes, author);

    expect(votesOf(found)).toEqual(['UNLIKE', 'LIKE', 'NONE', 'NONE', 'NONE']);
    expect(found).toMatchObject({
      dictionary: {
        viewerCanUpdate: false,
        articles: { nodes: [{ viewerCanUpdate: false }, {}, {}, {}, {}] },
      },
    });
    expect(recorded.commands.filter(({ collection }) => collection === 'votes')).toHaveLength(1);
  });

  test('is null for anonymous callers, and everything for admins', async () => {
    expect(votesOf(await execute(votes))).toEqual([null, null, null, null, null]);
    expect(await execute(votes, server.admin)).toMatchObject({
      dictionary: { viewerCanUpdate: true, articles: { nodes: [{ viewerCanUpdate: true }, {}, {}, {}, {}] } },
    });
  });

  test('omits exactly the fields of a dictionary that the caller may not read', async () => {
    const { data, errors } = await server.graphql(
      inDictionary(
        'language usage { bytes } mediaUsage { bytes } imports { totalCount } missedSearches { text }',
      ),
      {},
      reader,
    );

    const hidden = { usage: null, mediaUsage: null, imports: null, missedSearches: null };
    expect(data).toEqual({ dictionary: { language: 'yo', ...hidden } });
    expect(errors.map(({ extensions }) => extensions['code'])).toEqual(Array(4).fill('FORBIDDEN'));
  });

  test('an account is null for strangers and applications', async () => {
    const { token } = await server.register('some application');

    expect(await execute('{ me { username } }')).toEqual({ me: null });
    expect(await execute('{ me { username } }', token)).toEqual({ me: null });
    expect(await execute('{ me { username } }', reader)).toEqual({ me: { username: 'reader' } });
  });
});

test('a list whose size is null has the default size', async () => {
  const { publicId } = await server.register('owner of nothing');
  const query = `query ($n: Int) {
    dictionary(dictionary: "${DICTIONARY}") { articles(first: $n) { nodes { number } } missedSearches(first: $n) { text } }
    application(publicId: "${publicId}") { unresolvedTexts(first: $n) { text } newestFields(last: $n) { id }
      deliveries(connector: TELEPHONY, first: $n) { state } } }`;
  const { data, errors } = await server.graphql(query, { n: null }, server.admin);

  expect(errors).toEqual([]);
  expect(data).toMatchObject({
    dictionary: { missedSearches: [] },
    application: { newestFields: [], deliveries: [] },
  });
});

describe('records', () => {
  test('of revisions and of the audit log can be fetched again by their id, only by admins', async () => {
    await execute(
      `mutation { updateArticle(dictionary: "${DICTIONARY}", number: 2, input: { source: { type: "adjective", entry: { headword: "gígùn" } } }) { ${AS_PAYLOAD} } }`,
      server.admin,
    );
    const found = await execute(
      `{ article(dictionary: "${DICTIONARY}", number: 2) { revisions { nodes { id revision source article { number } } } }
        auditLog(last: 1) { nodes { id action } } }`,
      server.admin,
    );
    const { article, auditLog } = found as Record<
      string,
      { revisions: List; nodes: readonly { id: string }[] }
    >;
    const ids = [...article!.revisions.nodes, ...auditLog!.nodes].map(({ id }) => id);
    const query = `{ nodes(ids: ${JSON.stringify(ids)}) { id ... on ArticleRevision { revision source article { number } } ... on AuditEntry { action } } }`;

    expect(article!.revisions.nodes).toMatchObject([
      { revision: 1, source: { entry: { headword: 'gígùn' } }, article: { number: 2 } },
    ]);
    expect(await execute(query, server.admin)).toEqual({
      nodes: [...article!.revisions.nodes, ...auditLog!.nodes],
    });
    expect(await execute(query, author)).toEqual({ nodes: [null, null] });
  });

  test('of the author of the current revision are visible to those who can see earlier revisions', async () => {
    await execute(
      `mutation { setArticleDisabled(dictionary: "${DICTIONARY}", number: 3, isDisabled: false) { ${AS_PAYLOAD} }
        updateArticle(dictionary: "${DICTIONARY}", number: 3, input: { source: { type: "noun", entry: { headword: "ẹyẹ" } } }) { ${AS_PAYLOAD} } }`,
      server.admin,
    );
    const query = `{ article(dictionary: "${DICTIONARY}", number: 3) { lastChange { by proposedBy parts } } }`;

    expect(await execute(query, server.admin)).toEqual({
      article: { lastChange: { by: 'Root', proposedBy: null, parts: ['type'] } },
    });
    for (const token of [undefined, reader]) {
      const { data, errors } = await server.graphql(query, {}, token);
      expect(data).toEqual({ article: { lastChange: null } });
      expect(errors).toHaveLength(1);
    }
  });
});

interface List {
  readonly nodes: readonly { readonly id: string }[];
}
