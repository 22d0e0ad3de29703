import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createApollo } from '../../src/graphql/apollo/create-apollo';
import type { Gateway } from '../../src/server/compose';
import { createHttpApp } from '../../src/http/create-http-app';
import { requestIdOf } from '../../src/http/headers';
import { createLogger } from '../../src/observability/logger';
import { contextOf } from '../../src/graphql/context';
import { buildGatewaySchema } from '../../src/graphql/schema';
import { restRouter } from '../../src/rest/adapter/router';
import { MAX_GRAPHQL_PAGE_SIZE, MAX_REST_PAGE_SIZE } from '../../src/shared/paging';
import type { Viewer } from '../../src/shared/viewer';
import { PATIENT_SERVER } from './patient';

export interface ViewerServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** The REST and GraphQL handlers of a gateway, which treat every request as one by the same viewer. */
export async function serveTo(viewer: Viewer, gateway: Gateway): Promise<ViewerServer> {
  const schema = buildGatewaySchema(gateway, {
    isMetadataPublic: false,
    isRegistrationOpen: false,
    report: (error) => {
      throw error;
    },
  });
  const logger = createLogger({ logLevel: 'silent' });
  const contextWith = (maxItems: number) => () =>
    Promise.resolve(contextOf({ viewer, maxItems, address: '', requestId: '' }, gateway));
  const apollo = await createApollo({
    schema,
    config: { introspection: true },
    logger,
    contextOf: contextWith(MAX_GRAPHQL_PAGE_SIZE),
  });
  const rest = restRouter({
    schema,
    operationsFolder: join(__dirname, '..', '..', 'schema', 'operations'),
    contextOf: contextWith(MAX_REST_PAGE_SIZE),
    requestIdOf,
    report: () => undefined,
  });
  const config = { trustProxy: false, corsOrigins: [] } as const;
  const app = createHttpApp({ config, logger, graphql: apollo.handler, rest });
  const server = createServer(PATIENT_SERVER, app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close: async () => {
      await new Promise((resolve) => {
        server.close(resolve).closeAllConnections();
      });
      await apollo.server.stop();
    },
  };
}
