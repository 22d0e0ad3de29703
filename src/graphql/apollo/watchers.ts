import type {
  ApolloServerPlugin,
  BaseContext,
  GraphQLRequestContext,
  GraphQLRequestContextDidEncounterErrors,
  GraphQLRequestContextDidResolveOperation,
  GraphQLRequestContextResponseForOperation,
  GraphQLRequestContextWillSendResponse,
} from '@apollo/server';

type Step<At> = (at: At) => void;

interface Unexpected {
  readonly requestContext: GraphQLRequestContext<BaseContext>;
  readonly error: Error;
}

/** Observes operations at some of their steps. It keeps no state between steps and does not wait. */
export interface Watcher {
  /** Called when the document is valid and its operation is known. A thrown error refuses the operation. */
  readonly didResolveOperation?: Step<GraphQLRequestContextDidResolveOperation<BaseContext>>;
  /** Called last before the operation is executed. */
  readonly willExecute?: Step<GraphQLRequestContextResponseForOperation<BaseContext>>;
  readonly didEncounterErrors?: Step<GraphQLRequestContextDidEncounterErrors<BaseContext>>;
  readonly willSendResponse?: Step<GraphQLRequestContextWillSendResponse<BaseContext>>;
  /** Called if something other than the operation failed, in Apollo or in a watcher. */
  readonly didFail?: Step<Unexpected>;
}

const DONE = Promise.resolve();

/**
 * All watchers as one Apollo plugin. Apollo creates two or three promises for each plugin at each of its seven steps,
 * even if the plugin does nothing there. With a plugin for each watcher, these were half of all promises of a request.
 */
export function onePlugin(watchers: readonly Watcher[]): ApolloServerPlugin {
  const willExecute = inTurn(watchers.map((watcher) => watcher.willExecute));
  const noAnswer = Promise.resolve(null);
  const listener = Promise.resolve({
    didResolveOperation: inTurn(watchers.map((watcher) => watcher.didResolveOperation)),
    responseForOperation: (at: GraphQLRequestContextResponseForOperation<BaseContext>) => {
      void willExecute(at);
      return noAnswer;
    },
    didEncounterErrors: inTurn(watchers.map((watcher) => watcher.didEncounterErrors)),
    willSendResponse: inTurn(watchers.map((watcher) => watcher.willSendResponse)),
  });
  return {
    requestDidStart: () => listener,
    unexpectedErrorProcessingRequest: inTurn(watchers.map((watcher) => watcher.didFail)),
  };
}

function inTurn<At>(steps: readonly (Step<At> | undefined)[]): (at: At) => Promise<void> {
  const definedSteps = steps.filter((step) => step !== undefined);
  return (at) => {
    for (const step of definedSteps) step(at);
    return DONE;
  };
}
