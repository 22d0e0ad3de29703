import { ApolloServer, type BaseContext, type GraphQLRequest, type HTTPGraphQLRequest } from '@apollo/server';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { InMemoryLRUCache } from '@apollo/utils.keyvaluecache';
import type { DocumentNode, GraphQLError, GraphQLSchema } from 'graphql';
import type { Config } from '../../config/load-config';
import { reportTo } from '../../http/error-handler';
import type { Logger } from '../../observability/logger';
import { PUBLIC_CACHING } from '../../shared/extensions';
import { Failure, STATUS_OF } from '../../shared/failure';
import type { Handler, HttpRequest, ExecuteOnce } from '../../shared/http';
import { jsonBytes } from '../../shared/json-text';
import type { Work } from '../../shared/work';
import { ARTICLE_MEMBERS } from '../articles/article-members';
import { withStoredLists } from '../fields/stored-lists';
import { liveHandler, type LiveParts, wantsStream } from '../live/live-handler';
import {
  failureIn,
  formatError,
  isClientMistake,
  isRefusal,
  isWrongArgument,
  unavailableStatus,
  limitVariableErrors,
} from './format-error';
import { graphqlErrorOf, graphqlHandler } from './graphql-handler';
import { persistedDocuments, type PersistedSettings } from './persisted-documents';
import { costLimit, PARSE_OPTIONS, queryLimits, servedOperations } from './query-limits';
import { pluginOf, type OperationObserver } from './operation-observers';

/** Logs errors that the client sees only as an internal error, under the request id of the response. */
function errorLog(logger: Logger): OperationObserver {
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
function storedLists(schema: GraphQLSchema): OperationObserver {
  return {
    // Apollo executes the document in the request context after this step.
    willExecute: (requestContext: { document: DocumentNode }) => {
      requestContext.document = withStoredLists(requestContext.document, schema, ARTICLE_MEMBERS);
    },
  };
}

function isUnexpected(error: GraphQLError): boolean {
  return (
    failureIn(error) === undefined && !isClientMistake(error) && !isRefusal(error) && !isWrongArgument(error)
  );
}

/** Replaces the response to an operation by one error if it became too large. Completed mutations are not undone. */
function refuseLargeResponses(): OperationObserver {
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
function publicCaching(): OperationObserver {
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
function statusOfJson(): OperationObserver {
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

/**
 * Maximum size of the cache of parsed and validated documents, in bytes of their JSON and their texts. In memory they
 * take 4.6 times as much (measured with 5 to 400 fields), so clients that send another document each time fill 20 MB,
 * instead of the 140 MB of Apollo's default.
 */
const DOCUMENT_CACHE_BYTES = 4 * 2 ** 20;

/** The cache of parsed documents. It drops the least recently used one first. */
export function documentCache(): InMemoryLRUCache<DocumentNode> {
  return new InMemoryLRUCache<DocumentNode>({
    maxSize: DOCUMENT_CACHE_BYTES,
    sizeCalculation: documentBytes,
  });
}

/**
 * The size of a document in the cache. It keeps its whole text, including spaces and comments, which are not part of
 * its JSON.
 */
function documentBytes(document: DocumentNode): number {
  return Buffer.byteLength(JSON.stringify(document)) + (document.loc?.source.body.length ?? 0);
}

export interface ApolloParts<C extends BaseContext> {
  readonly schema: GraphQLSchema;
  readonly config: Pick<Config, 'introspection'> & PersistedSettings;
  readonly logger: Logger;
  /**
   * Creates the context of the resolvers; if it fails, the failure is the response. Apollo hands the resolvers a
   * shallow copy of it.
   */
  readonly contextOf: (request: HttpRequest) => Promise<C>;
  /** Called with the operation of a request before it is executed; it may make the request wait. */
  readonly admit?: (request: HttpRequest, operation: unknown) => Promise<void>;
  /** Executes requests with an `Idempotency-Key` once. */
  readonly once?: ExecuteOnce;
  /** Streams of events. Without them, there are no subscriptions. */
  readonly live?: LiveParts;
  /** Further observers of operations. */
  readonly observers?: readonly OperationObserver[];
}

export interface Apollo<C extends BaseContext> {
  /** The server, which has started. Stop it after the last request. */
  readonly server: ApolloServer<C>;
  /** Answers /graphql. */
  readonly handler: Handler;
}

/**
 * GraphQL over HTTP: queries and mutations by POST, queries by GET with a header that no web form can send.
 *
 * @throws Error when the schema is not valid, or with a sentence for the operator when a manifest cannot be used
 */
export async function createApollo<C extends BaseContext>(parts: ApolloParts<C>): Promise<Apollo<C>> {
  const { schema, config, logger, contextOf, admit, once, live, observers = [] } = parts;
  const documents = persistedDocuments(config, { schema, logger });
  const limits = queryLimits({ suggestions: config.introspection });
  const ownPlugins = [
    publicCaching(),
    statusOfJson(),
    unavailableStatus(),
    refuseLargeResponses(),
    errorLog(logger),
    storedLists(schema),
  ];
  const observing = pluginOf([limitVariableErrors(), costLimit(), ...ownPlugins, ...observers]);
  const disabled = disabledPlugins();
  const plugins = [...disabled, ...limits.plugins, observing];
  const server = new ApolloServer<C>({
    schema,
    logger,
    formatError,
    // The response contains free JSON as the text in which it is stored.
    stringifyResult: responseBytes,
    ...limits,
    validationRules: [...limits.validationRules, servedOperations],
    plugins,
    introspection: config.introspection,
    documentStore: documentCache(),
    parseOptions: PARSE_OPTIONS,
    csrfPrevention: true,
    // `server/lifecycle` handles signals.
    stopOnTerminationSignals: false,
  });
  await server.start();
  // These plugins only disable defaults. Apollo would call each of them for every request.
  plugins.splice(0, disabled.length);
  const handler = graphqlHandler({ server, logger, documents, contextOf, admit, once });
  if (!live) return { server, handler };
  const rules = limits.validationRules;
  const streams = liveHandler({ ...live, schema, documents, rules, report: reportTo(logger), admit });
  return {
    server,
    handler: (...parameters) => (wantsStream(parameters[0]) ? streams : handler)(...parameters),
  };
}

/**
 * The response as bytes. Apollo passes it on unchanged, and `responseOf` in `graphql-handler.ts` receives it.
 *
 * @throws GraphQLError that decides the status, when the response is too large
 */
function responseBytes(result: unknown): string {
  try {
    return jsonBytes(result) as unknown as string;
  } catch (error) {
    throw error instanceof Failure ? graphqlErrorOf(error) : error;
  }
}

/**
 * The plugins that disable Apollo's defaults: usage reporting, landing pages from its servers, and a costly cache
 * plugin.
 */
function disabledPlugins(): ReturnType<typeof ApolloServerPluginCacheControlDisabled>[] {
  return [
    ApolloServerPluginCacheControlDisabled(),
    ApolloServerPluginInlineTraceDisabled(),
    ApolloServerPluginLandingPageDisabled(),
    ApolloServerPluginSchemaReportingDisabled(),
    ApolloServerPluginUsageReportingDisabled(),
  ];
}
