import { isDeepStrictEqual } from 'node:util';
import { reference, type JsonSchema } from '../rest/request/body-members';

/** Schemas that are said once and referred to. */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {};

  /** A reference to a schema, under the name that is wanted or, where another has it already, under a further one. */
  refer(name: string, schema: JsonSchema): JsonSchema {
    const known = this.schemas[name];
    if (known !== undefined && !isDeepStrictEqual(known, schema)) return this.refer(`${name}-`, schema);
    this.schemas[name] = schema;
    return reference('schemas', name);
  }
}

/** The body of every refusal; the areas spell the status in two ways. */
export const PROBLEMS: Readonly<Record<string, JsonSchema>> = {
  Problem: problem({ type: 'integer' }),
  ChatbotProblem: problem({ type: 'string', pattern: '^[45]\\d\\d$' }),
};

function problem(status: JsonSchema): JsonSchema {
  return {
    type: 'object',
    description: 'Why a request was refused.',
    properties: {
      message: { type: 'string', description: 'The reason in words.' },
      status,
      uri: { type: 'string', description: 'Path and query of the request, as sent.' },
      code: {
        type: 'string',
        pattern: '^[A-Z_]+$',
        description: 'The reason in one stable word, the same as in GraphQL.',
      },
      request_id: { type: 'string', description: 'Names the request to the operator.' },
      detail: {
        type: 'string',
        description: 'What is wrong with the request, where the message is a general one.',
      },
      error: { type: 'string', description: 'The same, where the interface documents it under this name.' },
    },
    required: ['message', 'status', 'uri', 'code', 'request_id'],
    additionalProperties: false,
  };
}

/** Headers of answers, by what they say. */
export const HEADERS: Readonly<
  Record<string, { readonly description: string; readonly schema: JsonSchema }>
> = {
  'API-Version': { description: 'Version of the interface.', schema: { type: 'string', const: '1.0' } },
  'Cache-Control': {
    description: 'How long the answer may be kept, and by whom.',
    schema: { type: 'string' },
  },
  'Content-Disposition': {
    description: 'Name of the file in which the body can be kept.',
    schema: { type: 'string' },
  },
  ETag: { description: 'Changes with the content and with the votes.', schema: { type: 'string' } },
  Link: {
    description: 'Other pages of the list: `first`, `prev`, `next`, `last` (RFC 8288).',
    schema: { type: 'string' },
  },
  Location: { description: 'Path of what was created.', schema: { type: 'string' } },
  'Preference-Applied': { description: 'That `Prefer` was heeded.', schema: { type: 'string' } },
  'RateLimit-Limit': { description: 'Requests that are allowed in a window.', schema: { type: 'integer' } },
  'RateLimit-Policy': { description: 'The limit and its window in seconds.', schema: { type: 'string' } },
  'RateLimit-Remaining': {
    description: 'Requests that are left in this window.',
    schema: { type: 'integer' },
  },
  'RateLimit-Reset': { description: 'Seconds until the next window.', schema: { type: 'integer' } },
  'Retry-After': { description: 'Seconds after which to try again.', schema: { type: 'integer' } },
  'WWW-Authenticate': { description: 'How to send credentials.', schema: { type: 'string' } },
  'X-Ignored-Members': {
    description: 'Members of the body that were ignored, percent-encoded; absent where there are none.',
    schema: { type: 'string' },
  },
  'X-Limit-Applied': {
    description: 'The limit, where more was asked for than is given.',
    schema: { type: 'integer' },
  },
  'X-Request-Id': { description: 'Names the request to the operator.', schema: { type: 'string' } },
  'X-Sort-Limit-Applied': {
    description: 'How many of the best hits were sorted, where a search with `sort` finds more.',
    schema: { type: 'integer' },
  },
  'X-Total-Count': {
    description:
      'Items of the whole list; absent where no total is kept and more than 10,000 would have to be examined.',
    schema: { type: 'integer' },
  },
  'X-Truncated': { description: 'Owned lists that hold more than is shown.', schema: { type: 'string' } },
};
