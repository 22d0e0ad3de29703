import { clientOf, READER_PASSWORD, startWithAccounts, type AccountServer } from './accounts';

type Reply = Readonly<Record<string, unknown>>;

interface Result {
  readonly code: string;
  readonly data: Reply;
}

/** Roles in the dictionary `bam` of the users of these names. */
const ROLES = { awa: 'CONTRIBUTOR', binta: 'EDITOR', chidi: 'READER', dayo: undefined };

export const FIELDS =
  'proposalId: publicId state number: articleNumber isNew baseRevision headword username note reviewedBy reviewComment acceptedParts difference { path base proposed current isConflict }';

export const ARTICLE = {
  entry: { headword: 'so' },
  cat: 'n',
  translations: [{ lang: 'fr', content: 'cheval' }],
};

/**
 * Calls for tests of proposals. `start` starts a gateway with the dictionaries `bam` and `wol` and users of every role.
 */
export class Proposers {
  private accounts: AccountServer | undefined;
  private readonly tokens = new Map<string, string>();

  get server(): AccountServer {
    if (this.accounts === undefined) throw new Error('start() first');
    return this.accounts;
  }

  start = async (): Promise<void> => {
    const server = await startWithAccounts();
    this.accounts = server;
    const { admin: token } = server;
    for (const id_dico of ['bam', 'wol'])
      await server.rest('POST', '/lexicon/metadata', { token, body: { metadata: { id_dico } } });
    for (const [name, role] of Object.entries(ROLES)) {
      const user = { username: name, password: READER_PASSWORD };
      await server.rest('POST', '/lexicon/users', { token, body: { user } });
      this.tokens.set(name, await server.logIn(name, READER_PASSWORD));
      if (role === undefined) continue;
      await server.graphql(
        `mutation { setDictionaryMember(dictionary: "bam", user: "${name}", role: ${role}) { dictionaryMember { role } userErrors { code } } }`,
        {},
        token,
      );
    }
  };

  execute = async (
    query: string,
    variables: object,
    username?: string,
    url = this.server.server.url,
  ): Promise<Result> => {
    const token = username === 'admin' ? this.server.admin : username && this.tokens.get(username);
    const { body } = await clientOf(url).rest('POST', '/graphql', { token, body: { query, variables } });
    const { data, errors = [] } = body as {
      data?: Record<string, (Reply & { userErrors?: { code: string }[] }) | null> | null;
      errors?: { extensions: { code: string } }[];
    };
    const [result] = Object.values(data ?? {});
    const code = errors[0]?.extensions.code ?? result?.userErrors?.[0]?.code ?? 'done';
    return { code, data: (result?.['proposal'] ?? result ?? {}) as Reply };
  };

  propose = (input: object, username?: string): Promise<Result> =>
    this.execute(
      `mutation ($number: ID, $input: UpdateArticleInput!, $revision: Int, $note: String, $dictionary: ID = "bam") {
        proposeArticle(dictionary: $dictionary, number: $number, input: $input, revision: $revision, note: $note) {
          proposal { ${FIELDS} } userErrors { code message } } }`,
      input,
      username,
    );

  review = (proposal: unknown, decision: string, username = 'binta', more: Reply = {}): Promise<Result> =>
    this.execute(
      `mutation ($proposal: ID!, $decision: ReviewDecision!, $comment: String, $revisions: [Int!], $parts: [String!], $replaceConflicts: Boolean) {
        reviewProposal(proposal: $proposal, decision: $decision, comment: $comment, revisions: $revisions, parts: $parts, replaceConflicts: $replaceConflicts) {
          proposal { ${FIELDS} } userErrors { code message } } }`,
      { proposal, decision, ...more, url: undefined },
      username,
      more['url'] as string | undefined,
    );

  /** Creates an article. @returns its number */
  made = async (source: object = ARTICLE): Promise<string> => {
    const { admin: token, rest } = this.server;
    const response = await rest('POST', '/lexicon/articles/bam', { token, body: { article: source } });
    return String((response.body['article'] as Reply)['id_article']);
  };

  update = (number: string, source: object) =>
    this.server.rest('PUT', `/lexicon/articles/bam/${number}`, {
      token: this.server.admin,
      body: { article: source },
    });

  article = async (number: string): Promise<Reply> => {
    const query = `{ article(dictionary: "bam", number: "${number}") { revision source proposedText proposals { totalCount nodes { username } } revisions { nodes { by proposedBy } } } }`;
    return (await this.execute(query, {}, 'admin')).data;
  };
}
