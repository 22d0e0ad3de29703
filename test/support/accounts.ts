import { type Opening, startGateway, type TestGateway } from './gateway';
import { type HttpResponse, call } from './http';
import { withoutPayloads } from './payloads';

export const ADMIN_NAME = 'Root';
export const ADMIN_PASSWORD = 'a password of the admin';
export const READER_PASSWORD = 'a password of the reader';

export interface CallOptions {
  readonly token?: string | undefined;
  readonly basic?: readonly [string, string];
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface GraphQLReply {
  readonly data: Readonly<Record<string, unknown>>;
  readonly errors: readonly {
    readonly message: string;
    readonly extensions: Readonly<Record<string, unknown>>;
  }[];
}

/** A gateway with an admin and a reader who are logged in. */
export interface AccountServer {
  readonly server: TestGateway;
  readonly admin: string;
  readonly reader: string;
  readonly rest: (method: string, path: string, options?: CallOptions) => Promise<HttpResponse>;
  readonly graphql: (query: string, variables?: object, token?: string) => Promise<GraphQLReply>;
  readonly logIn: (name: string, password: string) => Promise<string>;
}

/** Starts a gateway with a new database, without limits on logins unless `env` sets them. */
export async function startWithAccounts(
  env: Readonly<Record<string, string>> = {},
  open?: Opening,
): Promise<AccountServer> {
  const accounts = { RATE_LIMITS: 'off', ADMIN_USERNAME: ADMIN_NAME, ADMIN_PASSWORD };
  const server = await startGateway({ ...accounts, ...env }, open);
  await server.gateway.firstAccounts.ensure({ admin: { username: ADMIN_NAME, password: ADMIN_PASSWORD } });
  const client = clientOf(server.url);
  const admin = await client.logIn(ADMIN_NAME, ADMIN_PASSWORD);
  const user = { username: 'reader', password: READER_PASSWORD };
  await client.rest('POST', '/lexicon/users', { token: admin, body: { user } });
  return { server, admin, reader: await client.logIn('reader', READER_PASSWORD), ...client };
}

/** Starts a gateway with accounts and an empty dictionary. */
export async function startWithDictionary(dictionaryId: string): Promise<AccountServer> {
  const accounts = await startWithAccounts();
  const body = { metadata: { id_dico: dictionaryId } };
  await accounts.rest('POST', '/lexicon/metadata', { token: accounts.admin, body });
  return accounts;
}

/** Calls of one gateway. */
export function clientOf(url: string): Pick<AccountServer, 'rest' | 'graphql' | 'logIn'> {
  const rest: AccountServer['rest'] = (method, path, { token, basic, body, headers = {} } = {}) =>
    call(`${url}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { 'x-access-token': token }),
        ...(basic === undefined ? {} : { authorization: basicOf(basic) }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  return {
    rest,
    graphql: async (query, variables = {}, token) => {
      const { body } = await rest('POST', '/graphql', { token, body: { query, variables } });
      return withoutPayloads(body) as GraphQLReply;
    },
    logIn: async (name, password) => {
      const { body } = await rest('GET', '/lexicon/login', { basic: [name, password] });
      return String(body['token']);
    },
  };
}

export function basicOf([name, password]: readonly [string, string]): string {
  return `Basic ${Buffer.from(`${name}:${password}`, 'utf8').toString('base64')}`;
}

/** A member of a response, as an object. */
export function objectIn(response: HttpResponse, name: string): Readonly<Record<string, unknown>> {
  return response.body[name] as Record<string, unknown>;
}
