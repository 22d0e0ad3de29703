import type { GraphQLRequest, HTTPGraphQLRequest } from '@apollo/server';
import type { DocumentNode, GraphQLError, GraphQLSchema } from 'graphql';
import type { Logger } from '../../observability/logger';
import { failureBehind, isClientMistake, isRefusal, isWrongArgument } from './format-error';
import { STATUS_OF } from '../../shared/failure';
import { ARTICLE_MEMBERS } from '../articles/article-members';
import { withStoredLists } from '../fields/stored-lists';
import type { Work } from '../../shared/work';
import type { Watcher } from './watchers';
import { PUBLIC_CACHING } from '../../shared/extensions';
import { ApolloServerErrorCode } from '@apollo/server/errors';

/** Logs errors that the client sees only as an internal error, under the request id of the response. */
export function errorLog(logger: Logger): Watcher {
  const log = (error: Error, { http }: GraphQLRequest, path?: string): void => {
    const requestId = http?.headers.get('x-request-id');
    logger.error({ err: error, requestId, path }, 'A GraphQL operation failed');
  };
  return {
    didFail: ({ error, requestContext }) => {
      log(error, requestContext.request);
    },
    didEncounterErrors: ({ errors, request }) => {
      for (const error of errors.filter(isUnexpected)) {
        log(error.originalError ?? error, request, error.path?.join('.'));
      }
    },
  };
}

/** Serialises lists from their stored bytes if none of their fields has to be resolved. */
export function storedLists(schema: GraphQLSchema): Watcher {
  return {
    // Apollo executes the document in the request context after this step.
    willExecute: (requestContext: { document: DocumentNode }) => {
      requestContext.document = withStoredLists(requestContext.document, schema, ARTICLE_MEMBERS);
    },
  };
}

function isUnexpected(error: GraphQLError): boolean {
  return (
    failureBehind(error) === undefined &&
    !isClientMistake(error) &&
    !isRefusal(error) &&
    !isWrongArgument(error)
  );
}

/** Replaces the response to an operation by one error if it became too large. Completed mutations are not undone. */
export function oversize(): Watcher {
  return {
    willSendResponse: ({ contextValue, response: { body, http } }) => {
      const { refusal } = (contextValue as { readonly work?: Work }).work ?? {};
      if (refusal === undefined || body.kind !== 'single') return;
      const { message, reason: code, kind } = refusal;
      body.singleResult = { errors: [{ message, extensions: { code } }] };
      http.status = STATUS_OF[kind];
    },
  };
}

/** Request headers that identify the caller. */
const TOKEN_HEADERS = ['x-access-token', 'authorization'] as const;

/**
 * Lets caches store responses to GET requests without a token: such a request only reads, and reads only public data.
 * Other responses keep the `no-store` that the handler sets first.
 */
export function publicCaching(): Watcher {
  return {
    willSendResponse: ({ request: { http }, response }) => {
      const isWhole = response.body.kind === 'single' && response.body.singleResult.errors === undefined;
      if (isWhole && isAnonymousRead(http)) response.http.headers.set('cache-control', PUBLIC_CACHING);
    },
  };
}

function isAnonymousRead(http: HTTPGraphQLRequest | undefined): boolean {
  return http?.method === 'GET' && TOKEN_HEADERS.every((name) => http.headers.get(name) === undefined);
}

const GRAPHQL_RESPONSE_TYPE = 'application/graphql-response+json';

/** Refusals of a well-formed request whose document could not be run. */
const DOCUMENT_ERRORS: ReadonlySet<unknown> = new Set([
  ApolloServerErrorCode.GRAPHQL_PARSE_FAILED,
  ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED,
  ApolloServerErrorCode.BAD_USER_INPUT,
]);

/**
 * Answers clients that accept `application/json` explicitly with status 200 if their document has errors, as older
 * clients expect: they take any other status for a server that is not GraphQL. Source: the specification "GraphQL over
 * HTTP".
 */
export function statusOfJson(): Watcher {
  return {
    willSendResponse: ({ request: { http }, response: { body, http: head } }) => {
      if (head.status !== 400 || body.kind !== 'single') return;
      const errors = body.singleResult.errors ?? [];
      const isOfDocument = errors.every(({ extensions }) => DOCUMENT_ERRORS.has(extensions?.['code']));
      if (isOfDocument && namesJson(http?.headers.get('accept') ?? '')) head.status = 200;
    },
  };
}

function namesJson(accept: string): boolean {
  const types = accept.split(',').map((item) => item.split(';')[0]?.trim().toLowerCase());
  return types.includes('application/json') && !types.includes(GRAPHQL_RESPONSE_TYPE);
}
