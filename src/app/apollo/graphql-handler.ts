import { type ApolloServer, type BaseContext, HeaderMap } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import type { Request, RequestHandler } from 'express';
import { GraphQLError } from 'graphql';
import { Failure } from '../../shared/failure';
import { STATUS_OF } from '../../shared/failure-status';
import { reportTo } from '../http/error-handler';
import type { Logger } from '../logger';
import { retryAfterOf } from './unavailable';

export interface HandlerParts<C extends BaseContext> {
  readonly server: ApolloServer<C>;
  readonly logger: Logger;
  readonly contextOf: (request: Request) => Promise<C>;
}

/** Joins Apollo to express. Expects the JSON body to be parsed already. */
export function graphqlHandler<C extends BaseContext>({
  server,
  logger,
  contextOf,
}: HandlerParts<C>): RequestHandler {
  const report = reportTo(logger);
  const answer = expressMiddleware(server, {
    context: async ({ req }) => {
      try {
        return await contextOf(req);
      } catch (error) {
        if (!(error instanceof Failure)) report(error, req);
        throw error instanceof Failure ? refusalOf(error) : error;
      }
    },
  });
  return (request, response, next) => {
    // Answers can hold tokens and what only this caller may see; what need not be is said by `publicCaching`.
    response.setHeader('Cache-Control', 'no-store');
    response.vary('Accept, X-Access-Token, Authorization');
    return answer(request, response, next);
  };
}

/** A failure before the operation begins decides the status of the whole answer. */
function refusalOf(failure: Failure): GraphQLError {
  const retryAfter = retryAfterOf(failure);
  const headers = new HeaderMap(retryAfter === undefined ? [] : [['retry-after', retryAfter]]);
  const http = { status: STATUS_OF[failure.kind], headers };
  return new GraphQLError(failure.message, {
    originalError: failure,
    extensions: { code: failure.reason, http },
  });
}
