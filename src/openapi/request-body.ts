import { getNullableType, isEnumType } from 'graphql';
import { documentedSpelling, takesText } from '../rest/request/query';
import type { Route, RouteDefinition } from '../rest/table/route';
import { SAMPLE_PARAMETERS } from './examples';
import { needsCredentials } from '../rest/request/adapter-variables';
import { membersOfBody, objectSchema, type JsonSchema } from '../rest/request/body-members';
import { inputSchema } from './output-schema';

const ARTICLE = {
  entry: { headword: 'kà' },
  category: 'v',
  translations: [
    { lang: 'en', number: 1, content: 'read' },
    { lang: 'fr', number: 1, content: 'lire' },
  ],
};

const ACCOUNT = { username: 'ade', password: 'a long password' };

/** Bodies of requests that show what a route takes, by the id of its route. */
const SAMPLE_BODIES: Readonly<Record<string, unknown>> = {
  A1: {
    name: 'Market helper',
    email: 'market@example.org',
    password: 'a long password',
    compagny: 'Example',
    country: 'Cameroon',
    description: 'Answers questions about prices.',
  },
  A5: { public_id: '6a0f1f0e-3d52-4b53-9d0e-7c5b1a0c2f11', token: 'eyJhbGciOiJIUzI1NiIsImtpZCI6Ij…' },
  A6: { description: 'Answers questions about prices and markets.' },
  'webhook-post': { sender: 'person-7', text: 'How do you say water?', language: 'en' },
  B1: { article: ARTICLE },
  B33: { article: { ...ARTICLE, type: 'verb' } },
  'B37-post': { 'Basic-Auth': ACCOUNT },
  B38: { metadata: { id_dico: 'my_words', short_name: 'My words', long_name: 'Words that I collect' } },
  'B34-post': { comment: { id_article: '55', data: 'Also said of books.' } },
  'B34-put': { comment: { data: 'Also said of letters.' } },
  'B35-post': { comment: { id_dico: 'yor_eng_fra_griot', id_article: '55', data: 'Also said of books.' } },
  'B35-put': { comment: { data: 'Also said of letters.' } },
  'B36-post': { comment: { data: 'Also said of books.' } },
  'B36-put': { comment: { data: 'Also said of letters.' } },
  'B40-put': { metadata: { review_version: '2' } },
  'B43-put': { user: { name: 'Adé Bello', for_lang: 'en' } },
  B41: { user: { ...ACCOUNT, name: 'Adé Bello', nat_lang: 'yo', for_lang: 'fr' } },
};

/** The address of a request that shows what a route does: bare flags, and one item of a list. */
export function exampleAddress({ definition, pathParameters }: Route): string {
  const path = pathParameters.reduce(
    (text, name) => text.replace(`:${name}`, encodeURIComponent(parameterSample(name))),
    definition.path,
  );
  const flag = definition.when && documentedSpelling(definition.when, definition.shows);
  const query = [
    ...(flag === undefined
      ? []
      : [
          definition.when && takesText(definition.when)
            ? `${flag}=${parameterSample(definition.when)}`
            : flag,
        ]),
    ...(definition.shows === 'list' ? ['limit=1'] : []),
  ];
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

/** The same as variables of the document. */
export function exampleVariables({
  definition,
  operation,
  pathParameters,
}: Route): Readonly<Record<string, unknown>> {
  const names = [
    ...pathParameters,
    ...(definition.when && takesText(definition.when) ? [definition.when] : []),
  ];
  const isWord = (name: string) => isEnumType(getNullableType(operation.variables.get(name)?.type));
  return Object.fromEntries(
    names.map((name) => [name, isWord(name) ? parameterSample(name).toUpperCase() : parameterSample(name)]),
  );
}

function parameterSample(name: string): string {
  return SAMPLE_PARAMETERS[name] ?? '1';
}

const CREDENTIALS = objectSchema({
  'Basic-Auth': objectSchema({ username: { type: 'string' }, password: { type: 'string' } }),
});

/** The body of a request, from the variables that neither path nor query nor headers fill; undefined where there is none. */
export function requestBodyOf(route: Route): JsonSchema | undefined {
  const { definition, operation } = route;
  if (definition.method !== 'POST' && definition.method !== 'PUT') return undefined;
  if (definition.isSigned === true)
    return {
      required: true,
      content: bodyContent(definition, { description: 'What the channel sends, signed.' }),
    };
  if (needsCredentials(operation)) return { content: bodyContent(definition, CREDENTIALS) };
  const elsewhere = new Set([...route.pathParameters, ...route.queryParameters]);
  const members = [...operation.variables].filter(([name]) => !elsewhere.has(name) && !name.startsWith('_'));
  if (members.length === 0) return undefined;
  const optional = new Set(members.filter(([, { isRequired }]) => !isRequired).map(([name]) => name));
  const properties = Object.fromEntries(members.map(([name, { type }]) => [name, inputSchema(type)]));
  // Members that are not known are ignored.
  const variables = { ...objectSchema(properties, optional), additionalProperties: true };
  const schema = (definition.members ?? membersOfBody).schema(variables);
  return { required: true, content: bodyContent(definition, schema) };
}

function bodyContent({ id }: Pick<RouteDefinition, 'id'>, schema: JsonSchema): JsonSchema {
  const value = SAMPLE_BODIES[id];
  const examples = value === undefined ? {} : { examples: { [id]: { value } } };
  return { 'application/json': { schema, ...examples } };
}
