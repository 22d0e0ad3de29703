import { DEFAULT_PAGE_SIZE, MAX_REST_PAGE_SIZE, MAX_STREAMED_ITEMS } from '../shared/paging';
import { needsCredentials } from '../rest/request/adapter-variables';
import { FIELDS, documentedSpelling, parameterSpellings, takesText, type Flag } from '../rest/request/query';
import { showsFields, type Route } from '../rest/table/route';
import type { DocumentedRoute } from './documented-route';
import { reference, type JsonSchema } from '../rest/request/body-members';
import { SAMPLE_PARAMETERS } from './examples';
import { inputSchema } from './output-schema';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
  readonly required?: true;
  readonly allowEmptyValue?: true;
  readonly schema: JsonSchema;
  readonly example?: string;
}

/** Parameters that many paths share, by the name under which they are referred to. */
export const SHARED_PARAMETERS: Readonly<Record<string, Parameter>> = {
  limit: {
    name: 'limit',
    in: 'query',
    description: `Number of items per page: at most ${MAX_STREAMED_ITEMS} articles or parts of articles, and ${MAX_REST_PAGE_SIZE} items of a search or another list. Larger values are reduced to this maximum, which \`X-Limit-Applied\` then returns.`,
    schema: { type: 'integer', minimum: 1, default: DEFAULT_PAGE_SIZE },
  },
  page: {
    name: 'page',
    in: 'query',
    description: 'Page number, starting at 1. Also spelled `page_number`.',
    schema: { type: 'integer', minimum: 1, default: 1 },
  },
  sort: {
    name: 'sort',
    in: 'query',
    description:
      'Sort direction of the list, in upper or lower case. Without it, a search is ordered by rank.',
    schema: { type: 'string', enum: ['ASC', 'DESC'] },
  },
  fields: {
    name: FIELDS,
    in: 'query',
    description:
      'Names of the members that items have in the response, separated by commas. Members that are not named are left out, required ones too. An unknown name is an error.',
    schema: { type: 'string' },
  },
  'if-none-match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'An `ETag` that the client has. The server answers 304 if it has not changed.',
    schema: { type: 'string' },
  },
  'if-none-match-of-writes': {
    name: 'If-None-Match',
    in: 'header',
    description:
      'An `ETag`. The server answers 412 if the object to change has its revision, or for `*` if it exists.',
    schema: { type: 'string' },
  },
  'if-modified-since': {
    name: 'If-Modified-Since',
    in: 'header',
    description:
      'A `Last-Modified` that the client has. The server answers 304 if the list has not changed since. Ignored beside `If-None-Match`.',
    schema: { type: 'string' },
  },
  'if-match': {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` of the object to change. The server answers 412 if the object has changed since.',
    schema: { type: 'string' },
  },
  'basic-auth': {
    name: 'Basic-Auth',
    in: 'header',
    description:
      'Username and password, as an alternative to `Authorization`: the same value, or JSON `{"username", "password"}`.',
    schema: { type: 'string' },
  },
  'idempotency-key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A key of 1 to 255 visible ASCII characters, chosen by the client. The server executes a request with the same key once within a day. Retries get the response of the first request with `Idempotency-Replayed: true`.',
    schema: { type: 'string' },
  },
  prefer: {
    name: 'Prefer',
    in: 'header',
    description: '`status=200` requests status 200 instead of 206.',
    schema: { type: 'string' },
  },
};

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  dictionary_id: 'Identifier or number of the dictionary.',
  bot_format: 'Name of a file format of bots: `rasa`, `dialogflow` or `clu`.',
  format: 'Name of a file format: `lift`, `lift.zip`, `csv` and the others in docs/import.md.',
  connector: 'Name of the connector, such as `instant_messaging`.',
  article_id: 'Number of the article within its dictionary, or its public identifier.',
  user_id: 'Number of the user, or username.',
  confirm: 'The identifier of the dictionary once more, as a confirmation.',
  public_id: '`public_id` of the comment.',
  application_id: '`public_id` of the application.',
  conversation_id: '`public_id` of the conversation, an integer.',
  field_id: '`public_id` of the field, an integer.',
  resume: 'Requests the summary form.',
  search:
    'Search text for headwords, variants, forms and translations, then for examples, definitions and notes, with or without diacritics.',
  trad: 'Language of the translations.',
  conversations: 'Adds the newest 100 conversations of each application.',
  fields: 'Adds the newest 100 fields of each application.',
  compilers: 'Adds the newest 100 compilers of each application.',
  connectors: 'Adds the connectors of each application.',
  after:
    'Place in the sequence of the dictionary after which changes are returned: `seq` of the manifest, then `next` of the last response. 0 returns all articles.',
  generation:
    'Generation of the manifest that `after` belongs to. The server answers 410 if the dictionary has another one by now.',
  limit: 'Maximum number of changes to return, at most 1000. Large articles make a response shorter.',
};

/** @throws Error when the parameter has no description, because readers cannot understand it by its name alone */
function descriptionOf(name: string): string {
  const description = DESCRIPTIONS[name];
  if (description === undefined) throw new Error(`nothing describes the parameter ${name}`);
  return description;
}

/** The parameters of all routes that share a path and a method. */
export function parametersOf(documented: readonly DocumentedRoute[]): readonly (Parameter | JsonSchema)[] {
  const routes = documented.map(({ route }) => route);
  const [first] = routes;
  const flags = routes.filter(({ definition }) => definition.when !== undefined);
  const plain = new Set(routes.flatMap(({ definition }) => definition.query ?? []));
  return [
    ...(first?.pathParameters ?? []).map(pathParameter),
    ...flags.map(({ definition }) => flagParameter(definition.when ?? 'resume', definition.shows)),
    ...(first ? [...plain].map((name) => queryParameter(name, first)) : []),
    ...sharedNames(documented).map((name) => reference('parameters', name)),
  ];
}

function sharedNames(documented: readonly DocumentedRoute[]): readonly string[] {
  const routes = documented.map(({ route }) => route);
  const responses = documented.flatMap((route) => route.responses);
  const isRead = routes.every(({ operation }) => operation.isQuery);
  const isList = routes.some(({ definition }) => definition.shows === 'list');
  return [
    ...(isList ? ['limit', 'page', 'sort'] : []),
    ...(routes.some(({ definition }) => showsFields(definition)) ? [FIELDS] : []),
    ...(isRead && responses.some(({ headers }) => headers.includes('ETag')) ? ['if-none-match'] : []),
    ...(isRead && responses.some(({ headers }) => headers.includes('Last-Modified'))
      ? ['if-modified-since']
      : []),
    ...(routes.some(({ operation }) => operation.variables.has('_revisions'))
      ? ['if-match', 'if-none-match-of-writes']
      : []),
    ...(routes.some(({ operation }) => needsCredentials(operation)) ? ['basic-auth'] : []),
    ...(routes.some(
      ({ definition, operation }) => definition.method === 'POST' && !needsCredentials(operation),
    )
      ? ['idempotency-key']
      : []),
    ...(responses.some(({ statusMessage: [status] }) => status === 206) ? ['prefer'] : []),
  ];
}

function pathParameter(name: string): Parameter {
  return {
    name,
    in: 'path',
    description: descriptionOf(name),
    required: true,
    schema: { type: 'string' },
    ...parameterExample(name),
  };
}

function flagParameter(flag: Flag, shows: 'list' | 'object'): Parameter {
  const name = documentedSpelling(flag, shows);
  const others = parameterSpellings(flag).filter((spelling) => spelling !== name);
  const also =
    others.length === 0 ? '' : ` Also spelled ${others.map((spelling) => `\`${spelling}\``).join(', ')}.`;
  const meaning = DESCRIPTIONS[flag] ?? `Requests this kind of data: \`${flag}\`.`;
  if (takesText(flag)) {
    return {
      name,
      in: 'query',
      description: meaning + also,
      schema: { type: 'string' },
      ...parameterExample(flag),
    };
  }
  const off = ' Set if present with any value except `false`, `0` and `no`.';
  return {
    name,
    in: 'query',
    description: meaning + also + off,
    allowEmptyValue: true,
    schema: { type: 'string' },
  };
}

function queryParameter(name: string, { operation }: Route): Parameter {
  const variable = operation.variables.get(name);
  return {
    name,
    in: 'query',
    description: descriptionOf(name),
    ...(variable?.isRequired === true ? { required: true as const } : {}),
    schema: variable ? inputSchema(variable.type) : { type: 'string' },
    ...parameterExample(name),
  };
}

function parameterExample(name: string): { readonly example?: string } {
  const example = SAMPLE_PARAMETERS[name];
  return example === undefined ? {} : { example };
}
