import { join } from 'node:path';
import type { Router } from 'express';
import type { GraphQLSchema } from 'graphql';
import { buildGatewaySchema } from '../graphql/schema';
import { type Context, contextOf } from '../graphql/context';
import { restRouter } from '../rest/adapter/router';
import { type HttpRequest, idempotencyKeyOf, type ExecuteOnce } from '../shared/http';
import { requireAccess } from '../graphql/access/access-table';
import { refusalOfKey, refuseKey } from '../graphql/access/key-scopes';
import { offlineFiles } from '../http/offline-files';
import { mediaFiles } from '../http/media-files';
import { uploadHandler } from '../http/uploads';
import { MAX_GRAPHQL_PAGE_SIZE, MAX_REST_PAGE_SIZE } from '../shared/paging';
import { type AccountViewer, ANONYMOUS, hasDictionaryRole, type Viewer } from '../shared/viewer';
import { pagesRouter, type PagesOptions } from '../web/pages';
import { redirectBrowsers } from '../web/playground/playground-router';
import { ARTICLE_MEMBERS } from '../graphql/articles/article-members';
import { withStoredLists } from '../graphql/fields/stored-lists';
import type { LiveParts } from '../graphql/live/live-handler';
import { createApollo } from '../graphql/apollo/create-apollo';
import type { Gateway } from './compose';
import type { Config } from '../config/load-config';
import { createHealth } from './lifecycle/health';
import { createHttpApp, expressRoutes, type HttpApp } from '../http/create-http-app';
import type { Deadlines } from '../http/admission/deadline';
import { reportTo } from '../http/error-handler';
import { isLightOperation } from '../http/admission/request-class';
import { requestIdOf } from '../http/headers';
import type { Lifecycle } from './lifecycle/shutdown';
import type { Logger } from '../observability/logger';
import { type Metrics, knownOperations, operationMetrics, requestMetrics } from '../observability/metrics';
import { fileWritersWith } from './file-writers';
import { type Guards, guardsOf, viewerOf } from './guards';
import { DeliveryRunner } from './runners/delivery-runner';
import { ImportRunner } from './runners/import-runner';
import { Poller } from './runners/poller';
import { PROJECT_FOLDER } from './project-folder';
import type { RetryService } from '../services/limits/retry.service';

const OPERATIONS_FOLDER = join(PROJECT_FOLDER, 'schema', 'operations');
const SCHEMA_FILE = join(PROJECT_FOLDER, 'schema', 'schema.graphql');
const OPENAPI_FILE = join(PROJECT_FOLDER, 'schema', 'openapi.json');
const OPENAPI_OPERATIONS_FILE = join(PROJECT_FOLDER, 'schema', 'openapi-operations.json');
const ASSETS_FOLDER = join(PROJECT_FOLDER, 'dist-web');

/** Whether a viewer may send large bodies. Other users write one object per request. */
function writesMany(viewer: Viewer): boolean {
  return viewer.role === 'application' || viewer.role === 'platform' || hasDictionaryRole('editor', viewer);
}

export interface TransportOptions {
  readonly config: Config;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
  /** Counts requests and operations; absent if metrics are off. */
  readonly metrics?: Metrics | undefined;
}

/** All HTTP transports of the gateway. */
export interface Transports {
  readonly app: HttpApp;
  readonly stop: () => Promise<void>;
}

/** Creates GraphQL, REST and the pages on one schema. They share nothing else. */
export async function createTransports(
  gateway: Gateway,
  { config, logger, lifecycle, metrics }: TransportOptions,
): Promise<Transports> {
  const identify = oncePerRequest((request) => viewerOf(request, gateway));
  const schema = schemaOver(gateway, config, logger);
  const shared = { schema, once: onceOf(gateway.retries, identify) };
  const guards = guardsOf(gateway, { config, logger, identify });
  const contextWith = contextsOf(gateway, { identify, ...guards });
  const contextOfSender = contextWith(MAX_GRAPHQL_PAGE_SIZE);
  const apollo = await createApollo({
    ...shared,
    config,
    logger,
    contextOf: contextOfSender,
    admit: admitTo(guards),
    live: { ...liveOver(gateway, guards, lifecycle), observe: (change) => metrics?.stream(change) },
    observers: metrics ? [operationMetrics(metrics, knownOperations(schema, OPERATIONS_FOLDER))] : [],
  });
  return {
    app: createHttpApp({
      ...(metrics && { observe: requestMetrics(metrics) }),
      config,
      logger,
      graphql: config.playground ? redirectBrowsers(apollo.handler) : apollo.handler,
      rest: restRouter({
        ...shared,
        operationsFolder: OPERATIONS_FOLDER,
        areValid: true,
        useStoredLists: (document) => withStoredLists(document, schema, ARTICLE_MEMBERS),
        contextOf: contextWith(MAX_REST_PAGE_SIZE),
        requestIdOf,
        report: reportTo(logger),
        writers: fileWritersWith(gateway.exports),
      }),
      ...filesOver(gateway, { identify, ...guards }),
      health: createHealth({ probe: gateway.probe, lifecycle }),
      others: expressRoutes(pagesOver(gateway, schema, { config, logger, identify, contextOfSender })),
      writesMany: async (request) => writesMany(await identify(request)),
      ...guards,
    }),
    stop: stopping([...runnersOf(gateway, logger), apollo.server]),
  };
}

interface Stoppable {
  readonly stop: () => Promise<void>;
}

/** Starts the background work of a process. */
function runnersOf(gateway: Gateway, logger: Logger): readonly Stoppable[] {
  const reindexing = {
    run: gateway.storage.reindexRequested,
    failure: 'Search keys of a changed dictionary could not be rebuilt',
  };
  return [
    new ImportRunner(gateway, logger),
    new DeliveryRunner(gateway.outbox, logger),
    new Poller(reindexing, logger),
  ];
}

function stopping(all: readonly Stoppable[]): Transports['stop'] {
  return async () => {
    await Promise.all(all.map((stoppable) => stoppable.stop()));
  };
}

/** Whether an operation is light can be determined only with its document. */
function admitTo({ admission }: Guards) {
  return async (request: HttpRequest, operation: unknown): Promise<void> => {
    if (!isLightOperation(operation)) await admission.reclassify(request);
  };
}

/** Creates the parts of a stream, which looks up its sender repeatedly. */
function liveOver(gateway: Gateway, guards: Guards, { onDrain }: Lifecycle): LiveParts {
  const identify = (request: HttpRequest) => viewerOf(request, gateway);
  const freshContext = contextsOf(gateway, { identify, ...guards })(MAX_GRAPHQL_PAGE_SIZE);
  return { live: gateway.live, freshContext, onDrain };
}

/** Throws a Failure unless the viewer may import files or add recordings and pictures. */
function assertMayUpload(viewer: Viewer): asserts viewer is AccountViewer {
  requireAccess('dictionaryEditor', viewer);
  if (refusalOfKey('Mutation.createImport', viewer)) refuseKey('Mutation.createMedia', viewer);
}

/** Stores the files of desk forms, which are uploads too. */
function receiverOf({ uploads }: Gateway, identify: ContextParts['identify']): PagesOptions['receive'] {
  return async (request, { name, bytes }) => {
    const viewer = await identify(request);
    assertMayUpload(viewer);
    return uploads.receive(viewer, name, bytes);
  };
}

/** Creates the handlers for uploads, copies of dictionaries and recordings and pictures. */
function filesOver(
  { uploads, offlineCopies, media }: Gateway,
  { identify, admission, deadlines }: ContextParts & Pick<Guards, 'admission'>,
) {
  return {
    uploads: uploadHandler({
      uploads,
      importerOf: async (request) => {
        const viewer = await identify(request);
        assertMayUpload(viewer);
        return viewer;
      },
      outside: (request, read) => admission.outside(request, () => deadlines.outside(request, read)),
    }),
    offlineFiles: offlineFiles(offlineCopies),
    mediaFiles: mediaFiles({ media, identify }),
  };
}

interface ContextParts {
  readonly identify: (request: HttpRequest) => Promise<Viewer>;
  readonly deadlines: Deadlines;
}

/** Creates resolver contexts for a transport with a maximum page size. */
function contextsOf(gateway: Gateway, { identify, deadlines }: ContextParts) {
  return (maxItems: number) =>
    async (request: HttpRequest): Promise<Context> => {
      const viewer = await identify(request);
      const { address = '' } = request;
      const extendDeadline = (): void => {
        deadlines.extend(request);
      };
      return contextOf(
        { viewer, maxItems, address, requestId: requestIdOf(request), extendDeadline },
        gateway,
      );
    };
}

function schemaOver(gateway: Gateway, config: Config, logger: Logger): GraphQLSchema {
  return buildGatewaySchema(gateway, {
    isMetadataPublic: config.publicMetadataRead,
    isRegistrationOpen: config.openRegistration,
    report: (err) => {
      logger.error({ err }, 'The audit log could not be written');
    },
  });
}

/** A cached look-up of the sender of a request. */
interface ViewerLookup {
  (request: HttpRequest): Promise<Viewer>;
  /** Looks up the sender again after the request has got another token. */
  readonly again: (request: HttpRequest) => void;
}

/** Returns a look-up of the sender that runs once per request. */
function oncePerRequest(look: (request: HttpRequest) => Promise<Viewer>): ViewerLookup {
  const viewers = new WeakMap<HttpRequest, Promise<Viewer>>();
  const identify = (request: HttpRequest): Promise<Viewer> => {
    const cached = viewers.get(request);
    if (cached !== undefined) return cached;
    const viewer = look(request);
    viewers.set(request, viewer);
    return viewer;
  };
  return Object.assign(identify, {
    again: (request: HttpRequest) => {
      viewers.delete(request);
    },
  });
}

interface PageParts extends Pick<TransportOptions, 'config' | 'logger'> {
  readonly identify: ViewerLookup;
  readonly contextOfSender: PagesOptions['contextOfSender'];
}

/** Creates the pages. Those of the reader show only public data, those of the desk what their viewer may see. */
function pagesOver(
  gateway: Gateway,
  schema: GraphQLSchema,
  { config, logger, identify, contextOfSender }: PageParts,
): Router {
  const anyone = { viewer: ANONYMOUS, address: '', requestId: '', maxItems: MAX_REST_PAGE_SIZE };
  return pagesRouter({
    schema,
    operationsFolder: OPERATIONS_FOLDER,
    schemaFile: config.introspection ? SCHEMA_FILE : undefined,
    openApiFile: OPENAPI_FILE,
    operationsFile: OPENAPI_OPERATIONS_FILE,
    assetsFolder: ASSETS_FOLDER,
    contextOf: () => Promise.resolve(contextOf(anyone, gateway)),
    hasPlayground: config.playground,
    isMetadataPublic: config.publicMetadataRead,
    contextOfSender,
    receive: receiverOf(gateway, identify),
    identifyAgain: identify.again,
    report: reportTo(logger),
  });
}

/** Connects the idempotency service to HTTP. Idempotency keys belong to accounts or addresses. */
function onceOf(retries: RetryService, identify: (request: HttpRequest) => Promise<Viewer>): ExecuteOnce {
  return async (request, body, execute) => {
    const { method, url, address = '' } = request;
    const key = idempotencyKeyOf(request) ?? '';
    const content = [method, url, body].join('\n');
    return retries.once({ viewer: await identify(request), address, key, content }, execute);
  };
}
