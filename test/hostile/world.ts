import { basicOf, clientOf } from '../support/accounts';

export type Role = 'anonymous' | 'user' | 'admin' | 'application' | 'platform';
export const ROLES: readonly Role[] = ['anonymous', 'user', 'admin', 'application', 'platform'];

/** What must never leave the server, or only towards its owner. */
export const SECRETS = {
  admin: 'secret password of the admin',
  platform: 'secret password of the platform',
  user: 'secret password of a user',
  application: 'secret password of an application',
  connector: 'secret-of-a-connector',
  appToken: 'secret-of-a-conversation',
} as const;

export const ACCOUNTS = {
  ADMIN_USERNAME: 'keeper',
  ADMIN_PASSWORD: SECRETS.admin,
  PLATFORM_NAME: 'own',
  PLATFORM_EMAIL: 'own@example.org',
  PLATFORM_PASSWORD: SECRETS.platform,
};

const DICTIONARY = 'qaa_fr_world';
const ARTICLES = 250;
const APPLICATIONS = '/chatbot/core/applications';

const MAKE = `mutation { Conversation: createConversation(input: { userName: "Awa", appToken: "${SECRETS.appToken}" }) { conversation { id } userErrors { code message } }
  Field: createField(input: { name: "banking" }) { field { id } userErrors { code message } } FieldsCompiler: createFieldsCompiler(input: { url: "https://example.org" }) { fieldsCompiler { id } userErrors { code message } } }`;
const MAKE_INNER = `mutation ($conversation: ID!, $field: ID!) {
  ConversationRequest: createConversationRequest(conversationId: $conversation, input: { intentName: "GREET" }) { conversationRequest { id } userErrors { code message } }
  Corpus: createCorpus(fieldId: $field, input: { corpusName: "c" }) { corpus { id } userErrors { code message } }
  Entity: createEntity(fieldId: $field, input: { entityName: "e" }) { entity { id } userErrors { code message } }
  Intent: createIntent(fieldId: $field, input: { intentName: "i" }) { intent { id } userErrors { code message } }
  FieldRequest: createFieldRequest(fieldId: $field, input: { requestName: "r" }) { fieldRequest { id } userErrors { code message } }
  Template: createTemplate(fieldId: $field, input: { templateName: "t" }) { template { id } userErrors { code message } } }`;

/** A server's content, and tokens of every role that are good whatever the requests before have done. */
export class Fixture {
  readonly dictionary = DICTIONARY;
  readonly articles = ARTICLES;
  tokens: Partial<Record<Role, string>> = {};
  /** A user who is nobody's role, by number; a comment; the application, and what it owns, by type. */
  ids: Readonly<Record<string, string>> = {};
  private names = 0;
  private readonly client: ReturnType<typeof clientOf>;

  constructor(readonly url: string) {
    this.client = clientOf(url);
  }

  /** A name that nothing has yet. */
  newName(): string {
    return `name${String(++this.names)}`;
  }

  async fill(): Promise<void> {
    await this.renewTokens();
    const { admin, user } = this.tokens;
    await this.client.rest('POST', '/lexicon/metadata', {
      token: admin,
      body: { metadata: { id_dico: DICTIONARY } },
    });
    const items = Array.from({ length: ARTICLES }, (_, n) => ({
      source: {
        entry: { headword: `mot ${String(n)}` },
        translations: [{ lang: 'fr', number: 1, content: 'mot' }],
      },
    }));
    const write =
      'mutation ($d: ID!, $i: [UpsertArticleInput!]!) { upsertArticles(dictionary: $d, items: $i) { results { index } userErrors { code message } } }';
    await this.client.graphql(write, { d: DICTIONARY, i: items }, admin);
    const comment = await this.client.graphql(
      `mutation { createComment(input: { dictionary: "${DICTIONARY}", number: "1", text: "well" }) { comment { id } userErrors { code message } } }`,
      {},
      user,
    );
    const userResponse = await this.client.rest('POST', '/lexicon/users', {
      token: admin,
      body: { user: { username: 'victim', password: SECRETS.user } },
    });
    this.ids = {
      ...this.ids,
      Comment: (comment.data['createComment'] as { id: string }).id,
      User: String((userResponse.body['user'] as { public_id: number }).public_id),
    };
  }

  /** Hostile requests may have logged an account out, or deleted it: it is logged in again, or made anew. */
  async renewTokens(): Promise<void> {
    const { admin, platform, user, application } = this.tokens;
    if (!(await this.isGood(admin))) this.tokens.admin = await this.client.logIn('keeper', SECRETS.admin);
    if (!(await this.isGood(user))) this.tokens.user = await this.newUser();
    if (!(await this.isGood(platform)))
      this.tokens.platform = await this.logInApplication('own', SECRETS.platform);
    if (!(await this.isGood(application))) await this.newApplication();
    for (const role of ROLES.slice(1))
      if (!(await this.isGood(this.tokens[role]))) throw new Error(`${role} cannot log in any more`);
  }

  private async isGood(token: string | undefined): Promise<boolean> {
    const query = '{ application { publicId } me { username } }';
    const { data } = await this.client.graphql(query, {}, token ?? 'none');
    return data['me'] != null || data['application'] != null;
  }

  private async newUser(): Promise<string> {
    const user = { username: this.newName(), password: SECRETS.user };
    await this.client.rest('POST', '/lexicon/users', { token: this.tokens.admin, body: { user } });
    return this.client.logIn(user.username, user.password);
  }

  private async newApplication(): Promise<void> {
    const name = this.newName();
    const connectors = { telephony: { key: SECRETS.connector } };
    const body = { name, email: `${name}@example.org`, password: SECRETS.application, connectors };
    const made = await this.client.rest('POST', APPLICATIONS, { token: this.tokens.platform, body });
    const token = await this.logInApplication(name, SECRETS.application);
    const outer = idsIn((await this.client.graphql(MAKE, {}, token)).data);
    const variables = { conversation: outer['Conversation'], field: outer['Field'] };
    const inner = idsIn((await this.client.graphql(MAKE_INNER, variables, token)).data);
    const { public_id: Application = '' } = made.body['application'] as { public_id?: string };
    this.ids = { ...this.ids, ...outer, ...inner, Application };
    this.tokens.application = token;
  }

  private async logInApplication(name: string, password: string): Promise<string> {
    const headers = { authorization: basicOf([name, password]) };
    const { body } = await this.client.rest('GET', `${APPLICATIONS}/login`, { headers });
    return String(body['token']);
  }
}

function idsIn(data: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(data).map(([name, made]) => [name, (made as { id: string }).id]));
}
