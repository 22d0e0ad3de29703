import { clientOf, type AccountServer } from './accounts';
import { startGateway, type TestGateway } from './gateway';
import type { HttpResponse } from './http';

export const PATH = '/chatbot/core/applications';
export const PLATFORM = { name: 'The platform', email: 'platform@example.org', password: 'a password of it' };
export const PASSWORD = 'une phrase: assez longue é';

type Client = Pick<AccountServer, 'rest' | 'graphql' | 'logIn'>;

/** A gateway with the platform's own application and an admin, logged in. */
export interface ChatbotServer extends Client {
  readonly server: TestGateway;
  readonly platform: string;
  readonly admin: string;
  /** Logs an application in and returns the response. */
  readonly logInAs: (name: string, password?: string) => Promise<HttpResponse>;
  /** Creates an application and logs it in. */
  readonly register: (name: string, more?: object) => Promise<Registered>;
  /** The data of an operation; fails when there are errors. */
  readonly execute: (
    query: string,
    variables: object,
    token: string,
  ) => Promise<Readonly<Record<string, never>>>;
}

export interface Registered {
  readonly name: string;
  readonly token: string;
  readonly publicId: string;
}

export async function startWithApplications(
  env: Readonly<Record<string, string>> = {},
): Promise<ChatbotServer> {
  const server = await startGateway({ RATE_LIMITS: 'off', ...env });
  const admin = { username: 'Root', password: 'a password of the admin' };
  await server.gateway.firstAccounts.ensure({ platform: PLATFORM, admin });
  return {
    server,
    ...(await chatbotClient(server.url)),
    admin: await clientOf(server.url).logIn('Root', admin.password),
  };
}

/** Calls of a gateway on which the platform's own application can log in. */
export async function chatbotClient(url: string): Promise<Omit<ChatbotServer, 'server' | 'admin'>> {
  const client = clientOf(url);
  const logInAs: ChatbotServer['logInAs'] = (name, password = PASSWORD) =>
    client.rest('GET', `${PATH}/login`, { basic: [name, password] });
  const platform = String((await logInAs(PLATFORM.name, PLATFORM.password)).body['token']);
  return {
    ...client,
    platform,
    logInAs,
    register: async (name, more = {}) => {
      const email = `${name.replaceAll(' ', '.')}@example.org`;
      const body = { name, email, password: PASSWORD, ...more };
      const made = await client.rest('POST', PATH, { token: platform, body });
      const { public_id: publicId } = made.body['application'] as { public_id: string };
      return { name, publicId, token: String((await logInAs(name)).body['token']) };
    },
    execute: async (query, variables, token) => {
      const { data, errors } = await client.graphql(query, variables, token);
      if (errors.length > 0) throw new Error(JSON.stringify(errors));
      return data as Record<string, never>;
    },
  };
}
