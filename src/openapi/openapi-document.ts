import type { GraphQLSchema } from 'graphql';
import { needsCredentials } from '../rest/request/adapter-variables';
import { pathsOf } from '../rest/table/route-table';
import { documentedSpelling, takesText } from '../rest/request/query';
import { loadOperations } from '../rest/document/operations';
import { routeOf, type RouteDefinition } from '../rest/table/route';
import { Components, HEADERS, PROBLEMS } from './components';
import { documentedRoute, type DocumentedRoute } from './documented-route';
import { ExampleRunner } from './examples';
import { operationNames } from './operation-names';
import type { JsonSchema } from '../rest/request/body-members';
import { parametersOf, SHARED_PARAMETERS } from './parameters';
import { requestBodyOf } from './request-body';
import { responsesOf, sharedResponses } from './responses';

export interface OpenApiOptions {
  readonly schema: GraphQLSchema;
  readonly definitions: readonly RouteDefinition[];
  /** The folder `schema/operations`. */
  readonly operationsFolder: string;
}

const INFO = {
  title: 'Griot',
  version: '1.0',
  summary: 'Dictionaries and chatbots for African languages.',
  description: [
    'REST routes of Griot. Each route executes a stored GraphQL operation; the same data are available at `/graphql`.',
    '',
    'OpenAPI allows one operation for a path and a method. This interface has several, selected by a query parameter such as',
    '`?entries`. `x-routes` lists them, each with its request, responses and example.',
    '',
    'HEAD is supported where GET is, except on login routes, whose GET issues a token. OPTIONS and unsupported methods return the allowed methods in `Allow`.',
  ].join('\n'),
  license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
} as const;

/** The routes with their documents and examples. */
export function documentedRoutes({
  schema,
  definitions,
  operationsFolder,
}: OpenApiOptions): readonly DocumentedRoute[] {
  const operations = loadOperations(schema, operationsFolder);
  const runner = new ExampleRunner(schema);
  return definitions.map((definition) => documentedRoute(routeOf(definition, operations), schema, runner));
}

/** Describes every route in OpenAPI 3.1, from the routes, their documents and the schema alone. */
export function openApiDocument(options: OpenApiOptions): JsonSchema {
  const routes = documentedRoutes(options);
  const components = new Components();
  const paths = pathItems(routes, components);
  return { ...commonMembers(options, { description: INFO.description, routes, components }), paths };
}

interface Described {
  readonly description: string;
  readonly routes: readonly DocumentedRoute[];
  /** Those that the paths refer to. */
  readonly components: Components;
}

/** Returns the members of an OpenAPI document other than its paths. */
export function commonMembers(
  { definitions }: OpenApiOptions,
  { description, routes, components }: Described,
): JsonSchema {
  for (const { named } of routes) for (const [name, schema] of named) components.refer(name, schema);
  return {
    openapi: '3.1.0',
    info: { ...INFO, description },
    servers: [{ url: '/' }],
    tags: [...new Set(definitions.map(tagOf))].map((name) => ({ name })),
    components: {
      schemas: { ...PROBLEMS, ...components.schemas },
      responses: sharedResponses(),
      parameters: SHARED_PARAMETERS,
      headers: HEADERS,
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Access-Token',
          description: 'Access token from a login.',
        },
        credentials: { type: 'http', scheme: 'basic', description: 'Username and password in UTF-8.' },
      },
    },
  };
}

/** Routes that share a path and a method are one operation, which is listed under every alias of the path. */
function pathItems(routes: readonly DocumentedRoute[], components: Components): JsonSchema {
  const items: Record<string, Record<string, JsonSchema>> = {};
  const names = operationNames(routes);
  const keys = [
    ...new Set(routes.map(({ route: { definition } }) => `${definition.method} ${definition.path}`)),
  ];
  for (const key of keys) {
    const same = routes.filter(
      ({ route: { definition } }) => `${definition.method} ${definition.path}` === key,
    );
    const [method = '', path = ''] = key.split(' ');
    const shared = operationOf(same, components);
    const operationId = names.get(mainOf(same).route.definition.id) ?? '';
    for (const [index, name] of pathsOf(path).entries()) {
      const alias = name === path ? {} : { 'x-alias-of': templated(path) };
      const item = (items[templated(name)] ??= {});
      item[method.toLowerCase()] = {
        operationId: operationId + (index === 0 ? '' : `ByAlias${index === 1 ? '' : String(index)}`),
        ...alias,
        ...shared,
      };
    }
  }
  return items;
}

/** The route without a flag names the operation. */
function mainOf(routes: readonly DocumentedRoute[]): DocumentedRoute {
  const main = routes.find(({ route }) => route.definition.when === undefined) ?? routes[0];
  if (!main) throw new Error('An operation has a route');
  return main;
}

/** An operation for routes that share a path and a method. */
export function operationOf(routes: readonly DocumentedRoute[], components: Components): JsonSchema {
  const main = mainOf(routes);
  const { definition, operation } = main.route;
  const requestBody = requestBodyOf(main.route);
  const isSigned = definition.isSigned === true;
  const needsToken = !operation.isQuery || 'unauthenticated' in (definition.responses.failures ?? {});
  const security = needsCredentials(operation) ? [{ credentials: [] }] : [{ token: [] }];
  return {
    tags: [tagOf(definition)],
    summary: main.title,
    description: `${routes.map(({ route, title }) => `${route.definition.id} (${title})`).join(', ')}.`,
    parameters: parametersOf(routes),
    ...(requestBody === undefined ? {} : { requestBody }),
    security: isSigned ? [] : needsToken ? security : [{}, ...security],
    responses: responsesOf(routes, components),
    'x-routes': routes.map(routeNote),
  };
}

/** Describes the routes that form an operation, which OpenAPI cannot express. */
function routeNote({ route: { definition }, title, request, responses }: DocumentedRoute): JsonSchema {
  const flag = definition.when && documentedSpelling(definition.when, definition.shows);
  return {
    id: definition.id,
    title,
    ...(flag === undefined
      ? {}
      : { flag: definition.when && takesText(definition.when) ? `${flag}=` : flag }),
    request: `${definition.method} ${request}`,
    responses: responses
      .filter(({ kind, statusMessage: [status] }) => kind !== 'nothing' || status !== 200)
      .map(({ kind, statusMessage: [status, message] }) => ({ kind, status, message })),
  };
}

/** The area of a path: its first segment that says what it is about. */
function tagOf({ path }: RouteDefinition): string {
  const [, prefix = '', ...pathSegments] = path.split('/');
  return pathSegments.find((pathSegment) => pathSegment !== 'core' && !pathSegment.startsWith(':')) ?? prefix;
}

export function templated(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}
