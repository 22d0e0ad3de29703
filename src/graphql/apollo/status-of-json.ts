import type { ApolloServerPlugin, BaseContext } from '@apollo/server';
import { ApolloServerErrorCode } from '@apollo/server/errors';

const NEWER_TYPE = 'application/graphql-response+json';

/** Refusals of a well-formed request whose document could not be run. */
const OF_DOCUMENT: ReadonlySet<unknown> = new Set([
  ApolloServerErrorCode.GRAPHQL_PARSE_FAILED,
  ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED,
  ApolloServerErrorCode.BAD_USER_INPUT,
]);

/**
 * A client that asks for `application/json` by name gets the errors of its document with 200, as older clients expect:
 * to them any other status says that no GraphQL server answered. Source: the specification "GraphQL over HTTP".
 */
export function statusOfJson<C extends BaseContext>(): ApolloServerPlugin<C> {
  return {
    requestDidStart: ({ request: { http } }) =>
      Promise.resolve({
        willSendResponse: ({ response: { body, http: head } }) => {
          if (head.status !== 400 || body.kind !== 'single') return Promise.resolve();
          const errors = body.singleResult.errors ?? [];
          const isOfDocument = errors.every(({ extensions }) => OF_DOCUMENT.has(extensions?.['code']));
          if (isOfDocument && namesJson(http?.headers.get('accept') ?? '')) head.status = 200;
          return Promise.resolve();
        },
      }),
  };
}

function namesJson(accept: string): boolean {
  const types = accept.split(',').map((item) => item.split(';')[0]?.trim().toLowerCase());
  return types.includes('application/json') && !types.includes(NEWER_TYPE);
}
