import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { contextOf } from '../graphql/context';
import { buildGatewaySchema } from '../graphql/schema';
import type { WholeParts } from '../rest/adapter/whole-object';
import { graphqlExecutor, loadOperations, operationRunner } from '../rest/document/operations';
import { type RouteDefinition, routeOf } from '../rest/table/route';
import type { Gateway } from '../server/compose';
import { PROJECT_FOLDER } from '../server/project-folder';
import { messageOf } from '../shared/failure';
import { MAX_REST_PAGE_SIZE } from '../shared/paging';
import { operatorNamed } from '../shared/viewer';

/** Runs the documents of a route of exports for the operator, so that a command writes what the route sends. */
export function exportDocuments(gateway: Gateway, definition: RouteDefinition): WholeParts {
  const schema = buildGatewaySchema(gateway, {
    isMetadataPublic: false,
    isRegistrationOpen: false,
    report: (error) => {
      console.error(`The audit log could not be written: ${messageOf(error)}`);
    },
  });
  const operations = loadOperations(schema, join(PROJECT_FOLDER, 'schema', 'operations'));
  const route = routeOf(definition, operations);
  const runOperation = operationRunner(graphqlExecutor(schema));
  const origin = {
    viewer: operatorNamed(userInfo().username),
    requestId: randomUUID(),
    address: '',
    mostItems: MAX_REST_PAGE_SIZE,
  };
  const runApart: WholeParts['runApart'] = (operation, variables) =>
    runOperation(operation, variables, contextOf(origin, gateway));
  return { route, runApart, run: (variables) => runApart(route.operation, variables) };
}
