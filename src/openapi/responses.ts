import { STATUS_CODES } from 'node:http';
import { isForChatbot } from '../shared/http';
import type { Components } from './components';
import type { DocumentedResponse, DocumentedRoute } from './documented-route';
import { reference, type JsonSchema } from '../rest/request/body-members';

/** Descriptions of the statuses that any request can have. */
const EVERYWHERE = [400, 429, 500, 503] as const;

/** Headers that every response has. */
const ALWAYS = ['API-Version', 'X-Request-Id'];

interface TitledResponse extends DocumentedResponse {
  readonly id: string;
  readonly title: string;
}

/** Headers that some refusals have beside them. */
const HEADERS_OF: Readonly<Record<number, readonly string[]>> = {
  429: ['Retry-After', 'RateLimit-Limit', 'RateLimit-Policy', 'RateLimit-Remaining', 'RateLimit-Reset'],
  503: ['Retry-After'],
};

type Responses = Readonly<Record<string, unknown>>;

/** The responses of all routes that share a path and a method, by status. */
export function responsesOf(documented: readonly DocumentedRoute[], components: Components): Responses {
  const allResponses = documented.flatMap(({ route, title, responses }) =>
    responses.map((response): TitledResponse => ({ ...response, id: route.definition.id, title })),
  );
  const problem = documented.some(({ route }) => isForChatbot(route.definition.path))
    ? 'ChatbotProblem'
    : 'Problem';
  const statuses = [
    ...new Set([...allResponses.map(({ statusMessage: [status] }) => status), ...EVERYWHERE]),
  ].sort((a, b) => a - b);
  const isTagged =
    documented.every(({ route }) => route.operation.isQuery) &&
    allResponses.some(({ headers }) => headers.includes('ETag'));
  return {
    ...Object.fromEntries(
      statuses.map((status) => {
        const responses = allResponses.filter(({ statusMessage }) => statusMessage[0] === status);
        const generic = (EVERYWHERE as readonly number[]).includes(status);
        if (responses.length === 0) return [String(status), reference('responses', `${problem}-${status}`)];
        return [String(status), response(responses, { components, problem, generic })];
      }),
    ),
    ...(isTagged ? { '304': { description: 'Not modified: the client has the current version.' } } : {}),
    ...(documented.some(({ route }) => route.operation.variables.has('_revisions'))
      ? { '412': staleResponse(problem) }
      : {}),
    default: reference('responses', problem),
  };
}

function staleResponse(problem: string): JsonSchema {
  return {
    description: 'The current revision differs from the one in `If-Match`, or is the one in `If-None-Match`.',
    headers: headersFor(ALWAYS),
    content: { 'application/json': { schema: reference('schemas', problem) } },
  };
}

interface Settings {
  readonly components: Components;
  /** Name of the schema of refusals. */
  readonly problem: string;
  /** Whether the status can also come with words that no route has. */
  readonly generic: boolean;
}

function response(responses: readonly TitledResponse[], settings: Settings): JsonSchema {
  const { components, problem, generic } = settings;
  const described = responses.filter(({ isFile }) => isFile !== true);
  const schemas = described.map((response) => schemaOf(response, components, problem));
  const all = generic ? [...schemas, reference('schemas', problem)] : schemas;
  const unique = [...new Map(all.map((schema) => [JSON.stringify(schema), schema])).values()];
  const headers = [...new Set([...ALWAYS, ...responses.flatMap((response) => response.headers)])];
  const messages = [...new Set(responses.map(({ statusMessage: [, message] }) => message))];
  const { file } = responses.find(({ isFile }) => isFile === true) ?? {};
  const anyFile = { type: 'string', description: 'The file, in the format of the path.' };
  return {
    description: `${messages.join(' · ')}.`,
    headers: headersFor(headers),
    content: responses.some(({ isFile }) => isFile === true)
      ? { [file ? 'application/json' : '*/*']: { schema: file ?? anyFile } }
      : {
          'application/json': {
            schema: unique.length === 1 ? unique[0] : { anyOf: unique },
            examples: Object.fromEntries(
              responses.map((response) => [
                exampleName(response),
                { summary: response.title, value: response.example },
              ]),
            ),
          },
        },
  };
}

function headersFor(names: readonly string[]): JsonSchema {
  return Object.fromEntries(names.map((name) => [name, reference('headers', name)]));
}

function schemaOf(
  { id, title, kind, statusMessage, schema }: TitledResponse,
  components: Components,
  problem: string,
): JsonSchema {
  const name = title.replaceAll(' ', '-');
  if (schema !== undefined) {
    return components.refer(kind === 'found' ? name : `${name}-${kind}`, schema);
  }
  const words = { properties: { message: { enum: [statusMessage[1]] } } };
  return components.refer(`${id}-${statusMessage[0]}`, { allOf: [reference('schemas', problem), words] });
}

function exampleName({ id, kind, statusMessage: [, message] }: TitledResponse): string {
  if (kind === 'found') return id;
  return kind === 'nothing' ? `${id}-nothing` : `${id}-${message.replace(/\W+/g, '-')}`;
}

/** The responses that are referred to: what any request can be refused with. */
export function sharedResponses(): Responses {
  const entries = ['Problem', 'ChatbotProblem'].flatMap((problem): (readonly [string, JsonSchema])[] => {
    const content = { 'application/json': { schema: reference('schemas', problem) } };
    const description =
      'Any other error: 401 without the required token, 405 with `Allow`, 412, 413, 414, 415.';
    return [
      ...EVERYWHERE.map(
        (status) =>
          [
            `${problem}-${status}`,
            { description: wordsFor(status), headers: headersFor(HEADERS_OF[status] ?? []), content },
          ] as const,
      ),
      [problem, { description, content }],
    ];
  });
  return Object.fromEntries(entries);
}

function wordsFor(status: number): string {
  const words: Readonly<Record<number, string>> = {
    400: 'The request is malformed. The message names the parameter.',
    429: 'Too many requests. Retry after the time in `Retry-After`.',
    503: 'The server is busy or its database is unavailable. Retry after the time in `Retry-After`.',
  };
  return words[status] ?? STATUS_CODES[status] ?? '';
}
