import { withoutPayloads } from '../support/payloads';
import { setTimeout as sleep } from 'node:timers/promises';

/** The response of an operation, or that its outcome is unknown. */
type Outcome = Readonly<Record<string, unknown>> | undefined;

interface Sending {
  readonly query: string;
  readonly variables: object;
  readonly token: string;
}

export interface Tokens {
  readonly admin: string;
  readonly application: string;
}

export const DICTIONARY = 'qaa_fr_1';

/** Time limit of a response, in milliseconds. */
const PATIENCE_MS = 20_000;

const CREATE: Readonly<Record<string, string>> = {
  createArticle: `($text: String!) { createArticle(dictionary: "${DICTIONARY}", input: { content: { entry: { headword: $text } } }) { article { id publicId } userErrors { code message } } }`,
  createComment: `($text: String!) { createComment(input: { dictionary: "${DICTIONARY}", number: "1", text: $text }) { comment { id publicId } userErrors { code message } } }`,
  createConversation: `($text: String!) { createConversation(input: { userName: $text }) { conversation { id } userErrors { code message } } }`,
  createField: `($text: String!) { createField(input: { name: $text }) { field { id } userErrors { code message } } }`,
};
const REMOVE: Readonly<Record<string, string>> = {
  createComment: '($id: ID!) { deleteComment(publicId: $id) { comment { id } userErrors { code message } } }',
  createConversation:
    '($id: ID!) { deleteConversation(id: $id) { conversation { id } userErrors { code message } } }',
  createField: '($id: ID!) { deleteField(id: $id) { field { id } userErrors { code message } } }',
};
const REQUEST =
  '($id: ID!, $text: String!) { createConversationRequest(conversationId: $id, input: { intentName: $text }) { conversationRequest { id } userErrors { code message } } }';
const ENTITIES =
  '($id: ID!, $text: String!) { createEntities(fieldId: $id, inputs: [{ entityName: $text }, { entityName: $text }]) { results { entity { id } } userErrors { code message } } }';
const VOTE = `($id: ID!) { voteOnArticle(dictionary: "${DICTIONARY}", number: $id, vote: LIKE) { article { id } userErrors { code message } } }`;
const DELETE_ARTICLE = `($id: ID!) { deleteArticle(dictionary: "${DICTIONARY}", number: $id) { article { id } userErrors { code message } } }`;
const USER =
  '($text: String!) { createUser(input: { username: $text, password: "a password of it" }) { user { id } userErrors { code message } } }';

let numbers = 0;

/** Writes of every kind through a gateway, by one writer after the other, and the acknowledged results. */
export class MixedWriter {
  /** Identifiers of objects that must exist. */
  readonly present = new Set<string>();
  /** Identifiers of objects that must not exist. */
  readonly absent = new Set<string>();
  /** Identifiers of articles that must have one vote. */
  readonly voted = new Set<string>();
  acknowledged = 0;
  /** Responses that are neither a success nor 503. */
  readonly oddities: string[] = [];

  constructor(
    private readonly url: () => string,
    private readonly tokens: Tokens,
  ) {}

  async write(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const text = `word${String(++numbers)}`;
      await this.article(text);
      await this.parted('createComment', this.tokens.admin, text);
      await this.parted('createConversation', this.tokens.application, text);
      await this.parted('createField', this.tokens.application, text);
      if (numbers % 8 === 0) await this.make(USER, { text }, this.tokens.admin);
    }
  }

  private async article(text: string): Promise<void> {
    const made = await this.make(CREATE['createArticle'] ?? '', { text }, this.tokens.admin);
    if (made === undefined) return;
    const { id, publicId } = made as { readonly id: string; readonly publicId: string };
    const voted = await this.send({ query: VOTE, variables: { id: publicId }, token: this.tokens.admin });
    if (voted) this.voted.add(id);
    if (numbers % 3 !== 0) return;
    await this.remove([id], { query: DELETE_ARTICLE, variables: { id: publicId }, token: this.tokens.admin });
  }

  /** Creates an object with others below it, and removes every third one with everything below it. */
  private async parted(create: string, token: string, text: string): Promise<void> {
    const made = await this.make(CREATE[create] ?? '', { text }, token);
    if (made === undefined) return;
    const id = String(made['id']);
    const below: string[] = [];
    for (const query of { createConversation: [REQUEST, REQUEST], createField: [ENTITIES] }[create] ?? [])
      below.push(...identifiersIn(await this.make(query, { id, text }, token)));
    if (numbers % 3 === 1)
      await this.remove([id, ...below], {
        query: REMOVE[create] ?? '',
        variables: { id: made['publicId'] ?? id },
        token,
      });
  }

  private async make(query: string, variables: object, token: string): Promise<Outcome> {
    const made = await this.send({ query, variables, token });
    for (const id of identifiersIn(made)) this.present.add(id);
    return made;
  }

  /** An object may or may not exist until its removal is acknowledged. */
  private async remove(ids: readonly string[], sending: Sending): Promise<void> {
    for (const id of ids) this.present.delete(id);
    for (const id of ids) this.voted.delete(id);
    if (await this.send(sending)) for (const id of ids) this.absent.add(id);
  }

  private async send({ query, variables, token }: Sending): Promise<Outcome> {
    try {
      const response = await fetch(`${this.url()}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-access-token': token },
        body: JSON.stringify({ query: `mutation ${query}`, variables }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const text = await response.text();
      const { data, errors } = withoutPayloads(JSON.parse(text) as Record<string, unknown>);
      if (response.status === 503) return undefined;
      const [result] = Object.values(data);
      if (response.status !== 200 || errors.length > 0 || result === undefined) this.oddities.push(text);
      else this.acknowledged++;
      return errors.length === 0 ? (result as Outcome) : undefined;
    } catch (error) {
      // The gateway had ended, or ended while it answered, so the outcome of the write is unknown.
      if (error instanceof Error && error.name === 'TimeoutError') this.oddities.push('no response in time');
      await sleep(50);
      return undefined;
    }
  }
}

const LOGIN = 'login { token refreshToken } userErrors { code message }';
const LOG_IN = `mutation ($name: String!, $password: String!) { logIn(username: $name, password: $password, refreshable: true) { ${LOGIN} } }`;
const RENEW = `mutation ($token: String!) { refreshLogin(refreshToken: $token) { ${LOGIN} } }`;

/** Time for which a refresh token whose response was lost renews its session again. After it, the user must log in. */
const GRACE_MS = 60_000;

interface Session {
  readonly token: string;
  readonly refreshToken: string;
}

/**
 * A browser that renews its session repeatedly, each time by the refresh token of the last response, and by the same one again if no
 * response came.
 */
export class Renewer {
  acknowledged = 0;
  /** Responses that neither renew the session nor end it (which they may if the lost response is too old). */
  readonly oddities: string[] = [];
  private session: Session | undefined;
  /** The refresh tokens of the session that came before, the oldest first. */
  private used: string[] = [];

  constructor(
    private readonly url: () => string,
    private readonly account: { readonly name: string; readonly password: string },
  ) {}

  async write(isOver: () => boolean): Promise<void> {
    while (!isOver()) await this.renew(isOver);
  }

  private async renew(isOver: () => boolean): Promise<void> {
    const before = this.session?.refreshToken;
    const began = Date.now();
    for (;;) {
      const reply = await (before === undefined
        ? this.execute(LOG_IN, this.account)
        : this.execute(RENEW, { token: before }));
      if (reply === undefined && isOver()) return;
      if (reply === undefined) continue;
      const { session, code } = reply;
      if (session) {
        this.used = before === undefined ? [] : [...this.used, before];
        this.session = session;
        this.acknowledged++;
        return;
      }
      if (code !== 'UNAUTHENTICATED' || Date.now() - began < GRACE_MS) this.oddities.push(code);
      this.session = undefined;
      return;
    }
  }

  /**
   * The faults of a session after it was renewed: its newest token must be valid, and a refresh token older than the last must be
   * refused and end the session. Then another session begins.
   */
  async faults(): Promise<readonly string[]> {
    const [first] = this.used;
    const { session } = this;
    if (session === undefined || first === undefined || this.used.length < 2) return [];
    const isGood = await this.isGood(session.token);
    const old = await this.response({ token: first });
    const newest = await this.response({ token: session.refreshToken });
    const isOver = !(await this.isGood(session.token));
    this.session = undefined;
    return [
      ...(isGood ? [] : ['the token of the last response is refused']),
      ...(old.code === 'UNAUTHENTICATED' ? [] : ['an old refresh token lives on']),
      ...(newest.code === 'UNAUTHENTICATED' && isOver ? [] : ['the session outlives an old refresh token']),
    ];
  }

  private async isGood(token: string): Promise<boolean> {
    const headers = { 'x-access-token': token };
    return (await fetch(`${this.url()}/lexicon/users`, { headers })).status === 200;
  }

  private async response(variables: object): Promise<{ readonly code: string }> {
    for (;;) {
      const reply = await this.execute(RENEW, variables);
      if (reply) return reply;
    }
  }

  /** @returns `undefined` when there was no response, or nothing was done */
  private async execute(
    query: string,
    variables: object,
  ): Promise<{ readonly session?: Session | undefined; readonly code: string } | undefined> {
    try {
      const response = await fetch(`${this.url()}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const text = await response.text();
      if (response.status === 503) return undefined;
      const { data, errors } = withoutPayloads(JSON.parse(text) as Record<string, unknown>);
      const [session] = Object.values(data) as (Session | null)[];
      return { session: session ?? undefined, code: codeIn(errors) ?? text };
    } catch {
      // The gateway had ended, or ended while it answered.
      await sleep(50);
      return undefined;
    }
  }
}

function codeIn([error]: readonly unknown[]): string | undefined {
  return (error as { readonly extensions: { readonly code: string } } | undefined)?.extensions.code;
}

function identifiersIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(identifiersIn);
  if (typeof value !== 'object' || value === null) return [];
  const { id, entity } = value as { readonly id?: string; readonly entity?: unknown };
  return [...(id === undefined ? [] : [id]), ...identifiersIn(entity)];
}
