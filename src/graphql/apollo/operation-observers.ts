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
export interface OperationObserver {
  /** Called when the document is valid and its operation is known. A thrown error refuses the operation. */
  readonly didResolveOperation?: Step<GraphQLRequestContextDidResolveOperation<BaseContext>>;
  /** Called last before the operation is executed. */
  readonly willExecute?: Step<GraphQLRequestContextResponseForOperation<BaseContext>>;
  readonly didEncounterErrors?: Step<GraphQLRequestContextDidEncounterErrors<BaseContext>>;
  readonly willSendResponse?: Step<GraphQLRequestContextWillSendResponse<BaseContext>>;
  /** Called if something other than the operation failed, in Apollo or in an observer. */
  readonly didFail?: Step<Unexpected>;
}

const DONE = Promise.resolve();

/**
 * All observers as one Apollo plugin. Apollo creates two or three promises for each plugin at each of its seven steps,
 * even if the plugin does nothing there. With a plugin for each observer, these were half of all promises of a request.
 */
export function pluginOf(observers: readonly OperationObserver[]): ApolloServerPlugin {
  const willExecute = inSequence(observers.map((observer) => observer.willExecute));
  const noResponse = Promise.resolve(null);
  const listener = Promise.resolve({
    didResolveOperation: inSequence(observers.map((observer) => observer.didResolveOperation)),
    responseForOperation: (at: GraphQLRequestContextResponseForOperation<BaseContext>) => {
      void willExecute(at);
      return noResponse;
    },
    didEncounterErrors: inSequence(observers.map((observer) => observer.didEncounterErrors)),
    willSendResponse: inSequence(observers.map((observer) => observer.willSendResponse)),
  });
  return {
    requestDidStart: () => listener,
    unexpectedErrorProcessingRequest: inSequence(observers.map((observer) => observer.didFail)),
  };
}

function inSequence<At>(steps: readonly (Step<At> | undefined)[]): (at: At) => Promise<void> {
  const definedSteps = steps.filter((step) => step !== undefined);
  return (at) => {
    for (const step of definedSteps) step(at);
    return DONE;
  };
}
