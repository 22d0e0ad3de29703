import {
  ApolloServer,
  HeaderMap,
  type ApolloServerOptions,
  type BaseContext,
  type HTTPGraphQLResponse,
} from '@apollo/server';
import { Failure } from '../../shared/failure';
import { STATUS_OF } from '../../shared/failure-status';
import { within } from '../within';

type Execution<C extends BaseContext> = Parameters<ApolloServer<C>['executeHTTPGraphQLRequest']>[0];

const RETRY_AFTER_SECONDS = 1;

/** Apollo Server that answers in time, even when a resolver does not: graphql-js itself cannot be interrupted. */
export class TimedApolloServer<C extends BaseContext> extends ApolloServer<C> {
  /** @param limitMs after how many milliseconds an operation is answered as UNAVAILABLE */
  constructor(
    options: ApolloServerOptions<C>,
    private readonly limitMs: number,
  ) {
    super(options);
  }

  override executeHTTPGraphQLRequest(execution: Execution<C>): Promise<HTTPGraphQLResponse> {
    return within(this.limitMs, super.executeHTTPGraphQLRequest(execution), lateAnswer);
  }
}

function lateAnswer(): HTTPGraphQLResponse {
  const failure = new Failure(
    'UNAVAILABLE',
    'The operation took too long; what it was to change may still change',
  );
  const error = { message: failure.message, extensions: { code: failure.reason } };
  return {
    status: STATUS_OF[failure.kind],
    headers: new HeaderMap([
      ['content-type', 'application/json; charset=utf-8'],
      ['retry-after', String(RETRY_AFTER_SECONDS)],
    ]),
    body: { kind: 'complete', string: JSON.stringify({ errors: [error] }) },
  };
}
