import type { ApolloServerPlugin, BaseContext, HTTPGraphQLRequest } from '@apollo/server';
import { PUBLIC_CACHING } from '../../shared/caching';

/** Headers that tell who asks. */
const TOKEN_HEADERS = ['x-access-token', 'authorization'] as const;

/**
 * Lets caches keep answers to GET requests without a token: such a request only reads, and what nobody in particular
 * reads is public. Everything else keeps the `no-store` that the handler begins with.
 */
export function publicCaching<C extends BaseContext>(): ApolloServerPlugin<C> {
  return {
    requestDidStart: ({ request: { http } }) =>
      Promise.resolve({
        willSendResponse: ({ response }) => {
          const isWhole = response.body.kind === 'single' && response.body.singleResult.errors === undefined;
          if (isWhole && isAnonymousRead(http)) response.http.headers.set('cache-control', PUBLIC_CACHING);
          return Promise.resolve();
        },
      }),
  };
}

function isAnonymousRead(http: HTTPGraphQLRequest | undefined): boolean {
  return http?.method === 'GET' && TOKEN_HEADERS.every((name) => http.headers.get(name) === undefined);
}
