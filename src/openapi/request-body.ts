import { needsCredentials } from '../rest/request/adapter-variables';
import { membersOfBody } from '../rest/request/body-members';
import type { Route } from '../rest/table/route';
import type { Row } from '../rest/table/row';
import { objectOf, type JsonSchema } from '../rest/request/json-schema';
import { SAMPLE_BODIES } from './sample-bodies';
import { inputSchema } from './type-schema';

const CREDENTIALS = objectOf({
  'Basic-Auth': objectOf({ username: { type: 'string' }, password: { type: 'string' } }),
});

/** The body of a request, from the variables that neither path nor query nor headers fill; undefined where there is none. */
export function requestBodyOf(route: Route): JsonSchema | undefined {
  const { row, operation } = route;
  if (row.method !== 'POST' && row.method !== 'PUT') return undefined;
  if (needsCredentials(operation)) return { content: contentOf(row, CREDENTIALS) };
  const elsewhere = new Set([...route.pathParameters, ...route.queryParameters]);
  const members = [...operation.variables].filter(([name]) => !elsewhere.has(name) && !name.startsWith('_'));
  if (members.length === 0) return undefined;
  const optional = new Set(members.filter(([, { isRequired }]) => !isRequired).map(([name]) => name));
  const properties = Object.fromEntries(members.map(([name, { type }]) => [name, inputSchema(type)]));
  // Members that are not known are ignored.
  const variables = { ...objectOf(properties, optional), additionalProperties: true };
  const schema = (row.members ?? membersOfBody).schema(variables);
  return { required: true, content: contentOf(row, schema) };
}

function contentOf({ id }: Pick<Row, 'id'>, schema: JsonSchema): JsonSchema {
  const value = SAMPLE_BODIES[id];
  const examples = value === undefined ? {} : { examples: { [id]: { value } } };
  return { 'application/json': { schema, ...examples } };
}
