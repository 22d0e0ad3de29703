import { isForChatbot } from '../shared/http';
import { documentedSpelling, takesText } from '../rest/request/query';
import { reference, type JsonSchema } from '../rest/request/body-members';
import type { RouteDefinition } from '../rest/table/route';
import { Components } from './components';
import type { DocumentedResponse, DocumentedRoute } from './documented-route';
import { operationNames, pascalCase } from './operation-names';
import {
  commonMembers,
  documentedRoutes,
  operationOf,
  templated,
  type OpenApiOptions,
} from './openapi-document';
import type { Parameter } from './parameters';

const DESCRIPTION = [
  'REST routes of Griot for programs that generate clients: each route is an operation of its own, with one kind of response.',
  '',
  'Several routes have the same path and method, and a query key such as `?entries` selects one. Here the key is a part of the',
  'path. A client that appends query parameters with a second `?` must replace it by `&`. `openapi.json` describes the same',
  'routes by path and method, with every message.',
].join('\n');

/** Describes every route as an operation, with schemas and names for generated clients. Aliases are left out. */
export function operationsDocument(options: OpenApiOptions): JsonSchema {
  const routes = documentedRoutes(options);
  const names = operationNames(routes);
  const components = new Components();
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const documented of routes) {
    const { definition } = documented.route;
    const item = (paths[pathWithKey(definition)] ??= {});
    const operationId = names.get(definition.id) ?? '';
    item[definition.method.toLowerCase()] = operationFor(documented, operationId, components);
  }
  return { ...commonMembers(options, { description: DESCRIPTION, routes, components }), paths };
}

function operationFor(documented: DocumentedRoute, operationId: string, components: Components): JsonSchema {
  const { definition } = documented.route;
  const { title } = documented;
  // The schemas of its messages are left out.
  const operation = operationOf([documented], new Components());
  return {
    operationId,
    ...operation,
    description: `${definition.id}: ${title}.`,
    parameters: parametersFor(definition, operation['parameters'] as readonly (Parameter | JsonSchema)[]),
    responses: responsesFor(documented, operationId, components),
    'x-routes': undefined,
  };
}

/** The key of a route is in its path: bare, or with its text as a parameter of the path. */
function pathWithKey(definition: RouteDefinition): string {
  const path = templated(definition.path);
  const { when, shows } = definition;
  if (when === undefined) return path;
  const key = documentedSpelling(when, shows);
  return takesText(when) ? `${path}?${key}={${key}}` : `${path}?${key}`;
}

/** Without the preference for status 200, each status has one kind of body. */
function parametersFor(
  { when, shows }: RouteDefinition,
  parameters: readonly (Parameter | JsonSchema)[],
): readonly (Parameter | JsonSchema)[] {
  const key = when && documentedSpelling(when, shows);
  return parameters.flatMap((parameter) => {
    if (parameter['$ref' as never] === '#/components/parameters/prefer') return [];
    if (key === undefined || !('name' in parameter) || parameter.name !== key) return [parameter];
    return when && takesText(when) ? [{ ...parameter, in: 'path', required: true }] : [];
  });
}

function responsesFor(
  { route, title, responses }: DocumentedRoute,
  operationId: string,
  components: Components,
): JsonSchema {
  const problem = reference('schemas', isForChatbot(route.definition.path) ? 'ChatbotProblem' : 'Problem');
  const isPreferred = ({ kind, statusMessage: [status] }: DocumentedResponse) =>
    kind === 'nothing' && status === 200;
  const named = (response: DocumentedResponse): JsonSchema => {
    const { schema } = response;
    if (schema === undefined) return problem;
    const [plain = '', own] = [title, operationId].map(
      (name) => pascalCase(name) + (response.kind === 'nothing' ? 'Nothing' : ''),
    );
    return components.refer(components.isFree(plain, schema) ? plain : (own ?? plain), schema);
  };
  const errors = responses.filter((response) => !isPreferred(response));
  const statuses = [...new Set(errors.map(({ statusMessage: [status] }) => status))].sort((a, b) => a - b);
  const entries = statuses.map((status) => {
    const same = errors.filter(({ statusMessage }) => statusMessage[0] === status);
    const [first] = same;
    const messages = [...new Set(same.map(({ statusMessage: [, message] }) => message))];
    const schema = first ? named(first) : problem;
    return [String(status), responseOf(`${messages.join(' · ')}.`, schema)] as const;
  });
  const otherErrors = responseOf('Any other error.', problem);
  return { ...Object.fromEntries(entries), default: otherErrors };
}

function responseOf(description: string, schema: JsonSchema): JsonSchema {
  return { description, content: { 'application/json': { schema } } };
}
