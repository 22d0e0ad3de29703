import { createClient, createConfig, type Client } from './generated/client/index.js';
import type { CreateClientConfig } from './generated/client.gen.js';
import type { ClientOptions } from './generated/types.gen.js';

/**
 * Sends a request of a generated function. Its path has the query key that selects the route (`?entries`), after which the
 * generated code writes its parameters with a second question mark.
 */
const fetchRoute: typeof fetch = (input, init) => {
  const request = new Request(input, init);
  const [path = '', first = '', ...others] = request.url.split('?');
  if (others.length === 0) return fetch(request);
  return fetch(new Request(`${path}?${[first, ...others].join('&')}`, request));
};

/** Configures the client that functions use if none is given to them. */
export const createClientConfig: CreateClientConfig = (override) => ({
  baseUrl: '',
  ...override,
  fetch: fetchRoute,
});

export interface GriotOptions {
  /** Address of the server, without a slash at its end. */
  readonly baseUrl: string;
  /** Token of a user or an application, or a function that returns the current one. */
  readonly token?: string | (() => string | undefined);
}

/** A client for one server and one account. Give it to functions as `client`. */
export function griotClient({ baseUrl, token }: GriotOptions): Client {
  const current = (): string | undefined => (typeof token === 'function' ? token() : token);
  return createClient(
    createConfig<ClientOptions>({
      baseUrl,
      fetch: fetchRoute,
      // Logins have credentials of their own.
      auth: ({ type }) => (type === 'apiKey' ? current() : undefined),
    }),
  );
}
