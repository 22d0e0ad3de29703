import type { ApolloServerPlugin, BaseContext } from '@apollo/server';
import { Failure } from '../../shared/failure';
import { RETRY_AFTER_SECONDS, STATUS_OF } from '../../shared/failure-status';
import { failureBehind } from './failure-behind';

/** What a failure of the service itself says in the head of an answer; of any other failure nothing. */
export function retryAfterOf({ kind, details }: Failure): string | undefined {
  return kind === 'busy' ? String(details.retryAfter ?? RETRY_AFTER_SECONDS) : undefined;
}

/**
 * An operation that the service could not do now is answered as such to HTTP too, so that clients and proxies try again. The
 * body keeps what there is of its data.
 */
export function unavailable<C extends BaseContext>(): ApolloServerPlugin<C> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        willSendResponse: ({ errors = [], response: { http } }) => {
          const failure = errors.map(failureBehind).find((one) => one?.kind === 'busy');
          const retryAfter = failure && retryAfterOf(failure);
          if (failure !== undefined && retryAfter !== undefined) {
            http.status = STATUS_OF[failure.kind];
            http.headers.set('retry-after', retryAfter);
          }
          return Promise.resolve();
        },
      }),
  };
}
