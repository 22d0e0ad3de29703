import type { ApolloServerPlugin, BaseContext } from '@apollo/server';
import { STATUS_OF } from '../../shared/failure-status';
import type { Work } from '../../shared/work';

/**
 * Answers an operation whose answer became too large with one error in place of all that was built of it. What a mutation has
 * written stays written.
 */
export function oversize<C extends BaseContext>(): ApolloServerPlugin<C> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        willSendResponse: ({ contextValue, response: { body, http } }) => {
          const { refusal } = (contextValue as { readonly work?: Work }).work ?? {};
          if (refusal === undefined || body.kind !== 'single') return Promise.resolve();
          const { message, reason: code, kind } = refusal;
          body.singleResult = { errors: [{ message, extensions: { code } }] };
          http.status = STATUS_OF[kind];
          return Promise.resolve();
        },
      }),
  };
}
