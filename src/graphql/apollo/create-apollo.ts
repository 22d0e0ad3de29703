import { ApolloServer, type BaseContext } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { InMemoryLRUCache } from '@apollo/utils.keyvaluecache';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import { Failure } from '../../shared/failure';
import type { Handler, Incoming, Once } from '../../shared/http';
import { jsonBytes } from '../../shared/json-text';
import type { Config } from '../../config/load-config';
import type { Logger } from '../../observability/logger';
import { costLimit, PARSE_OPTIONS, queryLimits, servedOperations } from './query-limits';
import { errorLog, oversize, publicCaching, statusOfJson, storedLists } from './response-plugins';
import { formatError, unavailable, wrongValues } from './format-error';
import { reportTo } from '../../http/error-handler';
import { liveHandler, type LiveParts, wantsStream } from '../live/live-handler';
import { graphqlHandler, graphqlErrorOf } from './graphql-handler';
import { persistedDocuments, type PersistedSettings } from './persisted-documents';
import { onePlugin, type Watcher } from './watchers';

/**
 * Maximum size of the cache of parsed and validated documents, in bytes of their JSON and their texts. In memory they
 * take 4.6 times as much (measured with 5 to 400 fields), so clients that send another document each time fill 20 MB,
 * instead of the 140 MB of Apollo's default.
 */
const KEPT_DOCUMENTS_BYTES = 4 * 2 ** 20;

/** The cache of parsed documents. It drops the least recently used one first. */
export function keptDocuments(): InMemoryLRUCache<DocumentNode> {
  return new InMemoryLRUCache<DocumentNode>({ maxSize: KEPT_DOCUMENTS_BYTES, sizeCalculation: keptBytes });
}

/**
 * The size of a document in the cache. It keeps its whole text, including spaces and comments, which are not part of
 * its JSON.
 */
function keptBytes(document: DocumentNode): number {
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
  readonly contextOf: (request: Incoming) => Promise<C>;
  /** Called with the operation of a request before it is executed; it may make the request wait. */
  readonly admit?: (request: Incoming, operation: unknown) => Promise<void>;
  /** Executes requests with an `Idempotency-Key` once. */
  readonly once?: Once;
  /** Streams of events. Without them, there are no subscriptions. */
  readonly live?: LiveParts;
  /** Further observers of operations. */
  readonly watchers?: readonly Watcher[];
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
  const { schema, config, logger, contextOf, admit, once, live, watchers = [] } = parts;
  const documents = persistedDocuments(config, { schema, logger });
  const limits = queryLimits({ suggestions: config.introspection });
  const own = [
    publicCaching(),
    statusOfJson(),
    unavailable(),
    oversize(),
    errorLog(logger),
    storedLists(schema),
  ];
  const watching = onePlugin([wrongValues(), costLimit(), ...own, ...watchers]);
  const disabled = disabledPlugins();
  const plugins = [...disabled, ...limits.plugins, watching];
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
    documentStore: keptDocuments(),
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
  return { server, handler: (...given) => (wantsStream(given[0]) ? streams : handler)(...given) };
}

/**
 * The response as bytes. Apollo passes it on unchanged, and `answerOf` in `graphql-handler.ts` receives it.
 *
 * @throws GraphQLError that decides the status, when the answer is too large
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
