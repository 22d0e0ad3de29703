import { STATUS_CODES } from 'node:http';
import { isForChatbot } from '../shared/http';
import type { Components } from './components';
import type { DocumentedAnswer, DocumentedRoute } from './documented-route';
import { reference, type JsonSchema } from '../rest/request/body-members';

/** Statuses that any request can have, in words of their own. */
const EVERYWHERE = [400, 429, 500, 503] as const;

/** Headers that every answer has. */
const ALWAYS = ['API-Version', 'X-Request-Id'];

interface Told extends DocumentedAnswer {
  readonly id: string;
  readonly title: string;
}

/** Headers that some refusals have beside them. */
const HEADERS_OF: Readonly<Record<number, readonly string[]>> = {
  429: ['Retry-After', 'RateLimit-Limit', 'RateLimit-Policy', 'RateLimit-Remaining', 'RateLimit-Reset'],
  503: ['Retry-After'],
};

type Responses = Readonly<Record<string, unknown>>;

/** The answers of all routes that share a path and a method, by status. */
export function responsesOf(documented: readonly DocumentedRoute[], components: Components): Responses {
  const replies = documented.flatMap(({ route, title, answers }) =>
    answers.map((answer): Told => ({ ...answer, id: route.definition.id, title })),
  );
  const problem = documented.some(({ route }) => isForChatbot(route.definition.path))
    ? 'ChatbotProblem'
    : 'Problem';
  const statuses = [...new Set([...replies.map(({ reply: [status] }) => status), ...EVERYWHERE])].sort(
    (a, b) => a - b,
  );
  const isTagged =
    documented.every(({ route }) => route.operation.isQuery) &&
    replies.some(({ headers }) => headers.includes('ETag'));
  return {
    ...Object.fromEntries(
      statuses.map((status) => {
        const answers = replies.filter(({ reply }) => reply[0] === status);
        const generic = (EVERYWHERE as readonly number[]).includes(status);
        if (answers.length === 0) return [String(status), reference('responses', `${problem}-${status}`)];
        return [String(status), response(answers, { components, problem, generic })];
      }),
    ),
    ...(isTagged ? { '304': { description: 'Not modified: the client has the current version.' } } : {}),
    ...(documented.some(({ route }) => route.operation.variables.has('_revisions'))
      ? { '412': staleAnswer(problem) }
      : {}),
    default: reference('responses', problem),
  };
}

function staleAnswer(problem: string): JsonSchema {
  return {
    description: 'The current revision differs from the one in `If-Match`.',
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

function response(answers: readonly Told[], settings: Settings): JsonSchema {
  const { components, problem, generic } = settings;
  const described = answers.filter(({ isFile }) => isFile !== true);
  const schemas = described.map((answer) => schemaOf(answer, components, problem));
  const all = generic ? [...schemas, reference('schemas', problem)] : schemas;
  const unique = [...new Map(all.map((schema) => [JSON.stringify(schema), schema])).values()];
  const headers = [...new Set([...ALWAYS, ...answers.flatMap((answer) => answer.headers)])];
  const messages = [...new Set(answers.map(({ reply: [, message] }) => message))];
  const { file } = answers.find(({ isFile }) => isFile === true) ?? {};
  const anyFile = { type: 'string', description: 'The file, in the format of the path.' };
  return {
    description: `${messages.join(' · ')}.`,
    headers: headersFor(headers),
    content: answers.some(({ isFile }) => isFile === true)
      ? { [file ? 'application/json' : '*/*']: { schema: file ?? anyFile } }
      : {
          'application/json': {
            schema: unique.length === 1 ? unique[0] : { anyOf: unique },
            examples: Object.fromEntries(
              answers.map((answer) => [
                exampleName(answer),
                { summary: answer.title, value: answer.example },
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
  { id, title, kind, reply, schema }: Told,
  components: Components,
  problem: string,
): JsonSchema {
  const name = title.replaceAll(' ', '-');
  if (schema !== undefined) {
    return components.refer(kind === 'found' ? name : `${name}-${kind}`, schema);
  }
  const words = { properties: { message: { enum: [reply[1]] } } };
  return components.refer(`${id}-${reply[0]}`, { allOf: [reference('schemas', problem), words] });
}

function exampleName({ id, kind, reply: [, message] }: Told): string {
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
